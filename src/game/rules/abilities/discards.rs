//! Effects that bring cards back from the players' discard piles.

use super::Resolution;
use crate::observe::{CardPlace, Cause, Observer};
use crate::play::{Choice, Decision, Policy};
use crate::rules::Game;
use crate::state::CardRef;
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

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// One player, chosen by the user, takes a card of their discard pile.
    pub(super) fn salvage(&mut self, goods: Goods, how: Salvage, run: &Resolution, cause: Cause) {
        let Some(seat) = self.choose_salvager(goods, how, run) else {
            return;
        };
        let Some(kind) = self.choose_salvaged(seat, goods, how, run) else {
            return;
        };
        match how {
            Salvage::ToHand => {
                self.take_from_discard(seat, kind);
                self.add_to_hand(seat, kind, CardPlace::Discard(seat), cause);
            }
            Salvage::Equip => {
                let Some(troop) = self.choose_bearer(seat, kind) else {
                    return;
                };
                self.take_from_discard(seat, kind);
                self.equip(troop, kind, CardPlace::Discard(seat), cause);
            }
        }
    }

    /// Whether any player has a suitable card in the discard pile.
    pub(super) fn can_salvage(&self, goods: Goods, how: Salvage) -> bool {
        (0..self.state.players).any(|seat| self.has_salvage(seat, goods, how))
    }

    fn has_salvage(&self, seat: u8, goods: Goods, how: Salvage) -> bool {
        let pile = self.state.seats[seat as usize].discard.cards();
        pile.iter().any(|kind| self.is_salvage(*kind, goods, how))
    }

    fn is_salvage(&self, kind: KindId, goods: Goods, how: Salvage) -> bool {
        let facts = self.kind(kind);
        goods.includes(facts)
            && match how {
                Salvage::ToHand => true,
                Salvage::Equip => {
                    facts.class == Class::Equipment && self.bearers(kind).next().is_some()
                }
            }
    }

    /// Troops in any lane that can carry an item.
    fn bearers(&self, item: KindId) -> impl Iterator<Item = CardRef> {
        let lanes = self.state.lanes[..self.state.players as usize].iter();
        lanes
            .flat_map(|lane| lane.troops.as_slice())
            .map(|slot| self.state.board.card_ref(*slot))
            .filter(move |troop| self.can_equip(*troop, item))
    }

    fn choose_salvager(&mut self, goods: Goods, how: Salvage, run: &Resolution) -> Option<u8> {
        self.options.clear();
        for seat in self.state.seats_from(run.user.seat) {
            if self.has_salvage(seat, goods, how) {
                self.offer(Choice::Lane(seat));
            }
        }
        if self.options.is_empty() {
            return None;
        }
        let kind = run.user.kind;
        match self.ask(run.user.seat, Decision::TargetLane { kind }) {
            Choice::Lane(seat) => Some(seat),
            other => unreachable!("only players were offered: {other:?}"),
        }
    }

    fn choose_salvaged(
        &mut self,
        seat: u8,
        goods: Goods,
        how: Salvage,
        run: &Resolution,
    ) -> Option<KindId> {
        self.options.clear();
        let pile = self.state.seats[seat as usize].discard;
        for kind in pile.cards().iter().rev() {
            let choice = Choice::Card(*kind);
            if !self.options.contains(&choice) && self.is_salvage(*kind, goods, how) {
                self.offer(choice);
            }
        }
        if self.options.is_empty() {
            return None;
        }
        let kind = run.user.kind;
        match self.ask(seat, Decision::TakeDiscarded { kind }) {
            Choice::Card(kind) => Some(kind),
            other => unreachable!("only cards were offered: {other:?}"),
        }
    }

    fn choose_bearer(&mut self, seat: u8, item: KindId) -> Option<CardRef> {
        let bearers: arrayvec::ArrayVec<CardRef, 16> = self.bearers(item).collect();
        self.options.clear();
        for troop in bearers {
            self.offer(Choice::Target(troop));
        }
        match self.ask(seat, Decision::EquipOn { item }) {
            Choice::Target(troop) => Some(troop),
            other => unreachable!("only troops were offered: {other:?}"),
        }
    }

    fn take_from_discard(&mut self, seat: u8, kind: KindId) {
        let found = self.state.seats[seat as usize]
            .discard
            .remove_uppermost(kind);
        debug_assert!(found, "the card was offered from this discard pile");
    }
}
