//! Paying for abilities.

use super::Resolution;
use crate::observe::{CardPlace, Cause, Nature, Observer, Way};
use crate::play::{Decision, Policy};
use crate::rules::damage::{Batch, DamageSource, Hit};
use crate::rules::{Game, Table};
use crate::state::Side;
use cards::ability::{Ability, Cost};
use cards::{Class, KindId};

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Pays all costs of an ability, in order.
    pub(crate) fn pay(&mut self, ability: &Ability, run: &mut Resolution) {
        for cost in &ability.costs {
            let cause = Cause::card(run.user.kind, Way::Cost);
            match cost {
                Cost::BurnThis => self.give_up_card(run, true, cause),
                Cost::DiscardThis => self.give_up_card(run, false, cause),
                Cost::BurnDiscardedTroop | Cost::BurnDiscardedCard => {
                    let (seat, kind) = (run.user.seat, run.user.kind);
                    let decision = Decision::BurnFromDiscard { kind };
                    let chosen = run.promised_burn.or_else(|| {
                        self.choose_discarded(seat, decision, |table, kind| {
                            table.can_burn(*cost, kind)
                        })
                    });
                    if let Some(kind) = chosen {
                        self.burn_from_discard(seat, kind, cause);
                        run.card_cost = i16::from(self.kind(kind).cost);
                    }
                }
                Cost::DiscardDeckTop => {
                    let seat = run.user.seat;
                    self.make_deck_ready(seat);
                    if let Some(kind) = self.state.seats[seat as usize].deck.pop() {
                        self.put(kind, CardPlace::Deck(seat), CardPlace::Discard(seat), cause);
                        run.card_cost = i16::from(self.kind(kind).cost);
                    }
                }
                Cost::DamageThis => {
                    if let Some(card) = run.user.card {
                        let source = DamageSource::new(Side::Troop, run.user.kind, run.user.card);
                        let amount = i16::from(ability.cost_damage);
                        let mut batch = Batch::new();
                        batch.push(Hit::new(card, amount, Nature::OwnAbility, source));
                        self.deal(&mut batch);
                    }
                }
                Cost::KillThis => {
                    if let Some(card) = run.user.card {
                        self.discard_from_lane(card, cause);
                    }
                }
            }
        }
    }

    pub(crate) fn burn_from_discard(&mut self, seat: u8, kind: KindId, cause: Cause) {
        if self.state.take_discarded(seat, kind) {
            self.burn(kind, CardPlace::Discard(seat), cause);
        }
    }

    /// Burns or discards the card that has the ability: from hand, from its troop or from its lane.
    fn give_up_card(&mut self, run: &mut Resolution, burn: bool, cause: Cause) {
        let seat = run.user.seat;
        let (kind, from) = match (run.user.card, run.user.item) {
            (None, _) => {
                self.take_from_hand(seat, run.user.kind);
                (run.user.kind, CardPlace::Hand(seat))
            }
            (Some(troop), Some(item)) => {
                let at = self.table().at(troop);
                run.user.item = None;
                (self.unequip(troop, item), at.equipped())
            }
            (Some(troop), None) if burn => return self.burn_from_lane(troop, cause),
            (Some(troop), None) => {
                self.discard_from_lane(troop, cause);
                return;
            }
        };
        match burn {
            true => self.burn(kind, from, cause),
            false => self.put(kind, from, CardPlace::Discard(seat), cause),
        }
        if run.user.card.is_some() {
            self.check_lost_hp();
        }
    }
}

impl Table<'_> {
    /// Whether burning a kind of discarded card pays a cost.
    pub(crate) fn can_burn(self, cost: Cost, kind: KindId) -> bool {
        cost != Cost::BurnDiscardedTroop || self.kind(kind).class == Class::Troop
    }

    /// Whether a player can pay what an ability costs.
    pub(super) fn can_pay(self, ability: &Ability, seat: u8) -> bool {
        let player = &self.state.seats[seat as usize];
        ability.costs.iter().all(|cost| match cost {
            Cost::BurnDiscardedTroop | Cost::BurnDiscardedCard => {
                let mut pile = player.discard.cards().iter();
                pile.any(|kind| self.can_burn(*cost, *kind))
            }
            Cost::DiscardDeckTop => !player.deck.is_empty() || !player.discard.is_empty(),
            Cost::BurnThis | Cost::DiscardThis | Cost::DamageThis | Cost::KillThis => true,
        })
    }
}
