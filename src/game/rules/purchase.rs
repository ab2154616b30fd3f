//! Phase 2, purchase: Xenosathem becomes resources, resources become cards in hand.
//!
//! At the table this happens simultaneously; here players take turns. The buyer names a card first;
//! then reductions are offered in seat order from the buyer. Promised reductions are carried out
//! only if they make the purchase affordable.

use super::Game;
use super::abilities::{EventContext, Resolution, User};
use crate::observe::{CardPlace, Cause, Event, Nature, Observer, Way};
use crate::play::{Choice, Decision, Policy};
use crate::queries::price;
use crate::state::Step;
use arrayvec::ArrayVec;
use cards::ability::{Ability, Buyer, Cost, Effect, From, Goods, When};
use cards::words::Word;
use cards::{Class, Kind, KindId, KindSet};

const BY_RULE: Cause = Cause {
    kind: None,
    way: Way::Rule,
};

/// A reduction that a player has promised for a purchase.
#[derive(Clone, Copy)]
struct Promise {
    seat: u8,
    kind: KindId,
    ability: u8,
    /// The card of their discard pile that is burned for it.
    burned: Option<KindId>,
    amount: u8,
}

type Promises = ArrayVec<Promise, 32>;

/// The largest possible reductions, by kind of goods.
#[derive(Default)]
struct Reductions {
    plain: [u16; Goods::ALL.len()],
    /// Those that stop at some cost.
    stopping: [u16; Goods::ALL.len()],
    /// The lowest cost at which one of them stops.
    stop: u16,
    /// All of them together: what no card can be reduced by more.
    all: u16,
}

impl Reductions {
    fn add(&mut self, goods: Goods, amount: u8, least: u8) {
        self.all += u16::from(amount);
        if least == 0 {
            self.plain[goods as usize] += u16::from(amount);
        } else {
            let first = self.stopping.iter().all(|amount| *amount == 0);
            self.stopping[goods as usize] += u16::from(amount);
            self.stop = match first {
                true => u16::from(least),
                false => self.stop.min(u16::from(least)),
            };
        }
    }

    fn is_none(&self) -> bool {
        self.all == 0
    }

    /// The lowest cost to which a card that costs `cost` can be brought.
    fn lowest(&self, kind: &Kind, cost: u16) -> u16 {
        let sum = |amounts: &[u16]| -> u16 {
            let fitting = Goods::ALL.iter().filter(|(_, goods)| goods.includes(kind));
            fitting.map(|(_, goods)| amounts[*goods as usize]).sum()
        };
        let most = cost.saturating_sub(self.stop);
        let lowered = cost - sum(&self.stopping).min(most);
        lowered.saturating_sub(sum(&self.plain))
    }
}

