//! Answers in the windows of imagined games, kept from one game to the next.
//!
//! Imagined games often come to the same fight again, with the same cards to be used in it: the enemies
//! are dealt again each time, but there are few kinds of them. Two thirds of all windows have been answered
//! before, and to see that is much cheaper than to try the answers.

use super::ReactionMemory;
use super::heuristic::offered;
use crate::model::{Scene, Setting, mix};
use cards::ability::Effect;
use game::play::{Choice, View};

/// How many answers are kept; each has one place.
const PLACES: usize = 1024;

/// The answers to windows in games that one policy imagined.
#[derive(Clone, Debug)]
pub(crate) struct KnownAnswers {
    answers: [Answer; PLACES],
}

/// An answer, and what it was the answer to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    signature: u64,
    pub index: u8,
    /// What the player means to do next.
    pub memory: ReactionMemory,
}

impl KnownAnswers {
    /// No answers yet.
    pub const NONE: KnownAnswers = KnownAnswers {
        answers: [Answer {
            signature: 0,
            index: 0,
            memory: ReactionMemory::NEW,
        }; PLACES],
    };

    /// The answer that was given before.
    pub(super) fn find(&self, signature: u64) -> Option<&Answer> {
        let known = &self.answers[signature as usize % PLACES];
        (known.signature == signature).then_some(known)
    }

    /// Keeps an answer.
    pub(super) fn keep(&mut self, signature: u64, index: usize, memory: &ReactionMemory) {
        self.answers[signature as usize % PLACES] = Answer {
            signature,
            index: index as u8,
            memory: *memory,
        };
    }
}

/// Identifies everything that an answer in a fight depends on; nothing, if something else on the
/// table matters, too.
pub(super) fn scene_signature(
    view: &View<'_>,
    setting: &Setting<'_>,
    scene: &Scene<'_>,
    options: &[Choice],
) -> Option<u64> {
    if setting.deals.is_some() {
        return None;
    }
    let hold = u64::from(setting.reluctance.to_bits());
    let mut signature = mix(scene.signature(), hold << 8 | u64::from(view.round()));
    if setting.stakes.doom != 0.0 {
        signature = mix(signature, setting.base_left as u64);
    }
    for choice in &options[1..] {
        signature = mix(signature, facts_of(view, setting, scene, *choice)?);
    }
    // Spread to the low bits, and never that of a place that is free.
    Some((signature ^ signature >> 32) | 1 << 63)
}

/// All that matters of an option; nothing, if it depends on more than the lane.
fn facts_of(
    view: &View<'_>,
    setting: &Setting<'_>,
    scene: &Scene<'_>,
    choice: Choice,
) -> Option<u64> {
    if let Choice::Deploy(kind) = choice {
        return Some(u64::from(kind.0) | 1 << 16);
    }
    let offered = offered(view, choice)?;
    let mut effects = offered.ability.effects.iter();
    if effects.any(|effect| matches!(effect, Effect::Redirect { .. })) {
        return None;
    }
    let profile = &setting.profiles[offered.kind.index()];
    let bit = 1 << offered.number;
    let ability = u64::from(offered.kind.0) << 8 | u64::from(offered.number) | 1 << 17;
    let user = match offered.card {
        None => 0,
        Some(card) => {
            let in_lane = scene.lane.troops.iter().any(|troop| troop.card == card);
            if !in_lane && profile.own_power & bit != 0 {
                return None;
            }
            let place = u64::from(card.slot) << 16 | u64::from(card.stamp);
            place << 2 | u64::from(in_lane) << 1 | 1
        }
    };
    (profile.salvages & bit == 0).then_some(user << 18 | ability)
}
