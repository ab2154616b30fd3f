//! The purchase phase.

mod appraisal;
mod greedy;
mod knapsack;
mod outlook;
mod priority;
mod sources;

pub(crate) use appraisal::Appraisal;
pub(crate) use greedy::Greedy;

use super::dice::Dice;
use super::model::Profiles;
use super::spec::{PriorityRule, Purchase};
use cards::{CardSet, KindId};
use game::play::{Choice, Decision, View};

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
    plan: greedy::Plan,
    /// The last step on the way: while it has not been taken, the plan is off.
    step: Step,
    /// By how much the purchase under way should be reduced.
    reduction: u16,
}

impl PurchaseMemory {
    /// Nothing to remember yet.
    pub const NEW: PurchaseMemory = PurchaseMemory {
        round: 0,
        plan: greedy::Plan::NONE,
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

/// A purchase strategy made ready for a card set.
#[derive(Clone, Debug)]
pub(crate) enum Buyer {
    Greedy(Box<Greedy>),
    Priority(Vec<PriorityRule>),
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
            })),
            Purchase::Priority(rules) => Buyer::Priority(rules.clone()),
            Purchase::Random => Buyer::Random,
            Purchase::None => Buyer::None,
        }
    }

    /// Answers a question of the purchase phase.
    pub fn choose(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        decision: &Decision,
        options: &[Choice],
        memory: &mut PurchaseMemory,
        dice: &mut Dice,
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
