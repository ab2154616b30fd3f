//! What a card is worth to a buyer, from its figures and abilities.

use crate::by_kind::ByKind;
use crate::model::profile::works_in;
use crate::model::{Endurance, Profile, Profiles};
use crate::spec::GreedyWeights;
use cards::ability::{Ability, Amount, Effect, Pick, Quantity, Strength, When, Who, WorksFrom};
use cards::{CardSet, Class, Kind};
use game::state::ROUNDS;

/// The value of every kind after every round, and what can be said of it as goods before looking at
/// the table.
#[derive(Clone, Debug)]
pub(crate) struct Appraisal {
    later: [Vec<f32>; ROUNDS as usize],
    wares: [ByKind<Ware>; ROUNDS as usize],
}

/// What can be said of a kind as goods in a round before looking at the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ware {
    pub class: Class,
    /// The printed price.
    pub cost: u8,
    /// What its abilities are worth this round, where there is room for it.
    pub abilities: f32,
    /// What it is worth in later rounds, less the printed price.
    pub net_later: f32,
}

impl Ware {
    /// Only takes up room.
    const NONE: Ware = Ware {
        class: Class::Resource,
        cost: 0,
        abilities: 0.0,
        net_later: 0.0,
    };
}

impl Appraisal {
    /// Appraises all kinds.
    pub fn new(cards: &CardSet, profiles: &Profiles, weights: &GreedyWeights) -> Self {
        let abilities = [1, 2, 3].map(|wave| {
            let kinds = cards.kinds.iter();
            let values = kinds.map(|kind| abilities_value(kind, wave, weights));
            values.collect::<Vec<_>>()
        });
        let in_wave = [1u8, 2, 3].map(|wave| {
            let carrier = usual_carrier(cards, wave);
            let endurance = profiles.endurance(wave, false);
            let kinds = cards.kinds.iter().zip(profiles.wave(wave)).enumerate();
            let values = kinds.map(|(index, (kind, profile))| {
                let outlasts = figures_value(kind, profile, endurance, carrier);
                let outlasts = outlasts * endurance.mean_power * weights.outlast;
                let factor = class_factor(kind.class, wave, weights);
                (outlasts + abilities[wave as usize - 1][index]) * factor
            });
            values.collect::<Vec<f32>>()
        });
        // A round later it is worth a share less.
        let mut later: [Vec<f32>; ROUNDS as usize] = Default::default();
        let mut sum = vec![0.0; cards.kinds.len()];
        for round in (0..ROUNDS as usize).rev() {
            later[round] = sum.clone();
            for (sum, value) in sum.iter_mut().zip(&in_wave[round / 3]) {
                *sum = weights.patience * (*sum + value);
            }
        }
        let wares = std::array::from_fn(|round| {
            let kinds = cards.kinds.iter().enumerate();
            let wares = kinds.map(|(index, kind)| Ware {
                class: kind.class,
                cost: kind.cost,
                abilities: weights.use_now * abilities[round / 3][index],
                net_later: net(later[round][index], kind.cost, weights),
            });
            ByKind::new(wares, Ware::NONE)
        });
        Appraisal { later, wares }
    }

    /// The kinds as goods in a round.
    #[inline]
    pub fn wares(&self, round: u8) -> &ByKind<Ware> {
        &self.wares[usize::from(round - 1).min(ROUNDS as usize - 1)]
    }

    /// The values of the kinds in the rounds that come after a round.
    #[inline]
    pub fn later(&self, round: u8) -> &[f32] {
        &self.later[usize::from(round - 1).min(ROUNDS as usize - 1)]
    }
}

/// What a card is worth in later rounds, less its price.
pub(crate) fn net(later: f32, price: u8, weights: &GreedyWeights) -> f32 {
    later - weights.thrift * f32::from(price)
}

