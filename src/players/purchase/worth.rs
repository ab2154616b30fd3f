//! What a card is worth to the greedy buyer: its figures and what its abilities do, weighed.

use crate::spec::GreedyWeights;
use cards::ability::{Ability, Amount, Effect, Pick, Quantity, When};
use cards::{Class, Kind};

/// The worth of a card in a wave.
pub(super) fn worth(kind: &Kind, wave: u8, weights: &GreedyWeights) -> f32 {
    let facts = &kind.derived;
    let figures = weights.power * f32::from(kind.power + facts.own_power)
        + weights.hp * f32::from(kind.hp + facts.own_hp);
    let abilities = kind.abilities.iter();
    let abilities = abilities.map(|ability| ability_worth(ability, wave, weights));
    let factor = match kind.class {
        Class::Troop => weights.troops,
        Class::Equipment => weights.equipment,
        Class::Instant => weights.instants,
        _ => 0.0,
    };
    factor * (figures + abilities.sum::<f32>())
}

fn ability_worth(ability: &Ability, wave: u8, weights: &GreedyWeights) -> f32 {
    let effects = ability.effects.iter();
    let effects: f32 = effects
        .map(|effect| effect_worth(effect, wave, weights))
        .sum();
    match ability.when {
        When::Standing => effects,
        _ if ability.costs.is_empty() => effects,
        _ => weights.once * effects,
    }
}

fn effect_worth(effect: &Effect, wave: u8, weights: &GreedyWeights) -> f32 {
    match *effect {
        Effect::Damage { amount, to } => match to.pick {
            pick if pick.is_enemy() => weights.damage * size(amount, wave),
            Pick::LaneFronts => (weights.damage - weights.harm) * size(amount, wave),
            _ => -weights.harm * size(amount, wave),
        },
        Effect::ExtraDamage { amount } => weights.damage * size(amount, wave),
        Effect::Heal { amount, .. }
        | Effect::Prevent { amount, .. }
        | Effect::Redirect { amount, .. } => weights.protect * size(amount, wave),
        // Part of the figures.
        Effect::Bonus { .. } => 0.0,
        _ => weights.other,
    }
}

/// About how much an amount is.
fn size(amount: Amount, wave: u8) -> f32 {
    amount.estimate(|quantity| match quantity {
        Quantity::Wave => f32::from(wave),
        Quantity::All => 2.0 * f32::from(wave),
        _ => 2.0,
    })
}
