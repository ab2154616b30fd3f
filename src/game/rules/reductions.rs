//! Reductions of the cost of a purchase.
//!
//! They are offered in seat order from the buyer. What players promise is carried out only if it
//! makes the purchase affordable.

use super::abilities::{EventContext, Resolution};
use super::{Game, Table};
use crate::observe::{Event, Nature, Observer};
use crate::play::{Choice, Decision, Policy};
use crate::queries::price;
use arrayvec::ArrayVec;
use cards::ability::{Ability, Buyer, Cost, Goods, Reduction, When, WorksFrom};
use cards::{Kind, KindId};

/// A reduction that a player has promised for a purchase.
#[derive(Clone, Copy)]
pub(super) struct Promise {
    seat: u8,
    kind: KindId,
    ability: u8,
    /// The card of their discard pile that is burned for it.
    burned: Option<KindId>,
    pub(super) amount: u8,
}

pub(super) type Promises = ArrayVec<Promise, 32>;

/// A reduction that a card in a player's hand, or their division, could give.
struct Possible {
    kind: KindId,
    ability: u8,
    goods: Goods,
    /// The most that it takes off.
    amount: u8,
    /// The cost below which it does not bring a purchase.
    least: u8,
}

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Asks the players, in seat order from the buyer, for reductions of a purchase.
    #[inline(never)]
    pub(super) fn collect_promises(&mut self, buyer: u8, bought: KindId, promises: &mut Promises) {
        let mut cost = price(self.state, self.cards, buyer, bought);
        for seat in self.state.seats_from(buyer) {
            if !self.table().may_respond(seat, When::Purchase) {
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
                let least = self.table().least_cost(kind, ability);
                promise.amount = promise.amount.min(cost.saturating_sub(least));
                cost = cost.saturating_sub(promise.amount);
                promises.push(promise);
            }
        }
    }

    fn offer_reductions(
        &mut self,
        seat: u8,
        buyer: u8,
        (bought, cost): (KindId, u8),
        promises: &Promises,
    ) {
        let mut found = ArrayVec::<(KindId, u8), 32>::new();
        let goods = self.kind(bought).goods;
        self.table().each_reduction(seat, buyer, goods, |possible| {
            if possible.least >= cost {
                return;
            }
            let (kind, ability) = (possible.kind, possible.ability);
            if !found.contains(&(kind, ability))
                && self.table().is_left(seat, kind, ability, promises)
            {
                let _ = found.try_push((kind, ability));
            }
        });
        for (kind, ability) in found.iter().copied() {
            self.offer(Choice::FromHand { kind, ability });
        }
    }

    fn promise(&mut self, seat: u8, kind: KindId, ability: u8, promises: &Promises) -> Promise {
        let facts = &self.kind(kind).abilities[ability as usize];
        let burned = burn_cost(facts).and_then(|cost| {
            let decision = Decision::BurnFromDiscard { kind };
            self.choose_discarded(seat, decision, |table, card| {
                table.can_be_burned(card, cost, seat, promises)
            })
        });
        let amount = self.table().reduction(seat, kind, ability, burned);
        Promise {
            seat,
            kind,
            ability,
            burned,
            amount,
        }
    }

    /// Pays for a promised reduction.
    pub(super) fn keep_promise(&mut self, promise: Promise) {
        let Promise {
            seat,
            kind,
            ability,
            burned,
            ..
        } = promise;
        self.emit(Event::Used {
            kind,
            seat,
            ability,
        });
        let user = self.table().hand_user(seat, kind, ability);
        let ability = &self.kind(kind).abilities[ability as usize];
        self.state.mark_used(self.cards, &user, ability);
        let mut run = Resolution::new(user, EventContext::default(), Nature::OwnAbility);
        run.promised_burn = burned;
        self.pay(ability, &mut run);
    }
}

