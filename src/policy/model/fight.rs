//! The model's fight.

use super::{Fighter, LINE_UPS, Lane, Profile, Stakes};

/// More exchanges than this are not followed.
const MAX_EXCHANGES: u32 = 40;

impl<'a> Lane<'a> {
    /// What the lane is worth after the fight: the troops that live, less the damage to the
    /// base. The mean over a few line-ups where enemies are not known.
    pub fn outcome(mut self, stakes: &Stakes) -> f32 {
        if !self.enemies.iter().any(|enemy| enemy.hidden) {
            self.fight();
            return self.value(stakes);
        }
        let mut sum = 0.0;
        for sample in 1..LINE_UPS {
            let mut lane = self.clone();
            lane.start = sample.wrapping_mul(2 + sample);
            lane.fight();
            sum += lane.value(stakes);
        }
        self.fight();
        (sum + self.value(stakes)) / f32::from(LINE_UPS)
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
            let Some(enemy) = self.enemies.first() else {
                return;
            };
            if enemy.hidden {
                self.turn_up();
            } else if self.troops.is_empty() {
                self.overrun();
            } else if !self.exchange() {
                return;
            }
        }
    }

    /// The first enemy of an overrun lane hits the base and leaves.
    fn overrun(&mut self) {
        let enemy = self.enemies.remove(0);
        self.base += enemy.power;
        if enemy.able {
            let profile = &self.profiles[enemy.kind as usize];
            self.lose_standing(profile);
            self.add_unknown(profile.calls);
        }
    }

    /// Some enemy of the wave takes the place of the first one, and reveals itself.
    fn turn_up(&mut self) {
        if self.lineup.is_empty() {
            self.enemies.remove(0);
            return;
        }
        let index = usize::from(self.start) + usize::from(self.newcomers);
        let newcomer = &self.lineup[index % self.lineup.len()];
        self.newcomers += 1;
        let scaled = |figure: i16| (f32::from(figure) * self.threat + 0.5) as i16;
        let (power, hp) = (scaled(newcomer.power), scaled(newcomer.hp).max(1));
        let (kind, first) = (newcomer.kind, newcomer.first);
        let profile = &self.profiles[kind as usize];
        let enemy = &mut self.enemies[0];
        *enemy = Fighter {
            card: enemy.card,
            kind,
            power,
            hp,
            total: hp,
            able: true,
            first,
            revives: true,
            ..Fighter::default()
        };
        if self.bombs >= hp && hp + power > 3 && profile.revive == 0 {
            self.bombs = 0;
            self.enemies[0].hp = 0;
        }
        self.shields += profile.shields;
        if profile.enemy_aura != 0 {
            self.strengthen(profile.enemy_aura);
        }
        if profile.reveals_at_end && self.enemies.len() > 1 {
            self.enemies.rotate_left(1);
        }
        if self.troops.is_empty() {
            self.remove_dead_enemies();
            return;
        }
        if profile.strips {
            self.strip(0);
        }
        if profile.reveal_front > 0 {
            self.wound(0, profile.reveal_front);
        }
        if self.troops[0].hp <= 0 {
            self.lose_troop(0, None);
        }
        self.remove_dead_enemies();
    }

    /// All enemies that have turned up gain power.
    fn strengthen(&mut self, power: i16) {
        for enemy in &mut self.enemies {
            if !enemy.hidden {
                enemy.power += power;
            }
        }
    }

    /// What an enemy did for the others ends when it leaves.
    fn lose_standing(&mut self, profile: &Profile) {
        self.shields -= profile.shields;
        if profile.enemy_aura != 0 {
            self.strengthen(-profile.enemy_aura);
        }
    }

    /// One exchange of blows; `false` if it changes nothing.
    fn exchange(&mut self) -> bool {
        let enemy = &mut self.enemies[0];
        let troop = &mut self.troops[0];
        let (power, enemy_first) = (enemy.power, enemy.first);
        let strike = (troop.power + troop.extra - self.shields).max(0);
        let troop_first = troop.first;
        troop.extra = 0;
        troop.first = false;
        enemy.first = false;
        if strike == 0 && power <= 0 {
            return false;
        }
        let profile = self.first_profile();
        if troop_first == enemy_first {
            // At the same time: the enemy's blow lands although it dies.
            self.enemies[0].hp -= strike;
            self.strike_troops(power, profile);
            self.settle_first_enemy(strike);
        } else if troop_first {
            self.enemies[0].hp -= strike;
            let (count, card) = (self.enemies.len(), self.enemies[0].card);
            self.settle_first_enemy(strike);
            let stands = |lane: &Self| lane.enemies.len() == count && lane.enemies[0].card == card;
            if stands(self) {
                self.strike_troops(power, profile);
                self.settle_first_enemy(0);
            }
        } else {
            let (count, card) = (self.troops.len(), self.troops[0].card);
            self.strike_troops(power, profile);
            if self.troops.len() == count && self.troops[0].card == card {
                self.enemies[0].hp -= strike;
                self.settle_first_enemy(strike);
            } else {
                self.settle_first_enemy(0);
            }
        }
        true
    }

    /// The abilities of the first enemy, where they count.
    fn first_profile(&self) -> Option<&'a Profile> {
        let enemy = self.enemies.first()?;
        let profiles = self.profiles;
        enemy.able.then(|| &profiles[enemy.kind as usize])
    }

    /// Settles an exchange in which the enemy's blow has been marked already. The first troop
    /// strikes as well if it was the first enemy's attack.
    pub fn after_exchange(&mut self, attacked: bool, damaged: bool) {
        if !attacked || self.enemies.is_empty() {
            self.bury();
            return;
        }
        let enemy = self.enemies[0];
        let profiles = self.profiles;
        let profile = enemy.able.then(|| &profiles[enemy.kind as usize]);
        let mut strike = 0;
        if let Some(troop) = self.troops.first_mut() {
            strike = (troop.power + troop.extra - self.shields).max(0);
            troop.extra = 0;
            self.enemies[0].hp -= strike;
        }
        self.enemies[0].first = false;
        self.settle_troops(profile, damaged);
        self.settle_first_enemy(strike);
    }

    /// An enemy's attack lands.
    fn strike_troops(&mut self, power: i16, profile: Option<&Profile>) {
        let (hits, overflow) = profile.map_or((1, 0), |p| (p.hits, p.overflow));
        let hits = usize::from(hits).min(self.troops.len());
        for index in 0..hits {
            self.wound(index, power);
        }
        if overflow > 0 {
            self.carry_over(overflow);
        }
        self.settle_troops(profile, power > 0);
    }

    /// Damage beyond the first troop's HP carries on.
    fn carry_over(&mut self, overflow: u8) {
        let mut carries = overflow;
        let mut index = 0;
        while carries > 0 && self.troops[index].hp < 0 {
            let excess = -self.troops[index].hp;
            index += 1;
            if index == self.troops.len() {
                self.base += if overflow == u8::MAX { excess } else { 0 };
                return;
            }
            self.wound(index, excess);
            carries -= u8::from(carries != u8::MAX);
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
            if self.troops[index].hp <= 0 || (burns && index == 0) {
                self.lose_troop(index, profile);
            }
        }
    }

    /// A troop is killed.
    pub(super) fn lose_troop(&mut self, index: usize, killer: Option<&Profile>) {
        let troop = self.troops.remove(index);
        let profile = &self.profiles[troop.kind as usize];
        if let Some(killer) = killer {
            let left = self.troops.len() as i16;
            self.base += killer.kill_base + killer.kill_base_per_troop * left;
            if killer.converts {
                let _ = self.enemies.try_push(Fighter {
                    power: profile.power,
                    hp: profile.hp,
                    total: profile.hp,
                    ..Fighter::default()
                });
            }
        }
        if !troop.able {
            return;
        }
        let revenge = profile.death_damage
            + profile.death_power * troop.power
            + profile.death_half_hp * ((troop.total + 1) / 2);
        if revenge > 0 {
            let dealt = (revenge - self.shields).max(0);
            let alive = |enemy: &&mut Fighter| enemy.hp > 0 && !enemy.hidden;
            if let Some(enemy) = self.enemies.iter_mut().find(alive) {
                enemy.hp -= dealt;
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
                if profile.calls > 0 && strike > 0 {
                    self.enemies.remove(0);
                    self.add_unknown(profile.calls);
                    return;
                }
            }
            if profile.broods > 0 && strike > 0 {
                self.add_unknown(profile.broods);
            }
        }
        while self.enemies.first().is_some_and(|enemy| enemy.hp <= 0) {
            self.enemy_dies(0);
        }
    }

    /// An enemy leaves, unless it has a second life.
    fn enemy_dies(&mut self, index: usize) {
        let enemy = &mut self.enemies[index];
        if enemy.able {
            let profile = &self.profiles[enemy.kind as usize];
            if enemy.revives && profile.revive > 0 {
                enemy.hp = profile.revive;
                enemy.revives = false;
                if profile.revives_at_end {
                    let moved = self.enemies.remove(index);
                    self.enemies.push(moved);
                }
                return;
            }
            self.lose_standing(profile);
        }
        self.enemies.remove(index);
    }

    /// The dead enemies leave, wherever they stand.
    pub(super) fn remove_dead_enemies(&mut self) {
        let mut index = 0;
        while index < self.enemies.len() {
            let enemy = &self.enemies[index];
            if enemy.hp > 0 {
                index += 1;
            } else {
                self.enemy_dies(index);
            }
        }
    }

    /// Adds enemies that are not known, face-down, at the end.
    pub(super) fn add_unknown(&mut self, count: u8) {
        for _ in 0..count {
            let fighter = self.hidden_enemy();
            let _ = self.enemies.try_push(fighter);
        }
    }
}
