//! The purchase phase.

mod greedy;
mod opinion;
mod planned;
mod planner;
mod set_up;
mod sources;
#[cfg(test)]
mod tests;
mod worth;

pub use opinion::Opinion;
use planned::Planned;
pub(crate) use planner::{Judged, PLANS, Plan, Planner};

use super::dice::Dice;
use super::learner::Learner;
use super::spec::{GreedyWeights, Purchase};
use cards::{CardSet, KindId};
use game::play::{Choice, Decision, View};
use std::sync::Arc;

/// A step of a plan.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Xenosathem is turned into resources, to have so many of them.
    Committing(u16),
    /// A card is bought.
    Buying(KindId),
}

/// What a buyer remembers from one question to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PurchaseMemory {
    /// The round the plan is for.
    round: u8,
    /// What is to be bought.
    plan: Plan,
    /// The last step on the way: while it has not been taken, the plan is off.
    step: Step,
    /// By how much the purchase under way should be reduced.
    reduction: u16,
}

impl PurchaseMemory {
    /// Nothing to remember yet.
    pub const NEW: PurchaseMemory = PurchaseMemory {
        round: 0,
        plan: Plan::NONE,
        step: Step::Committing(0),
        reduction: 0,
    };

    /// Sets out to follow a plan from what the viewer has now.
    pub fn follow(&mut self, view: &View<'_>, plan: Plan) {
        *self = PurchaseMemory {
            round: view.round(),
            plan,
            step: Step::Committing(view.resources(view.seat())),
            reduction: 0,
        };
    }

    /// The plan that is followed, if there is one for this round.
    pub fn plan(&self, round: u8) -> Option<&Plan> {
        (self.round == round).then_some(&self.plan)
    }

    /// Whether the last step of a plan for this round has been taken.
    fn is_on_track(&self, view: &View<'_>) -> bool {
        self.round == view.round()
            && match self.step {
                Step::Committing(committed) => view.resources(view.seat()) == committed,
                Step::Buying(card) => view.hand(view.seat()).last() == Some(&card),
            }
    }

    /// The next step of the plan, if one can be taken: an ability that brings what is still missing, or
    /// the next purchase. A plan is given up when something else was done than planned, or was refused.
    fn next(&mut self, view: &View<'_>, options: &[Choice]) -> Option<usize> {
        if !self.is_on_track(view) {
            return None;
        }
        let resources = view.resources(view.seat());
        self.reduction = self.plan.cost.saturating_sub(resources);
        if self.reduction > 0
            && let Some(index) = options
                .iter()
                .position(|choice| matches!(choice, Choice::FromHand { .. }))
        {
            return Some(index);
        }
        while let Some(wanted) = self.plan.cards.pop() {
            self.plan.cost -= u16::from(view.price(wanted)).min(self.plan.cost);
            let found = options
                .iter()
                .position(|choice| matches!(choice, Choice::Buy { kind, .. } if *kind == wanted));
            if found.is_some() {
                self.step = Step::Buying(wanted);
                return found;
            }
        }
        None
    }
}

/// Everything on offer.
fn on_offer<'a>(view: &View<'a>) -> impl Iterator<Item = KindId> + use<'a> {
    let rows = (0..=usize::from(view.wave())).map(|row| view.offer(row));
    rows.collect::<arrayvec::ArrayVec<_, 4>>()
        .into_iter()
        .flatten()
        .copied()
}

/// The resources of the viewer, with those that are still in hand.
fn means(view: &View<'_>) -> u16 {
    let in_hand = view.hand(view.seat()).iter();
    let in_hand: u16 = in_hand.map(|kind| u16::from(view.kind(*kind).value)).sum();
    view.resources(view.seat()) + in_hand
}

/// A purchase strategy, prepared for a card set.
#[derive(Clone, Debug)]
pub(crate) enum Buyer {
    Planned(Box<Planned>),
    Greedy(Box<GreedyWeights>),
    Random,
    None,
}

impl Buyer {
    /// Works out what the strategy needs to know about the cards; a player that has learned buys by plan.
    pub fn new(spec: &Purchase, learner: Option<&Arc<Learner>>, cards: &CardSet) -> Self {
        match (spec, learner) {
            (_, Some(learner)) => Buyer::Planned(Box::new(Planned::new(learner, cards))),
            (Purchase::Greedy(weights), _) => Buyer::Greedy(Box::new(weights.clone())),
            (Purchase::Random, _) => Buyer::Random,
            (Purchase::None, _) => Buyer::None,
        }
    }

    /// The buyer that makes plans, if this is one.
    pub fn planned(&self) -> Option<&Planned> {
        match self {
            Buyer::Planned(planned) => Some(planned),
            _ => None,
        }
    }

    /// How it rates each card that the viewer could pay; nothing if it rates none.
    pub fn opinions(&self, view: &View<'_>) -> Vec<Opinion> {
        match self {
            Buyer::Planned(planned) => planned.opinions(view),
            Buyer::Greedy(weights) => opinion::by_weights(view, weights),
            _ => Vec::new(),
        }
    }

    /// Answers a question of the purchase phase.
    pub fn choose(
        &self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
        (memory, dice): (&mut PurchaseMemory, &mut Dice),
    ) -> usize {
        match (self, decision) {
            (Buyer::None, _) => 0,
            (Buyer::Random, _) => dice.below(view, options.len()),
            (_, Decision::SetUp { .. }) => set_up::choose(view, options),
            (Buyer::Planned(planned), Decision::Spend) => planned.spend(view, memory, options),
            (Buyer::Planned(planned), Decision::Buy) => planned.buy(view, memory, options),
            (Buyer::Planned(planned), Decision::Reduce { cost, .. }) => {
                planned.reduce(view, memory, *cost, options)
            }
            // All Xenosathem is committed.
            (_, Decision::Spend) => options.len() - 1,
            (Buyer::Greedy(weights), Decision::Buy) => greedy::buy(weights, view, options),
            (Buyer::Greedy(weights), Decision::Reduce { buyer, cost, .. }) => {
                greedy::reduce(weights, view, (*buyer, *cost), options)
            }
            _ => 0,
        }
    }
}
