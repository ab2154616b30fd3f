//! Every kind as it enters the model, worked out once for a policy.
//!
//! A model is built for nearly every question of a fight. Most cards on the board are as they came
//! there, so that copying them out of a list is most of the work.

use super::{Enemy, Profile, Profiles, Stakes, Troop};

/// All kinds as troops and as enemies, by wave.
#[derive(Clone, Debug)]
pub(crate) struct Cast {
    waves: [Vec<Part>; 3],
}

/// A kind as it enters the model on either side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// As a troop in a round that is not the last.
    pub troop: Troop,
    /// As an enemy that turns up.
    pub enemy: Enemy,
    /// As an item.
    pub item: Item,
    /// Whether there is more to either than these figures: what it lends to others, or figures
    /// that depend on something.
    pub involved: bool,
}

/// What a kind lends to its carrier as an item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub power: i16,
    pub hp: i16,
    /// What it is worth in a round that is not the last.
    pub worth: f32,
}

impl Cast {
    /// Works out the parts of all kinds for a player with certain stakes.
    pub fn new(profiles: &Profiles, stakes: &Stakes) -> Self {
        let part = |(kind, profile): (u8, &Profile)| Part {
            troop: troop(kind, profile, stakes),
            enemy: enemy(kind, profile),
            item: Item {
                power: profile.item_power,
                hp: profile.item_hp,
                worth: stakes.item * f32::from(profile.cost),
            },
            involved: profile.varies
                || profile.aura_power != 0
                || profile.aura_hp != 0
                || profile.ability_damage_more != 0
                || profile.enemy_aura != 0
                || profile.shields != 0,
        };
        Cast {
            waves: [1, 2, 3].map(|wave| (0..).zip(profiles.wave(wave)).map(part).collect()),
        }
    }

    /// The parts in a wave, by kind.
    pub fn wave(&self, wave: u8) -> &Vec<Part> {
        &self.waves[wave as usize - 1]
    }
}

fn troop(kind: u8, profile: &Profile, stakes: &Stakes) -> Troop {
    let figures = stakes.power * f32::from(profile.power) + stakes.hp * f32::from(profile.hp);
    Troop {
        kind,
        power: profile.power,
        hp: profile.hp,
        total: profile.hp,
        plain: profile.plain_troop,
        aura: profile.aura_power.clamp(-100, 100) as i8,
        worth: figures + stakes.cost * f32::from(profile.cost),
        ..Troop::BLANK
    }
}

fn enemy(kind: u8, profile: &Profile) -> Enemy {
    let (power, hp) = profile.printed;
    let own = match (profile.strikes_first, profile.plain_enemy) {
        (true, _) => Enemy::FIRST,
        (false, true) => Enemy::PLAIN,
        (false, false) => 0,
    };
    Enemy {
        kind,
        power,
        hp,
        traits: Enemy::ABLE | Enemy::REVIVES | own,
        ..Enemy::BLANK
    }
}
