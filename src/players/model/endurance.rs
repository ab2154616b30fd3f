//! How long troops last: what is to be expected of a fight against enemies nobody has seen yet.
//!
//! For every power and HP a table says how many enemies of a wave such a troop outlasts, on
//! average over the enemies that may come. The troops of a lane add up, so a lane's prospects are
//! a few look-ups. The tables are worked out once for a card set.

use super::profile::Profile;
use cards::{CardSet, Class};

/// Power and HP that the tables know; more counts as this.
const POWERS: usize = 15;
const HPS: usize = 20;
/// Blows that a pairing is followed.
const BLOWS: usize = 24;
/// Enemies besides the one in front that may lend it power or a shield.
const COMPANIONS: i32 = 3;
/// How often such a companion has turned up already.
const TURNED_UP: f32 = 0.7;
/// What a blow that does not kill is worth, as a share of a kill.
const WEAKENED: f32 = 0.8;
/// How far chance makes a fight differ from what is expected, in enemies.
const SPREAD: f32 = 1.3;
/// The share of bosses where bosses come.
const BOSS_SHARE: f32 = 0.2;

/// What is to be expected of the enemies of one wave.
#[derive(Clone, Debug)]
pub(crate) struct Endurance {
    outlasts: [[f32; HPS]; POWERS],
    kills: [f32; HPS],
    /// The mean power of an enemy: what it costs to let it through.
    pub mean_power: f32,
    /// How many enemies come for each one that is dealt.
    pub crowd: f32,
}

impl Endurance {
    /// Works out what is to be expected of the enemies of a wave.
    pub fn new(cards: &CardSet, profiles: &[Profile], wave: u8, with_bosses: bool) -> Self {
        let enemies = Enemies::of_wave(cards, profiles, wave, with_bosses);
        let mut endurance = Endurance {
            outlasts: [[0.0; HPS]; POWERS],
            kills: [0.0; HPS],
            mean_power: enemies.mean(|enemy| f32::from(enemy.power + enemy.enemy_aura)),
            crowd: 1.0 + enemies.mean(|enemy| f32::from(enemy.brings)),
        };
        for (damage, kills) in endurance.kills.iter_mut().enumerate() {
            let damage = damage as f32;
            *kills = enemies.mean(|enemy| {
                let hp = f32::from(enemy.hp + enemy.revive);
                if damage >= hp {
                    1.0
                } else {
                    WEAKENED * damage / hp
                }
            });
        }
        for power in 0..POWERS {
            // What is left after one enemy is a case with less HP.
            for hp in 1..HPS {
                let outlasted = enemies.mean_of_all(|enemy, aura, shield| {
                    let troop = (power as i16 - shield, hp as i16);
                    let (outlasted, left) = pairing(troop, enemy, aura, endurance.mean_power);
                    outlasted + endurance.outlasts[power][left.max(0) as usize]
                });
                endurance.outlasts[power][hp] = outlasted;
            }
        }
        endurance
    }

    /// How many enemies a troop outlasts.
    #[inline]
    pub fn outlasts(&self, power: i16, hp: i16) -> f32 {
        let power = power.clamp(0, POWERS as i16 - 1) as usize;
        self.outlasts[power][hp.clamp(0, HPS as i16 - 1) as usize]
    }

    /// How many enemies damage from elsewhere takes out.
    #[inline]
    pub fn kills(&self, damage: i16) -> f32 {
        self.kills[damage.clamp(0, HPS as i16 - 1) as usize]
    }

    /// The damage to the base that is to be expected of so many enemies, where the lane outlasts
    /// a number of them.
    #[inline]
    pub fn damage(&self, enemies: f32, outlasted: f32) -> f32 {
        let through = enemies * self.crowd - outlasted;
        let smooth = if through >= 2.0 * SPREAD {
            through
        } else if through <= -2.0 * SPREAD {
            0.0
        } else {
            (through + 2.0 * SPREAD).powi(2) / (8.0 * SPREAD)
        };
        smooth * self.mean_power
    }
}

/// The enemies that may come, each with its share.
struct Enemies<'a> {
    all: Vec<(f32, &'a Profile)>,
    /// How likely the others lend power, and how likely they lend a shield.
    aura: f32,
    shield: f32,
}