impl<'a, P: Policy, O: Observer> Game<'a, P, O> {
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
        loop {
            self.pause();
            self.offer_pass();
            self.offer_from_hand_cards(seat, |table, kind| {
                table.kind(kind).class == Class::Resource
            });
            let Choice::Card(kind) = self.ask(seat, Decision::Spend) else {
                return;
            };
            self.state.turns.acted = true;
            self.discard_from_hand(seat, kind, BY_RULE);
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
            self.offer_resource_abilities(seat);
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

    /// Offers the cards that a player could pay.
    fn offer_goods(&mut self, seat: u8) {
        let reductions = self.possible_reductions(seat);
        let penniless = self.state.resources[seat as usize] == 0
            && reductions.is_none()
            && self.state.divisions[seat as usize].is_none()
            && !self.cards.has_free_goods;
        if !penniless {
            for row in 0..self.state.open_rows() {
                self.offer_row(seat, row, &reductions);
            }
        }
    }

    fn offer_row(&mut self, seat: u8, row: u8, reductions: &Reductions) {
        let (cards, resources) = (self.cards, self.state.resources[seat as usize]);
        if reductions.is_none() && self.state.divisions[seat as usize].is_none() {
            self.offer_affordable(row, |_, kind| u16::from(cards.kind(kind).cost) <= resources);
        } else {
            self.offer_affordable(row, |game, kind| {
                let cost = u16::from(price(game.state, cards, seat, kind));
                cost <= resources
                    || (cost <= resources.saturating_add(reductions.all)
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
                let choice = Choice::Buy { row, slot, kind };
                left_out += u8::from(self.options.try_push(choice).is_err());
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

    // ---- reductions -------------------------------------------------------------------------

    /// Calls `each` for every reduction that a player's hand could give.
    fn each_reduction(
        &self,
        seat: u8,
        buyer: u8,
        mut each: impl FnMut(KindId, u8, &'a Ability, Goods),
    ) {
        if self.state.seats[seat as usize].hand_moments & When::Purchase.bit() == 0 {
            return;
        }
        let wave = self.state.wave();
        for kind in self.state.seats[seat as usize].hand.cards() {
            if self.kind(*kind).derived.in_hand_in(wave) & When::Purchase.bit() != 0 {
                self.each_reduction_of(*kind, seat, buyer, &mut each);
            }
        }
        if let Some(division) = self.state.divisions[seat as usize] {
            self.each_reduction_of(division, seat, buyer, &mut each);
        }
    }

    /// Calls `each` for every reduction that a card in a player's hand, or the player's division,
    /// could give.
    #[inline]
    fn each_reduction_of(
        &self,
        kind: KindId,
        seat: u8,
        buyer: u8,
        each: &mut impl FnMut(KindId, u8, &'a Ability, Goods),
    ) {
        for (number, ability) in (0..).zip(&self.kind(kind).abilities) {
            if let Some((goods, whose, _)) = cost_less(ability)
                && (whose == Buyer::AnyPlayer || seat == buyer)
                && self.is_usable(
                    &self.hand_user(seat, kind, number),
                    ability,
                    EventContext::NOTHING,
                )
            {
                each(kind, number, ability, goods);
            }
        }
    }

    fn hand_user(&self, seat: u8, kind: KindId, ability: u8) -> User {
        User {
            seat,
            kind,
            ability,
            card: None,
            item: None,
            lane: seat,
            last: None,
        }
    }

    /// The maximum reduction by all players for each kind of goods.
    fn possible_reductions(&self, buyer: u8) -> Reductions {
        let mut reductions = Reductions::default();
        if self.state.hand_moments & When::Purchase.bit() == 0 {
            return reductions;
        }
        for seat in 0..self.state.players {
            self.each_reduction(seat, buyer, |kind, number, ability, goods| {
                let best = self.best_burn(seat, ability);
                let least = cost_less(ability).map_or(0, |(_, _, least)| least);
                reductions.add(goods, self.reduction(seat, kind, number, best), least);
            });
        }
        reductions
    }

    /// The costliest card that could be burned from the discard pile for an ability.
    fn best_burn(&self, seat: u8, ability: &Ability) -> Option<KindId> {
        let troops_only = burn_cost(ability)? == Cost::BurnDiscardedTroop;
        let pile = self.state.seats[seat as usize].discard.cards();
        let fits = |kind: &&KindId| !troops_only || self.kind(**kind).class == Class::Troop;
        pile.iter()
            .filter(fits)
            .copied()
            .max_by_key(|kind| self.kind(*kind).cost)
    }

    /// What one reduction is worth if a given card is burned for it.
    fn reduction(&self, seat: u8, kind: KindId, number: u8, burned: Option<KindId>) -> u8 {
        let mut run = Resolution::new(
            self.hand_user(seat, kind, number),
            EventContext::default(),
            Nature::OwnAbility,
        );
        run.card_cost = burned.map_or(0, |kind| i16::from(self.kind(kind).cost));
        let ability = &self.kind(kind).abilities[number as usize];
        let worth = ability.effects.iter().map(|effect| match effect {
            Effect::CostLess { amount, .. } => self.amount(*amount, &run, None),
            _ => 0,
        });
        worth
            .fold(0, i16::saturating_add)
            .clamp(0, i16::from(u8::MAX)) as u8
    }

    /// Asks the players, in seat order from the buyer, for reductions of a purchase.
    #[inline(never)]
    fn collect_promises(&mut self, buyer: u8, bought: KindId, promises: &mut Promises) {
        let mut cost = price(self.state, self.cards, buyer, bought);
        for seat in self.state.seats_from(buyer) {
            if !self.is_worth_asking(seat, When::Purchase) {
                continue;
            }
            while cost > 0 && !promises.is_full() {
                self.offer_pass();
                self.offer_reductions(seat, buyer, (bought, cost), promises);
                let decision = Decision::Reduce {
                    buyer,
                    kind: bought,
                    cost,
                };
                let Choice::FromHand { kind, ability } = self.ask(seat, decision) else {
                    break;
                };
                let mut promise = self.promise(seat, kind, ability, promises);
                let least = self.least_cost(kind, ability);
                promise.amount = promise.amount.min(cost.saturating_sub(least));
                cost = cost.saturating_sub(promise.amount);
                promises.push(promise);
            }
        }
    }

    /// The cost below which a reduction does not bring a purchase.
    fn least_cost(&self, kind: KindId, ability: u8) -> u8 {
        let ability = &self.kind(kind).abilities[ability as usize];
        cost_less(ability).map_or(0, |(_, _, least)| least)
    }

    fn offer_reductions(
        &mut self,
        seat: u8,
        buyer: u8,
        (bought, cost): (KindId, u8),
        promises: &Promises,
    ) {
        let mut found = ArrayVec::<Choice, 32>::new();
        self.each_reduction(seat, buyer, |kind, ability, facts, goods| {
            if !goods.includes(self.kind(bought)) || self.least_cost(kind, ability) >= cost {
                return;
            }
            let choice = Choice::FromHand { kind, ability };
            let promised = promises
                .iter()
                .filter(|p| p.seat == seat && p.kind == kind)
                .count();
            let in_hand = match facts.from {
                From::Division => 1,
                _ => self.state.seats[seat as usize].hand.count(kind),
            };
            let can_burn = burn_cost(facts).is_none()
                || self
                    .unpromised_burns(seat, facts, promises)
                    .next()
                    .is_some();
            if promised < in_hand && can_burn && !found.contains(&choice) {
                let _ = found.try_push(choice);
            }
        });
        for choice in found {
            self.offer(choice);
        }
    }

    /// Cards of a player's discard pile that can still be burned for a reduction.
    fn unpromised_burns(
        &self,
        seat: u8,
        ability: &Ability,
        promises: &Promises,
    ) -> impl Iterator<Item = KindId> + use<P, O> {
        let troops_only = burn_cost(ability) == Some(Cost::BurnDiscardedTroop);
        let pile = &self.state.seats[seat as usize].discard;
        let mut kinds = ArrayVec::<KindId, 64>::new();
        for kind in pile.cards().iter().rev() {
            let promised = promises
                .iter()
                .filter(|p| p.seat == seat && p.burned == Some(*kind))
                .count();
            let fits = !troops_only || self.kind(*kind).class == Class::Troop;
            if fits && !kinds.contains(kind) && promised < pile.count(*kind) {
                let _ = kinds.try_push(*kind);
            }
        }
        kinds.into_iter()
    }

    fn promise(&mut self, seat: u8, kind: KindId, ability: u8, promises: &Promises) -> Promise {
        let facts = &self.kind(kind).abilities[ability as usize];
        let mut burned = None;
        if burn_cost(facts).is_some() {
            self.options.clear();
            for card in self.unpromised_burns(seat, facts, promises) {
                self.offer(Choice::Card(card));
            }
            if let Choice::Card(card) = self.ask(seat, Decision::BurnFromDiscard { kind }) {
                burned = Some(card);
            }
        }
        let amount = self.reduction(seat, kind, ability, burned);
        Promise {
            seat,
            kind,
            ability,
            burned,
            amount,
        }
    }

    /// Pays for a promised reduction.
    fn keep_promise(&mut self, promise: Promise) {
        let Promise {
            seat,
            kind,
            ability,
            burned,
            ..
        } = promise;
        let cause = Cause {
            kind: Some(kind),
            way: Way::Cost,
        };
        self.emit(Event::Used {
            kind,
            seat,
            ability,
        });
        let user = self.hand_user(seat, kind, ability);
        let ability = &self.kind(kind).abilities[ability as usize];
        self.mark_used(&user, ability);
        for cost in &ability.costs {
            match (cost, burned) {
                (Cost::BurnThis, _) => {
                    self.take_from_hand(seat, kind);
                    self.burn(kind, CardPlace::Hand(seat), cause);
                }
                (Cost::DiscardThis, _) => self.discard_from_hand(seat, kind, cause),
                (Cost::BurnDiscardedTroop | Cost::BurnDiscardedCard, Some(card)) => {
                    self.burn_from_discard(seat, card, cause);
                }
                // The loader allows no other costs for reductions.
                _ => {}
            }
        }
    }
}

/// Whether an ability brings resources in the purchase phase.
fn brings_resources(ability: &Ability) -> bool {
    let brings = |effect: &Effect| matches!(effect, Effect::GainResources { .. });
    ability.when == When::Purchase && ability.effects.iter().any(brings)
}

/// What a purchase ability makes cheaper, for whom, and the minimum cost.
fn cost_less(ability: &Ability) -> Option<(Goods, Buyer, u8)> {
    if ability.when != When::Purchase {
        return None;
    }
    ability.effects.iter().find_map(|effect| match *effect {
        Effect::CostLess {
            goods,
            buyer,
            least,
            ..
        } => Some((goods, buyer, least)),
        _ => None,
    })
}

/// The cost of burning a card from the discard pile, if an ability has one.
fn burn_cost(ability: &Ability) -> Option<Cost> {
    ability
        .costs
        .iter()
        .copied()
        .find(|cost| matches!(cost, Cost::BurnDiscardedTroop | Cost::BurnDiscardedCard))
}
