//! The target of an effect, if none has been planned.

use super::{Heuristic, ReactionMemory};
use crate::best_by;
use crate::model::{Act, Deals, Lane, Setting};
use cards::KindId;
use cards::ability::{Ability, Destination, Effect, Lasts, Pick, When};
use game::play::{Choice, View};
use game::state::{CardRef, Side};

/// A lane, and what it is worth if nothing more is done.
struct Sight<'a> {
    lane: Lane<'a>,
    /// What may lie face-down in it; nothing where only the enemies that have turned up count.
    deals: Option<Deals>,
    before: f32,
}

/// The lane that was looked at last. Those on offer mostly stand in one lane: what becomes of it is
/// worked out once, and only if it matters.
struct Sights<'a, 's> {
    view: &'s View<'s>,
    setting: &'s Setting<'a, 's>,
    by_deals: bool,
    last: Option<Sight<'a>>,
}

/// A card that may be chosen, and its place in its lane.
#[derive(Clone, Copy)]
struct Candidate {
    card: CardRef,
    side: Side,
    lane: u8,
    position: usize,
}

impl<'a> Sights<'a, '_> {
    /// A lane as it stands.
    fn of(&mut self, number: u8) -> &Sight<'a> {
        let (view, setting) = (self.view, self.setting);
        let is_known = self
            .last
            .as_ref()
            .is_some_and(|sight| sight.lane.number == number);
        let sight = self.last.get_or_insert_with(|| Sight {
            lane: setting.empty_lane(),
            deals: None,
            before: 0.0,
        });
        if !is_known {
            setting.fill(view, number, &mut sight.lane);
            let deals = || setting.dealings.face_down(view, number);
            sight.deals = self.by_deals.then(deals);
            sight.before = sight.worth(view, setting, &mut sight.lane.clone());
        }
        sight
    }
}

impl Sight<'_> {
    /// What the lane is worth after its fight.
    fn worth(&self, view: &View<'_>, setting: &Setting<'_, '_>, lane: &mut Lane<'_>) -> f32 {
        match &self.deals {
            Some(deals) => {
                setting
                    .dealings
                    .outcome(view, lane, setting.stakes, deals)
                    .0
            }
            None => lane.outcome(setting.stakes),
        }
    }

    /// How much more the lane is worth once something has been done for it.
    fn gain(&self, view: &View<'_>, setting: &Setting<'_, '_>, done: &mut Lane<'_>) -> f32 {
        self.worth(view, setting, done) - self.before
    }
}

impl Heuristic {
    /// Tries an effect that was not planned on everybody.
    pub(super) fn target(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        kind: KindId,
        effect: Effect,
        options: &[Choice],
    ) -> usize {
        let by_deals = self.weights.unseen > 0.0;
        if by_deals && is_lent(&effect) {
            return best_in_sight(view, setting, options, true, |sights, chosen| {
                let sight = sights.of(chosen.lane);
                sight.gain(
                    view,
                    setting,
                    &mut with(&sight.lane, &effect, chosen.position),
                )
            });
        }
        if by_deals && is_lead(&effect) {
            return lead(view, setting, kind, &effect, options);
        }
        let by_deals = by_deals && matches!(effect, Effect::Damage { .. });
        best_in_sight(view, setting, options, by_deals, |sights, chosen| {
            self.gain_of(kind, &effect, sights, chosen)
        })
    }

    /// What an effect on an enemy, or on a troop, changes.
    fn gain_of(
        &self,
        kind: KindId,
        effect: &Effect,
        sights: &mut Sights<'_, '_>,
        chosen: Candidate,
    ) -> f32 {
        let (view, setting) = (sights.view, sights.setting);
        let face_down = chosen.side == Side::Enemy && view.card(chosen.card).is_none();
        if face_down && !sights.by_deals {
            // Face-down enemies are better left alone.
            return -1.0;
        }
        let act = Act {
            user_power: view.kind(kind).power,
            parts: Act::ALL,
            damage: 1,
            card_cost: 1,
            ..Act::default()
        };
        let sight = sights.of(chosen.lane);
        let lane = &sight.lane;
        if face_down && let Some(deals) = &sight.deals {
            let mut in_front = view.enemies(lane.number);
            let in_front = in_front.by_ref().take_while(|enemy| enemy.0 != chosen.card);
            let nth = in_front.filter(|enemy| enemy.1.is_none()).count();
            let hit = (nth, effect, act);
            let after = lane.mean_outcome_of_hit(setting.stakes, deals, view.cards(), hit);
            return self.weights.unseen * (after - sight.before);
        }
        let mut tried = *lane;
        let act = Act {
            enemy: tried.place_of(chosen.card).unwrap_or(0),
            troop: chosen.position as u8,
            ..act
        };
        tried.try_effect(effect, act);
        sight.gain(view, setting, &mut tried)
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

/// The target for which the gain is largest, in whatever lane it stands.
fn best_in_sight<'a>(
    view: &View<'_>,
    setting: &Setting<'a, '_>,
    options: &[Choice],
    by_deals: bool,
    gain: impl Fn(&mut Sights<'a, '_>, Candidate) -> f32,
) -> usize {
    let mut sights = Sights {
        view,
        setting,
        by_deals,
        last: None,
    };
    best_by(options, |choice| {
        let Choice::Target(card) = *choice else {
            return f32::NEG_INFINITY;
        };
        let Some((side, lane, position)) = view.place(card) else {
            return f32::NEG_INFINITY;
        };
        let chosen = Candidate {
            card,
            side,
            lane,
            position,
        };
        gain(&mut sights, chosen)
    })
}

/// The troop that is best moved to the front. If the ability also lends power, that goes to whoever of
/// the lane being fought has most use for it then.
fn lead(
    view: &View<'_>,
    setting: &Setting<'_, '_>,
    kind: KindId,
    effect: &Effect,
    options: &[Choice],
) -> usize {
    let abilities = view.kind(kind).abilities.iter();
    let mut effects = abilities.flat_map(|ability| &ability.effects);
    let lent = effects.find(|effect| is_lent(effect));
    best_in_sight(view, setting, options, true, |sights, chosen| {
        let sight = sights.of(chosen.lane);
        let mut moved = with(&sight.lane, effect, chosen.position);
        match lent {
            Some(lent) if view.fighting() == Some(chosen.lane) => (0..moved.troops.len())
                .map(|troop| sight.gain(view, setting, &mut with(&moved, lent, troop)))
                .fold(f32::NEG_INFINITY, f32::max),
            _ => sight.gain(view, setting, &mut moved),
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
pub(super) fn is_lent(effect: &Effect) -> bool {
    match effect {
        Effect::GainPower { who, lasts, .. } => {
            who.pick == Pick::OneTroop && *lasts == Lasts::NextAttack
        }
        _ => false,
    }
}

/// Whether an effect moves a chosen troop to the front.
pub(super) fn is_lead(effect: &Effect) -> bool {
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
            .any(|effect| matches!(effect, Effect::Heal { .. }))
}
