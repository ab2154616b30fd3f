//! Phase 2, purchase: Xenosathem becomes resources, resources become cards in hand.
//!
//! At the table this happens simultaneously; here players take turns. The buyer names a card first;
//! then all players may reduce its cost ([`super::reductions`]).

use super::abilities::EventContext;
use super::reductions::{Promises, Reductions};
use super::{Game, one_more};
use crate::observe::{CardPlace, Cause, Event, Observer, Way};
use crate::play::{Choice, Decision, Policy, Spending, View};
use crate::queries::price;
use crate::state::Step;
use cards::ability::{Ability, Effect, From, When};
use cards::{KindId, KindSet};

const BY_RULE: Cause = Cause {
    kind: None,
    way: Way::Rule,
};

impl<P: Policy, O: Observer> Game<'_, P, O> {
    #[inline(never)]
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
        if self.policy.spends_at_once(seat) && self.spend_at_once(seat) {
            return;
        }
        loop {
            self.pause();
            self.offer_xenosathem(seat);
            let Choice::Card(kind) = self.ask(seat, Decision::Spend) else {
                return;
            };
            self.spend(seat, kind);
        }
    }

    fn offer_xenosathem(&mut self, seat: u8) {
        self.offer_pass();
        self.offer_from_hand_cards(seat, self.cards.resources, |_, _| true);
    }

    fn spend(&mut self, seat: u8, kind: KindId) {
        self.state.turns.acted = true;
        self.discard_from_hand(seat, kind, BY_RULE);
        self.gain_resources(seat, u16::from(self.kind(kind).value));
    }

    /// The same for a player who says in one answer what they spend. `false`: there is nothing to
    /// decide, or more than an answer has room for.
    fn spend_at_once(&mut self, seat: u8) -> bool {
        let (mut held, mut spent) = (Spending::new(), Spending::new());
        for kind in self.state.seats[seat as usize].hand.cards() {
            if self.cards.resources.contains(*kind) && held.try_push(*kind).is_err() {
                return false;
            }
        }
        if held.is_empty() {
            return false;
        }
        let view = View::new(self.state, self.cards, self.rules, seat);
        self.policy.spend(&view, &held, &mut spent);
        for kind in &spent {
            self.note_spending(seat, Choice::Card(*kind));
            self.spend(seat, *kind);
        }
        if spent.len() < held.len() {
            self.note_spending(seat, Choice::Pass);
        }
        true
    }

    /// Counts and reports an answer as if it had been given to a question of its own.
    #[inline]
    fn note_spending(&mut self, seat: u8, answer: Choice) {
        if O::SEES_STEPS {
            self.offer_xenosathem(seat);
        }
        let options = self.options.len() as u8;
        self.note_decision(seat, Decision::Spend, answer, options);
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
            match self.next_purchase(seat) {
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

    /// Asks a player what to buy, unless they know it already.
    fn next_purchase(&mut self, seat: u8) -> Choice {
        let view = View::new(self.state, self.cards, self.rules, seat);
        let Some(known) = self.policy.next_purchase(&view) else {
            self.offer_purchases(seat);
            return self.ask(seat, Decision::Buy);
        };
        if O::SEES_STEPS {
            self.offer_purchases(seat);
            debug_assert!(self.options.contains(&known), "an illegal purchase");
        }
        let options = self.options.len() as u8;
        self.note_decision(seat, Decision::Buy, known, options);
        known
    }

    fn offer_purchases(&mut self, seat: u8) {
        self.offer_pass();
        self.offer_goods(seat);
        self.offer_resource_abilities(seat);
    }

    /// Offers the cards that a player could pay.
    fn offer_goods(&mut self, seat: u8) {
        if self.may_be_reduced() || self.state.divisions[seat as usize].is_some() {
            let reductions = self.possible_reductions(seat);
            self.offer_reduced_goods(seat, &reductions);
            return;
        }
        let (cards, resources) = (self.cards, self.state.resources[seat as usize]);
        if resources < u16::from(cards.cheapest_of_all) {
            return;
        }
        let rows = &cards.cheapest[..usize::from(self.state.open_rows())];
        for (row, cheapest) in (0..).zip(rows) {
            if u16::from(*cheapest) <= resources {
                self.offer_affordable(row, |_, kind| u16::from(cards.kind(kind).cost) <= resources);
            }
        }
    }

    /// Offers the cards that a player could pay where costs are not those on the cards.
    #[inline(never)]
    fn offer_reduced_goods(&mut self, seat: u8, reductions: &Reductions) {
        let (cards, resources) = (self.cards, self.state.resources[seat as usize]);
        let most = resources.saturating_add(reductions.all());
        let printed_costs = self.state.divisions[seat as usize].is_none();
        for row in 0..self.state.open_rows() {
            if printed_costs && u16::from(cards.cheapest[usize::from(row)]) > most {
                continue;
            }
            self.offer_affordable(row, |game, kind| {
                let cost = u16::from(match printed_costs {
                    true => cards.kind(kind).cost,
                    false => price(game.state, cards, seat, kind),
                });
                cost <= resources
                    || (cost <= most
                        && !game.state.refused.contains(kind)
                        && reductions.lowest(cards.kind(kind), cost) <= resources)
            });
        }
    }

    /// Offers the cards of a row that a player can pay, one of each kind.
    #[inline]
    fn offer_affordable(&mut self, row: u8, is_affordable: impl Fn(&Self, KindId) -> bool) {
        let mut met = KindSet::default();
        let mut left_out = 0;
        let pool = self.state.market[row as usize].pool.cards();
        for (slot, &kind) in pool.iter().enumerate() {
            if is_affordable(self, kind) && met.insert(kind) {
                let slot = slot as u8;
                if self
                    .options
                    .try_push(Choice::Buy { row, slot, kind })
                    .is_err()
                {
                    left_out = one_more(left_out);
                }
            }
        }
        self.count_left_out(left_out);
    }

    /// Offers abilities that bring resources. Reductions are for a purchase under way, not for an
    /// idle moment.
    fn offer_resource_abilities(&mut self, seat: u8) {
        if self.state.seats[seat as usize].hand_moments & When::Purchase.bit() == 0 {
            return;
        }
        let wave = self.state.wave();
        let works = |game: &Self, kind| {
            let facts = &game.kind(kind).derived;
            facts.in_hand_in(wave) & When::Purchase.bit() != 0
        };
        self.each_kind_in_hand(seat, works, |game, kind| {
            game.offer_resources_of(seat, kind);
        });
        if let Some(division) = self.state.divisions[seat as usize] {
            self.offer_resources_of(seat, division);
        }
    }

    /// Offers the abilities of a card that bring resources.
    fn offer_resources_of(&mut self, seat: u8, kind: KindId) {
        for (number, ability) in (0..).zip(&self.kind(kind).abilities) {
            let choice = Choice::FromHand {
                kind,
                ability: number,
            };
            if ability.from != From::Lane
                && brings_resources(ability)
                && let Some(user) = self.user_of(seat, choice)
                && self.is_usable(&user, ability, EventContext::NOTHING)
            {
                self.offer(choice);
            }
        }
    }

    /// Tries to buy a card; `false` if it could not be paid after all.
    fn buy(&mut self, seat: u8, row: u8, slot: u8, kind: KindId) -> bool {
        let mut promises = Promises::new();
        if self.window_opens(When::Purchase) {
            self.collect_promises(seat, kind, &mut promises);
        }
        let reduction: u16 = promises
            .iter()
            .map(|promise| u16::from(promise.amount))
            .sum();
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
        self.add_to_hand(seat, kind, CardPlace::MarketPool(row), BY_RULE);
        self.refill_after_purchase(row);
        true
    }
}

/// Whether an ability brings resources in the purchase phase.
fn brings_resources(ability: &Ability) -> bool {
    let brings = |effect: &Effect| matches!(effect, Effect::GainResources { .. });
    ability.when == When::Purchase && ability.effects.iter().any(brings)
}
