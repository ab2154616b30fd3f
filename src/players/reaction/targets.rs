//! The target of an effect, if none has been planned.

use super::window::target_of;
use super::{Heuristic, ReactionMemory};
use crate::best_by;
use crate::model::{Act, Lane, Setting};
use cards::KindId;
use cards::ability::{Ability, Effect, When};
use game::play::{Choice, View};
use game::state::Side;

impl Heuristic {
    /// Follows the plan, or tries the effect on everybody.
    pub(super) fn target(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        kind: KindId,
        effect: Effect,
        options: &[Choice],
        memory: &mut ReactionMemory,
    ) -> usize {
        let planned = memory.target.filter(|_| memory.kind == Some(kind));
        let planned = planned.and_then(|card| {
            let wanted = Choice::Target(card);
            options.iter().position(|choice| *choice == wanted)
        });
        planned.unwrap_or_else(|| self.best_target(view, setting, kind, effect, options))
    }

    fn best_target(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        kind: KindId,
        effect: Effect,
        options: &[Choice],
    ) -> usize {
        let act = Act {
            user_power: view.kind(kind).power,
            parts: Act::ALL,
            damage: 1,
            card_cost: 1,
            ..Act::default()
        };
        // Those on offer mostly stand in one lane: what becomes of it is worked out once.
        let mut known: Option<(Lane<'_>, f32)> = None;
        best_by(options, |choice| {
            let Choice::Target(card) = choice else {
                return f32::NEG_INFINITY;
            };
            let Some((side, number, position)) = view.place(*card) else {
                return f32::NEG_INFINITY;
            };
            // Face-down enemies are better left alone.
            if side == Side::Enemy && view.card(*card).is_none() {
                return -1.0;
            }
            if known.as_ref().is_none_or(|(lane, _)| lane.number != number) {
                let lane = setting.lane(view, number);
                known = Some((lane, lane.clone().outcome(setting.stakes)));
            }
            let Some((mut tried, before)) = known else {
                return f32::NEG_INFINITY;
            };
            let act = Act {
                enemy: tried.place_of(*card).unwrap_or(0),
                troop: position as u8,
                ..act
            };
            tried.try_effect(&effect, act);
            tried.outcome(setting.stakes) - before
        })
    }

    /// The planned lane, or the one with most wounds, or the one being fought.
    pub(super) fn target_lane(
        &self,
        view: &View<'_>,
        kind: KindId,
        options: &[Choice],
        memory: &ReactionMemory,
    ) -> usize {
        let planned = Some(memory.lane).filter(|_| memory.kind == Some(kind));
        let heals = view.kind(kind).abilities.iter().any(heals);
        best_by(options, |choice| match choice {
            Choice::Lane(lane) if planned == Some(*lane) => f32::INFINITY,
            Choice::Lane(lane) if heals => {
                let wounds = view.troops(*lane).map(|(_, troop)| troop.damage.min(2));
                f32::from(wounds.sum::<i16>())
            }
            Choice::Lane(lane) => f32::from(u8::from(view.fighting() == Some(*lane))),
            _ => f32::NEG_INFINITY,
        })
    }
}

fn heals(ability: &Ability) -> bool {
    ability.when == When::Activated
        && ability
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Heal { .. }) && target_of(effect).is_some())
}
