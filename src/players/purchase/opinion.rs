//! How a buyer rates each card on offer that it could pay, to explain why a card is not bought. No
//! game depends on it.

use super::greedy::net_worth;
use super::planner::{Planner, is_outclassed};
use super::{means, on_offer};
use crate::spec::GreedyWeights;
use cards::KindId;
use game::play::View;
use game::state::ROUNDS;
use value::math::sigmoid;

/// How a buyer rates a card that it could pay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The card.
    pub kind: KindId,
    /// What having it is worth: additional rounds, if a learned value judges; otherwise points of the
    /// buyer's own weights, minus its cost.
    pub worth: f64,
    /// Whether another card on offer is better in every figure and costs no more.
    pub outclassed: bool,
}

/// The kinds on offer that cost no more than a sum.
pub(super) fn payable(view: &View<'_>, resources: u16) -> Vec<KindId> {
    let mut kinds: Vec<KindId> = on_offer(view)
        .filter(|kind| u16::from(view.price(*kind)) <= resources)
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

impl Planner {
    /// What each card that costs no more than a sum is worth, in rounds.
    pub(super) fn worths(&self, view: &View<'_>, resources: u16) -> Vec<(KindId, f64)> {
        let (others, start) = self.start(view);
        let share = |sketch: &value::Sketch| sigmoid(f64::from(sketch.value(&self.value, &others)));
        let without = share(&start);
        let worth = |kind: KindId| {
            let mut with = start;
            with.buy(&self.value, view.cards(), kind);
            (share(&with) - without) * f64::from(ROUNDS + 1 - view.round())
        };
        let kinds = payable(view, resources).into_iter();
        kinds.map(|kind| (kind, worth(kind))).collect()
    }
}

/// What each card that the viewer could pay is worth to a greedy buyer, less its price.
pub(super) fn by_weights(view: &View<'_>, weights: &GreedyWeights) -> Vec<Opinion> {
    let kinds = payable(view, means(view)).into_iter();
    let opinion = |kind| Opinion {
        kind,
        worth: net_worth(weights, view, kind).into(),
        outclassed: is_outclassed(view, kind),
    };
    kinds.map(opinion).collect()
}
