//! Answers in the windows of imagined games, kept from one game to the next.
//!
//! Imagined games often come to the same fight again, with the same cards to be used in it: the enemies
//! are dealt again each time, but there are few kinds of them. Two thirds of all windows have been answered
//! before, and to see that is much cheaper than to try the answers. The cards of the lane and the options are
//! all there is to look at; the model of the fight is only put together for what is new.

use super::ReactionMemory;
use super::heuristic::source_of;
use crate::model::{Setting, mix};
use game::play::{Choice, View};
use game::state::{BoardCard, CardRef, Side};

/// How many answers are kept; each has one place.
const PLACES: usize = 4096;

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

/// Identifies everything that an answer in the fight of a lane depends on; nothing, if something else on
/// the table matters, too.
pub(super) fn fight_signature(
    view: &View<'_>,
    setting: &Setting<'_, '_>,
    lane: u8,
    options: &[Choice],
) -> Option<u64> {
    if setting.deals.is_some() {
        return None;
    }
    let hold = u64::from(setting.reluctance.to_bits());
    let start = mix(u64::from(lane), hold << 8 | u64::from(view.round()));
    let mut signature = add_lane(start, view, setting, lane);
    if setting.stakes.doom != 0.0 {
        signature = mix(signature, setting.base_left as u64);
    }
    for choice in &options[1..] {
        signature = mix(signature, facts_of(view, setting, lane, *choice)?);
    }
    // Spread to the low bits, and never that of a place that is free.
    Some((signature ^ signature >> 32) | 1 << 63)
}

/// Adds a lane as it stands: the cards themselves, as it takes longer to put the model together.
fn add_lane(signature: u64, view: &View<'_>, setting: &Setting<'_, '_>, lane: u8) -> u64 {
    let mut signature = mix(signature, view.troop_count(lane) as u64);
    for (reference, troop) in view.troops(lane) {
        signature = add_card(signature, view, setting, (reference, troop));
        for item in troop.equipment() {
            signature = mix(signature, u64::from(item.0));
        }
        if troop.duel_power != 0 {
            let duel = u64::from(troop.duel_power as u16) << 16 | u64::from(troop.duel_enemy);
            signature = mix(signature, duel);
        }
    }
    for (reference, enemy) in view.enemies(lane) {
        signature = match enemy {
            Some(enemy) => add_card(signature, view, setting, (reference, enemy)),
            // Of those that are face-down, it only matters where they lie.
            None => mix(signature, u64::MAX),
        };
    }
    signature
}

/// Adds a card on the board.
#[inline(always)] // Four figures are then read at once, as are the flags: they lie side by side.
fn add_card(
    signature: u64,
    view: &View<'_>,
    setting: &Setting<'_, '_>,
    (reference, card): (CardRef, &BoardCard),
) -> u64 {
    let figures = u64::from(card.damage as u16)
        | u64::from(card.round_power as u16) << 16
        | u64::from(card.kept_power as u16) << 32
        | u64::from(card.attack_power as u16) << 48;
    let flags = u64::from(card.converted) << 40 | u64::from(card.strikes_first) << 56;
    let kind = u64::from(card.kind.0) | flags;
    let place = u64::from(reference.slot) << 8 | u64::from(reference.stamp) << 16;
    let kind = kind | place | u64::from(card.items) << 32;
    let mut signature = mix(mix(signature, figures), kind);
    if card.side == Side::Enemy && card.used != 0 {
        let first_time = card.used & setting.profiles[card.kind.index()].first_time;
        signature = mix(signature, first_time.into());
    }
    if setting.varies(card.kind) {
        let figures = [view.power(reference), view.total_hp(reference)];
        let [power, hp] = figures.map(|figure| u64::from(figure as u16));
        signature = mix(signature, power << 16 | hp);
    }
    signature
}

/// All that matters of an option; nothing, if it depends on more than the lane.
fn facts_of(view: &View<'_>, setting: &Setting<'_, '_>, lane: u8, choice: Choice) -> Option<u64> {
    if let Choice::Deploy(kind) = choice {
        return Some(u64::from(kind.0) | 1 << 16);
    }
    let (kind, number, card) = source_of(view, choice)?;
    let profile = &setting.profiles[kind.index()];
    let bit = 1 << number;
    let ability = u64::from(kind.0) << 8 | u64::from(number) | 1 << 17;
    let user = match card {
        None => 0,
        Some(card) => {
            let in_lane = view.card(card).is_some_and(|user| user.lane == lane);
            if !in_lane && profile.own_power & bit != 0 {
                return None;
            }
            let place = u64::from(card.slot) << 16 | u64::from(card.stamp);
            place << 2 | u64::from(in_lane) << 1 | 1
        }
    };
    let elsewhere = profile.salvages | profile.redirects;
    (elsewhere & bit == 0).then_some(user << 18 | ability)
}
