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

    /// A card without a place leaves the game, and that is counted.
    #[inline(never)]
    fn lose_for_want_of_room(&mut self, kind: KindId, from: CardPlace) {
        self.state.burned[kind.index()] += 1;
        self.moved(kind, from, CardPlace::Burned, Cause::RULE);
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
        let fits = match to {
            CardPlace::Supply => {
                self.state.supply[kind.index()] += 1;
                true
            }
            CardPlace::MarketBottom(row) => self.state.market[row as usize].put_back(kind),
            CardPlace::MarketPool(row) => self.state.market[row as usize].pool.push(kind),
            _ => {
                self.state.burned[kind.index()] += 1;
                true
            }
        };
        if fits {
            self.moved(kind, from, to, cause);
        } else {
            self.lose_for_want_of_room(kind, from);
        }
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
