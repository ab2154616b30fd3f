//! From the table as a player sees it to the model.

use super::profile;
use super::row::Row;
use super::{Endurance, Fighter, Gear, Lane, Profile, Profiles, Stakes};
use crate::cards::KindId;
use crate::policy::View;
use crate::ruleset::Bosses;
use crate::state::{BoardCard, CardRef, ROUNDS};

/// What models of one moment have in common.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub profiles: &'a [Profile],
    pub stakes: &'a Stakes,
    pub endurance: &'a Endurance,
    /// How much of a troop's worth counts: little in the last round.
    pub future: f32,
    pub wave: u8,
    pub base_left: i32,
    /// Factor on what must be gained before something is used.
    pub reluctance: f32,
}

impl<'a> Setting<'a> {
    /// The setting at this moment of the game.
    pub fn new(view: &View<'_>, profiles: &'a Profiles, stakes: &'a Stakes) -> Self {
        let rules = view.rules();
        let wave = view.wave();
        let round = (view.round() - 1) % 3;
        let bosses = round == 2 && rules.bosses == Bosses::ReplaceInRound3;
        Setting {
            profiles: profiles.wave(wave),
            stakes,
            endurance: profiles.endurance(wave, bosses),
            future: if view.round() >= ROUNDS {
                stakes.last_round
            } else {
                1.0
            },
            wave,
            base_left: if rules.training {
                i32::MAX
            } else {
                view.base()
            },
            reluctance: 1.0,
        }
    }

