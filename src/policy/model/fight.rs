//! The model's fight.

use super::{Fighter, Lane, Profile, Stakes};

/// More exchanges than this are not followed.
const MAX_EXCHANGES: u32 = 40;

impl Lane<'_> {
    /// What the lane is worth after the fight: the troops that live, less the damage to the base.
    pub fn outcome(mut self, stakes: &Stakes) -> f32 {
        self.fight();
        self.value(stakes)
    }

    /// What the lane is worth as it stands.
    pub fn value(&self, stakes: &Stakes) -> f32 {
        let mut value = -f32::from(self.base) * stakes.base;
        if i32::from(self.base) >= self.base_left {
            value -= stakes.doom;
        }
        for troop in &self.troops {
            let lost = f32::from(troop.total - troop.hp) / f32::from(troop.total.max(1));
            value += troop.worth * (1.0 - stakes.wound * lost);
        }
        value
    }

    /// Fights to the end.
    fn fight(&mut self) {
        for _ in 0..MAX_EXCHANGES {
            if self.enemies.is_empty() {
                return;
            }
            if self.troops.is_empty() {
                self.overrun();
                return;
            }
            if self.enemies[0].hidden {
                self.turn_up();
            } else if !self.exchange() {
                return;
            }
        }
    }

    fn overrun(&mut self) {
        for index in 0..self.enemies.len() {
            let enemy = self.enemies[index];
            self.base += enemy.power;
            if enemy.able && !enemy.hidden {
                // Those it calls hit the base as well.
                let calls = i16::from(self.profiles[enemy.kind as usize].calls);
                self.base += calls * self.expected.power as i16;
            }
        }
        self.enemies.clear();
    }

    fn turn_up(&mut self) {
        let enemy = &mut self.enemies[0];
        enemy.hidden = false;
        enemy.able = false;
        let reveal = enemy.reveal;
        if reveal > 0 {
            self.troops[0].hp -= reveal;
            if self.troops[0].hp <= 0 {
                self.lose_troop(0, None);
            }
        }
    }

    /// One exchange of blows; `false` if it changes nothing.
    fn exchange(&mut self) -> bool {
        let enemy = self.enemies[0];
        let troop = &mut self.troops[0];
        let strike = (troop.power + troop.extra - self.shields).max(0);
        troop.extra = 0;
        let troop_first = troop.first;
        troop.first = false;
        if strike == 0 && enemy.power <= 0 {
            return false;
        }
        self.enemies[0].first = false;
        if troop_first != enemy.first {
            if troop_first {
                if self.strike_enemy(strike) {
                    self.strike_troops(enemy.power);
                }
            } else if self.strike_troops(enemy.power) {
                self.strike_enemy(strike);
            }
        } else {
            // At the same time: the enemy's blow lands although it dies.
            let profile = self.profile_of(&enemy);
            self.enemies[0].hp -= strike;
            self.hit_troops(enemy.power, profile.as_ref());
            self.settle_troops(profile.as_ref(), enemy.power > 0);
            self.settle_first_enemy(strike);
        }
        true
    }

    /// Settles an exchange in which the enemy's blow has been marked already. The first troop
    /// strikes as well if it was the first enemy's attack.
    pub fn after_exchange(&mut self, attacked: bool, damaged: bool) {
        if !attacked || self.enemies.is_empty() {
            self.bury();
            return;
        }
        let enemy = self.enemies[0];
        let profile = self.profile_of(&enemy);
        let mut strike = 0;
        if let Some(troop) = self.troops.first_mut()
            && (troop.hp > 0 || !enemy.first)
        {
            strike = (troop.power + troop.extra - self.shields).max(0);
            troop.extra = 0;
            self.enemies[0].hp -= strike;
        }
        self.enemies[0].first = false;
        self.settle_troops(profile.as_ref(), damaged);
        self.settle_first_enemy(strike);
    }

    fn profile_of(&self, enemy: &Fighter) -> Option<Profile> {
        enemy.able.then(|| self.profiles[enemy.kind as usize])
    }

    /// The first troop strikes first; whether the same enemy is left to strike back.
    fn strike_enemy(&mut self, strike: i16) -> bool {
        let card = self.enemies[0].card;
        let count = self.enemies.len();
        self.enemies[0].hp -= strike;
        self.settle_first_enemy(strike);
        self.enemies.len() == count && self.enemies[0].card == card && self.enemies[0].hp > 0
    }

    /// The first enemy strikes first; whether the same troop is left to strike back.
    fn strike_troops(&mut self, power: i16) -> bool {
        let front = self.troops[0].card;
        let count = self.troops.len();
        let profile = self.profile_of(&self.enemies[0]);
        self.hit_troops(power, profile.as_ref());
        self.settle_troops(profile.as_ref(), power > 0);
        self.troops.len() == count && self.troops[0].card == front && !self.enemies.is_empty()
    }

    /// Marks the damage of an enemy's attack.
    fn hit_troops(&mut self, power: i16, profile: Option<&Profile>) {
        let (hits, overflow) = profile.map_or((1, 0), |p| (p.hits, p.overflow));
        let hits = usize::from(hits).min(self.troops.len());
        for index in 0..hits {
            self.wound(index, power);
        }
        let mut carries = overflow;
        let mut index = 0;
        while carries > 0 && hits == 1 && self.troops[index].hp < 0 {
            let excess = -self.troops[index].hp;
            index += 1;
            if index == self.troops.len() {
                if overflow == u8::MAX {
                    self.base += excess;
                }
                return;
            }
            self.wound(index, excess);
            carries = carries.saturating_sub(u8::from(carries != u8::MAX));
        }
    }

    /// Damages a troop; what it does in return hits the first enemy.
    pub(super) fn wound(&mut self, index: usize, amount: i16) {
        if amount <= 0 {
            return;
        }
        let troop = &mut self.troops[index];
        troop.hp -= amount;
        if troop.able {
            let answer = self.profiles[troop.kind as usize].wound_damage;
            if answer > 0
                && let Some(enemy) = self.enemies.first_mut()
            {
                enemy.hp -= (answer - self.shields).max(0);
            }
        }
    }

    /// Removes the troops that an attack has killed.
    fn settle_troops(&mut self, profile: Option<&Profile>, damaged: bool) {
        let burns = damaged && profile.is_some_and(|p| p.burns_damaged);
        for index in (0..self.troops.len()).rev() {
            let troop = &self.troops[index];
            if troop.hp <= 0 || (burns && index == 0) {
                self.lose_troop(index, profile);
            }
        }
    }

    /// A troop is killed.
    pub(super) fn lose_troop(&mut self, index: usize, killer: Option<&Profile>) {
        let troop = self.troops.remove(index);
        if let Some(killer) = killer {
            let left = self.troops.len() as i16;
            self.base += killer.kill_base + killer.kill_base_per_troop * left;
            if killer.converts {
                let printed = self.profiles[troop.kind as usize];
                let _ = self.enemies.try_push(Fighter {
                    power: printed.power,
                    hp: printed.hp,
                    total: printed.hp,
                    ..Fighter::default()
                });
            }
        }
        if !troop.able {
            return;
        }
        let profile = &self.profiles[troop.kind as usize];
        let revenge = profile.death_damage
            + profile.death_power * troop.power
            + profile.death_half_hp * (troop.total + 1) / 2;
        if revenge > 0 {
            let shields = self.shields;
            if let Some(enemy) = self.enemies.iter_mut().find(|enemy| enemy.hp > 0) {
                enemy.hp -= (revenge - shields).max(0);
            }
        }
        if profile.aura_power != 0 {
            for other in &mut self.troops {
                other.power -= profile.aura_power;
            }
        }
    }

    /// What becomes of the first enemy after a blow of the given strength.
    fn settle_first_enemy(&mut self, strike: i16) {
        let Some(enemy) = self.enemies.first_mut() else {
            return;
        };
        if enemy.able {
            let profile = &self.profiles[enemy.kind as usize];
            if enemy.hp > 0 {
                enemy.power += profile.rage * strike;
                if profile.calls > 0 {
                    let calls = profile.calls;
                    self.enemies.remove(0);
                    self.add_expected(calls);
                    return;
                }
            }
            if profile.broods > 0 && strike > 0 {
                let broods = profile.broods;
                self.add_expected(broods);
            }
        }
        self.remove_dead_enemies();
    }

    /// The dead enemies leave, unless they have a second life.
    pub(super) fn remove_dead_enemies(&mut self) {
        let mut index = 0;
        while index < self.enemies.len() {
            let enemy = &mut self.enemies[index];
            if enemy.hp > 0 {
                index += 1;
                continue;
            }
            let (revive, at_end, shields) = match enemy.able {
                true => {
                    let profile = &self.profiles[enemy.kind as usize];
                    (profile.revive, profile.revives_at_end, profile.shields)
                }
                false => (0, false, 0),
            };
            if enemy.revives && revive > 0 {
                enemy.hp = revive;
                enemy.revives = false;
                if at_end {
                    let moved = self.enemies.remove(index);
                    self.enemies.push(moved);
                } else {
                    index += 1;
                }
                continue;
            }
            self.shields -= shields;
            self.enemies.remove(index);
        }
    }

    /// Adds average enemies, face-down, at the end.
    pub(super) fn add_expected(&mut self, count: u8) {
        for _ in 0..count {
            let fighter = self.hidden_enemy();
            let _ = self.enemies.try_push(fighter);
        }
    }
}
