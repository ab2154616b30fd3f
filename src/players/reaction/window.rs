//! Open windows: what could be done now, and whether it is worth it.

use super::heuristic::{Offered, act_of, offered, source_of};
use super::known::fight_signature;
use super::targets::{is_lead, is_lent};
use super::{Heuristic, Looks, ReactionMemory};
use crate::model::{Act, Lane, Scene, Setting, Worth};
use cards::ability::{Ability, Amount, Combine, Effect, LaneRef, Pick, Target};
use cards::{Class, KindId};
use game::play::{Choice, View};
use game::state::{CardRef, LANE_ZONES};

#[cfg(test)]
mod tests;

/// Gains smaller than this are rounding.
const NOTHING: f32 = 0.02;

/// The best that an option can do, and how.
#[derive(Clone, Copy)]
struct Prospect {
    gain: f32,
    target: Option<CardRef>,
    position: u8,
    parts: u8,
    /// Troops, a bit each, whom more power for the next attack has not helped: they never struck.
    idle: u8,
}

impl Default for Prospect {
    fn default() -> Self {
        Prospect {
            gain: f32::NEG_INFINITY,
            target: None,
            position: 0,
            parts: Act::ALL,
            idle: 0,
        }
    }
}

impl Prospect {
    fn update(&mut self, gain: f32, target: Option<CardRef>, parts: u8) {
        if gain > self.gain {
            self.gain = gain;
            self.target = target;
            self.position = 0;
            self.parts = parts;
        }
    }
}

