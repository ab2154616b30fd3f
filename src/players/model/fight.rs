//! The model's fight.

use super::{Enemy, Lane, Profile, Stakes, Troop};

/// More pairings and blows than this are not followed.
const MAX_STEPS: u32 = 60;

impl<'a> Lane<'a> {
    /// Fights, and says what the lane is worth then: the troops that live, less the damage to the
    /// base.
    pub fn outcome(&mut self, stakes: &Stakes) -> f32 {
        self.reached = self.fight() as u8;
        self.value(stakes)
    }

    /// Fights to the end of the enemies that have turned up.
    /// Nobody is taken out of the rows: the dead are stepped over. Returns the place of the troop
    /// that the fight has come to.
    fn fight(&mut self) -> usize {
        let (mut at, mut against) = (0, 0);
        let mut steps = 0;
        while against < self.enemies.len() && steps < MAX_STEPS {
            steps += 1;
            let enemy = self.enemies.at_mut(against);
            if enemy.hp <= 0 {
                against += 1;
                continue;
            }
            enemy.least = enemy.hp;
            if at >= self.troops.len() {
                self.overrun(against);
                against += 1;
            } else if enemy.is(Enemy::PLAIN) {
                if !self.fight_plain(&mut at, against) {
                    return at;
                }
                against += 1;
            } else if self.troops.at(at).hp <= 0 {
                at += 1;
            } else {
                let exchanges = self.exchanges(at, against, MAX_STEPS + 1 - steps);
                if exchanges == 0 {
                    return at;
                }
                steps += exchanges - 1;
            }
        }
        at
    }

    /// An enemy without abilities that matter fights the troops one after the other until it is
    /// dead, or hits the base; `false` if a pairing cannot end.
    pub(super) fn fight_plain(&mut self, at: &mut usize, against: usize) -> bool {
        let enemy = self.enemies.at_mut(against);
        let (power, mut hp) = (enemy.power, enemy.hp);
        let shields = self.shields;
        while hp > 0 {
            enemy.least = hp;
            if *at >= self.troops.len() {
                self.base += power.max(0);
                return true;
            }
            let troop = self.troops.at_mut(*at);
            if troop.hp <= 0 {
                *at += 1;
                continue;
            }
            let strike = troop.power + troop.extra - shields;
            if troop.first || troop.extra != 0 {
                // One blow that is not like the others.
                hp -= strike.max(0);
                troop.hp -= if troop.first && hp <= 0 { 0 } else { power };
                troop.extra = 0;
            } else {
                let Some(blows) = blows_until_death((troop.hp, strike), (hp, power)) else {
                    return false;
                };
                hp -= blows * strike.max(0);
                troop.hp -= blows * power.max(0);
                enemy.least = hp + strike.max(0);
            }
            troop.first = false;
            if !troop.plain {
                let profile = &self.profiles[troop.kind as usize];
                hp -= (profile.wound_damage - shields).max(0);
                if troop.hp <= 0 {
                    hp -= (revenge(profile, troop) - shields).max(0);
                }
            }
            if troop.hp <= 0 {
                *at += 1;
                let aura = troop.aura;
                weaken(&mut self.troops, aura);
            }
        }
        true
    }

    /// An enemy of an overrun lane hits the base and leaves.
    pub(super) fn overrun(&mut self, index: usize) {
        let enemy = self.enemies.at_mut(index);
        self.base += enemy.power.max(0);
        enemy.hp = 0;
        if enemy.is_able() {
            let profile = &self.profiles[enemy.kind as usize];
            self.lose_standing(profile);
            self.add_unknown(profile.calls);
        }
    }

    /// All enemies that have turned up gain power.
    pub(super) fn strengthen(&mut self, power: i16) {
        for enemy in self.enemies.iter_mut() {
            enemy.power += power;
        }
    }

    /// What an enemy did for the others ends when it leaves.
    fn lose_standing(&mut self, profile: &Profile) {
        self.shields -= profile.shields;
        if profile.enemy_aura != 0 {
            self.strengthen(-profile.enemy_aura);
        }
    }

    /// Exchanges of blows, as long as they are all alike and at most so many; how many there were, none
    /// if they change nothing.
    #[inline]
    fn exchanges(&mut self, at: usize, against: usize, most: u32) -> u32 {
        let (troop, enemy) = (self.troops.at_mut(at), self.enemies.at_mut(against));
        let profile = &self.profiles[enemy.kind as usize];
        let at_once = enemy.traits & (Enemy::ABLE | Enemy::FIRST) == Enemy::ABLE;
        let alike = troop.plain && profile.plain_blows && at_once;
        if !alike {
            return u32::from(self.exchange(at, against));
        }
        let (power, strike) = (enemy.power.max(0), (troop.power - self.shields).max(0));
        let Some(blows) = blows_until_death((troop.hp, strike), (enemy.hp, power)) else {
            return 0;
        };
        let blows = blows.min(most as i16);
        enemy.hp -= blows * strike;
        troop.hp -= blows * power;
        enemy.least = enemy.hp + strike;
        let enemy_dies = enemy.hp <= 0;
        if troop.hp <= 0 {
            self.troop_dies(at, Some(profile));
        }
        if enemy_dies {
            self.enemy_dies(against);
        }
        blows as u32
    }

