//! A plain exchange of blows: most are, and it takes a fraction of what a damage event takes.

use crate::observe::{Nature, Observer};
use crate::play::Policy;
use crate::rules::Game;
use crate::state::{BoardCard, CardRef};
use cards::Derived;
use cards::ability::When;

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// Whether an exchange is nothing but two blows at the same time, to which nobody responds: no
    /// window opens, neither side strikes first, each blow hits one card, and no ability is
    /// triggered by a strike, by damage or by death.
    #[inline]
    pub(super) fn blows_are_plain(&self, troop: &BoardCard, enemy: &BoardCard) -> bool {
        const OF_PLAYERS: u32 = When::Attacks.bit()
            | When::AnotherAttacks.bit()
            | When::WouldBeDamaged.bit()
            | When::EnemyDamaged.bit()
            | When::WouldBeKilled.bit()
            | When::TroopKilled.bit();
        const OF_BOTH: u32 = When::Damaged.bit() | When::WouldBeKilled.bit() | When::Killed.bit();
        const OF_ENEMY: u32 = When::Attacks.bit()
            | When::AttackedAndAlive.bit()
            | When::DamagesTroop.bit()
            | When::KillsTroop.bit()
            | Derived::HITS_FURTHER
            | OF_BOTH;
        let listening = self.state.lane_moments | self.state.hand_moments;
        listening & OF_PLAYERS == 0
            && troop.moments & OF_BOTH == 0
            && enemy.moments & OF_ENEMY == 0
            && !troop.strikes_first
            && !enemy.strikes_first
            && !self.policy.sees_every_window()
    }

    /// A plain exchange, exactly as a damage event would have it. Returns whether it changed
    /// anything.
    #[inline]
    pub(super) fn exchange_plainly(&mut self, troop: CardRef, enemy: CardRef) -> bool {
        let (to_troop, own_power) = (self.power(enemy), self.power(troop));
        let striking = self.state.board.card_mut(enemy.slot);
        striking.has_attacked = true;
        let (lane, enemy_kind) = (striking.lane, striking.kind);
        let striking = self.state.board.card_mut(troop.slot);
        striking.has_attacked = true;
        let pending = std::mem::take(&mut striking.attack_power);
        let troop_kind = striking.kind;
        let to_enemy = self.reduce(enemy, own_power.saturating_add(pending), lane);
        let mut changed = self.mark_damage(troop, to_troop, enemy_kind, Nature::Attack);
        changed |= self.mark_damage(enemy, to_enemy, troop_kind, Nature::Attack);
        let troop_dies = to_troop > 0 && self.is_lethal(troop);
        if to_enemy > 0 && self.is_lethal(enemy) {
            self.leave_dead(enemy, Some(troop_kind));
        }
        if troop_dies {
            self.leave_dead(troop, Some(enemy_kind));
        }
        self.close_up();
        changed | std::mem::take(&mut self.state.fight.reacted)
    }
}