impl Heuristic {
    /// The reaction window of a fight.
    #[inline(never)]
    pub(super) fn window<'a>(
        &self,
        view: &View<'_>,
        setting: &Setting<'a, '_>,
        lane: u8,
        options: &[Choice],
        memory: &mut ReactionMemory,
        looks: &mut Looks<'_, 'a>,
    ) -> usize {
        let mut uses = options[1..].iter();
        if view.enemy_count(lane) == 0
            || uses.all(|choice| self.is_out_of_place(view, setting, lane, *choice))
        {
            return 0;
        }
        let mut unknown = None;
        if let Some(known) = &mut looks.known
            && let Some(signature) = fight_signature(view, setting, lane, options)
        {
            if let Some(answer) = known.find(signature) {
                // Who passes remembers nothing new.
                if answer.index > 0 {
                    *memory = answer.memory;
                }
                return usize::from(answer.index);
            }
            unknown = Some((known, signature));
        }
        let scene = looks.scenes.at(view, setting, lane);
        scene.judge(|lane| setting.worth(view, lane));
        let answer = self.best_in_window(view, setting, scene, options, memory);
        if let Some((known, signature)) = unknown {
            known.keep(signature, answer, memory);
        }
        answer
    }

    /// The best that can be done in a window.
    #[inline(always)] // There is one caller.
    fn best_in_window(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        scene: &Scene<'_>,
        options: &[Choice],
        memory: &mut ReactionMemory,
    ) -> usize {
        let (model, before) = (&scene.lane, scene.before);
        let lane = model.number;
        // What cannot be exceeded by anything that is done for the lane.
        let most = model.ceiling(setting.stakes) - before.all;
        let mut best = (0, NOTHING);
        for (index, choice) in (1..).zip(&options[1..]) {
            let (kind, prospect, hold) = match *choice {
                Choice::Deploy(kind) => {
                    let hold = self.weights.hold_troop * f32::from(view.kind(kind).cost);
                    let hold = hold * setting.future * setting.reluctance;
                    let prospect = self.deploying(view, setting, model, kind, before);
                    (kind, prospect, hold)
                }
                choice => {
                    let Some(offered) = offered(view, choice) else {
                        continue;
                    };
                    let profile = &setting.profiles[offered.kind.index()];
                    let number = offered.number;
                    if profile.salvages & 1 << number != 0
                        && let Some(salvage) =
                            self.salvaging(view, setting, model, &offered, before)
                    {
                        if salvage.gain > best.1 {
                            best = (index, salvage.gain);
                            *memory = ReactionMemory {
                                kind: Some(offered.kind),
                                lane: salvage.seat,
                                ..ReactionMemory::default()
                            };
                        }
                        continue;
                    }
                    if self.is_out_of_place(view, setting, lane, choice) {
                        continue;
                    }
                    let mut hold = self.hold(view, &offered, setting);
                    if self.weights.doomed != 1.0
                        && offered.card.is_some_and(|card| scene.is_doomed(card))
                    {
                        hold *= self.weights.doomed;
                    }
                    let enlists = profile.enlists & 1 << number != 0;
                    let unlimited = enlists && !is_limited(setting, offered.kind);
                    if most - hold <= best.1 && !unlimited {
                        continue;
                    }
                    let prospect = match enlists {
                        true => self.deploying(view, setting, model, offered.kind, before),
                        false => self.using(view, setting, scene, &offered),
                    };
                    (offered.kind, prospect, hold)
                }
            };
            if prospect.gain - hold > best.1 {
                best = (index, prospect.gain - hold);
                *memory = ReactionMemory {
                    kind: Some(kind),
                    target: prospect.target,
                    lane,
                    position: prospect.position,
                    parts: prospect.parts,
                    card_cost: 0,
                };
            }
        }
        best.0
    }

    /// Whether a choice concerns nobody but a troop of another lane.
    #[inline]
    fn is_out_of_place(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        lane: u8,
        choice: Choice,
    ) -> bool {
        let Some((kind, number, Some(card))) = source_of(view, choice) else {
            return false;
        };
        setting.profiles[kind.index()].personal & 1 << number != 0
            && view.card(card).is_some_and(|user| user.lane != lane)
    }

    /// Outside fights, only wounds can be treated; everything else waits for the enemy.
    #[inline(never)]
    pub(super) fn free_window(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        options: &[Choice],
        memory: &mut ReactionMemory,
    ) -> usize {
        let mut best = (0, NOTHING);
        for (index, choice) in (1..).zip(&options[1..]) {
            let Some(offered) = offered(view, *choice) else {
                continue;
            };
            let heals = |effect: &Effect| matches!(effect, Effect::Heal { .. });
            if !offered.ability.effects.iter().any(heals) {
                continue;
            }
            let hold = self.hold(view, &offered, setting);
            for number in 0..view.players() {
                let model = setting.lane(view, number);
                let mut healed = model;
                healed.carry_out(offered.ability, act_of(view, &model, &offered));
                let gain = healed.value(setting.stakes) - model.value(setting.stakes) - hold;
                if gain > best.1 {
                    best = (index, gain);
                    memory.kind = Some(offered.kind);
                    memory.lane = number;
                    memory.target = None;
                }
            }
        }
        best.0
    }

    /// The best use of an ability in a lane.
    #[inline(always)] // There is one caller.
    fn using(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        scene: &Scene<'_>,
        offered: &Offered<'_>,
    ) -> Prospect {
        let act = act_of(view, &scene.lane, offered);
        let modes: &[u8] = match offered.ability.combine {
            Combine::All => &[Act::ALL],
            Combine::AndOr => &[3, 2, 1],
        };
        let mut best = Prospect::default();
        for parts in modes {
            let tried = Act {
                parts: *parts,
                ..act
            };
            self.try_targets(view, setting, scene, offered, tried, &mut best);
        }
        best
    }

    /// Tries an ability on everybody it could be meant for.
    fn try_targets(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        scene: &Scene<'_>,
        offered: &Offered<'_>,
        act: Act,
        best: &mut Prospect,
    ) {
        let (lane, before) = (&scene.lane, scene.before);
        let used = offered.ability.effects.iter().enumerate();
        let used = used.filter(|(index, _)| act.parts & 1 << index != 0);
        let target = used
            .filter_map(|(_, effect)| target_of(effect))
            .find(|target| target.pick.is_choice() || target.lane == LaneRef::Chosen);
        let attempt = |act: Act| {
            let mut tried = *lane;
            tried.carry_out(offered.ability, act);
            (setting.gain(view, &mut tried, before), tried.reached)
        };
        match target.map(|target| target.pick) {
            Some(Pick::OneTroop | Pick::OneFightingTroop) => {
                let all = if target.is_some_and(|t| t.pick == Pick::OneFightingTroop) {
                    lane.troops.len().min(1)
                } else {
                    lane.troops.len()
                };
                let lent = power_lent(offered.ability);
                for index in 0..all {
                    let troop = index as u8;
                    let act = Act { troop, ..act };
                    let target = Some(lane.troops[index].card);
                    let gain = if let Some(lent) = lent {
                        match known(&act, scene.reached(), best.idle) {
                            Known::Nothing => 0.0,
                            // It is lent where the troop already stands.
                            Known::No
                                if (act.parts == 2 || troop == 0)
                                    && scene.has_no_use_for(index, lane.size(lent, &act)) =>
                            {
                                0.0
                            }
                            Known::Tried => continue,
                            Known::No => {
                                let (gain, reached) = attempt(act);
                                if act.parts == 3 && troop > reached {
                                    best.idle |= 1 << troop;
                                }
                                gain
                            }
                        }
                    } else {
                        attempt(act).0
                    };
                    best.update(gain, target, act.parts);
                }
            }
            Some(pick) if pick.is_choice() => {
                let hit = only_hit(offered.ability, &act);
                for (index, enemy) in lane.enemies.iter().enumerate() {
                    if !self.may_hit(view, offered, act, pick, enemy.kind) {
                        continue;
                    }
                    let enemy_hit = Act {
                        enemy: index as u8,
                        ..act
                    };
                    let in_vain = hit.is_some_and(|amount| {
                        let damage = lane.dealt_to_enemy(lane.size(amount, &act));
                        scene.shrugs_off(index, damage)
                    });
                    let gain = if in_vain { 0.0 } else { attempt(enemy_hit).0 };
                    best.update(gain, Some(enemy.card), act.parts);
                }
            }
            _ => best.update(attempt(act).0, None, act.parts),
        }
    }

    /// Whether an enemy of the lane may be chosen; the rules have the last word.
    fn may_hit(
        &self,
        view: &View<'_>,
        offered: &Offered<'_>,
        act: Act,
        pick: Pick,
        enemy: u8,
    ) -> bool {
        let in_lane = matches!(
            pick,
            Pick::OneEnemyInLane | Pick::OneRevealedEnemyInLane | Pick::OneRevealedNonBossInLane
        );
        let out_of_reach = in_lane && offered.card.is_some() && act.user.is_none();
        let facts = view.kind(KindId(enemy));
        let boss = facts.class == Class::Boss;
        let spared = boss && pick == Pick::OneRevealedNonBossInLane;
        let shielded = facts.derived.standing.untargetable;
        !(out_of_reach || spared || shielded)
    }

    /// What a troop from hand would do for the lane, beyond what it is worth anyway.
    fn deploying(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        lane: &Lane<'_>,
        kind: KindId,
        before: Worth,
    ) -> Prospect {
        let mut best = Prospect::default();
        if view.troop_count(lane.number) >= LANE_ZONES {
            return best;
        }
        let troop = setting.fresh_troop(kind);
        let ends = [lane.troops.len(), 0];
        let ends = &ends[..if lane.troops.is_empty() { 1 } else { 2 }];
        for &position in ends {
            let mut tried = *lane;
            tried.insert_troop(position, troop);
            let gain = setting.gain(view, &mut tried, before) - troop.worth;
            if gain > best.gain {
                best.gain = gain;
                best.position = position as u8;
            }
        }
        best
    }
}

