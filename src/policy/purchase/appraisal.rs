//! What a card is worth to a buyer, read off its figures and abilities.

use crate::ability::{Ability, Amount, Effect, From, Pick, Quantity, When, Who};
use crate::cards::{CardSet, Class, Kind, KindId};
use crate::policy::model::profile::{plain, works_in};
use crate::policy::spec::GreedyWeights;

/// The value of every kind in every wave.
#[derive(Clone, Debug)]
pub(crate) struct Appraisal {
    waves: [Vec<f32>; 3],
}

impl Appraisal {
    /// Appraises all kinds.
    pub fn new(cards: &CardSet, weights: &GreedyWeights) -> Self {
        let wave = |wave| {
            let kinds = cards.kinds.iter();
            kinds.map(|kind| value(kind, wave, weights)).collect()
        };
        Appraisal {
            waves: [wave(1), wave(2), wave(3)],
        }
    }

    /// The value of a kind in a wave.
    #[inline]
    pub fn of(&self, kind: KindId, wave: u8) -> f32 {
        self.waves[wave as usize - 1][kind.index()]
    }
}

fn value(kind: &Kind, wave: u8, weights: &GreedyWeights) -> f32 {
    let abilities = kind.abilities.iter().filter(|a| works_in(a, wave));
    let from_abilities: f32 = abilities
        .map(|ability| ability_value(kind, ability, wave, weights))
        .sum();
    let figures = weights.power * f32::from(kind.power) + weights.hp * f32::from(kind.hp);
    let pick = |by_wave: [f32; 3]| by_wave[wave as usize - 1];
    match kind.class {
        Class::Troop => (figures + from_abilities) * pick([1.0, weights.troop_2, weights.troop_3]),
        Class::Equipment => {
            let factor = pick([
                weights.equipment_1,
                weights.equipment_2,
                weights.equipment_3,
            ]);
            from_abilities * factor
        }
        Class::Instant => {
            from_abilities * pick([weights.instant_1, weights.instant_2, weights.instant_3])
        }
        _ => 0.0,
    }
}

fn ability_value(kind: &Kind, ability: &Ability, wave: u8, weights: &GreedyWeights) -> f32 {
    let share = match (ability.from, ability.when) {
        (From::Hand, _) => weights.once,
        (_, When::Killed | When::TroopKilled | When::Advances | When::Damaged) => weights.triggered,
        _ => 1.0,
    };
    let effects: f32 = ability
        .effects
        .iter()
        .map(|effect| effect_value(kind, effect, wave, weights))
        .sum();
    let paid = weights.harm * f32::from(ability.cost_damage);
    share * effects - paid
}

/// About how much an amount comes to.
fn size(amount: Amount, kind: &Kind, wave: u8) -> f32 {
    let per_unit = match amount.quantity {
        None | Some(Quantity::Wave) => return f32::from(plain(amount, wave)),
        Some(Quantity::OwnPower | Quantity::TargetPower) => f32::from(kind.power.max(2)),
        Some(Quantity::HalfTotalHp) => f32::from(kind.hp.max(4)) / 2.0,
        Some(Quantity::CardCost) => 2.0,
        Some(Quantity::All) => f32::from(wave) * 2.0,
        Some(_) => 1.5,
    };
    f32::from(amount.times) * per_unit + f32::from(amount.plus)
}

fn effect_value(kind: &Kind, effect: &Effect, wave: u8, weights: &GreedyWeights) -> f32 {
    let size = |amount| size(amount, kind, wave);
    match *effect {
        Effect::Damage { amount, to } => match to.pick {
            Pick::This | Pick::FirstTroops | Pick::LastTroops | Pick::ThatTroop => {
                -weights.harm * size(amount) * f32::from(to.count.max(1))
            }
            Pick::EveryTroop => -weights.harm * size(amount) * 3.0,
            Pick::LaneFronts => (weights.damage - weights.harm) * size(amount),
            _ => weights.damage * size(amount),
        },
        Effect::Heal { amount, to } => {
            let troops = if to.pick == Pick::EveryTroop {
                2.5
            } else {
                1.0
            };
            weights.heal * size(amount) * troops
        }
        Effect::HealTo { .. } => weights.save,
        Effect::Prevent { amount } | Effect::Redirect { amount } => weights.prevent * size(amount),
        Effect::Move { .. } => weights.shift,
        Effect::CancelReveal => weights.cancel,
        Effect::Kill { .. } => weights.kill,
        Effect::GainPower { amount, .. } => weights.boost * size(amount),
        Effect::StrikeFirst => weights.first_strike,
        Effect::ExtraDamage { amount } => weights.damage * size(amount),
        Effect::GainResources { amount } | Effect::CostLess { amount, .. } => {
            weights.economy * size(amount)
        }
        Effect::Bonus { power, hp, who } => match who {
            Who::This if kind.class == Class::Equipment => {
                weights.item_power * size(power) + weights.item_hp * size(hp)
            }
            Who::This => 0.5 * (weights.power * size(power) + weights.hp * size(hp)),
            Who::OthersInLane => weights.aura * (size(power) + size(hp)),
            Who::OthersEverywhere => 2.0 * weights.aura * (size(power) + size(hp)),
            Who::EnemiesInLane => 0.0,
        },
        Effect::AbilityDamageMore { amount } => 0.5 * weights.damage * size(amount),
        Effect::DeploysAsInstant => weights.ambush,
        Effect::BecomeTroop => {
            weights.power * f32::from(kind.power) + weights.hp * f32::from(kind.hp)
        }
        _ => 0.0,
    }
}