    /// A lane without anybody in it.
    fn empty_lane(&self, number: u8) -> Lane<'a> {
        Lane {
            troops: Row::default(),
            enemies: Row::default(),
            profiles: self.profiles,
            gear: Row::default(),
            endurance: self.endurance,
            hidden: 0,
            shields: 0,
            base: 0,
            base_left: self.base_left,
            number,
            wave: self.wave,
        }
    }

    /// A lane as it stands.
    pub fn lane(&self, view: &View<'_>, number: u8) -> Lane<'a> {
        let mut lane = self.empty_lane(number);
        self.add_enemies(view, &mut lane);
        self.add_troops(view, &mut lane);
        lane
    }

    fn add_troops(&self, view: &View<'_>, lane: &mut Lane<'a>) {
        let front_enemy = lane.enemies.first().map_or(0, |enemy| enemy.card.stamp);
        let (mut aura_power, mut aura_hp) = (0, 0);
        for (_, card) in view.troops(lane.number) {
            let profile = profile::of(self.profiles, card.kind);
            aura_power += profile.aura_power;
            aura_hp += profile.aura_hp;
        }
        for (reference, card) in view.troops(lane.number) {
            let (mut fighter, gear) = self.troop(view, reference, card);
            if gear.items > 0 {
                lane.gear.push(gear);
            }
            if fighter.able && !profile::of(self.profiles, card.kind).varies {
                let own = profile::of(self.profiles, card.kind);
                fighter.power += aura_power - own.aura_power;
                let hp = aura_hp - own.aura_hp;
                fighter.hp += hp;
                fighter.total += hp;
            }
            if card.duel_power != 0 && card.duel_enemy == front_enemy && lane.troops.is_empty() {
                fighter.power += card.duel_power;
            }
            lane.troops.push(fighter);
        }
    }

    /// A troop on the board, without what others lend it.
    fn troop(&self, view: &View<'_>, reference: CardRef, card: &BoardCard) -> (Fighter, Gear) {
        let mut fighter = self.fresh_troop(card.kind);
        fighter.card = reference;
        let mut gear = Gear {
            card: reference,
            items: card.items,
            ..Gear::default()
        };
        for item in card.equipment() {
            let item = profile::of(self.profiles, *item);
            gear.power += item.item_power;
            gear.hp += item.item_hp;
            gear.worth += self.stakes.item * f32::from(item.cost) * self.future;
        }
        if profile::of(self.profiles, card.kind).varies {
            fighter.power = view.power(reference);
            fighter.total = view.total_hp(reference);
        } else {
            fighter.power += gear.power + card.round_power + card.kept_power;
            fighter.total += gear.hp;
        }
        fighter.worth += gear.worth;
        fighter.extra = card.attack_power;
        fighter.first = card.strikes_first;
        fighter.hp = fighter.total - card.damage;
        fighter.plain &= !fighter.first && fighter.extra == 0;
        (fighter, gear)
    }

    /// A troop as it would come on the board.
    pub fn fresh_troop(&self, kind: KindId) -> Fighter {
        let profile = profile::of(self.profiles, kind);
        Fighter {
            kind: kind.0,
            able: true,
            power: profile.power,
            hp: profile.hp,
            total: profile.hp,
            plain: profile.plain_troop,
            aura: profile.aura_power.clamp(-100, 100) as i8,
            worth: self.worth(profile),
            ..Fighter::default()
        }
    }

    /// What a troop is worth to the rest of the game, items apart.
    fn worth(&self, profile: &Profile) -> f32 {
        let stakes = self.stakes;
        let figures = stakes.power * f32::from(profile.power) + stakes.hp * f32::from(profile.hp);
        (figures + stakes.cost * f32::from(profile.cost)) * self.future
    }

    fn add_enemies(&self, view: &View<'_>, lane: &mut Lane<'a>) {
        let mut aura = 0;
        for (reference, card) in view.enemies(lane.number) {
            let fighter = match card {
                Some(card) => {
                    if !card.converted {
                        let profile = profile::of(self.profiles, card.kind);
                        aura += profile.enemy_aura;
                        lane.shields += profile.shields;
                    }
                    self.enemy(view, reference, card)
                }
                None => Fighter {
                    card: reference,
                    ..Fighter::HIDDEN
                },
            };
            lane.enemies.push(fighter);
        }
        if aura != 0 {
            for enemy in lane.enemies.iter_mut() {
                let varies = enemy.able && self.profiles[enemy.kind as usize].varies;
                enemy.power += if varies { 0 } else { aura };
            }
        }
    }

    /// A face-up enemy, without what others lend it (unless its own power varies).
    fn enemy(&self, view: &View<'_>, reference: CardRef, card: &BoardCard) -> Fighter {
        let profile = profile::of(self.profiles, card.kind);
        let kind = view.kind(card.kind);
        let fresh = card.used & kind.facts.first_time == 0;
        let able = !card.converted;
        let (power, total) = if able && profile.varies {
            (view.power(reference), view.total_hp(reference))
        } else {
            (kind.power + card.kept_power + card.round_power, kind.hp)
        };
        let first = card.strikes_first || (able && profile.strikes_first && fresh);
        Fighter {
            card: reference,
            kind: card.kind.0,
            able,
            first,
            plain: !first && (!able || profile.plain_enemy),
            revives: able && fresh,
            power,
            hp: total - card.damage,
            total,
            ..Fighter::default()
        }
    }
}

impl Lane<'_> {
    /// Puts an item on a troop.
    pub fn equip(&mut self, index: usize, item: KindId, setting: &Setting<'_>) {
        let profile = profile::of(setting.profiles, item);
        let worth = setting.stakes.item * f32::from(profile.cost) * setting.future;
        let troop = &mut self.troops[index];
        troop.power += profile.item_power;
        troop.hp += profile.item_hp;
        troop.total += profile.item_hp;
        troop.worth += worth;
    }

    /// Puts a troop into the lane, with what it and the others lend each other.
    pub fn insert_troop(&mut self, position: usize, mut troop: Fighter) {
        if self.troops.is_full() {
            return;
        }
        let profile = &self.profiles[troop.kind as usize];
        for other in self.troops.iter_mut() {
            other.power += profile.aura_power;
            other.hp += profile.aura_hp;
            other.total += profile.aura_hp;
            let lent = &self.profiles[other.kind as usize];
            troop.power += lent.aura_power;
            troop.hp += lent.aura_hp;
            troop.total += lent.aura_hp;
        }
        self.troops.insert(position, troop);
    }
}
