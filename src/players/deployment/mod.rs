//! The deployment phase, and putting cards on the board outside it.

mod balance;
mod front_heavy;

use super::dice::Dice;
use super::spec::{Deployment, DeploymentWeights};
use game::play::{Choice, Decision, View};
use game::state::CardRef;

/// A deployment strategy.
#[derive(Clone, Debug)]
pub(crate) enum Deployer {
    Balance(Box<Balance>),
    FrontHeavy,
    Random,
}

/// Deployment where a lane is weakest.
#[derive(Clone, Debug)]
pub(crate) struct Balance {
    weights: DeploymentWeights,
    /// Whether other players' lanes are left alone.
    own_lane_only: bool,
}

impl Deployer {
    /// A strategy with its weights.
    pub fn new(spec: &Deployment) -> Self {
        let balance = |weights: &DeploymentWeights, own_lane_only| {
            let weights = weights.clone();
            Deployer::Balance(Box::new(Balance {
                weights,
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
        decision: &Decision,
        options: &[Choice],
        dice: &mut Dice,
    ) -> usize {
        match self {
            Deployer::Balance(balance) => balance.choose(view, decision, options),
            Deployer::FrontHeavy => front_heavy::choose(view, decision, options),
            Deployer::Random => dice.below(view, options.len()),
        }
    }
}

/// A plain measure of a troop on the board: its power and the HP it has left.
pub(crate) fn strength(view: &View<'_>, troop: CardRef) -> f32 {
    f32::from(view.power(troop) + view.hp_left(troop))
}

/// The strength of all troops of a lane.
pub(crate) fn lane_strength(view: &View<'_>, lane: u8) -> f32 {
    view.troops(lane).map(|(at, _)| strength(view, at)).sum()
}
