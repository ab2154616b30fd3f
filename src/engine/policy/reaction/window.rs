//! Open windows: what could be done now, and whether it is worth it.

use super::heuristic::{Offered, act_of, offered};
use super::{Heuristic, ReactionMemory};
use crate::ability::{Combine, Effect, LaneRef, Pick, Target};
use crate::cards::{Class, KindId};
use crate::policy::model::{Act, Lane, Setting};
use crate::policy::{Choice, View};
use crate::state::{CardRef, LANE_ZONES};

/// Gains smaller than this are rounding.
const NOTHING: f32 = 0.02;

/// The best that an option can do, and how.
#[derive(Clone, Copy)]
struct Prospect {
    gain: f32,
    target: Option<CardRef>,
    position: u8,
    parts: u8,
}

impl Default for Prospect {
    fn default() -> Self {
        Prospect {
            gain: f32::NEG_INFINITY,
            target: None,
            position: 0,
            parts: Act::ALL,
        }
    }
}

impl Heuristic {
    /// The reaction window of a fight.
    pub(super) fn window(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        lane: u8,
        options: &[Choice],
        memory: &mut ReactionMemory,
    ) -> usize {
        let model = setting.lane(view, lane);
        if model.enemies.is_empty() {
            return 0;
        }
        let before = model.outcome(setting.stakes);
        let mut best = (0, NOTHING);
        for (index, choice) in options.iter().enumerate().skip(1) {
            let (kind, prospect, hold) = match *choice {
                Choice::Deploy(kind) => {
                    let hold = self.weights.hold_troop * f32::from(view.kind(kind).cost);
                    let prospect = self.deploying(view, setting, &model, kind, before);
                    (kind, prospect, hold * setting.future * setting.reluctance)
                }
                choice => {
                    let Some(offered) = offered(view, choice) else {
                        continue;
                    };
                    if let Some(salvage) = self.salvaging(view, setting, &model, &offered, before) {
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
                    let hold = self.hold(view, &offered, setting);
                    let prospect = self.using(view, setting, &model, &offered, before);
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

    /// Outside the fights only wounds can be seen to; whatever else there is waits for the enemy.
    pub(super) fn free_window(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        lane: Option<u8>,
        options: &[Choice],
        memory: &mut ReactionMemory,
    ) -> usize {
        if lane.is_some_and(|lane| !view.is_fought(lane)) {
            return 0;
        }
        let mut best = (0, NOTHING);
        for (index, choice) in options.iter().enumerate().skip(1) {
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
    fn using(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        lane: &Lane<'_>,
        offered: &Offered<'_>,
        before: f32,
    ) -> Prospect {
        if offered.ability.effects.contains(&Effect::BecomeTroop) {
            return self.deploying(view, setting, lane, offered.kind, before);
        }
        let act = act_of(view, lane, offered);
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
            self.try_targets(view, setting, lane, offered, tried, before, &mut best);
        }
        best
    }

    /// Tries an ability on everybody it could be meant for.
    #[allow(clippy::too_many_arguments)]
    fn try_targets(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        lane: &Lane<'_>,
        offered: &Offered<'_>,
        act: Act,
        before: f32,
        best: &mut Prospect,
    ) {
        let used = offered.ability.effects.iter().enumerate();
        let used = used.filter(|(index, _)| act.parts & 1 << index != 0);
        let target = used
            .filter_map(|(_, effect)| target_of(effect))
            .find(|target| target.pick.is_choice() || target.lane == LaneRef::Chosen);
        let mut attempt = |act: Act, target: Option<CardRef>| {
            let mut tried = *lane;
            tried.carry_out(offered.ability, act);
            let gain = tried.outcome(setting.stakes) - before;
            if gain > best.gain {
                *best = Prospect {
                    gain,
                    target,
                    position: 0,
                    parts: act.parts,
                };
            }
        };
        match target.map(|target| target.pick) {
            Some(Pick::OneTroop | Pick::OneFightingTroop) => {
                let all = if target.is_some_and(|t| t.pick == Pick::OneFightingTroop) {
                    lane.troops.len().min(1)
                } else {
                    lane.troops.len()
                };
                for index in 0..all {
                    let troop = index as u8;
                    attempt(Act { troop, ..act }, Some(lane.troops[index].card));
                }
            }
            Some(pick) if pick.is_choice() => {
                for (index, enemy) in lane.enemies.iter().enumerate() {
                    if enemy.hidden || !self.may_hit(view, offered, act, pick, enemy.kind) {
                        continue;
                    }
                    let target = index as u8;
                    attempt(
                        Act {
                            enemy: target,
                            ..act
                        },
                        Some(enemy.card),
                    );
                }
            }
            _ => attempt(act, None),
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
        let shielded = facts.facts.standing.untargetable;
        !(out_of_reach || spared || shielded)
    }

    /// What a troop from hand would do for the lane, beyond what it is worth anyway.
    fn deploying(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        lane: &Lane<'_>,
        kind: KindId,
        before: f32,
    ) -> Prospect {
        let mut best = Prospect::default();
        if view.troop_count(lane.number) >= LANE_ZONES {
            return best;
        }
        let troop = setting.fresh_troop(kind);
        for position in [lane.troops.len(), 0] {
            let mut tried = *lane;
            tried.insert_troop(position, troop);
            let gain = tried.outcome(setting.stakes) - before - troop.worth;
            if gain > best.gain {
                best.gain = gain;
                best.position = position as u8;
            }
        }
        best
    }
}

/// Whom an effect is about, if it is about a card.
pub(super) fn target_of(effect: &Effect) -> Option<Target> {
    match *effect {
        Effect::Damage { to, .. } | Effect::Heal { to, .. } => Some(to),
        Effect::Move { who, .. } | Effect::Kill { who } | Effect::GainPower { who, .. } => {
            Some(who)
        }
        _ => None,
    }
}