impl<'a> Enemies<'a> {
    fn of_wave(cards: &CardSet, profiles: &'a [Profile], wave: u8, with_bosses: bool) -> Self {
        let of_class = |class: Class| -> Vec<&'a Profile> {
            let kinds = cards.iter();
            let kinds = kinds.filter(|(_, kind)| kind.class == class && kind.wave == wave);
            kinds.map(|(id, _)| &profiles[id.index()]).collect()
        };
        let (enemies, bosses) = (of_class(Class::Enemy), of_class(Class::Boss));
        let bosses_share = match with_bosses && !bosses.is_empty() {
            true => BOSS_SHARE,
            false => 0.0,
        };
        let mut all = Vec::new();
        for (kinds, share) in [(enemies, 1.0 - bosses_share), (bosses, bosses_share)] {
            let each = share / kinds.len().max(1) as f32;
            all.extend(kinds.into_iter().map(|kind| (each, kind)));
        }
        let some = |share: f32| TURNED_UP * (1.0 - (1.0 - share).powi(COMPANIONS));
        let share = |has: fn(&Profile) -> bool| -> f32 {
            let with = all.iter().filter(|(_, enemy)| has(enemy));
            with.map(|(share, _)| share).sum()
        };
        Enemies {
            aura: some(share(|enemy| enemy.enemy_aura > 0)),
            shield: some(share(|enemy| enemy.shields > 0)),
            all,
        }
    }

    fn mean(&self, value: impl Fn(&Profile) -> f32) -> f32 {
        self.all
            .iter()
            .map(|(share, enemy)| share * value(enemy))
            .sum()
    }

    /// The mean over the enemies, with and without power and shields lent by others.
    fn mean_of_all(&self, value: impl Fn(&Profile, i16, i16) -> f32) -> f32 {
        self.mean(|enemy| {
            let mut sum = 0.0;
            for (aura, aura_share) in [(0, 1.0 - self.aura), (1, self.aura)] {
                for (shield, shield_share) in [(0, 1.0 - self.shield), (1, self.shield)] {
                    let share = aura_share * shield_share;
                    // Most waves have no enemies that lend anything.
                    if share > 0.0 {
                        sum += share * value(enemy, aura, shield);
                    }
                }
            }
            sum
        })
    }
}

/// A troop with some power and HP meets an enemy: what that is worth in enemies, and the HP that
/// the troop has left (0: it has fallen).
fn pairing(troop: (i16, i16), enemy: &Profile, aura: i16, mean_power: f32) -> (f32, i16) {
    let (strike, mut hp) = (troop.0.max(0), troop.1 - enemy.reveal_front);
    if hp <= 0 {
        return (0.0, 0);
    }
    let total = enemy.hp + enemy.revive;
    let (mut enemy_hp, mut power) = (total, (enemy.power + aura).max(0));
    let mut extra = 0.0;
    for blow in 0..BLOWS {
        if blow == 0 && enemy.strikes_first && power >= hp {
            return (lost(enemy, mean_power), 0);
        }
        hp -= power;
        enemy_hp -= strike;
        if strike > 0 {
            extra -= f32::from(enemy.broods);
        }
        if enemy_hp <= 0 {
            let fell = if hp <= 0 {
                lost(enemy, mean_power)
            } else {
                0.0
            };
            return (1.0 + extra + fell, hp.max(0));
        }
        power += enemy.rage * strike;
        if hp <= 0 || (enemy.burns_damaged && power > 0) {
            let weakened = WEAKENED * f32::from(total - enemy_hp) / f32::from(total);
            return (weakened + extra + lost(enemy, mean_power), 0);
        }
        if enemy.calls > 0 {
            return (1.0 - f32::from(enemy.calls), hp);
        }
    }
    (0.0, hp)
}

/// What an enemy makes of a troop that it kills, in enemies.
fn lost(enemy: &Profile, mean_power: f32) -> f32 {
    let base = f32::from(enemy.kill_base) + f32::from(enemy.kill_base_per_troop);
    let converted = if enemy.converts { 0.7 } else { 0.0 };
    -(base / mean_power.max(1.0) + converted)
}
