//! Phase 2, purchase: Xenosathem becomes resources, resources become cards in hand.
//!
//! At the table this happens simultaneously; here players take turns. The buyer names a card first;
//! then all players may reduce its cost ([`super::reductions`]).

use super::abilities::EventContext;
use super::reductions::{Promises, lowest_cost, most_reduction};
use super::{Game, Table};
use crate::observe::{CardPlace, Cause, Event, Observer};
use crate::play::{Choice, Decision, Policy};
use crate::queries::price;
use crate::state::Step;
use cards::ability::{Ability, When};
use cards::ruleset::Market;
use cards::{KindId, KindSet};

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    pub(super) fn purchase_phase(&mut self) {
        self.take_turns(Step::Spend, |game, seat| {
            if game.state.step == Step::Spend {
                game.spend_xenosathem(seat);
                game.state.step = Step::Buy;
                game.state.refused = KindSet::default();
            }
            game.buy_cards(seat);
        });
        for seat in self.state.seats_from(self.state.first_player) {
            if std::mem::take(&mut self.state.resources[seat as usize]) > 0 {
                self.emit(Event::Resources { seat, total: 0 });
            }
        }
    }

    // ---- resources --------------------------------------------------------------------------

    fn spend_xenosathem(&mut self, seat: u8) {
        loop {
            self.pause();
            self.offer_pass();
            self.offer_from_hand_cards(seat, self.cards.resources, |_, _| true, Choice::Card);
            let Choice::Card(kind) = self.ask(seat, Decision::Spend) else {
                return;
            };
            self.state.turns.acted = true;
            self.discard_from_hand(seat, kind, Cause::RULE);
            self.gain_resources(seat, u16::from(self.kind(kind).value));
        }
    }

    pub(crate) fn gain_resources(&mut self, seat: u8, gained: u16) {
        let total = self.state.resources[seat as usize].saturating_add(gained);
        self.state.resources[seat as usize] = total;
        self.emit(Event::Resources { seat, total });
    }

    // ---- buying -----------------------------------------------------------------------------

    fn buy_cards(&mut self, seat: u8) {
        loop {
            self.pause();
            self.offer_pass();
            self.offer_goods(seat);
            // Reductions are for a purchase under way.
            let about = &EventContext::default();
            self.offer_from_hand(seat, When::Purchase, about, Ability::brings_resources);
            match self.ask(seat, Decision::Buy) {
                Choice::Buy { row, slot, kind } => {
                    if self.buy(seat, row, slot, kind) {
                        self.state.turns.acted = true;
                    } else {
                        self.state.refused.insert(kind);
                    }
                }
                choice @ Choice::FromHand { .. } => {
                    self.use_chosen(seat, choice, EventContext::default());
                    self.state.turns.acted = true;
                }
                _ => return,
            }
        }
    }

    /// Offers the cards that a player could pay, one of each kind in a row.
    fn offer_goods(&mut self, seat: u8) {
        let (cards, resources) = (self.cards, self.state.resources[seat as usize]);
        let reductions = self.table().all_reductions(seat);
        let most = resources.saturating_add(most_reduction(&reductions));
        // A division may have a standing discount.
        let printed_costs = self.state.divisions[seat as usize].is_none();
        for row in 0..self.state.open_rows() {
            if printed_costs && u16::from(cards.cheapest[usize::from(row)]) > most {
                continue;
            }
            let table = Table::new(self.state, cards, self.rules);
            let is_affordable = |kind| {
                let cost = u16::from(price(table.state, cards, seat, kind));
                cost <= resources
                    || (cost <= most
                        && !table.state.refused.contains(kind)
                        && lowest_cost(&reductions, cards.kind(kind), cost) <= resources)
            };
            let mut met = KindSet::default();
            for (slot, &kind) in (0..).zip(table.state.market[row as usize].pool.cards()) {
                if is_affordable(kind) && met.insert(kind) {
                    self.options.push(Choice::Buy { row, slot, kind });
                }
            }
        }
    }

    /// Tries to buy a card; `false` if it could not be paid after all.
    fn buy(&mut self, seat: u8, row: u8, slot: u8, kind: KindId) -> bool {
        let mut promises = Promises::new();
        if self.table().anyone_listens(When::Purchase) {
            self.collect_promises(seat, kind, &mut promises);
        }
        let reductions = promises.iter().map(|promise| u16::from(promise.amount));
        let reduction: u16 = reductions.sum();
        let cost = u16::from(price(self.state, self.cards, seat, kind)).saturating_sub(reduction);
        if cost > self.state.resources[seat as usize] {
            return false;
        }
        for promise in &promises {
            self.keep_promise(*promise);
        }
        self.state.resources[seat as usize] -= cost;
        self.emit(Event::Bought {
            seat,
            kind,
            paid: cost as u8,
        });
        self.state.market[row as usize].pool.remove(slot as usize);
        self.add_to_hand(seat, kind, CardPlace::MarketPool(row), Cause::RULE);
        if self.rules.market == Market::Pool {
            self.refill(row);
        }
        true
    }
}
