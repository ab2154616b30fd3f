//! A small model of one lane's fight: what will come of it if nobody does anything more.
//!
//! The model knows what a player can know. In the place of enemies not yet turned up it puts
//! enemies of the wave, and takes the mean over a few such line-ups. It plays blow by blow with the plain rules and the abilities that always work; what
//! players may choose to do is not in it, for that is what it is asked about.

mod build;
mod effects;
mod fight;
pub(crate) mod profile;

pub(crate) use effects::Act;
pub(crate) use profile::{Newcomer, Profile, Profiles};

use crate::policy::spec::{DeploymentWeights, ReactionWeights};
use crate::state::CardRef;
use arrayvec::ArrayVec;

/// Troops a lane can have.
pub(crate) const TROOPS: usize = 4;
/// Enemies that the model follows; more make no difference to a choice.
pub(crate) const ENEMIES: usize = 9;
/// How many different line-ups of unknown enemies an outcome is averaged over.
pub(crate) const LINE_UPS: u8 = 3;

/// What a fight's outcome is worth to a player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stakes {
    pub base: f32,
    pub doom: f32,
    pub power: f32,
    pub hp: f32,
    pub cost: f32,
    pub item: f32,
    pub wound: f32,
    pub threat: f32,
    /// Factor on the worth of troops in the last round.
    pub last_round: f32,
}

impl From<&DeploymentWeights> for Stakes {
    fn from(weights: &DeploymentWeights) -> Self {
        Stakes {
            base: weights.base,
            doom: weights.doom,
            power: weights.power,
            hp: weights.hp,
            cost: weights.cost,
            item: weights.item,
            wound: weights.wound,
            threat: weights.threat,
            last_round: 0.1,
        }
    }
}

impl From<&ReactionWeights> for Stakes {
    fn from(weights: &ReactionWeights) -> Self {
        Stakes {
            base: weights.base,
            doom: weights.doom,
            power: weights.power,
            hp: weights.hp,
            cost: weights.cost,
            item: weights.item,
            wound: weights.wound,
            threat: weights.threat,
            last_round: weights.last_round,
        }
    }
}

/// A card in the model.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fighter {
    /// The card on the board, if there is one.
    pub card: CardRef,
    /// What is lost with it.
    pub worth: f32,
    /// Current power.
    pub power: i16,
    /// HP left.
    pub hp: i16,
    /// Total HP.
    pub total: i16,
    /// Power for the next strike only.
    pub extra: i16,
    /// Its kind's number; meaningless for an enemy not yet seen.
    pub kind: u8,
    /// Whether it is an enemy not yet turned up.
    pub hidden: bool,
    /// Whether its abilities count.
    pub able: bool,
    /// Whether it strikes first in its next exchange.
    pub first: bool,
    /// Whether it has still its second life.
    pub revives: bool,
}

/// What a troop's items lend it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gear {
    /// The troop.
    pub card: CardRef,
    /// What the items are worth.
    pub worth: f32,
    /// Power.
    pub power: i16,
    /// HP.
    pub hp: i16,
    /// How many items there are.
    pub items: u8,
}

/// A lane in the model.
#[derive(Clone, Debug)]
pub(crate) struct Lane<'a> {
    pub troops: ArrayVec<Fighter, TROOPS>,
    pub enemies: ArrayVec<Fighter, ENEMIES>,
    pub gear: ArrayVec<Gear, TROOPS>,
    /// The profiles of the wave.
    pub profiles: &'a [Profile],
    /// The enemies that may come, in turn.
    pub lineup: &'a [Newcomer],
    /// How many enemies have come that were not known.
    pub newcomers: u8,
    /// Where in the line-up the unknown enemies start.
    pub start: u8,
    /// Factor on the power and HP of unknown enemies.
    pub threat: f32,
    /// Damage at hand that can be dealt to an enemy as it turns up.
    pub bombs: i16,
    /// How much less enemies suffer from each damage.
    pub shields: i16,
    /// Damage to the base so far.
    pub base: i16,
    /// Base HP left before that; very many where the game cannot be lost.
    pub base_left: i32,
    /// The lane's number.
    pub number: u8,
    /// The wave.
    pub wave: u8,
}

pub(crate) use build::Setting;
