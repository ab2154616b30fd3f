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
    /// Works out what is to be expected of the enemies of a wave, without bosses and with them.
    pub fn of_wave(cards: &CardSet, profiles: &[Profile], wave: u8) -> [Self; 2] {
        let of_class = |class: Class| -> Vec<&Profile> {
            let kinds = cards.iter();
            let kinds = kinds.filter(|(_, kind)| kind.class == class && kind.wave == wave);
            kinds.map(|(id, _)| &profiles[id.index()]).collect()
        };
        let (enemies, bosses) = (of_class(Class::Enemy), of_class(Class::Boss));
        let mut all = enemies.iter().chain(&bosses);
        let lent = all.any(|enemy| enemy.enemy_aura > 0);
        let enemies = Opponent::all(&enemies, lent);
        let bosses = Opponent::all(&bosses, lent);
        [false, true].map(|with_bosses| Self::new(Enemies::new(&enemies, &bosses, with_bosses)))
    }

    fn new(enemies: Enemies<'_>) -> Self {
        let mut endurance = Endurance {
            outlasts: [[0.0; HPS]; POWERS],
            kills: [0.0; HPS],
            mean_power: enemies
                .mean(|enemy| f32::from(enemy.profile.power + enemy.profile.enemy_aura)),
            crowd: 1.0 + enemies.mean(|enemy| f32::from(enemy.profile.brings)),
        };
        for (damage, kills) in endurance.kills.iter_mut().enumerate() {
            let damage = damage as f32;
            *kills = enemies.mean(|enemy| {
                let hp = f32::from(enemy.profile.hp + enemy.profile.revive);
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
                    let strike = power.saturating_sub(shield);
                    let fight = enemy.fights[aura][strike][hp];
                    let fell = match fight.fell {
                        true => lost(enemy.profile, endurance.mean_power),
                        false => 0.0,
                    };
                    fight.worth + fell + endurance.outlasts[power][usize::from(fight.left)]
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
        self.damage_of(self.in_all(enemies) - outlasted)
    }

    /// How many enemies come where so many are dealt.
    #[inline]
    pub fn in_all(&self, dealt: f32) -> f32 {
        dealt * self.crowd
    }

    /// The damage to the base that is to be expected where so many enemies are not outlasted.
    #[inline]
    pub fn damage_of(&self, through: f32) -> f32 {
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

/// An enemy that may come, and its fights with all troops.
struct Opponent<'a> {
    profile: &'a Profile,
    /// Without and with power lent by others, for every blow of the troop and every HP.
    fights: [Fights; 2],
}

type Fights = Box<[[Fight; HPS]; POWERS]>;

impl<'a> Opponent<'a> {
    fn all(profiles: &[&'a Profile], lent: bool) -> Vec<Self> {
        let profiles = profiles.iter();
        profiles.map(|profile| Self::new(profile, lent)).collect()
    }

    /// `lent`: whether others may lend it power.
    fn new(profile: &'a Profile, lent: bool) -> Self {
        let fights = |aura: i16| -> Fights {
            let mut all = Box::new([[Fight::default(); HPS]; POWERS]);
            let strikes = all.iter_mut().enumerate();
            strikes.for_each(|(strike, all)| *all = fights(strike as i32, profile, aura));
            all
        };
        let plain = fights(0);
        let with_aura = if lent { fights(1) } else { plain.clone() };
        Opponent {
            profile,
            fights: [plain, with_aura],
        }
    }
}

/// The enemies that may come, each with its share.
struct Enemies<'a> {
    all: Vec<(f32, &'a Opponent<'a>)>,
    /// How likely the others lend power, and how likely they lend a shield.
    aura: f32,
    shield: f32,
}

impl<'a> Enemies<'a> {
    fn new(enemies: &'a [Opponent<'a>], bosses: &'a [Opponent<'a>], with_bosses: bool) -> Self {
        let bosses_share = match with_bosses && !bosses.is_empty() {
            true => BOSS_SHARE,
            false => 0.0,
        };
        let mut all = Vec::new();
        for (kinds, share) in [(enemies, 1.0 - bosses_share), (bosses, bosses_share)] {
            let each = share / kinds.len().max(1) as f32;
            all.extend(kinds.iter().map(|kind| (each, kind)));
        }
        let some = |share: f32| TURNED_UP * (1.0 - (1.0 - share).powi(COMPANIONS));
        let share = |has: fn(&Profile) -> bool| -> f32 {
            let with = all.iter().filter(|(_, enemy)| has(enemy.profile));
            with.map(|(share, _)| share).sum()
        };
        Enemies {
            aura: some(share(|enemy| enemy.enemy_aura > 0)),
            shield: some(share(|enemy| enemy.shields > 0)),
            all,
        }
    }

    fn mean(&self, value: impl Fn(&Opponent) -> f32) -> f32 {
        self.all
            .iter()
            .map(|(share, enemy)| share * value(enemy))
            .sum()
    }

    /// The mean over the enemies, with and without power and shields lent by others.
    fn mean_of_all(&self, value: impl Fn(&Opponent, usize, usize) -> f32) -> f32 {
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

/// What comes of a troop that meets an enemy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Fight {
    /// What it is worth in enemies, without what the enemy makes of a troop that falls.
    worth: f32,
    /// The HP that the troop has left; 0: it has fallen.
    left: u16,
    /// Whether the enemy has killed it in the fight.
    fell: bool,
}

/// Troops of every HP that deal so much damage with each blow meet an enemy. What happens to it, and
/// how hard it strikes, does not depend on the troop's HP, so the blows are followed once for all:
/// the weakest fall first.
fn fights(strike: i32, enemy: &Profile, aura: i16) -> [Fight; HPS] {
    let mut all = [Fight::default(); HPS];
    let number = |figure: i16| i32::from(figure);
    let total = number(enemy.hp + enemy.revive);
    let (mut enemy_hp, mut power) = (total, number(enemy.power + aura).max(0));
    // Those whom it kills as it is revealed do not fight.
    let mut suffered = number(enemy.reveal_front);
    let mut standing = (suffered + 1).clamp(1, HPS as i32) as usize;
    let mut extra = 0.0;
    let left = |hp: usize, suffered: i32| (hp as i32 - suffered).max(0) as u16;
    for blow in 0..BLOWS {
        let first = blow == 0 && enemy.strikes_first;
        while first && standing < HPS && power >= standing as i32 - suffered {
            all[standing].fell = true;
            standing += 1;
        }
        suffered += power;
        enemy_hp -= strike;
        if strike > 0 {
            extra -= f32::from(enemy.broods);
        }
        if enemy_hp <= 0 {
            for (hp, fight) in all.iter_mut().enumerate().skip(standing) {
                fight.worth = 1.0 + extra;
                fight.left = left(hp, suffered);
                fight.fell = fight.left == 0;
            }
            return all;
        }
        power += number(enemy.rage) * strike;
        let burned = enemy.burns_damaged && power > 0;
        while standing < HPS && (burned || standing as i32 <= suffered) {
            let weakened = WEAKENED * (total - enemy_hp) as f32 / total as f32;
            all[standing].worth = weakened + extra;
            all[standing].fell = true;
            standing += 1;
        }
        if enemy.calls > 0 {
            for (hp, fight) in all.iter_mut().enumerate().skip(standing) {
                fight.worth = 1.0 - f32::from(enemy.calls);
                fight.left = left(hp, suffered);
            }
            return all;
        }
    }
    for (hp, fight) in all.iter_mut().enumerate().skip(standing) {
        fight.left = left(hp, suffered);
    }
    all
}

/// What an enemy makes of a troop that it kills, in enemies.
fn lost(enemy: &Profile, mean_power: f32) -> f32 {
    let base = f32::from(enemy.kill_base) + f32::from(enemy.kill_base_per_troop);
    let converted = if enemy.converts { 0.7 } else { 0.0 };
    -(base / mean_power.max(1.0) + converted)
}

#[cfg(test)]
mod tests {
    use super::super::profile::profile;
    use super::*;

    /// One troop with some HP meets an enemy, blow by blow.
    fn fight(strike: i32, hp: usize, enemy: &Profile, aura: i16) -> Fight {
        let fight = |worth: f32, left: i32, fell: bool| Fight {
            worth,
            left: left as u16,
            fell,
        };
        let mut hp = hp as i32 - i32::from(enemy.reveal_front);
        if hp <= 0 {
            return fight(0.0, 0, false);
        }
        let total = i32::from(enemy.hp + enemy.revive);
        let (mut enemy_hp, mut power) = (total, i32::from(enemy.power + aura).max(0));
        let mut extra = 0.0;
        for blow in 0..BLOWS {
            if blow == 0 && enemy.strikes_first && power >= hp {
                return fight(0.0, 0, true);
            }
            hp -= power;
            enemy_hp -= strike;
            if strike > 0 {
                extra -= f32::from(enemy.broods);
            }
            if enemy_hp <= 0 {
                return fight(1.0 + extra, hp.max(0), hp <= 0);
            }
            power += i32::from(enemy.rage) * strike;
            if hp <= 0 || (enemy.burns_damaged && power > 0) {
                let weakened = WEAKENED * (total - enemy_hp) as f32 / total as f32;
                return fight(weakened + extra, 0, true);
            }
            if enemy.calls > 0 {
                return fight(1.0 - f32::from(enemy.calls), hp, false);
            }
        }
        fight(0.0, hp, false)
    }

    #[test]
    fn troops_of_every_hp_fare_as_each_would_alone() {
        let cards = cards::load::Library::of_sets(&["hive".into(), "homebrew".into()])
            .with_every_faction()
            .cards()
            .unwrap();
        let mut tried = 0;
        for wave in 1..=3 {
            for (_, kind) in cards.iter().filter(|(_, kind)| kind.class.is_enemy()) {
                let enemy = profile(kind, wave);
                for aura in [0, 1] {
                    for strike in 0..POWERS as i32 {
                        let all = fights(strike, &enemy, aura);
                        for (hp, found) in all.iter().enumerate().skip(1) {
                            let alone = fight(strike, hp, &enemy, aura);
                            assert_eq!(*found, alone, "{} {strike} {hp}", kind.id);
                            tried += 1;
                        }
                    }
                }
            }
        }
        assert!(tried > 10_000, "{tried}");
    }
}
