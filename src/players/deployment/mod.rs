//! The deployment phase, and putting cards on the board outside it.

mod balance;
mod front_heavy;
mod items;
mod line_up;

use super::by_kind::ByKind;
use super::dice::Dice;
use super::model::{Cast, Dealings, Profiles, Prospects, Stakes};
use super::spec::{Deployment, DeploymentWeights, FightWeights};
use super::table::Notes;
use cards::{Kind, KindId};
use game::play::{Choice, Decision, View};
use game::state::{CardRef, MAX_PLAYERS};

/// What a deploying player remembers from one question to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeploymentMemory {
    /// The troop meant to carry the item that is being deployed.
    carrier: Option<(KindId, CardRef)>,
    /// Who is to carry the items of a lane that is being shared out.
    carriers: items::Carriers,
    /// What lanes are worth as they stand, and what that was computed from.
    worths: [(u64, f32); MAX_PLAYERS],
}

impl DeploymentMemory {
    /// Nothing is remembered yet.
    pub const NEW: DeploymentMemory = DeploymentMemory {
        carrier: None,
        carriers: items::Carriers::new((KindId(0), CardRef::NONE)),
        worths: [(0, 0.0); MAX_PLAYERS],
    };

    /// The troop meant to carry an item, if one was.
    fn take_carrier(&mut self, item: KindId) -> Option<CardRef> {
        let planned = self.carrier.take();
        planned
            .filter(|(kind, _)| *kind == item)
            .map(|(_, carrier)| carrier)
    }
}

/// What has been seen of the fights to come.
pub(crate) struct Looks<'m> {
    /// The lanes as they stand.
    pub prospects: &'m mut Prospects,
    /// What came of fights against dealt enemies.
    pub dealings: &'m Dealings,
}

/// A deployment strategy, prepared.
#[derive(Clone, Debug)]
pub(crate) enum Deployer {
    Balance(Box<Balance>),
    LineUp(Box<LineUp>),
    FrontHeavy,
    Random,
}

/// Deployment by the model of the fight.
#[derive(Clone, Debug)]
pub(crate) struct Balance {
    pub weights: DeploymentWeights,
    /// Whether other players' lanes are left alone.
    pub own_lane_only: bool,
    /// How well every kind is suited to the front as it comes on the board, by wave.
    keys: [ByKind<f32>; 3],
}

/// Deployment by simulating line-ups.
#[derive(Clone, Debug)]
pub(crate) struct LineUp {
    /// For everything else.
    pub plain: Balance,
    /// The weights of the simulated fights.
    pub fights: FightWeights,
    pub stakes: Stakes,
    pub cast: Cast,
}

impl LineUp {
    fn new(plain: Balance, fights: &FightWeights, profiles: &Profiles) -> Self {
        let stakes = Stakes::deploying(fights);
        LineUp {
            plain,
            fights: fights.clone(),
            cast: Cast::new(profiles, &stakes),
            stakes,
        }
    }
}

impl Deployer {
    /// Prepares a strategy.
    pub fn new(spec: &Deployment, profiles: &Profiles) -> Self {
        let plain = |weights: &DeploymentWeights, own_lane_only| {
            Balance::new(weights, own_lane_only, profiles)
        };
        let balance =
            |weights, own_lane_only| Deployer::Balance(Box::new(plain(weights, own_lane_only)));
        match spec {
            Deployment::LaneBalancing(weights) => balance(weights, false),
            Deployment::LineUp((weights, fights)) => {
                let line_up = LineUp::new(plain(weights, false), fights, profiles);
                Deployer::LineUp(Box::new(line_up))
            }
            Deployment::OwnLane(weights) => balance(weights, true),
            Deployment::FrontHeavy => Deployer::FrontHeavy,
            Deployment::Random => Deployer::Random,
        }
    }

    /// Answers a question about putting cards on the board.
    #[inline(always)]
    pub fn choose(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        decision: &Decision,
        options: &[Choice],
        memory: &mut DeploymentMemory,
        (looks, dice): (Looks<'_>, &mut Dice),
    ) -> usize {
        match self {
            Deployer::Balance(balance) => balance.choose(view, profiles, decision, options, memory),
            Deployer::LineUp(line_up) => {
                let notes = Notes {
                    memory,
                    looked: &mut { looks },
                    dice,
                };
                line_up.choose(view, profiles, decision, options, notes)
            }
            Deployer::FrontHeavy => front_heavy::choose(view, decision, options),
            Deployer::Random => dice.below(view, options.len()),
        }
    }
}

/// A plain measure of a troop: its printed power and HP.
pub(crate) fn figures(kind: &Kind) -> i16 {
    kind.power + kind.hp
}
