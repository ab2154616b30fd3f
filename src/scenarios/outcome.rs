//! The end of a run, and the cards that are found there.

use super::note::CardNote;
use cards::ruleset::Ruleset;
use cards::{CardSet, KindId};
use game::observe::CardPlace;
use game::queries;
use game::state::{GameState, Side};

/// The end of a run, and its start.
pub(super) struct Outcome<'a> {
    pub(super) cards: &'a CardSet,
    pub(super) rules: &'a Ruleset,
    pub(super) start: &'a GameState,
    pub(super) state: &'a GameState,
    pub(super) log: &'a [&'a str],
}

impl Outcome<'_> {
    /// The cards of a pile from the bottom to the top. Burned cards come in the order of their kinds.
    pub(super) fn pile(&self, place: CardPlace) -> Vec<KindId> {
        if place != CardPlace::Burned {
            return place.cards(self.state).to_vec();
        }
        let kinds = self.cards.iter().map(|(kind, _)| kind);
        let burned =
            |kind: KindId| std::iter::repeat_n(kind, self.state.burned()[kind.index()].into());
        kinds.flat_map(burned).collect()
    }

    /// The cards on one side of a lane from the front.
    pub(super) fn lane(&self, side: Side, lane: usize) -> Vec<CardNote> {
        let slots = self.state.lanes()[lane].side(side);
        let note = |slot: &u8| {
            let power = queries::power(self.state, self.cards, self.rules, *slot);
            let hp = queries::total_hp(self.state, self.cards, self.rules, *slot);
            CardNote::of(self.state.board().card(*slot), (power, hp), self.cards)
        };
        slots.iter().map(note).collect()
    }
}
