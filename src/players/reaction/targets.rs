//! The target of an effect, if none has been planned.

use super::window::target_of;
use super::{Heuristic, ReactionMemory};
use crate::best_by;
use crate::model::{Act, Deals, Lane, Setting};
use cards::KindId;
use cards::ability::{Ability, Destination, Effect, Lasts, Pick, When};
use game::play::{Choice, View};
use game::state::{CardRef, Side};

/// A lane, what may lie face-down in it, and what it is worth if nothing more is done.
struct Sight<'a> {
    lane: Lane<'a>,
    deals: Deals,
    before: f32,
}

/// A card that may be chosen, and its place in its lane.
#[derive(Clone, Copy)]
struct Candidate {
    card: CardRef,
    side: Side,
    position: usize,
}

impl<'a> Sight<'a> {
    fn new(view: &View<'_>, setting: &Setting<'a>, number: u8) -> Self {
        let lane = setting.lane(view, number);
        let deals = Deals::face_down(view, number);
        let before = (lane.clone()).mean_outcome(setting.stakes, &deals, view.cards());
        Sight {
            lane,
            deals,
            before,
        }
    }

    /// How much more the lane is worth once something has been done for it.
    fn gain(&self, view: &View<'_>, setting: &Setting<'_>, mut done: Lane<'_>) -> f32 {
        done.mean_outcome(setting.stakes, &self.deals, view.cards()) - self.before
    }
}

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
        let deals = self.weights.unseen > 0.0;
        if deals && is_lent(&effect) {
            return best_by_deals(view, setting, options, |sight, chosen| {
                sight.gain(view, setting, with(&sight.lane, &effect, chosen.position))
            });
        }
        if deals && is_lead(&effect) {
            return lead(view, setting, kind, &effect, options);
        }
        let planned = memory.target.filter(|_| memory.kind == Some(kind));
        let planned = planned.and_then(|card| {
            let wanted = Choice::Target(card);
            options.iter().position(|choice| *choice == wanted)
        });
        planned.unwrap_or_else(|| match effect {
            Effect::Damage { .. } if deals => {
                best_by_deals(view, setting, options, |sight, chosen| {
                    self.gain_of_hit(view, setting, kind, &effect, sight, chosen)
                })
            }
            _ => self.best_target(view, setting, kind, effect, options),
        })
    }

    /// What damage to an enemy, or to a troop, changes.
    fn gain_of_hit(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        kind: KindId,
        effect: &Effect,
        sight: &Sight<'_>,
        chosen: Candidate,
    ) -> f32 {
        let act = act_of_kind(view, kind);
        let lane = &sight.lane;
        if chosen.side == Side::Enemy && view.card(chosen.card).is_none() {
            let mut in_front = view.enemies(lane.number);
            let in_front = in_front.by_ref().take_while(|enemy| enemy.0 != chosen.card);
            let nth = in_front.filter(|enemy| enemy.1.is_none()).count();
            let hit = (nth, effect, act);
            let after = lane.mean_outcome_of_hit(setting.stakes, &sight.deals, view.cards(), hit);
            return self.weights.unseen * (after - sight.before);
        }
        let mut tried = *lane;
        let act = Act {
            enemy: tried.place_of(chosen.card).unwrap_or(0),
            troop: chosen.position as u8,
            ..act
        };
        tried.try_effect(effect, act);
        sight.gain(view, setting, tried)
    }

    fn best_target(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        kind: KindId,
        effect: Effect,
        options: &[Choice],
    ) -> usize {
        let act = act_of_kind(view, kind);
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

/// The use of a card's ability by nobody in particular.
fn act_of_kind(view: &View<'_>, kind: KindId) -> Act {
    Act {
        user_power: view.kind(kind).power,
        parts: Act::ALL,
        damage: 1,
        card_cost: 1,
        ..Act::default()
    }
}

/// The target for which the gain in fights against dealt enemies is largest, in whatever lane it stands.
fn best_by_deals<'a>(
    view: &View<'_>,
    setting: &Setting<'a>,
    options: &[Choice],
    gain: impl Fn(&Sight<'a>, Candidate) -> f32,
) -> usize {
    if options.len() == 1 {
        return 0;
    }
    // Those on offer mostly stand in one lane: what becomes of it is worked out once.
    let mut known: Option<Sight<'a>> = None;
    best_by(options, |choice| {
        let Choice::Target(card) = *choice else {
            return f32::NEG_INFINITY;
        };
        let Some((side, number, position)) = view.place(card) else {
            return f32::NEG_INFINITY;
        };
        let sight = match known.take() {
            Some(sight) if sight.lane.number == number => sight,
            _ => Sight::new(view, setting, number),
        };
        let chosen = Candidate {
            card,
            side,
            position,
        };
        gain(known.insert(sight), chosen)
    })
}

/// The troop that is best moved to the front. If the ability also lends power, that goes to whoever of
/// the lane being fought has most use for it then.
fn lead(
    view: &View<'_>,
    setting: &Setting<'_>,
    kind: KindId,
    effect: &Effect,
    options: &[Choice],
) -> usize {
    let abilities = view.kind(kind).abilities.iter();
    let mut effects = abilities.flat_map(|ability| &ability.effects);
    let lent = effects.find(|effect| is_lent(effect));
    best_by_deals(view, setting, options, |sight, chosen| {
        let moved = with(&sight.lane, effect, chosen.position);
        match lent {
            Some(lent) if view.fighting() == Some(sight.lane.number) => (0..moved.troops.len())
                .map(|troop| sight.gain(view, setting, with(&moved, lent, troop)))
                .fold(f32::NEG_INFINITY, f32::max),
            _ => sight.gain(view, setting, moved),
        }
    })
}

/// A lane after an effect on one of its troops.
fn with<'a>(lane: &Lane<'a>, effect: &Effect, troop: usize) -> Lane<'a> {
    let mut changed = *lane;
    let act = Act {
        troop: troop as u8,
        parts: Act::ALL,
        ..Act::default()
    };
    changed.try_effect(effect, act);
    changed
}

/// Whether an effect lends a chosen troop power for its next attack.
fn is_lent(effect: &Effect) -> bool {
    match effect {
        Effect::GainPower { who, lasts, .. } => {
            who.pick == Pick::OneTroop && *lasts == Lasts::NextAttack
        }
        _ => false,
    }
}

/// Whether an effect moves a chosen troop to the front.
fn is_lead(effect: &Effect) -> bool {
    match effect {
        Effect::Move { who, to } => who.pick == Pick::OneTroop && *to == Destination::Front,
        _ => false,
    }
}

fn heals(ability: &Ability) -> bool {
    ability.when == When::Activated
        && ability
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Heal { .. }) && target_of(effect).is_some())
}