/// Power and HP of the troop that will usually carry an item: the mean of those for sale.
fn usual_carrier(cards: &CardSet, wave: u8) -> (i16, i16) {
    let troops = cards.kinds.iter();
    let troops = troops.filter(|kind| kind.class == Class::Troop && kind.wave == wave);
    let (mut count, mut power, mut hp) = (0, 0, 0);
    for troop in troops {
        count += 1;
        power += troop.power;
        hp += troop.hp;
    }
    let count = count.max(1);
    (power / count, hp / count)
}

/// How many enemies a card's figures outlast in a fight.
fn figures_value(
    kind: &Kind,
    profile: &Profile,
    endurance: &Endurance,
    (power, hp): (i16, i16),
) -> f32 {
    let without = endurance.outlasts(power, hp);
    match kind.class {
        Class::Troop => endurance.outlasts(profile.power, profile.hp),
        Class::Equipment => {
            endurance.outlasts(power + profile.item_power, hp + profile.item_hp) - without
        }
        Class::Instant => {
            endurance.kills(profile.bombs) + endurance.outlasts(power, hp + profile.wards) - without
        }
        _ => 0.0,
    }
}

fn class_factor(class: Class, wave: u8, weights: &GreedyWeights) -> f32 {
    let pick = |by_wave: [f32; 3]| by_wave[wave as usize - 1];
    match class {
        Class::Troop => pick([weights.troop_1, weights.troop_2, weights.troop_3]),
        Class::Equipment => pick([
            weights.equipment_1,
            weights.equipment_2,
            weights.equipment_3,
        ]),
        Class::Instant => pick([weights.instant_1, weights.instant_2, weights.instant_3]),
        _ => 0.0,
    }
}

/// The value of what a card can do besides what its figures say.
fn abilities_value(kind: &Kind, wave: u8, weights: &GreedyWeights) -> f32 {
    let abilities = kind.abilities.iter().filter(|a| works_in(a, wave));
    abilities
        .map(|ability| ability_value(kind, ability, wave, weights))
        .sum()
}

fn ability_value(kind: &Kind, ability: &Ability, wave: u8, weights: &GreedyWeights) -> f32 {
    let share = match (ability.from, ability.when) {
        (WorksFrom::Hand, _) => weights.once,
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

/// The approximate size of an amount.
fn size(amount: Amount, kind: &Kind, wave: u8) -> f32 {
    amount.estimate(|quantity| match quantity {
        Quantity::Wave => f32::from(wave),
        Quantity::OwnPower | Quantity::TargetPower => f32::from(kind.power.max(2)),
        Quantity::HalfTotalHp => f32::from(kind.hp.max(4)) / 2.0,
        Quantity::CardCost => 2.0,
        Quantity::All => f32::from(wave) * 2.0,
        _ => 1.5,
    })
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
        Effect::Prevent { amount, .. } | Effect::Redirect { amount, .. } => {
            weights.prevent * size(amount)
        }
        Effect::Move { .. } => weights.shift,
        Effect::CancelReveal => weights.cancel,
        Effect::Kill { .. } => weights.kill,
        Effect::GainPower { amount, .. } | Effect::LosePower { amount, .. } => {
            weights.boost * size(amount)
        }
        Effect::StrikeFirst => weights.first_strike,
        Effect::ExtraDamage { amount } => weights.damage * size(amount),
        Effect::GainResources { amount } | Effect::CostLess { amount, .. } => {
            weights.economy * size(amount)
        }
        Effect::Bonus {
            bonus: Strength { power, hp },
            who,
            ..
        } => match who {
            // Already part of its figures.
            Who::This if kind.class == Class::Equipment => 0.0,
            Who::This => weights.boost * (size(power) + size(hp)),
            Who::OthersInLane => weights.aura * (size(power) + size(hp)),
            Who::OthersEverywhere => 2.0 * weights.aura * (size(power) + size(hp)),
            Who::Enemies | Who::OtherEnemies => 0.0,
        },
        Effect::AbilityDamageMore { amount } => 0.5 * weights.damage * size(amount),
        Effect::DeploysAsInstant => weights.ambush,
        Effect::BecomeTroop => weights.ambush + weights.boost * f32::from(kind.power + kind.hp),
        _ => 0.0,
    }
}
