//! Effects that bring cards back from the players' discard piles.

use super::Resolution;
use crate::observe::{CardPlace, Cause, Observer};
use crate::play::{Decision, Policy};
use crate::rules::deployment::Bearers;
use crate::rules::{Game, Table};
use cards::ability::Goods;
use cards::{Class, KindId};

/// What is done with a card out of a discard pile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Salvage {
    /// It goes back to hand.
    ToHand,
    /// It is put on a troop.
    Equip,
}

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// One player, chosen by the user, takes a card of their discard pile.
    pub(super) fn salvage(&mut self, goods: Goods, how: Salvage, run: &Resolution, cause: Cause) {
        let (user, kind) = (run.user.seat, run.user.kind);
        let has_some = |table: Table<'_>, seat| table.has_salvage(seat, goods, how);
        let Some(seat) = self.choose_lane(user, user, Decision::TargetLane { kind }, has_some)
        else {
            return;
        };
        let is_one = |table: Table<'_>, kind| table.is_salvage(kind, goods, how);
        let decision = Decision::TakeDiscarded { kind };
        let Some(kind) = self.choose_discarded(seat, decision, is_one) else {
            return;
        };
        let from = CardPlace::Discard(seat);
        match how {
            Salvage::ToHand => {
                self.state.take_discarded(seat, kind);
                self.add_to_hand(seat, kind, from, cause);
            }
            Salvage::Equip => {
                let bearers: Bearers = self.table().bearers(0, kind).collect();
                let decision = Decision::EquipOn { item: kind };
                if let Some(troop) = self.choose_target(seat, decision, &bearers) {
                    self.state.take_discarded(seat, kind);
                    self.equip(troop, kind, from, cause);
                }
            }
        }
    }
}

impl Table<'_> {
    /// Whether any player has a suitable card in the discard pile.
    pub(super) fn can_salvage(self, goods: Goods, how: Salvage) -> bool {
        (0..self.state.players).any(|seat| self.has_salvage(seat, goods, how))
    }

    fn has_salvage(self, seat: u8, goods: Goods, how: Salvage) -> bool {
        let pile = self.state.seats[seat as usize].discard.cards();
        pile.iter().any(|kind| self.is_salvage(*kind, goods, how))
    }

    fn is_salvage(self, kind: KindId, goods: Goods, how: Salvage) -> bool {
        let facts = self.kind(kind);
        goods.includes(facts)
            && match how {
                Salvage::ToHand => true,
                Salvage::Equip => facts.class == Class::Equipment && self.someone_can_carry(kind),
            }
    }
}