    /// One exchange of blows; `false` if it changes nothing.
    pub(super) fn exchange(&mut self, at: usize, against: usize) -> bool {
        let (troop, enemy) = (self.troops.at_mut(at), self.enemies.at_mut(against));
        let (power, enemy_first) = (enemy.power.max(0), enemy.is(Enemy::FIRST));
        let strike = (troop.power + troop.extra - self.shields).max(0);
        let troop_first = troop.first;
        troop.extra = 0;
        troop.first = false;
        enemy.lose(Enemy::FIRST);
        if strike == 0 && power == 0 {
            return false;
        }
        let profiles = self.profiles;
        let profile = enemy.is_able().then(|| &profiles[enemy.kind as usize]);
        if troop_first == enemy_first {
            // At the same time: the enemy's blow lands although it dies.
            enemy.hp -= strike;
            self.strike_troops(at, against, power, profile);
            self.settle_enemy(against, strike);
        } else if troop_first {
            enemy.hp -= strike;
            self.settle_enemy(against, strike);
            if self.enemies.at(against).hp > 0 {
                self.strike_troops(at, against, power, profile);
                self.settle_enemy(against, 0);
            }
        } else {
            self.strike_troops(at, against, power, profile);
            let strike = if self.troops.at(at).hp > 0 { strike } else { 0 };
            self.enemies.at_mut(against).hp -= strike;
            self.settle_enemy(against, strike);
        }
        true
    }

    /// Settles an exchange in which the enemy's blow has been marked already. The first troop
    /// strikes as well if it was the first enemy's attack.
    pub fn after_exchange(&mut self, attacked: bool, damaged: bool) {
        let mut strike = 0;
        let mut profile = None;
        if attacked && !self.enemies.is_empty() {
            let profiles = self.profiles;
            let enemy = self.enemies[0];
            profile = enemy.is_able().then(|| &profiles[enemy.kind as usize]);
            if let Some(troop) = self.troops.first_mut() {
                strike = (troop.power + troop.extra - self.shields).max(0);
                troop.extra = 0;
                self.enemies[0].hp -= strike;
            }
            self.enemies[0].lose(Enemy::FIRST);
        }
        let burns = attacked && damaged && profile.is_some_and(|p| p.burns_damaged);
        for index in 0..self.troops.len() {
            if self.troops[index].hp <= 0 || (burns && index == 0) {
                self.troop_dies(index, profile);
            }
        }
        if attacked && !self.enemies.is_empty() {
            self.settle_enemy(0, strike);
        }
        self.bury();
    }

    /// An enemy's attack lands.
    #[inline]
    fn strike_troops(&mut self, at: usize, by: usize, power: i16, profile: Option<&Profile>) {
        if power == 0 {
            return;
        }
        match profile {
            Some(profile) if profile.hits != 1 || profile.overflow != 0 => {
                self.strike_many(at, by, power, profile);
            }
            _ => {
                self.wound_by(at, power, by);
                let burns = profile.is_some_and(|p| p.burns_damaged);
                if self.troops.at(at).hp <= 0 || burns {
                    self.troop_dies(at, profile);
                }
            }
        }
    }

    /// An attack lands that may reach more than the first troop.
    fn strike_many(&mut self, at: usize, by: usize, power: i16, profile: &Profile) {
        let hits = usize::from(profile.hits);
        let end = self.troops.len().min(at.saturating_add(hits));
        for index in at..end {
            self.wound_by(index, power, by);
        }
        let mut last = end;
        if profile.overflow > 0 {
            last = self.carry_over(at, by, profile.overflow).max(end);
        }
        for index in at..last {
            if self.troops.at(index).hp <= 0 || profile.burns_damaged {
                self.troop_dies(index, Some(profile));
            }
        }
    }

    /// Damage beyond a troop's HP carries on; returns the end of those it reaches.
    fn carry_over(&mut self, at: usize, by: usize, overflow: u8) -> usize {
        let mut carries = overflow;
        let mut index = at;
        while carries > 0 && self.troops[index].hp < 0 {
            let excess = -self.troops[index].hp;
            index += 1;
            if index == self.troops.len() {
                self.base += if overflow == u8::MAX { excess } else { 0 };
                return index;
            }
            self.wound_by(index, excess, by);
            carries -= u8::from(carries != u8::MAX);
        }
        index + 1
    }

    /// Damages a troop; what it does in return hits the first enemy.
    pub(super) fn wound(&mut self, index: usize, amount: i16) {
        self.wound_by(index, amount, 0);
    }

