//! A small model of one lane's fight: what will come of it if nobody does anything more.
//!
//! The model knows what a player can know. Against enemies that have turned up it plays blow by
//! blow, with the plain rules and the abilities that always work; what players may choose to do is
//! not in it, for that is what it is asked about. What is to be expected of enemies not yet turned
//! up is read off a table ([`Endurance`]).

mod build;
mod cast;
mod dealings;
mod deals;
mod dealt;
mod effects;
pub(crate) mod endurance;
mod fight;
mod forecast;
pub(crate) mod profile;
mod prospects;
mod row;
mod scene;
mod spare;
mod value;

pub(crate) use cast::Cast;
use cast::Part;
pub(crate) use dealings::Dealings;
pub(crate) use deals::Deals;
pub(crate) use effects::Act;
pub(crate) use endurance::Endurance;
pub(crate) use forecast::{Forecast, NOBODY, Prospect, Stand, bosses_come, mix};
pub(crate) use profile::{Profile, Profiles};
pub(crate) use prospects::Prospects;
pub(crate) use row::Row;
pub(crate) use scene::{Scene, Scenes, Tried, Worth};

use crate::spec::{FightWeights, ReactionWeights};
use game::state::CardRef;

/// Troops a lane can have.
pub(crate) const TROOPS: usize = 4;
/// Enemies face-up that the model follows; more make no difference to a choice.
pub(crate) const ENEMIES: usize = 7;

/// What a fight's outcome is worth to a player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stakes {
    pub base: f32,
    pub doom: f32,
    pub power: f32,
    pub hp: f32,
    pub cost: f32,
    pub item: f32,
    pub wound: f32,
    /// Factor on the worth of troops in the last round.
    pub last_round: f32,
    /// Factor on the number of enemies not yet turned up.
    pub threat: f32,
    /// Share of what fights against dealt enemies say in what an outcome is worth; the rest is what
    /// the number of enemies that a lane outlasts says.
    pub foresight: f32,
    /// Identifies all of these.
    pub signature: u64,
}

impl Stakes {
    /// The stakes of a player who deploys.
    pub fn deploying(weights: &FightWeights) -> Self {
        Stakes {
            base: 1.0,
            doom: 0.0,
            power: weights.live,
            hp: weights.live,
            cost: weights.live,
            item: weights.live,
            wound: 0.0,
            last_round: 1.0,
            threat: 1.0,
            foresight: 1.0,
            signature: 0,
        }
        .signed()
    }

    /// The stakes of a player in a fight.
    pub fn reacting(weights: &ReactionWeights) -> Self {
        Stakes {
            base: weights.base,
            doom: weights.doom,
            power: weights.power,
            hp: weights.hp,
            cost: weights.cost,
            item: weights.item,
            wound: weights.wound,
            last_round: weights.last_round,
            threat: weights.threat,
            foresight: weights.foresight,
            signature: 0,
        }
        .signed()
    }

    fn signed(self) -> Self {
        let fight = [
            self.base, self.doom, self.power, self.hp, self.cost, self.item,
        ];
        let rest = [self.wound, self.last_round, self.threat, self.foresight];
        let all = fight.iter().chain(&rest);
        let signature = all.fold(1, |all, number| {
            mix(all, u64::from(number.to_bits())).rotate_left(29)
        });
        Stakes { signature, ..self }
    }
}

const NO_CARD: CardRef = CardRef::NONE;

/// A troop in the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Troop {
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
    /// Power it lends to the other troops of its lane.
    pub aura: i8,
    /// Its kind's number.
    pub kind: u8,
    /// Whether it strikes first in its next exchange.
    pub first: bool,
    /// Whether no ability of its own matters in an exchange of blows.
    pub plain: bool,
    /// What its items lend it.
    pub gear: Gear,
}

/// What a troop's items lend it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gear {
    /// What the items are worth.
    pub worth: f32,
    /// Power.
    pub power: i16,
    /// HP.
    pub hp: i16,
    /// How many items there are.
    pub items: u8,
}

