//! Blows to which nobody responds: most are, and they take a fraction of what a damage event takes.

use super::fight::Strikers;
use crate::observe::{Nature, Observer};
use crate::play::Policy;
use crate::rules::Game;
use crate::rules::damage::{Hit, Source};
use crate::state::CardRef;
use cards::Derived;
use cards::ability::When;

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// Deals the blows of an exchange as a damage event would, up to the marking of damage, if they
    /// are plain. Returns whether they were.
    ///
    /// They are plain if both cards still face each other, no window opens for an attack or for
    /// damage, and the enemy hits the first troop only. What follows from the damage is left to
    /// [`Game::follow_from_damage`], where anything does.
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
        let to_troop = match strikers {
            Strikers::Troop => 0,
            _ => self.power(enemy),
        };
        if striking.moments & Derived::OVERFLOWS != 0 && self.excess(troop, to_troop) > 0 {
            return false;
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
        let (mut troop_dies, mut enemy_dies) = (false, false);
        if to_troop > 0 {
            self.mark_damage(troop, to_troop, enemy_kind, Nature::Attack);
        }
        if to_enemy > 0 {
            self.mark_damage(enemy, to_enemy, troop_kind, Nature::Attack);
            enemy_dies = self.is_lethal(enemy);
        }
        if to_troop > 0 {
            troop_dies = self.is_lethal(troop);
        }
        if self.nothing_follows(troop, enemy, troop_dies, enemy_dies) {
            if enemy_dies {
                self.leave_dead(enemy, Some(troop_kind));
            }
            if troop_dies {
                self.leave_dead(troop, Some(enemy_kind));
            }
        } else {
            self.follow_from_blows((troop, to_troop), (enemy, to_enemy));
        }
        self.answered.clear();
        self.close_up();
        true
    }

    /// The full way from marked damage on.
    #[inline(never)]
    fn follow_from_blows(
        &mut self,
        (troop, to_troop): (CardRef, i16),
        (enemy, to_enemy): (CardRef, i16),
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
        self.depth += 1;
        self.follow_from_damage(&hits, None);
        self.depth -= 1;
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

    /// Whether no ability is triggered by damage to two cards that fight, or by their deaths.
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
        let (struck, striking) = (
            board.card(troop.slot).moments,
            board.card(enemy.slot).moments,
        );
        let listening = self.state.lane_moments | self.state.hand_moments;
        (struck | striking) & DAMAGED == 0
            && listening & When::EnemyDamaged.bit() == 0
            && (!enemy_dies || striking & DEAD == 0)
            && (!troop_dies
                || struck & DEAD | striking & When::KillsTroop.bit() | listening & TROOP_DEAD == 0)
    }
}
