//! The purchase phase.

mod appraisal;
mod greedy;
mod knapsack;
mod opinion;
mod outlook;
mod planner;
mod priority;
mod sources;
#[cfg(test)]
mod tests;

pub(crate) use appraisal::Appraisal;
pub(crate) use greedy::Greedy;
pub use opinion::Opinion;
pub(crate) use planner::{Judged, Plan, Planner};

use super::dice::Dice;
use super::learner::Learner;
use super::model::Profiles;
use super::spec::{GreedyWeights, PriorityRule, Purchase};
use cards::{CardSet, KindId};
use game::play::{Choice, Decision, View};
use std::sync::Arc;
use value::Value;
use value::source::ValueSource;

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

    /// Forgets what was about an earlier round.
    fn start(&mut self, round: u8) {
        *self = PurchaseMemory {
            round,
            ..PurchaseMemory::NEW
        };
    }
}

impl PurchaseMemory {
    /// Sets out to follow a plan from what the viewer has now.
    pub fn follow(&mut self, view: &View<'_>, plan: Plan) {
        self.start(view.round());
        self.plan = plan;
        self.step = Step::Committing(view.resources(view.seat()));
    }

    /// The plan that is followed, if there is one for this round.
    pub fn plan(&self, round: u8) -> Option<&Plan> {
        (self.round == round).then_some(&self.plan)
    }
}

/// More than any Xenosathem is worth: none is held back.
const SPEND_ALL: f32 = 20.0;

/// A value prepared for a card set, if there is one.
pub(crate) fn prepared(value: Option<&ValueSource>, cards: &CardSet) -> Option<Arc<Value>> {
    value.map(|value| Value::new(&value.learned().weights, cards))
}

/// A purchase strategy, prepared for a card set.
#[derive(Clone, Debug)]
pub(crate) enum Buyer {
    Greedy(Box<Greedy>),
    Priority(Box<[PriorityRule]>),
    Random,
    None,
}

impl Buyer {
    /// Works out what the strategy needs to know about the cards.
    pub fn new(spec: &Purchase, cards: &CardSet, profiles: &Profiles) -> Self {
        match spec {
            Purchase::Greedy(weights) => Buyer::Greedy(Box::new(Greedy {
                appraisal: Appraisal::new(cards, profiles, weights),
                helpers: sources::Helpers::new(cards),
                weights: weights.clone(),
                planner: None,
            })),
            Purchase::Learned(learned) => Buyer::Greedy(Box::new(Greedy {
                appraisal: Appraisal::new(cards, profiles, &learned.weights),
                helpers: sources::Helpers::new(cards),
                weights: learned.weights.clone(),
                planner: Some(Planner {
                    value: Value::new(&learned.value.learned().weights, cards),
                    value_alone: prepared(learned.value_alone.as_ref(), cards),
                    value_first: prepared(learned.value_first.as_ref(), cards),
                    bases: Some(learned.bases),
                    width: learned.width,
                    trust: learned.trust,
                    cashes_in: learned.cash_in,
                    networks: None,
                }),
            })),
            Purchase::Priority(rules) => Buyer::Priority(rules.clone().into()),
            Purchase::Random => Buyer::Random,
            Purchase::None => Buyer::None,
        }
    }

    /// A buyer whose plans are chosen by networks.
    pub fn by_networks(learner: &Arc<Learner>, cards: &CardSet, profiles: &Profiles) -> Self {
        let weights = GreedyWeights {
            keep_resource: SPEND_ALL,
            ..GreedyWeights::default()
        };
        Buyer::Greedy(Box::new(Greedy {
            appraisal: Appraisal::new(cards, profiles, &weights),
            helpers: sources::Helpers::new(cards),
            weights,
            planner: Some(learner.planner()),
        }))
    }

    /// The buyer that makes plans, if this is one.
    pub fn greedy(&self) -> Option<&Greedy> {
        match self {
            Buyer::Greedy(greedy) => Some(greedy),
            _ => None,
        }
    }

    /// Answers a question of the purchase phase.
    #[inline(always)]
    pub fn choose(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        decision: &Decision,
        options: &[Choice],
        (memory, dice): (&mut PurchaseMemory, &mut Dice),
    ) -> usize {
        match (self, decision) {
            (Buyer::None, _) => 0,
            (Buyer::Random, _) => dice.below(view, options.len()),
            (Buyer::Greedy(greedy), Decision::Spend) => {
                greedy.spend(view, profiles, memory, options)
            }
            (Buyer::Greedy(greedy), Decision::Buy) => greedy.buy(view, profiles, memory, options),
            (Buyer::Greedy(greedy), Decision::Reduce { buyer, cost, .. }) => {
                greedy.reduce(view, memory, *buyer, *cost, options)
            }
            (Buyer::Greedy(greedy), Decision::SetUp { .. }) => greedy.set_up(view, options),
            (Buyer::Greedy(greedy), _) => greedy.burn(view, options),
            (Buyer::Priority(_), Decision::Spend) => priority::spend(options),
            (Buyer::Priority(rules), Decision::Buy) => priority::buy(rules, view, memory, options),
            (Buyer::Priority(_), Decision::Reduce { buyer, cost, .. }) => {
                priority::reduce(view, memory, *buyer, *cost, options)
            }
            (Buyer::Priority(_), _) => 0,
        }
    }
}
