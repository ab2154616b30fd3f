//! Reductions of the cost of a purchase.
//!
//! They are offered in seat order from the buyer. What players promise is carried out only if it
//! makes the purchase affordable.

use super::abilities::{EventContext, Resolution, User};
use super::{Game, Table};
use crate::observe::{Event, Nature, Observer};
use crate::play::{Decision, Policy};
use crate::queries::price;
use arrayvec::ArrayVec;
use cards::ability::{Ability, Buyer, Cost, Goods, When, WorksFrom};
use cards::{Kind, KindId};

/// A reduction that a player has promised for a purchase.
#[derive(Clone, Copy)]
pub(super) struct Promise {
    user: User,
    /// The card of their discard pile that is burned for it.
    burned: Option<KindId>,
    pub(super) amount: u8,
}

pub(super) type Promises = ArrayVec<Promise, 32>;

/// A reduction that a card in a player's hand, or their division, could give.
pub(super) struct Possible {
    user: User,
    goods: Goods,
    /// The most that it takes off.
    amount: u8,
    /// The cost below which it does not bring a purchase.
    least: u8,
}

/// More reductions than this are not counted on; hands hold a few.
const MOST_REDUCTIONS: usize = 128;

pub(super) type Reductions = ArrayVec<Possible, MOST_REDUCTIONS>;

/// The most that some reductions could take off the cost of any card.
pub(super) fn most_reduction(all: &Reductions) -> u16 {
    all.iter().map(|possible| u16::from(possible.amount)).sum()
}

/// The lowest cost to which some reductions could bring a card that costs `cost`.
pub(super) fn lowest_cost(all: &Reductions, kind: &Kind, cost: u16) -> u16 {
    let (mut unlimited, mut stopping, mut stop) = (0, 0, u16::MAX);
    for possible in all.iter().filter(|possible| possible.goods.includes(kind)) {
        let amount = u16::from(possible.amount);
        if possible.least == 0 {
            unlimited += amount;
        } else {
            stopping += amount;
            stop = stop.min(u16::from(possible.least));
        }
    }
    let lowered = cost - stopping.min(cost.saturating_sub(stop));
    lowered.saturating_sub(unlimited)
}

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Asks the players, in seat order from the buyer, for reductions of a purchase.
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
                let choice = self.ask(seat, decision);
                let Some(user) = self.table().user_of(seat, choice) else {
                    break;
                };
                let promise = self.promise(user, cost, promises);
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
        let table = Table::new(self.state, self.cards, self.rules);
        for possible in table.reductions(seat, buyer) {
            let fits = possible.goods.includes(table.kind(bought)) && possible.least < cost;
            if fits && table.is_left(&possible.user, promises) {
                self.options.push_once(possible.user.choice());
            }
        }
    }

    fn promise(&mut self, user: User, cost: u8, promises: &Promises) -> Promise {
        let kind = user.kind;
        let ability = &self.kind(kind).abilities[user.ability as usize];
        let burned = burn_cost(ability).and_then(|cost| {
            let decision = Decision::BurnFromDiscard { kind };
            self.choose_discarded(user.seat, decision, |table, card| {
                table.can_be_burned(card, cost, user.seat, promises)
            })
        });
        let least = ability.reductions().next().map_or(0, |less| less.least);
        let amount = self.table().reduction(user, ability, burned);
        Promise {
            user,
            burned,
            amount: amount.min(cost.saturating_sub(least)),
        }
    }

    /// Pays for a promised reduction.
    pub(super) fn keep_promise(&mut self, promise: Promise) {
        let user = promise.user;
        self.emit(Event::Used {
            kind: user.kind,
            seat: user.seat,
            ability: user.ability,
        });
        let ability = &self.kind(user.kind).abilities[user.ability as usize];
        self.state.mark_used(self.cards, &user, ability);
        let mut run = Resolution::new(user, EventContext::default(), Nature::OwnAbility);
        run.promised_burn = promise.burned;
        self.pay(ability, &mut run);
    }
}

impl Table<'_> {
    /// The reductions that a player's hand and division could give.
    fn reductions(self, seat: u8, buyer: u8) -> impl Iterator<Item = Possible> {
        let abilities = self.abilities_in_hand(seat, When::Purchase);
        abilities.filter_map(move |(user, ability)| {
            let less = ability.reductions().next()?;
            let possible = (less.buyer == Buyer::AnyPlayer || seat == buyer)
                && self.is_usable(&user, ability, &EventContext::default());
            possible.then(|| Possible {
                user,
                goods: less.goods,
                amount: self.reduction(user, ability, self.best_burn(seat, ability)),
                least: less.least,
            })
        })
    }

    /// The reductions that all players could give.
    pub(super) fn all_reductions(self, buyer: u8) -> Reductions {
        let seats = 0..self.state.players;
        let all = seats.flat_map(|seat| self.reductions(seat, buyer));
        all.take(MOST_REDUCTIONS).collect()
    }

    /// The costliest card that could be burned from the discard pile for an ability.
    fn best_burn(self, seat: u8, ability: &Ability) -> Option<KindId> {
        let cost = burn_cost(ability)?;
        let pile = self.state.seats[seat as usize].discard.cards().iter();
        let burnable = pile.copied().filter(|kind| self.can_burn(cost, *kind));
        burnable.max_by_key(|kind| self.kind(*kind).cost)
    }

    /// What one reduction is worth if a given card is burned for it.
    fn reduction(self, user: User, ability: &Ability, burned: Option<KindId>) -> u8 {
        let mut run = Resolution::new(user, EventContext::default(), Nature::OwnAbility);
        run.card_cost = burned.map_or(0, |kind| i16::from(self.kind(kind).cost));
        let worth = ability.reductions();
        let worth = worth.map(|less| self.amount(less.amount, &run, None));
        let worth = worth.fold(0, i16::saturating_add);
        worth.clamp(0, i16::from(u8::MAX)) as u8
    }

    /// Whether a reduction that a player could give has not been promised already.
    fn is_left(self, user: &User, promises: &Promises) -> bool {
        if promises.is_empty() {
            return true;
        }
        let ability = &self.kind(user.kind).abilities[user.ability as usize];
        let of_card =
            |promise: &&Promise| (promise.user.seat, promise.user.kind) == (user.seat, user.kind);
        let promised = promises.iter().filter(of_card).count();
        let player = &self.state.seats[user.seat as usize];
        let in_hand = match ability.from {
            WorksFrom::Division => 1,
            _ => player.hand.count(user.kind),
        };
        let mut pile = player.discard.cards().iter();
        let can_burn = burn_cost(ability).is_none_or(|cost| {
            pile.any(|card| self.can_be_burned(*card, cost, user.seat, promises))
        });
        promised < in_hand && can_burn
    }

    /// Whether a card of a player's discard pile can still be burned for a reduction.
    fn can_be_burned(self, card: KindId, cost: Cost, seat: u8, promises: &Promises) -> bool {
        let burns = promises.iter().filter(|promise| promise.user.seat == seat);
        let promised = burns.filter(|promise| promise.burned == Some(card)).count();
        self.can_burn(cost, card) && promised < self.state.seats[seat as usize].discard.count(card)
    }
}

/// The cost of burning a card from the discard pile, if an ability has one.
fn burn_cost(ability: &Ability) -> Option<Cost> {
    ability
        .costs
        .iter()
        .copied()
        .find(|cost| matches!(cost, Cost::BurnDiscardedTroop | Cost::BurnDiscardedCard))
}
