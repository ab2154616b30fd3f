//! Combat: instants, abilities and everything else that is decided in a fight.

mod heuristic;

use super::dice::Dice;
use super::first_that;
use super::spec::{Reaction, ReactionWeights};
use game::play::{Choice, Decision, View};

/// A reaction strategy.
#[derive(Clone, Debug)]
pub(crate) enum Reactor {
    Heuristic(Box<ReactionWeights>),
    Eager,
    Never,
    Random,
}

impl Reactor {
    /// A strategy with its weights.
    pub fn new(spec: &Reaction) -> Self {
        match spec {
            Reaction::Heuristic(weights) => Reactor::Heuristic(Box::new(weights.clone())),
            Reaction::Eager => Reactor::Eager,
            Reaction::Never => Reactor::Never,
            Reaction::Random => Reactor::Random,
        }
    }

    /// Answers a question of a fight.
    pub fn choose(
        &self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
        dice: &mut Dice,
    ) -> usize {
        match self {
            Reactor::Heuristic(weights) => heuristic::choose(weights, view, decision, options),
            Reactor::Eager => eager(view, decision, options),
            Reactor::Never => never(decision, options),
            Reactor::Random => dice.below(view, options.len()),
        }
    }
}

/// Uses whatever can be used, on the lane being fought where there is a choice.
fn eager(view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
    let fighting = view.fighting();
    match decision {
        Decision::LoseTroop { .. } => options.len() - 1,
        Decision::Target { .. } => first_that(options, |choice| match choice {
            Choice::Target(card) => view.place(*card).map(|place| place.1) == fighting,
            _ => false,
        }),
        Decision::DeployLane { .. } | Decision::TargetLane { .. } => {
            first_that(options, |choice| match choice {
                Choice::Lane(lane) => Some(*lane) == fighting,
                _ => false,
            })
        }
        _ if options[0] == Choice::Pass => 1,
        _ => 0,
    }
}

/// Only answers what must be answered.
fn never(decision: &Decision, options: &[Choice]) -> usize {
    match decision {
        Decision::LoseTroop { .. } => options.len() - 1,
        _ => 0,
    }
}