/// Whether what a lane can gain is limited by its worth at most, even if a troop comes to it: that is so
/// unless the troop had better fall, or damage is worth something.
fn is_limited(setting: &Setting<'_, '_>, troop: KindId) -> bool {
    let stakes = setting.stakes;
    let harms = [stakes.base, stakes.doom, stakes.wound];
    setting.fresh_troop(troop).worth >= 0.0 && harms.iter().all(|harm| *harm >= 0.0)
}

/// The power that an ability lends if it moves a chosen troop to the front and/or gives it power for its
/// next attack: of the many ways to use it, most come to the same.
fn power_lent(ability: &Ability) -> Option<Amount> {
    let [first, Effect::GainPower { amount, .. }] = &ability.effects[..] else {
        return None;
    };
    let alternatives = ability.combine == Combine::AndOr && ability.costs.is_empty();
    (is_lead(first) && is_lent(&ability.effects[1]) && alternatives).then_some(*amount)
}

/// The damage to an enemy, if an ability does nothing else to the lane.
fn only_hit(ability: &Ability, act: &Act) -> Option<Amount> {
    match ability.effects[..] {
        [Effect::Damage { amount, .. }] if ability.costs.is_empty() || act.user.is_none() => {
            Some(amount)
        }
        _ => None,
    }
}

/// What is known of an attempt before it is made.
enum Known {
    /// It changes nothing.
    Nothing,
    /// It comes to the same as one that has been made.
    Tried,
    No,
}

/// What is known of a way to use an ability that leads or lends ([`power_lent`]); both parts are tried first, then the
/// second, then the first.
fn known(act: &Act, reached: u8, idle: u8) -> Known {
    let in_front = act.troop == 0;
    match act.parts {
        // The second part alone: for the first troop it is what both were, as it cannot move up;
        // and a troop that never strikes has no use for power.
        2 if in_front => Known::Tried,
        2 if act.troop > reached => Known::Nothing,
        // The first part alone.
        1 if in_front => Known::Nothing,
        1 if idle & 1 << act.troop != 0 => Known::Tried,
        _ => Known::No,
    }
}

/// The target of an effect, if it is a card.
pub(super) fn target_of(effect: &Effect) -> Option<Target> {
    match *effect {
        Effect::Damage { to, .. } | Effect::Heal { to, .. } => Some(to),
        Effect::Move { who, .. } | Effect::Kill { who } | Effect::GainPower { who, .. } => {
            Some(who)
        }
        _ => None,
    }
}