impl Table<'_> {
    /// Calls `each` for every reduction that a player's hand could give for some of the `goods`, which
    /// are bits.
    #[inline]
    fn each_reduction(self, seat: u8, buyer: u8, goods: u8, mut each: impl FnMut(Possible)) {
        let mut each = |possible: Possible| {
            if goods & possible.goods.bit() != 0 {
                each(possible);
            }
        };
        if self.state.triggers.hand(seat) & When::Purchase.bit() == 0 {
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
    #[inline(never)]
    fn each_reduction_of(self, kind: KindId, seat: u8, buyer: u8, each: &mut impl FnMut(Possible)) {
        for (number, ability) in (0..).zip(&self.kind(kind).abilities) {
            if let Some(Reduction {
                goods,
                buyer: whose,
                least,
                ..
            }) = purchase_reduction(ability)
                && (whose == Buyer::AnyPlayer || seat == buyer)
                && self.is_usable(
                    &self.hand_user(seat, kind, number),
                    ability,
                    &EventContext::default(),
                )
            {
                let best = self.best_burn(seat, ability);
                each(Possible {
                    kind,
                    ability: number,
                    goods,
                    amount: self.reduction(seat, kind, number, best),
                    least,
                });
            }
        }
    }

    /// The most that all players could take off the cost of any card.
    pub(super) fn most_reduction(self, buyer: u8) -> u16 {
        let mut most = 0;
        if self.state.triggers.any_hand() & When::Purchase.bit() != 0 {
            for seat in 0..self.state.players {
                self.each_reduction(seat, buyer, u8::MAX, |possible| {
                    most += u16::from(possible.amount);
                });
            }
        }
        most
    }

    /// The lowest cost to which all players could bring a card that costs `cost`.
    pub(super) fn lowest_cost(self, buyer: u8, kind: &Kind, cost: u16) -> u16 {
        let (mut unlimited, mut stopping, mut stop) = (0, 0, u16::MAX);
        for seat in 0..self.state.players {
            self.each_reduction(seat, buyer, kind.goods, |possible| {
                let amount = u16::from(possible.amount);
                if possible.least == 0 {
                    unlimited += amount;
                } else {
                    stopping += amount;
                    stop = stop.min(u16::from(possible.least));
                }
            });
        }
        let lowered = cost - stopping.min(cost.saturating_sub(stop));
        lowered.saturating_sub(unlimited)
    }

    /// The costliest card that could be burned from the discard pile for an ability.
    fn best_burn(self, seat: u8, ability: &Ability) -> Option<KindId> {
        let cost = burn_cost(ability)?;
        let pile = self.state.seats[seat as usize].discard.cards().iter();
        let burnable = pile.copied().filter(|kind| self.can_burn(cost, *kind));
        burnable.max_by_key(|kind| self.kind(*kind).cost)
    }

    /// What one reduction is worth if a given card is burned for it.
    fn reduction(self, seat: u8, kind: KindId, number: u8, burned: Option<KindId>) -> u8 {
        let mut run = Resolution::new(
            self.hand_user(seat, kind, number),
            EventContext::default(),
            Nature::OwnAbility,
        );
        run.card_cost = burned.map_or(0, |kind| i16::from(self.kind(kind).cost));
        let ability = &self.kind(kind).abilities[number as usize];
        let worth = ability.reductions();
        let worth = worth.map(|less| self.amount(less.amount, &run, None));
        let worth = worth.fold(0, i16::saturating_add);
        worth.clamp(0, i16::from(u8::MAX)) as u8
    }

    /// The cost below which a reduction does not bring a purchase.
    fn least_cost(self, kind: KindId, ability: u8) -> u8 {
        let ability = &self.kind(kind).abilities[ability as usize];
        purchase_reduction(ability).map_or(0, |less| less.least)
    }

    /// Whether a reduction that a player could give has not been promised already.
    fn is_left(self, seat: u8, kind: KindId, ability: u8, promises: &Promises) -> bool {
        if promises.is_empty() {
            return true;
        }
        let facts = &self.kind(kind).abilities[ability as usize];
        let own = promises.iter().filter(|promise| promise.seat == seat);
        let promised = own.filter(|promise| promise.kind == kind).count();
        let in_hand = match facts.from {
            WorksFrom::Division => 1,
            // It is in hand, so it may be promised at least once.
            _ if promised == 0 => 1,
            _ => self.state.seats[seat as usize].hand.count(kind),
        };
        let mut pile = self.state.seats[seat as usize].discard.cards().iter();
        let can_burn = burn_cost(facts)
            .is_none_or(|cost| pile.any(|card| self.can_be_burned(*card, cost, seat, promises)));
        promised < in_hand && can_burn
    }

    /// Whether a card of a player's discard pile can still be burned for a reduction.
    fn can_be_burned(self, card: KindId, cost: Cost, seat: u8, promises: &Promises) -> bool {
        let burns = promises.iter().filter(|promise| promise.seat == seat);
        let promised = burns.filter(|promise| promise.burned == Some(card)).count();
        self.can_burn(cost, card) && promised < self.state.seats[seat as usize].discard.count(card)
    }
}

/// The reduction that an ability gives to a purchase, if it does.
#[inline]
fn purchase_reduction(ability: &Ability) -> Option<Reduction> {
    let reduces = ability.when == When::Purchase;
    reduces.then(|| ability.reductions().next()).flatten()
}

/// The cost of burning a card from the discard pile, if an ability has one.
fn burn_cost(ability: &Ability) -> Option<Cost> {
    ability
        .costs
        .iter()
        .copied()
        .find(|cost| matches!(cost, Cost::BurnDiscardedTroop | Cost::BurnDiscardedCard))
}
