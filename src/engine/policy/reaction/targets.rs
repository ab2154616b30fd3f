//! Whom an effect is about, where nothing has been planned.

use super::window::target_of;
use super::{Heuristic, ReactionMemory};
use crate::ability::{Ability, Effect, When};
use crate::cards::KindId;
use crate::policy::model::{Act, Setting};
use crate::policy::{Choice, View, best_by};
use crate::state::{CardRef, Side};

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
        let user_power = view.kind(kind).power;
        best_by(options, |choice| match choice {
            Choice::Target(card) => self.gain_on(view, setting, effect, user_power, *card),
            _ => f32::NEG_INFINITY,
        })
    }

    /// What an effect on a card does for its lane.
    fn gain_on(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        effect: Effect,
        user_power: i16,
        card: CardRef,
    ) -> f32 {
        let Some((side, number, position)) = view.place(card) else {
            return f32::NEG_INFINITY;
        };
        // To touch a face-down enemy is to wake it.
        if side == Side::Enemy && view.card(card).is_none() {
            return -1.0;
        }
        let lane = setting.lane(view, number);
        let before = lane.outcome(setting.stakes);
        let mut tried = lane;
        let act = Act {
            enemy: position as u8,
            troop: position as u8,
            user_power,
            parts: Act::ALL,
            damage: 1,
            card_cost: 1,
            ..Act::default()
        };
        tried.try_effect(&effect, act);
        tried.outcome(setting.stakes) - before
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
