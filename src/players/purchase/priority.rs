//! Purchases by an ordered list: the first rule that holds and can be paid is followed.

use super::{PurchaseMemory, sources};
use crate::spec::PriorityRule;
use cards::{Class, KindId};
use game::play::{Choice, View};

/// Follows the first rule that holds.
pub(crate) fn buy(
    rules: &[PriorityRule],
    view: &View<'_>,
    memory: &mut PurchaseMemory,
    options: &[Choice],
) -> usize {
    for rule in rules.iter().filter(|rule| holds(rule, view)) {
        if let Some(index) = costliest(rule, view, options) {
            memory.reduction = u16::from(rule.reduce);
            return index;
        }
    }
    0
}

/// Reduces their own purchase as far as the rule allows; lends nothing to others.
pub(crate) fn reduce(
    view: &View<'_>,
    memory: &PurchaseMemory,
    buyer: u8,
    cost: u8,
    options: &[Choice],
) -> usize {
    if let Some(free) = sources::free_reduction(view, buyer, options) {
        return free;
    }
    let short = u16::from(cost) > view.resources(buyer);
    usize::from(buyer == view.seat() && memory.reduction > 0 && short)
}

fn holds(rule: &PriorityRule, view: &View<'_>) -> bool {
    let seat = view.seat();
    let troops = || {
        let in_hand = view.hand(seat).iter();
        let in_hand = in_hand.filter(|kind| view.kind(**kind).class == Class::Troop);
        in_hand.count() + view.troop_count(seat)
    };
    rule.waves & 1 << view.wave() != 0
        && rule
            .resources_at_least
            .is_none_or(|least| view.resources(seat) >= least)
        && rule
            .troops_fewer_than
            .is_none_or(|most| troops() < usize::from(most))
}

fn costliest(rule: &PriorityRule, view: &View<'_>, options: &[Choice]) -> Option<usize> {
    let mut best: Option<(usize, u8)> = None;
    for (index, choice) in options.iter().enumerate() {
        let Choice::Buy { kind, .. } = *choice else {
            continue;
        };
        let facts = view.kind(kind);
        let payable = rule.reduce || u16::from(view.price(kind)) <= view.resources(view.seat());
        let few = rule
            .own_fewer_than
            .is_none_or(|most| owned(view, kind) < usize::from(most));
        if rule.buy.fits(kind, facts)
            && payable
            && few
            && best.is_none_or(|(_, cost)| facts.cost > cost)
        {
            best = Some((index, facts.cost));
        }
    }
    best.map(|(index, _)| index)
}

/// How many cards of a kind the viewer owns, wherever they are.
fn owned(view: &View<'_>, kind: KindId) -> usize {
    let seat = view.seat();
    let count = |cards: &[KindId]| cards.iter().filter(|card| **card == kind).count();
    let on_board: usize = view
        .troops(seat)
        .map(|(_, troop)| usize::from(troop.kind == kind) + count(troop.equipment()))
        .sum();
    on_board
        + count(view.hand(seat))
        + count(view.discard(seat))
        + usize::from(view.deck(seat).of(kind))
}