    #[inline]
    fn wound_by(&mut self, index: usize, amount: i16, by: usize) {
        if amount <= 0 {
            return;
        }
        let troop = self.troops.at_mut(index);
        troop.hp -= amount;
        if !troop.plain {
            let answer = self.profiles[troop.kind as usize].wound_damage;
            if answer > 0
                && let Some(enemy) = self.enemies.get_mut(by)
            {
                enemy.hp -= (answer - self.shields).max(0);
            }
        }
    }

    /// A troop is killed.
    pub(super) fn troop_dies(&mut self, index: usize, killer: Option<&Profile>) {
        let troop = self.troops.at_mut(index);
        troop.hp = 0;
        let troop = *troop;
        if let Some(killer) = killer
            && killer.gains_by_killing
        {
            let left = self.troops.iter().filter(|troop| troop.hp > 0).count() as i16;
            self.base += killer.kill_base + killer.kill_base_per_troop * left;
            if killer.converts {
                let profile = &self.profiles[troop.kind as usize];
                self.enemies.push(Enemy {
                    power: profile.power,
                    hp: profile.hp,
                    traits: Enemy::PLAIN | Enemy::BEHIND,
                    ..Enemy::BLANK
                });
            }
        }
        if !troop.plain {
            self.take_revenge(&troop);
        }
        weaken(&mut self.troops, troop.aura);
    }

    /// A dying troop hits the first enemy.
    fn take_revenge(&mut self, troop: &Troop) {
        let revenge = revenge(&self.profiles[troop.kind as usize], troop);
        if revenge > 0 {
            let dealt = (revenge - self.shields).max(0);
            let alive = |enemy: &&mut Enemy| enemy.hp > 0;
            if let Some(enemy) = self.enemies.iter_mut().find(alive) {
                enemy.hp -= dealt;
            }
        }
    }

    /// What becomes of an enemy after a blow of the given strength.
    #[inline]
    fn settle_enemy(&mut self, index: usize, strike: i16) {
        let enemy = self.enemies.at_mut(index);
        if !enemy.is_able() {
            return;
        }
        let profile = &self.profiles[enemy.kind as usize];
        if profile.stirs && strike > 0 {
            if enemy.hp > 0 {
                enemy.power += profile.rage * strike;
                if profile.calls > 0 {
                    enemy.hp = 0;
                    self.add_unknown(profile.calls);
                    return;
                }
            }
            self.add_unknown(profile.broods);
        }
        if self.enemies.at(index).hp <= 0 {
            self.enemy_dies(index);
        }
    }

    /// An enemy dies, unless it has a second life.
    fn enemy_dies(&mut self, index: usize) {
        let enemy = self.enemies.at_mut(index);
        if !enemy.is_able() {
            return;
        }
        let profile = &self.profiles[enemy.kind as usize];
        if profile.revive > 0 && enemy.is(Enemy::REVIVES) {
            enemy.hp = profile.revive;
            enemy.lose(Enemy::REVIVES);
            if profile.revives_at_end && !self.enemies.is_full() {
                let enemy = self.enemies.at_mut(index);
                let mut moved = *enemy;
                enemy.hp = 0;
                enemy.lose(Enemy::ABLE);
                moved.gain(Enemy::BEHIND);
                self.enemies.push(moved);
            }
            return;
        }
        enemy.lose(Enemy::ABLE);
        self.lose_standing(profile);
    }

    /// Takes everybody without HP out of the rows.
    pub fn bury(&mut self) {
        self.troops.keep(|_, troop| troop.hp > 0);
        for index in (0..self.enemies.len()).rev() {
            if self.enemies.at(index).hp <= 0 {
                self.enemy_dies(index);
                if self.enemies.at(index).hp <= 0 {
                    self.enemies.remove(index);
                }
            }
        }
    }

    /// Adds enemies that are not known, face-down.
    pub(super) fn add_unknown(&mut self, count: u8) {
        self.hidden = self.hidden.saturating_add(count);
    }
}

/// A troop that lent power to the others is gone.
fn weaken(troops: &mut [Troop], power: i8) {
    if power == 0 {
        return;
    }
    let power = i16::from(power);
    for troop in troops.iter_mut() {
        troop.power -= power;
    }
}

/// The damage that a dying troop does to an enemy.
fn revenge(profile: &Profile, troop: &Troop) -> i16 {
    profile.death_damage
        + profile.death_power * troop.power
        + profile.death_half_hp * ((troop.total + 1) / 2)
}

/// How many blows a troop and an enemy, each with HP and power, exchange until one of them dies; nothing,
/// if neither ever does.
#[inline]
fn blows_until_death((troop, strike): (i16, i16), (enemy, power): (i16, i16)) -> Option<i16> {
    match (strike > 0, power > 0) {
        (false, false) => None,
        (true, false) => Some(blows(enemy, strike)),
        (false, true) => Some(blows(troop, power)),
        (true, true) => Some(blows(enemy, strike).min(blows(troop, power))),
    }
}

/// How many blows of a strength use up so many HP.
#[inline]
fn blows(hp: i16, strike: i16) -> i16 {
    ((hp as u16).wrapping_add(strike as u16 - 1) / strike as u16) as i16
}
