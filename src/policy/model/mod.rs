//! A small model of one lane's fight: what will come of it if nobody does anything more.
//!
//! The model knows what a player can know. Enemies not yet turned up are average enemies of the
//! wave. It plays blow by blow with the plain rules and the abilities that always work; what
//! players may choose to do is not in it, for that is what it is asked about.

mod build;
mod effects;
mod fight;
pub(crate) mod profile;

pub(crate) use effects::Act;
pub(crate) use profile::{Profile, Profiles};

use crate::policy::spec::{DeploymentWeights, ReactionWeights};
use crate::state::CardRef;
use arrayvec::ArrayVec;
use profile::Expected;

/// Troops a lane can have.
pub(crate) const TROOPS: usize = 4;
/// Enemies that the model follows; more make no difference to a choice.
pub(crate) const ENEMIES: usize = 10;

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
    /// Current power.
    pub power: i16,
    /// HP left.
    pub hp: i16,
    /// Total HP.
    pub total: i16,
    /// Power for the next strike only.
    pub extra: i16,
    /// What is lost with it.
    pub worth: f32,
    /// The part of that which its items are.
    pub item_worth: f32,
    /// Power and HP that its items lend.
    pub item_power: i16,
    /// HP that its items lend.
    pub item_hp: i16,
    /// Number of its items.
    pub items: u8,
    /// Damage that the reveal of a hidden enemy will do to the first troop.
    pub reveal: i16,
}

/// A lane in the model.
#[derive(Clone, Debug)]
pub(crate) struct Lane<'a> {
    pub troops: ArrayVec<Fighter, TROOPS>,
    pub enemies: ArrayVec<Fighter, ENEMIES>,
    /// The profiles of the wave.
    pub profiles: &'a [Profile],
    /// An average enemy.
    pub expected: Expected,
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
