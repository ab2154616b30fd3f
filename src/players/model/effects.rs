//! What abilities do to the model.

use super::{Enemy, Lane};
use cards::ability::{Ability, Amount, Cost, Destination, Effect, Lasts, Pick, Quantity, Target};

/// An ability being tried out on the model: who uses it on whom.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Act {
    /// The user's place among the lane's troops, if it stands in the lane.
    pub user: Option<u8>,
    /// The power of the user, wherever it is.
    pub user_power: i16,
    /// The chosen enemy's place in the lane.
    pub enemy: u8,
    /// The chosen troop's place in the lane.
    pub troop: u8,
    /// Which effects are used, a bit each.
    pub parts: u8,
    /// Damage that the ability has prevented, or all the damage concerned.
    pub damage: i16,
    /// Purchase cost of a card burned or discarded for it.
    pub card_cost: i16,
    /// Cards burned by an earlier effect.
    pub cards_burned: i16,
}

impl Act {
    /// Uses all effects.
    pub const ALL: u8 = u8::MAX;
}

impl Lane<'_> {
    /// Carries out an ability: its costs, then its effects.
    pub fn carry_out(&mut self, ability: &Ability, mut act: Act) {
        let mut harms = false;
        for cost in &ability.costs {
            let Some(user) = act.user.map(usize::from) else {
                break;
            };
            match cost {
                Cost::DamageThis => {
                    self.wound(user, i16::from(ability.cost_damage));
                    harms = true;
                }
                Cost::KillThis | Cost::BurnThis if user < self.troops.len() => {
                    self.troops.remove(user);
                    act.user = None;
                }
                _ => {}
            }
        }
        for (index, effect) in ability.effects.iter().enumerate() {
            if act.parts & (1 << index) != 0 {
                self.apply(effect, &mut act);
                harms |= can_kill(effect);
            }
        }
        if harms {
            self.settle();
        }
    }

    /// Carries out a single effect.
    pub fn try_effect(&mut self, effect: &Effect, mut act: Act) {
        self.apply(effect, &mut act);
        if can_kill(effect) {
            self.settle();
        }
    }

    /// How much an amount comes to.
    pub fn size(&self, amount: Amount, act: &Act) -> i16 {
        self.amount(amount, act)
    }

    /// Everybody without HP dies and leaves.
    fn settle(&mut self) {
        for index in 0..self.troops.len() {
            if self.troops.at(index).hp <= 0 {
                self.troop_dies(index, None);
            }
        }
        self.bury();
    }

    fn amount(&self, amount: Amount, act: &Act) -> i16 {
        amount.value(|quantity| match quantity {
            Quantity::Wave => i16::from(self.wave),
            Quantity::Round => 3 * i16::from(self.wave) - 1,
            Quantity::OwnPower => act.user_power,
            Quantity::TargetPower => self.troops.get(act.troop as usize).map_or(0, |t| t.power),
            Quantity::CardCost => act.card_cost,
            Quantity::HalfTotalHp => act
                .user
                .and_then(|user| self.troops.get(user as usize))
                .map_or(0, |troop| (troop.total + 1) / 2),
            Quantity::Prevented | Quantity::All => act.damage,
            Quantity::TroopsInLane => self.troops.len() as i16,
            Quantity::KillsInLane | Quantity::DamageOnIt => 0,
            Quantity::Healed => 2,
            Quantity::CardsBurned => act.cards_burned,
        })
    }

    fn apply(&mut self, effect: &Effect, act: &mut Act) {
        match *effect {
            Effect::Damage { amount, to } => {
                let amount = self.amount(amount, act);
                self.damage(amount, to, act);
            }
            Effect::DamageBase { amount } => self.base += self.amount(amount, act),
            Effect::Heal { amount, to } => {
                let amount = self.amount(amount, act);
                let (from, end) = self.troops_meant(to, act);
                for troop in &mut self.troops[from..end] {
                    troop.hp = (troop.hp + amount).min(troop.total);
                }
            }
            Effect::Move { who, to } => self.move_card(who, to, act),
            Effect::ReverseLane => self.troops.reverse(),
            Effect::Burn { who } => {
                let index = match who.pick {
                    // The owner will give up the troop that is worth least.
                    Pick::OwnersChoice => self.least_worthy(),
                    _ => (!self.troops.is_empty()).then_some(0),
                };
                if let Some(index) = index {
                    self.troops.remove(index);
                }
            }
            Effect::DiscardItems { of } | Effect::BurnItems { of } => {
                let (from, end) = self.troops_meant(of, act);
                for index in from..end {
                    act.cards_burned += self.strip(index);
                }
            }
            Effect::BecomeEnemy { .. } => {
                self.enemies.push(Enemy {
                    power: 2 * i16::from(self.wave),
                    hp: 2 * i16::from(self.wave),
                    traits: Enemy::PLAIN | Enemy::BEHIND,
                    ..Enemy::BLANK
                });
            }
            Effect::AddEnemies { count, .. } => {
                let count = self.amount(count, act).clamp(0, 9) as u8;
                self.add_unknown(count);
            }
            Effect::Kill { .. } => {
                if let Some(enemy) = self.enemies.get_mut(act.enemy as usize) {
                    enemy.hp = 0;
                }
            }
            Effect::GainPower { amount, who, lasts } => {
                let amount = self.amount(amount, act);
                let index = match who.pick {
                    Pick::This => act.user.map(usize::from),
                    _ => Some(act.troop as usize),
                };
                if let Some(troop) = index.and_then(|index| self.troops.get_mut(index)) {
                    match lasts {
                        Lasts::NextAttack => {
                            troop.extra += amount;
                            troop.plain = false;
                        }
                        _ => troop.power += amount,
                    }
                }
            }
            Effect::LosePower { amount, who, .. } => {
                let amount = self.amount(amount, act);
                if who.pick.is_enemy() {
                    if let Some(enemy) = self.enemies.get_mut(act.enemy as usize) {
                        enemy.power = (enemy.power - amount).max(0);
                    }
                } else {
                    let (from, end) = self.troops_meant(who, act);
                    for troop in &mut self.troops[from..end] {
                        troop.power = (troop.power - amount).max(0);
                    }
                }
            }
            Effect::StrikeFirst => {
                if let Some(troop) = act.user.and_then(|u| self.troops.get_mut(u as usize)) {
                    troop.first = true;
                    troop.plain = false;
                }
            }
            // The rest is no part of a fight, or is settled by whoever asks the model.
            _ => {}
        }
    }

    /// The lane's troops that a target means, as a range.
    fn troops_meant(&self, target: Target, act: &Act) -> (usize, usize) {
        let all = self.troops.len();
        let count = usize::from(target.count).min(all);
        let one = |index: Option<u8>| match index {
            Some(index) if usize::from(index) < all => (index as usize, index as usize + 1),
            _ => (0, 0),
        };
        match target.pick {
            Pick::FirstTroops => (0, count),
            Pick::LastTroops => (all - count, all),
            Pick::EveryTroop => (0, all),
            Pick::LaneFronts => (0, all.min(1)),
            Pick::This => one(act.user),
            Pick::ThatTroop | Pick::OneTroop | Pick::OneFightingTroop => one(Some(act.troop)),
            _ => (0, 0),
        }
    }

    fn damage(&mut self, amount: i16, to: Target, act: &Act) {
        let (from, end) = self.troops_meant(to, act);
        for index in from..end {
            self.wound(index, amount);
        }
        let (first, count) = match to.pick {
            Pick::LaneFronts => (0, 1),
            Pick::FirstEnemies => (0, usize::from(to.count)),
            Pick::OneEnemy
            | Pick::OneRevealedEnemy
            | Pick::OneEnemyInLane
            | Pick::OneRevealedEnemyInLane
            | Pick::OneRevealedNonBossInLane
            | Pick::ThatEnemy => (act.enemy as usize, 1),
            _ => return,
        };
        let dealt = self.dealt_to_enemy(amount);
        let mut broods = 0;
        let hit = self.enemies.iter_mut().skip(first).take(count);
        for enemy in hit.filter(|_| amount > 0) {
            enemy.hp -= dealt;
            if enemy.is_able() {
                let profile = &self.profiles[enemy.kind as usize];
                enemy.power += profile.rage * dealt;
                broods += profile.broods * u8::from(dealt > 0);
            }
        }
        if broods > 0 {
            self.add_unknown(broods);
        }
    }

    /// How much damage by an ability an enemy suffers.
    #[inline]
    pub fn dealt_to_enemy(&self, amount: i16) -> i16 {
        if amount <= 0 {
            return 0;
        }
        let mut more = 0;
        if self.sharpens {
            let troops = self.troops.iter();
            let each = troops.map(|t| self.profiles[t.kind as usize].ability_damage_more);
            more = each.sum();
        }
        (amount + more - self.shields).max(0)
    }

    fn move_card(&mut self, who: Target, to: Destination, act: &Act) {
        let (from, end) = self.troops_meant(who, act);
        if from < end {
            let troop = self.troops.remove(from);
            match to {
                Destination::End => self.troops.push(troop),
                _ => self.troops.insert(0, troop),
            }
            return;
        }
        let moves_enemy = matches!(
            who.pick,
            Pick::ThatEnemy | Pick::OneRevealedEnemy | Pick::This
        );
        if moves_enemy && (act.enemy as usize) < self.enemies.len() {
            let mut enemy = self.enemies.remove(act.enemy as usize);
            enemy.gain(Enemy::BEHIND);
            self.enemies.push(enemy);
        }
    }

    /// Takes a troop's items off; how many there were.
    pub(super) fn strip(&mut self, index: usize) -> i16 {
        let troop = &mut self.troops[index];
        let gear = std::mem::take(&mut troop.gear);
        troop.power -= gear.power;
        troop.total -= gear.hp;
        troop.hp -= gear.hp;
        troop.worth -= gear.worth;
        i16::from(gear.items)
    }

    fn least_worthy(&self) -> Option<usize> {
        let worths = self.troops.iter().map(|troop| troop.worth).enumerate();
        worths
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(index, _)| index)
    }
}

/// Whether somebody may be without HP after an effect.
fn can_kill(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Damage { .. }
            | Effect::Kill { .. }
            | Effect::DiscardItems { .. }
            | Effect::BurnItems { .. }
    )
}