impl Troop {
    /// A card without anything.
    pub const BLANK: Troop = Troop {
        card: NO_CARD,
        worth: 0.0,
        power: 0,
        hp: 0,
        total: 0,
        extra: 0,
        aura: 0,
        kind: 0,
        first: false,
        plain: false,
        gear: Gear {
            worth: 0.0,
            power: 0,
            hp: 0,
            items: 0,
        },
    };

    /// All that matters of it in a fight, except what it is worth and what its items lend it.
    #[inline]
    fn facts(&self) -> (u64, u64) {
        // Side by side, as they lie in memory.
        let figures = u64::from(self.power as u16)
            | u64::from(self.hp as u16) << 16
            | u64::from(self.total as u16) << 32
            | u64::from(self.extra as u16) << 48;
        let rest = [
            self.aura as u8,
            self.kind,
            self.first.into(),
            self.plain.into(),
        ];
        (figures, u32::from_le_bytes(rest).into())
    }
}

/// An enemy in the model. There is room for many of them in a lane, and lanes are copied for every
/// attempt: so it is small.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enemy {
    /// The card on the board, if there is one.
    pub card: CardRef,
    /// Current power.
    pub power: i16,
    /// HP left.
    pub hp: i16,
    /// The HP that it had when it was last seen alive in the fight.
    least: i16,
    /// Its kind's number.
    pub kind: u8,
    /// What holds of it, a bit each.
    traits: u8,
}

impl Enemy {
    /// Its abilities count.
    const ABLE: u8 = 1;
    /// It strikes first in its next exchange.
    const FIRST: u8 = 1 << 1;
    /// It has still its second life.
    const REVIVES: u8 = 1 << 2;
    /// No ability of its own matters in an exchange of blows.
    const PLAIN: u8 = 1 << 3;
    /// It stands behind the enemies not yet turned up.
    const BEHIND: u8 = 1 << 4;
    /// It has not turned up yet: one that was dealt in the model.
    const FACE_DOWN: u8 = 1 << 5;

    /// A card without anything.
    const BLANK: Enemy = Enemy {
        card: NO_CARD,
        power: 0,
        hp: 0,
        least: i16::MAX,
        kind: 0,
        traits: 0,
    };

    /// Whether a trait holds.
    #[inline]
    fn is(&self, what: u8) -> bool {
        self.traits & what != 0
    }

    /// Whether its abilities count.
    #[inline]
    fn is_able(&self) -> bool {
        self.is(Enemy::ABLE)
    }

    /// Some traits hold from now on.
    #[inline]
    fn gain(&mut self, what: u8) {
        self.traits |= what;
    }

    /// Some traits do not hold any more.
    #[inline]
    fn lose(&mut self, what: u8) {
        self.traits &= !what;
    }

    /// All that matters of it in a fight.
    #[inline]
    fn facts(&self) -> u64 {
        let rest = u64::from(self.kind) << 8 | u64::from(self.traits);
        rest << 32 | u64::from(self.hp as u16) << 16 | u64::from(self.power as u16)
    }
}

/// A lane in the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane<'a> {
    pub troops: Row<Troop, TROOPS>,
    /// The enemies that have turned up.
    pub enemies: Row<Enemy, ENEMIES>,
    /// The profiles of the wave.
    pub profiles: &'a Vec<Profile>,
    /// The kinds as they enter the model.
    pub cast: &'a Vec<Part>,
    /// What is to be expected of enemies not yet turned up.
    pub endurance: &'a Endurance,
    /// How many of them there are. They fight after the others, wherever they stand.
    pub hidden: u8,
    /// How far among the troops the fight has come: those behind have not struck.
    pub reached: u8,
    /// How much less enemies suffer from each damage.
    pub shields: i16,
    /// Whether some troop lets abilities deal more.
    pub sharpens: bool,
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
