//! Fight: one exchange of blows between the first troop and the first enemy of a lane.

use crate::observe::{Nature, Observer};
use crate::play::{Decision, Policy};
use crate::rules::abilities::{EventContext, StrikeOption, Turn, abilities_on_board};
use crate::rules::damage::{Batch, DamageSource, Hit};
use crate::rules::{Game, Table};
use crate::state::{CardRef, Side};
use cards::ability::When;

/// Who strikes at the same time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strikers {
    Both,
    Troop,
    Enemy,
}

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// One exchange. Returns whether it changed anything.
    pub(super) fn fight_step(&mut self, troop: CardRef, enemy: CardRef) -> bool {
        let before = self.table().standing_of(troop, enemy);
        self.sent_back.clear();
        let enemy_first = self.enemy_strikes_first(enemy);
        let troop_first = self.troop_strikes_first(troop, enemy);
        let first = match (enemy_first, troop_first) {
            (true, false) => Strikers::Enemy,
            (false, true) => Strikers::Troop,
            _ => Strikers::Both,
        };
        self.strike(first, troop, enemy);
        let mut struck = first != Strikers::Enemy;
        if first == Strikers::Troop && self.still_fights(enemy) {
            self.strike(Strikers::Enemy, troop, enemy);
        } else if first == Strikers::Enemy {
            struck = self.still_fights(troop) && self.state.board.get(enemy).is_some();
            if struck {
                self.strike(Strikers::Troop, troop, enemy);
            }
        }
        if struck {
            self.after_being_attacked(enemy);
        }
        let changed = before != self.table().standing_of(troop, enemy) || self.state.fight.reacted;
        self.state.fight.reacted = false;
        changed
    }

    /// One or both strike, with everything that follows from it.
    fn strike(&mut self, strikers: Strikers, troop: CardRef, enemy: CardRef) {
        let mut batch = Batch::new();
        if strikers != Strikers::Troop {
            self.enemy_strike(enemy, &mut batch);
        }
        if strikers != Strikers::Enemy {
            self.troop_strike(troop, enemy, &mut batch);
        }
        self.deal(&mut batch);
    }

    /// Whether a card that has been struck first strikes back: it must still stand first, and
    /// not have been sent back instead of dying.
    fn still_fights(&self, card: CardRef) -> bool {
        self.state.position(card) == Some(0)
            && !self.sent_back.contains(&card)
            && !self.state.is_over()
    }

    fn enemy_strikes_first(&mut self, enemy: CardRef) -> bool {
        let found = self.state.board.card_mut(enemy.slot);
        let mut first = std::mem::take(&mut found.strikes_first);
        if found.facts.triggers & When::Attacks.bit() == 0 {
            return first;
        }
        let card = *found;
        for (user, ability) in abilities_on_board(self.cards, &card, enemy, When::Attacks) {
            let about = EventContext::of_strike(enemy, user.card, StrikeOption::First);
            if ability.strikes_first() && self.table().is_usable(&user, ability, &about) {
                let run = self.carry_out(user, ability, about, Nature::EnemyTrigger);
                first |= run.strikes_first;
            }
        }
        first
    }

    fn troop_strikes_first(&mut self, troop: CardRef, enemy: CardRef) -> bool {
        let card = self.state.board.card_mut(troop.slot);
        let mut first = card.strikes_first;
        card.strikes_first = false;
        let lane = card.lane;
        if !first && self.table().anyone_listens(When::Attacks) {
            let about = EventContext::of_strike(enemy, Some(troop), StrikeOption::First);
            let mut turn = Turn::starting_with(lane);
            let decision = Decision::Strike { troop, enemy };
            if let Some((seat, choice)) =
                self.next_answer(&mut turn, When::Attacks, decision, &about)
            {
                first |= self
                    .use_chosen(seat, choice, about)
                    .is_some_and(|run| run.strikes_first);
            }
        }
        first
    }

    /// The hits of an enemy's attack, on one or more troops from the front.
    #[inline(always)]
    fn enemy_strike(&mut self, enemy: CardRef, batch: &mut Batch) {
        let power = self.table().power(enemy);
        let card = self.state.board.card_mut(enemy.slot);
        card.has_attacked = true;
        let pending = std::mem::take(&mut card.attack_power);
        let power = power.saturating_add(pending).max(0);
        let (kind, lane, abilities) = (card.kind, card.lane, card.has_abilities());
        let source = DamageSource {
            abilities,
            ..DamageSource::new(Side::Enemy, kind, Some(enemy))
        };
        let standing = source.standing(self.cards);
        let count = standing.map_or(1, |standing| standing.hits as usize);
        let overflow = standing.and_then(|standing| standing.overflow).unwrap_or(0);
        for (index, troop) in self.table().troops_of_lane(lane).take(count).enumerate() {
            let nature = if index == 0 {
                Nature::Attack
            } else {
                Nature::FurtherHit
            };
            let mut hit = Hit::new(troop, power, nature, source);
            hit.overflow = overflow;
            batch.push(hit);
        }
    }

    /// The hit of a troop's attack, with all additions.
    #[inline(always)]
    fn troop_strike(&mut self, troop: CardRef, enemy: CardRef, batch: &mut Batch) {
        let extra = self.strike_bonuses(troop, enemy);
        if self.state.board.get(troop).is_none() {
            return;
        }
        let power = self.table().power(troop);
        let card = self.state.board.card_mut(troop.slot);
        card.has_attacked = true;
        let pending = std::mem::take(&mut card.attack_power);
        let source = DamageSource::new(Side::Troop, card.kind, Some(troop));
        let amount = power.saturating_add(pending).max(0).saturating_add(extra);
        batch.push(Hit::new(enemy, amount, Nature::Attack, source));
    }

    /// Abilities that add to a strike, each at most once.
    fn strike_bonuses(&mut self, troop: CardRef, enemy: CardRef) -> i16 {
        let mut extra = 0;
        let origin = self.answered.new_origin();
        let lane = self.state.board.card(troop.slot).lane;
        for when in [When::Attacks, When::AnotherAttacks] {
            let about = EventContext {
                origin,
                ..EventContext::of_strike(enemy, Some(troop), StrikeOption::Damage)
            };
            let mut turn = Turn::starting_with(lane);
            let decision = Decision::Strike { troop, enemy };
            while let Some((seat, choice)) = self.next_answer(&mut turn, when, decision, &about) {
                self.answered.note(about.origin, choice);
                let run = self.use_chosen(seat, choice, about);
                extra = run.map_or(extra, |run| run.extra_damage.saturating_add(extra));
            }
        }
        extra
    }

    /// An enemy that was struck by the first troop and survives may respond.
    fn after_being_attacked(&mut self, enemy: CardRef) {
        if let Some(card) = self.state.board.get(enemy).copied() {
            self.trigger_alone(&card, enemy, When::AttackedAndAlive);
        }
    }
}

impl Table<'_> {
    /// Damage and marks on both cards, or `None` if one has left: shows whether an exchange changed
    /// anything. A card that escapes death may have the same damage as before.
    fn standing_of(self, troop: CardRef, enemy: CardRef) -> Option<[(i16, u8); 2]> {
        let troop = self.state.board.get(troop)?;
        let enemy = self.state.board.get(enemy)?;
        Some([(troop.damage, troop.used), (enemy.damage, enemy.used)])
    }
}
