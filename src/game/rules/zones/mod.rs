//! Moving cards between places. Every change of a hand, pile or lane goes through here, so that
//! none is lost, none is doubled and all are reported. Here is what all moves share, and burning.

mod board;
mod encounter;
mod hands;

pub(crate) use board::Leaving;

use crate::observe::{CardPlace, Cause, Event, Incident, Observer};
use crate::play::Policy;
use crate::rules::{Game, Table, market};
use cards::ruleset::{BurnRule, Market};
use cards::{Class, KindId};

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    #[inline(always)]
    pub(crate) fn moved(&mut self, kind: KindId, from: CardPlace, to: CardPlace, cause: Cause) {
        self.emit(Event::Moved {
            kind,
            from,
            to,
            cause,
        });
    }

    /// A card goes on a pile.
    #[inline(always)]
    pub(crate) fn put(&mut self, kind: KindId, from: CardPlace, to: CardPlace, cause: Cause) {
        let fits = self.state.put(to, kind);
        self.report_put(fits, kind, from, to, cause);
    }

    /// A card has gone on a pile. Where it does not fit, it leaves the game, and that is counted.
    #[inline(always)]
    fn report_put(
        &mut self,
        fits: bool,
        kind: KindId,
        from: CardPlace,
        to: CardPlace,
        cause: Cause,
    ) {
        match fits {
            true => self.moved(kind, from, to, cause),
            false => self.lose_for_want_of_room(kind, from),
        }
    }

    fn lose_for_want_of_room(&mut self, kind: KindId, from: CardPlace) {
        self.put(kind, from, CardPlace::Burned, Cause::RULE);
        self.incident(Incident::Overflow);
    }

    /// Puts a card out of the game, or back where it was bought, as the rules say.
    pub(crate) fn burn(&mut self, kind: KindId, from: CardPlace, cause: Cause) {
        let facts = self.kind(kind);
        let to = match (self.rules.burn, facts.class) {
            (BurnRule::ReturnsToStack, Class::Resource) => CardPlace::Supply,
            (BurnRule::ReturnsToStack, _) if facts.for_sale => self.table().place_of_sale(kind),
            _ => CardPlace::Burned,
        };
        self.put(kind, from, to, cause);
    }
}

impl Table<'_> {
    /// Where a burned card that was bought goes back to: its stack, if that is on the table.
    fn place_of_sale(self, kind: KindId) -> CardPlace {
        let row = market::row_of(self.kind(kind)) as u8;
        match self.rules.market {
            Market::Pool => CardPlace::MarketBottom(row),
            Market::Stacks if market::has_stack(self.state, self.cards, kind) => {
                CardPlace::MarketPool(row)
            }
            Market::Stacks => CardPlace::Burned,
        }
    }
}
