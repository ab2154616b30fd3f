//! Open windows: what could be done now, and whether it is worth it.

use super::heuristic::{Offered, act_of, offered};
use super::known::fight_signature;
use super::trial::{Prospect, best_use};
use super::{Heuristic, Looks, ReactionMemory};
use crate::model::{Lane, Scene, Scenes, Setting, Worth};
use cards::KindId;
use cards::ability::Effect;
use game::play::{Choice, View};
use game::state::LANE_ZONES;

#[cfg(test)]
mod tests;

/// Gains smaller than this are rounding.
const NOTHING: f32 = 0.02;

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
        if view.enemy_count(lane) == 0 {
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
        let answer = self.best_in_window(view, setting, lane, options, memory, looks.scenes);
        if let Some((known, signature)) = unknown {
            known.keep(signature, answer, memory);
        }
        answer
    }

    /// The best that can be done in a window.
    #[inline(always)] // There is one caller.
    fn best_in_window<'a>(
        &self,
        view: &View<'_>,
        setting: &Setting<'a, '_>,
        lane: u8,
        options: &[Choice],
        memory: &mut ReactionMemory,
        scenes: &mut Scenes<'a>,
    ) -> usize {
        // The lane is looked at for the first option that concerns it.
        let mut unseen = Some(scenes);
        let mut seen = None;
        let mut best = (0, NOTHING);
        for (index, choice) in (1..).zip(&options[1..]) {
            let offered = match *choice {
                Choice::Deploy(_) => None,
                choice => {
                    let Some(offered) = offered(view, choice) else {
                        continue;
                    };
                    let use_of_it = self.uses.of(offered.kind, offered.number);
                    if use_of_it.is_personal && is_elsewhere(view, &offered, lane) {
                        continue;
                    }
                    Some((offered, use_of_it))
                }
            };
            if let Some(scenes) = unseen.take() {
                seen = Some(look(view, setting, lane, scenes));
            }
            let Some((scene, most)) = &mut seen else {
                unreachable!("the lane has been looked at");
            };
            let (model, before) = (&scene.lane, scene.before);
            let (kind, prospect, hold) = match (*choice, &offered) {
                (Choice::Deploy(kind), _) => {
                    let hold = self.weights.hold_troop * f32::from(view.kind(kind).cost);
                    let hold = hold * setting.future * setting.reluctance;
                    let prospect = self.deploying(view, setting, model, kind, before);
                    (kind, prospect, hold)
                }
                (_, Some((offered, use_of_it))) => {
                    if use_of_it.salvages
                        && let Some(salvage) = self.salvaging(view, setting, model, offered, before)
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
                    let mut hold = use_of_it.hold * setting.future * setting.reluctance;
                    if self.weights.doomed != 1.0
                        && offered.card.is_some_and(|card| scene.is_doomed(card))
                    {
                        hold *= self.weights.doomed;
                    }
                    let enlists = use_of_it.enlists;
                    let unlimited = enlists && !is_limited(setting, offered.kind);
                    if *most - hold <= best.1 && !unlimited {
                        continue;
                    }
                    let prospect = match enlists {
                        true => self.deploying(view, setting, model, offered.kind, before),
                        false => best_use(view, setting, scene, offered, use_of_it),
                    };
                    (offered.kind, prospect, hold)
                }
                _ => continue,
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
            let hold = self.hold(&offered, setting);
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

/// The scene of a window, and what cannot be exceeded by anything that is done for the lane.
#[inline(never)] // Most windows have one option: what this needs is better not got ready before a loop.
fn look<'s, 'a>(
    view: &View<'_>,
    setting: &Setting<'a, '_>,
    lane: u8,
    scenes: &'s mut Scenes<'a>,
) -> (&'s mut Scene<'a>, f32) {
    let scene = scenes.at(view, setting, lane);
    scene.judge(|lane| setting.worth(view, lane));
    let most = scene.lane.ceiling(setting.stakes) - scene.before.all;
    (scene, most)
}

/// Whether what a lane can gain is limited by its worth at most, even if a troop comes to it: that is so
/// unless the troop had better fall, or damage is worth something.
fn is_limited(setting: &Setting<'_, '_>, troop: KindId) -> bool {
    let stakes = setting.stakes;
    let harms = [stakes.base, stakes.doom, stakes.wound];
    setting.fresh_troop(troop).worth >= 0.0 && harms.iter().all(|harm| *harm >= 0.0)
}

/// Whether the troop that has an ability stands in another lane.
fn is_elsewhere(view: &View<'_>, offered: &Offered<'_>, lane: u8) -> bool {
    let user = offered.card.and_then(|card| view.card(card));
    user.is_some_and(|user| user.lane != lane)
}
