//! Value for money: the card on offer whose worth exceeds its price by most, then the next.

use super::sources::{cheapest, free_reduction};
use super::worth::worth;
use crate::spec::GreedyWeights;
use cards::KindId;
use game::play::{Choice, View};

/// The best purchase that can be paid, if one is worth its price.
pub(super) fn buy(weights: &GreedyWeights, view: &View<'_>, options: &[Choice]) -> usize {
    let resources = view.resources(view.seat());
    crate::best_by(options, |choice| match *choice {
        Choice::Buy { kind, .. } if u16::from(view.price(kind)) <= resources => {
            net_worth(weights, view, kind)
        }
        Choice::Pass => 0.0,
        _ => f32::NEG_INFINITY,
    })
}

/// By how much a card's worth exceeds its price.
pub(super) fn net_worth(weights: &GreedyWeights, view: &View<'_>, kind: KindId) -> f32 {
    let price = f32::from(view.price(kind));
    worth(view.kind(kind), view.wave(), weights) - weights.thrift * price
}

/// Takes reductions that cost nothing; helps others with cards that cost little.
pub(super) fn reduce(
    weights: &GreedyWeights,
    view: &View<'_>,
    (buyer, cost): (u8, u8),
    options: &[Choice],
) -> usize {
    if buyer == view.seat() {
        return free_reduction(view, buyer, options).unwrap_or(0);
    }
    let is_short = u16::from(cost) > view.resources(buyer);
    match cheapest(view, options) {
        Some(found) if is_short && found.price <= weights.give => found.index,
        _ => 0,
    }
}
