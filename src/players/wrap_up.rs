//! Wrap-up: what to discard, what to keep, what to trade up.

use super::dice::Dice;
use super::spec::{WrapUp, WrapUpWeights};
use cards::{Class, KindId};
use game::play::{Choice, Decision, View};
use game::state::{LANE_ZONES, ROUNDS};

/// Answers a question of wrap-up.
pub(crate) fn choose(
    strategy: &WrapUp,
    view: &View<'_>,
    decision: &Decision,
    options: &[Choice],
    dice: &mut Dice,
) -> usize {
    match (strategy, decision) {
        (WrapUp::Random, _) => dice.below(view, options.len()),
        (WrapUp::KeepAll, Decision::Upgrade) => 1,
        (WrapUp::KeepAll, _) => 0,
        (WrapUp::DiscardAll | WrapUp::DiscardHand, Decision::DiscardFromLane) => 0,
        (WrapUp::DiscardHand, Decision::Upgrade) => 0,
        (WrapUp::DiscardAll | WrapUp::DiscardHand, _) => 1,
        (WrapUp::ByWorth(weights), Decision::DiscardFromLane) => from_lane(weights, view, options),
        (WrapUp::ByWorth(weights), Decision::DiscardFromHand) => from_hand(weights, view, options),
        // The same value on fewer cards: always an improvement.
        (WrapUp::ByWorth(_), _) => 1,
    }
}

/// In the last round nothing matters any more; in the last round of a wave the next one does.
fn coming_wave(view: &View<'_>) -> usize {
    usize::from((view.round().min(ROUNDS - 1)) / 3)
}

/// Discards the first card that is worth less than a new one.
fn from_hand(weights: &WrapUpWeights, view: &View<'_>, options: &[Choice]) -> usize {
    let new_card = [weights.new_card_1, weights.new_card_2, weights.new_card_3][coming_wave(view)];
    let discards = |choice: &Choice| match choice {
        Choice::Card(kind) => worth_in_hand(weights, view, *kind) < new_card,
        _ => false,
    };
    options.iter().position(discards).unwrap_or(0)
}

fn worth_in_hand(weights: &WrapUpWeights, view: &View<'_>, kind: KindId) -> f32 {
    let kind = view.kind(kind);
    match kind.class {
        Class::Resource => weights.resource * f32::from(kind.value),
        Class::Troop => weights.troop * f32::from(kind.power + kind.hp),
        Class::Equipment => weights.equipment * f32::from(kind.cost),
        Class::Instant => weights.instant * f32::from(kind.cost),
        Class::Enemy | Class::Boss | Class::Weather | Class::Division => 0.0,
    }
}

/// Removes the weakest troop from a full lane if it is not worth its place.
fn from_lane(weights: &WrapUpWeights, view: &View<'_>, options: &[Choice]) -> usize {
    if view.troop_count(view.seat()) < LANE_ZONES {
        return 0;
    }
    let least = [weights.zone_1, weights.zone_2, weights.zone_3][coming_wave(view)];
    let mut weakest = (0, least);
    for (index, choice) in options.iter().enumerate() {
        if let Choice::Target(troop) = choice {
            let strength = f32::from(view.power(*troop) + view.hp_left(*troop));
            if strength < weakest.1 {
                weakest = (index, strength);
            }
        }
    }
    weakest.0
}
