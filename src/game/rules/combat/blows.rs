//! Blows to which nobody responds: most are, and they take a fraction of what a damage event takes.

use super::fight::Strikers;
use crate::observe::{Cause, Event, Nature, Observer, Way};
use crate::play::Policy;
use crate::rules::Game;
use crate::rules::damage::{Hit, Source, ToBase};
use crate::state::CardRef;
use cards::ability::When;
use cards::{Derived, KindId};

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// Deals the blows of an exchange as a damage event would, up to the marking of damage, if they
    /// are plain. Returns whether they were.
    ///
    /// They are plain if both cards still face each other, no window opens for an attack or for
    /// damage, and no other troop is hit.
    #[inline]
    pub(super) fn strike_plainly(
        &mut self,
        strikers: Strikers,
        troop: CardRef,
        enemy: CardRef,
    ) -> bool {
        let (Some(struck), Some(striking)) =
            (self.state.board.get(troop), self.state.board.get(enemy))
        else {
            return false;
        };
        let lane = striking.lane;
        if !self.goes_unanswered(striking.moments) || self.state.first_troop(lane) != Some(troop) {
            return false;
        }
        let mut to_troop = match strikers {
            Strikers::Troop => 0,
            _ => self.power(enemy),
        };
        let mut base = None;
        if striking.moments & Derived::OVERFLOWS != 0 && to_troop > 0 {
            let excess = self.excess(troop, to_troop);
            if excess > 0 && self.state.lanes[lane as usize].troops.len() > 1 {
                return false;
            }
            if excess > 0 && self.kind(striking.kind).derived.standing.overflow == Some(u8::MAX) {
                base = Some((excess, striking.kind, lane));
                to_troop = self.kept_of(to_troop, excess);
            }
        }
        let (troop_kind, enemy_kind) = (struck.kind, striking.kind);
        let mut to_enemy = 0;
        if strikers != Strikers::Enemy {
            let power = self.power(troop);
            let struck = self.state.board.card_mut(troop.slot);
            struck.has_attacked = true;
            let pending = std::mem::take(&mut struck.attack_power);
            to_enemy = self.reduce(enemy, power.saturating_add(pending), lane);
        }
        if strikers != Strikers::Troop {
            self.state.board.card_mut(enemy.slot).has_attacked = true;
        }
        if to_troop > 0 {
            self.mark_damage(troop, to_troop, enemy_kind, Nature::Attack);
        }
        if to_enemy > 0 {
            self.mark_damage(enemy, to_enemy, troop_kind, Nature::Attack);
        }
        self.depth += 1;
        self.settle_blows((troop, to_troop), (enemy, to_enemy), base);
        self.depth -= 1;
        self.answered.clear();
        self.close_up();
        true
    }

    /// What follows from two blows at the same time whose damage has been marked: mostly the dead just leave, the enemy first.
    #[inline]
    fn settle_blows(
        &mut self,
        (troop, to_troop): (CardRef, i16),
        (enemy, to_enemy): (CardRef, i16),
        base: Option<ToBase>,
    ) {
        let troop_dies = to_troop > 0 && self.is_lethal(troop);
        let enemy_dies = to_enemy > 0 && self.is_lethal(enemy);
        if !self.nothing_follows(troop, enemy, troop_dies, enemy_dies) {
            return self.follow_from_blows((troop, to_troop), (enemy, to_enemy), base);
        }
        let board = &self.state.board;
        let (victim, killer) = (board.card(troop.slot), board.card(enemy.slot));
        let (troop_kind, enemy_kind) = (victim.kind, killer.kind);
        let (owner, lane) = (victim.owner, victim.lane);
        let raises_victim = troop_dies && killer.moments & When::KillsTroop.bit() != 0;
        if enemy_dies {
            self.leave_dead(enemy, Some(troop_kind));
        }
        if troop_dies {
            self.leave_dead(troop, Some(enemy_kind));
        }
        if let Some((amount, kind, lane)) = base {
            self.damage_base(amount, lane, kind, Way::Overflow);
        }
        if raises_victim && !self.is_over() {
            self.raise_victim(enemy_kind, (troop_kind, owner), lane);
        }
    }

    /// Carries out the commonest ability for killing a troop: it becomes an enemy.
    #[inline(never)]
    fn raise_victim(&mut self, killer: KindId, (troop, owner): (KindId, u8), lane: u8) {
        if let Some(ability) = self.kind(killer).derived.raises_victim {
            self.emit(Event::Used {
                kind: killer,
                seat: lane,
                ability,
            });
            let cause = Cause {
                kind: Some(killer),
                way: Way::Ability,
            };
            self.raise(owner, troop, lane, cause);
        }
    }

    /// The same, where abilities are triggered.
    #[inline(never)]
    fn follow_from_blows(
        &mut self,
        (troop, to_troop): (CardRef, i16),
        (enemy, to_enemy): (CardRef, i16),
        base: Option<ToBase>,
    ) {
        let (struck, striking) = (
            self.state.board.card(troop.slot),
            self.state.board.card(enemy.slot),
        );
        let by_troop = Source::own(struck.kind, Some(troop));
        let by_enemy = Source {
            abilities: striking.has_abilities(),
            ..Source::enemy(striking.kind, Some(enemy))
        };
        let hits = [
            Hit::new(troop, to_troop, Nature::Attack, by_enemy),
            Hit::new(enemy, to_enemy, Nature::Attack, by_troop),
        ];
        self.follow_from_damage(&hits, base);
    }

    /// Whether nobody can respond to an exchange with an enemy that has these triggers, before the
    /// damage is dealt.
    #[inline]
    fn goes_unanswered(&self, enemy: u32) -> bool {
        const BEFORE: u32 =
            When::Attacks.bit() | When::AnotherAttacks.bit() | When::WouldBeDamaged.bit();
        let listening = self.state.lane_moments | self.state.hand_moments;
        listening & BEFORE == 0
            && enemy & Derived::HITS_SEVERAL == 0
            && !self.policy.sees_every_window()
            && !self.is_over()
    }

    /// Whether no ability is triggered by damage to two cards that fight, or by their deaths, except
    /// the commonest for killing a troop.
    #[inline]
    fn nothing_follows(
        &self,
        troop: CardRef,
        enemy: CardRef,
        troop_dies: bool,
        enemy_dies: bool,
    ) -> bool {
        const DAMAGED: u32 = When::Damaged.bit() | When::DamagesTroop.bit();
        const DEAD: u32 = When::WouldBeKilled.bit() | When::Killed.bit();
        const TROOP_DEAD: u32 = When::WouldBeKilled.bit() | When::TroopKilled.bit();
        let board = &self.state.board;
        let (victim, killer) = (board.card(troop.slot), board.card(enemy.slot));
        let (struck, striking) = (victim.moments, killer.moments);
        let kills_plainly = || {
            striking & When::KillsTroop.bit() == 0
                || self.kind(killer.kind).derived.raises_victim.is_some()
        };
        let listening = self.state.lane_moments | self.state.hand_moments;
        (struck | striking) & DAMAGED == 0
            && listening & When::EnemyDamaged.bit() == 0
            && (!enemy_dies || striking & DEAD == 0)
            && (!troop_dies || (struck & DEAD) | (listening & TROOP_DEAD) == 0 && kills_plainly())
    }
}
