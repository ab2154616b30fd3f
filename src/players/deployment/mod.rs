//! The deployment phase, and putting cards on the board outside it.

mod balance;
mod front_heavy;

use super::model::{Profiles, Prospects};
use super::spec::{Deployment, DeploymentWeights};
use super::table::Notes;
use cards::{Kind, KindId};
use game::play::{Choice, Decision, View};
use game::state::CardRef;

/// What a deploying player remembers from one question to the next.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DeploymentMemory {
    /// The troop meant to carry the item that is being deployed.
    carrier: Option<(KindId, CardRef)>,
}

/// A deployment strategy made ready.
#[derive(Clone, Debug)]
pub(crate) enum Deployer {
    Balance(Box<Balance>),
    FrontHeavy,
    Random,
}

/// Deployment by what the model of the fight says.
#[derive(Clone, Debug)]
pub(crate) struct Balance {
    pub weights: DeploymentWeights,
    /// Whether other players' lanes are left alone.
    pub own_lane_only: bool,
}

impl Deployer {
    /// Makes a strategy ready.
    pub fn new(spec: &Deployment) -> Self {
        let balance = |weights: &DeploymentWeights, own_lane_only| {
            Deployer::Balance(Box::new(Balance {
                weights: weights.clone(),
                own_lane_only,
            }))
        };
        match spec {
            Deployment::LaneBalancing(weights) => balance(weights, false),
            Deployment::OwnLane(weights) => balance(weights, true),
            Deployment::FrontHeavy => Deployer::FrontHeavy,
            Deployment::Random => Deployer::Random,
        }
    }

    /// Answers a question about putting cards on the board.
    pub fn choose(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        decision: &Decision,
        options: &[Choice],
        notes: Notes<'_, DeploymentMemory, Prospects>,
    ) -> usize {
        match self {
            Deployer::Balance(balance) => balance.choose(view, profiles, decision, options, notes),
            Deployer::FrontHeavy => front_heavy::choose(view, decision, options),
            Deployer::Random => notes.dice.below(view, options.len()),
        }
    }
}

/// A plain measure of a troop: its printed power and HP.
pub(crate) fn figures(kind: &Kind) -> i16 {
    kind.power + kind.hp
}
