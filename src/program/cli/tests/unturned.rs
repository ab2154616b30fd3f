//! For tests: the names of enemies that nobody has seen yet must not be shown.

use cards::{CardSet, KindId};
use game::state::{GameState, Side};
use reports::board::steps::{Mark, Step};
use reports::board::text::Line;

/// The enemies that have been seen in a game so far.
pub(in crate::cli) struct SeenEnemies<'a> {
    cards: &'a CardSet,
    seen: Vec<bool>,
}

impl<'a> SeenEnemies<'a> {
    pub(in crate::cli) fn new(cards: &'a CardSet) -> Self {
        let seen = vec![false; cards.kinds.len()];
        SeenEnemies { cards, seen }
    }

    /// Sees what a step turns up, discards or kills.
    pub(in crate::cli) fn look(&mut self, step: &Step) {
        for kind in open_enemies(&step.state) {
            self.seen[kind.index()] = true;
        }
        for mark in &step.marks {
            if let Mark::Killed { target, .. } = mark {
                self.seen[target.kind.index()] = true;
            }
        }
    }

    /// Fails if a text names an enemy that has not been seen.
    #[track_caller]
    pub(in crate::cli) fn check(&self, text: &str) {
        for (kind, facts) in self.cards.iter() {
            let named = facts.class.is_enemy() && text.contains(facts.name.as_str());
            assert!(
                !named || self.seen[kind.index()],
                "{} in: {text}",
                facts.name
            );
        }
    }
}

/// The text of a screen.
pub(in crate::cli) fn text_of(screen: &[Line]) -> String {
    let pieces = screen.iter().flat_map(|line| &line.0);
    pieces.map(|(_, text)| text.as_str()).collect()
}

fn open_enemies(state: &GameState) -> Vec<KindId> {
    let players = usize::from(state.players());
    let lanes = state.lanes()[..players].iter();
    let slots = lanes.flat_map(|lane| lane.enemies.as_slice());
    let cards = slots.map(|slot| state.board().card(*slot));
    let open = cards.filter(|card| card.side == Side::Enemy && card.face_up);
    let discarded = state.encounters().iter();
    let discarded = discarded.flat_map(|encounter| encounter.discard.cards());
    open.map(|card| card.kind)
        .chain(discarded.copied())
        .collect()
}
