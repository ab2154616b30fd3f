//! A card as numbers: its figures and what its abilities do.
//!
//! The value knows a card by these numbers as well as by its name, so it can judge a card that it has
//! never met.

use cards::ability::{
    Ability, Amount, Cost, Effect, Limit, Pick, Quantity, Strength, When, Who, WorksFrom,
};
use cards::{Class, ItemType, Kind};

/// How many numbers describe a card.
pub const DESCRIPTOR: usize = NAMES.len();

/// A card as numbers.
pub type Descriptor = [f32; DESCRIPTOR];

macro_rules! descriptor {
    ($($index:ident = $name:literal),* $(,)?) => {
        /// The meaning of each number.
        pub const NAMES: &[&str] = &[$($name),*];

        /// The indices of the numbers.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum At { $($index),* }
    };
}

descriptor! {
    Resource = "is a resource",
    Troop = "is a troop",
    Equipment = "is equipment",
    Instant = "is an instant",
    Enemy = "is an enemy",
    Boss = "is a boss",
    Starting = "comes with the starting deck",
    Wave1 = "wave 1",
    Wave2 = "wave 2",
    Wave3 = "wave 3",
    Cost = "cost",
    CostSquared = "cost, squared",
    Power = "power",
    Hp = "HP",
    PowerTimesHp = "power times HP",
    Value = "resource value",
    Weapon = "weapon",
    Armor = "armor",
    Medical = "medical",
    Technology = "technology",
    BecomesTroop = "becomes a troop",
    NeverEquips = "never carries items",
    DeploysAsInstant = "deploys as an instant",
    HandDamage = "damage to an enemy, from hand",
    LaneDamage = "damage to an enemy that is chosen, from its lane",
    AnswerDamage = "damage to an enemy in answer to something",
    TroopDamage = "damage to troops",
    BaseDamage = "damage to the base",
    Heal = "heals",
    SecondLife = "saves from death",
    HandPrevent = "prevents damage, from hand",
    LanePrevent = "prevents damage, from its lane",
    Redirect = "takes damage for others",
    Move = "moves cards",
    Loss = "burns or discards the players' cards",
    Convert = "turns troops into enemies",
    AddEnemies = "adds enemies",
    Cancel = "cancels a reveal",
    Kill = "kills outright",
    GainPower = "grants power for a while",
    StrikeFirst = "strikes first",
    ExtraDamage = "strikes harder",
    Resources = "brings resources",
    CostLess = "makes purchases cheaper",
    Salvage = "brings back discarded cards",
    SelfPower = "power for itself or its carrier",
    SelfHp = "HP for itself or its carrier",
    OthersPower = "power for others",
    OthersHp = "HP for others",
    EnemyPower = "power for enemies",
    SufferLess = "lessens damage to enemies",
    AbilityDamageMore = "abilities deal more",
    Overflow = "damage carries on",
    MultiHit = "hits several troops",
    Unpreventable = "damage cannot be prevented",
    Untargetable = "cannot be chosen",
    OncePerRound = "abilities once a round",
    HandAbilities = "abilities from hand",
    SpentByUse = "is used up",
    PaidInBlood = "abilities cost the troop damage or life",
    Conditional = "abilities with a condition",
    RevealAbility = "reveal ability",
}

/// Describes a card.
pub fn describe(kind: &Kind) -> Descriptor {
    let mut out = [0.0; DESCRIPTOR];
    let mut set = |at: At, value: f32| out[at as usize] += value;
    let flag = |holds: bool| if holds { 1.0 } else { 0.0 };
    let class = match kind.class {
        Class::Resource => Some(At::Resource),
        Class::Troop => Some(At::Troop),
        Class::Equipment => Some(At::Equipment),
        Class::Instant => Some(At::Instant),
        Class::Enemy => Some(At::Enemy),
        Class::Boss => Some(At::Boss),
        Class::Division | Class::Weather => None,
    };
    if let Some(class) = class {
        set(class, 1.0);
    }
    set(
        At::Starting,
        flag(!kind.for_sale && kind.class == Class::Troop),
    );
    set(At::Wave1, flag(kind.wave == 1));
    set(At::Wave2, flag(kind.wave == 2));
    set(At::Wave3, flag(kind.wave == 3));
    let (cost, power, hp) = (
        f32::from(kind.cost),
        f32::from(kind.power),
        f32::from(kind.hp),
    );
    set(At::Cost, cost / 4.0);
    set(At::CostSquared, cost * cost / 32.0);
    set(At::Power, power / 4.0);
    set(At::Hp, hp / 4.0);
    set(At::PowerTimesHp, power * hp / 16.0);
    set(At::Value, f32::from(kind.value) / 3.0);
    for (at, item_type) in [
        (At::Weapon, ItemType::Weapon),
        (At::Armor, ItemType::Armor),
        (At::Medical, ItemType::Medical),
        (At::Technology, ItemType::Technology),
    ] {
        set(at, flag(kind.types & item_type.bit() != 0));
    }
    set(At::BecomesTroop, flag(kind.becomes_troop()));
    set(At::NeverEquips, flag(kind.derived.standing.never_equips));
    set(
        At::DeploysAsInstant,
        flag(kind.derived.standing.deploys_as_instant),
    );
    for ability in &kind.abilities {
        describe_ability(kind, ability, &mut out);
    }
    out
}

fn describe_ability(kind: &Kind, ability: &Ability, out: &mut Descriptor) {
    let mut set = |at: At, value: f32| out[at as usize] += value;
    if ability.when != When::Standing {
        set(
            At::OncePerRound,
            if ability.limit == Limit::OncePerRound {
                0.5
            } else {
                0.0
            },
        );
    }
    if ability.from == WorksFrom::Hand {
        set(At::HandAbilities, 0.5);
    }
    if ability.condition.is_some() {
        set(At::Conditional, 0.5);
    }
    if matches!(ability.when, When::Revealed | When::TurnedUp) {
        set(At::RevealAbility, 1.0);
    }
    for cost in &ability.costs {
        match cost {
            Cost::BurnThis => set(At::SpentByUse, 1.0),
            Cost::DiscardThis => set(At::SpentByUse, 0.5),
            Cost::DamageThis => set(At::PaidInBlood, f32::from(ability.cost_damage) / 4.0),
            Cost::KillThis => set(At::PaidInBlood, 1.0),
            Cost::BurnDiscardedTroop | Cost::BurnDiscardedCard | Cost::DiscardDeckTop => {}
        }
    }
    for effect in &ability.effects {
        describe_effect(kind, ability, effect, out);
    }
}

fn describe_effect(kind: &Kind, ability: &Ability, effect: &Effect, out: &mut Descriptor) {
    let mut set = |at: At, value: f32| out[at as usize] += value;
    let size = |amount: Amount| size(amount, kind) / 4.0;
    let from_hand = ability.from == WorksFrom::Hand;
    match *effect {
        Effect::Damage { amount, to } => {
            let troops = f32::from(to.count.max(1));
            match to.pick {
                Pick::This | Pick::ThatTroop | Pick::OneTroop | Pick::OwnersChoice => {
                    set(At::TroopDamage, size(amount));
                }
                Pick::OneFightingTroop => set(At::TroopDamage, size(amount)),
                Pick::FirstTroops | Pick::LastTroops => set(At::TroopDamage, size(amount) * troops),
                Pick::EveryTroop => set(At::TroopDamage, size(amount) * 3.0),
                Pick::LaneFronts => {
                    set(At::TroopDamage, size(amount));
                    set(At::LaneDamage, size(amount));
                }
                _ if from_hand => set(At::HandDamage, size(amount)),
                _ if matches!(ability.when, When::Activated | When::Attacks) => {
                    set(At::LaneDamage, size(amount));
                }
                _ => set(At::AnswerDamage, size(amount)),
            }
        }
        Effect::DamageBase { amount } => set(At::BaseDamage, size(amount)),
        Effect::Heal { amount, to } => {
            let troops = if to.pick == Pick::EveryTroop {
                2.5
            } else {
                1.0
            };
            set(At::Heal, size(amount) * troops);
        }
        Effect::HealTo { hp } => set(At::SecondLife, 1.0 + size(hp)),
        Effect::Prevent { amount, .. } if from_hand => set(At::HandPrevent, size(amount)),
        Effect::Prevent { amount, .. } => set(At::LanePrevent, size(amount)),
        Effect::Redirect { amount, .. } => set(At::Redirect, size(amount)),
        Effect::Move { .. } | Effect::ReverseLane => set(At::Move, 0.5),
        Effect::Burn { .. } | Effect::DiscardItems { .. } | Effect::BurnItems { .. } => {
            set(At::Loss, 0.5);
        }
        Effect::DiscardThis => set(At::SpentByUse, 0.5),
        Effect::BecomeEnemy { .. } => set(At::Convert, 1.0),
        Effect::AddEnemies { count, .. } => set(At::AddEnemies, 4.0 * size(count) / 2.0),
        Effect::CancelReveal => set(At::Cancel, 1.0),
        Effect::Kill { .. } => set(At::Kill, 1.0),
        Effect::GainPower { amount, .. } => set(At::GainPower, size(amount)),
        Effect::StrikeFirst => set(At::StrikeFirst, 1.0),
        Effect::ExtraDamage { amount } => set(At::ExtraDamage, size(amount)),
        Effect::GainResources { amount } => set(At::Resources, size(amount)),
        Effect::CostLess { amount, .. } => set(At::CostLess, size(amount)),
        Effect::ReturnDiscarded { .. } | Effect::EquipDiscarded { .. } => set(At::Salvage, 1.0),
        Effect::Bonus {
            bonus: Strength { power, hp },
            who,
            ..
        } => {
            let (power, hp) = (size(power), size(hp));
            match who {
                Who::This => {
                    set(At::SelfPower, power);
                    set(At::SelfHp, hp);
                }
                Who::OthersInLane => {
                    set(At::OthersPower, power);
                    set(At::OthersHp, hp);
                }
                Who::OthersEverywhere => {
                    set(At::OthersPower, 2.0 * power);
                    set(At::OthersHp, 2.0 * hp);
                }
                Who::Enemies | Who::OtherEnemies => set(At::EnemyPower, power),
            }
        }
        Effect::ItemBonus {
            bonus: Strength { power, hp },
            ..
        } => {
            set(At::OthersPower, size(power));
            set(At::OthersHp, size(hp));
        }
        Effect::SufferLess { amount, .. } => set(At::SufferLess, size(amount)),
        Effect::AbilityDamageMore { amount } => set(At::AbilityDamageMore, size(amount)),
        Effect::Overflow { troops } => set(At::Overflow, if troops.is_some() { 0.5 } else { 1.0 }),
        Effect::HitTroops { count } => set(At::MultiHit, f32::from(count.unwrap_or(4)) / 4.0),
        Effect::Unpreventable | Effect::NotRedirectable => set(At::Unpreventable, 1.0),
        Effect::Untargetable => set(At::Untargetable, 1.0),
        // Networks have not learned anything about the others.
        _ => {}
    }
}

/// The approximate size of an amount, whatever it depends on.
fn size(amount: Amount, kind: &Kind) -> f32 {
    amount.estimate(|quantity| match quantity {
        // Cards without a wave of their own are used in all three.
        Quantity::Wave => f32::from(if kind.wave == 0 { 2 } else { kind.wave }),
        Quantity::OwnPower | Quantity::TargetPower => f32::from(kind.power.max(2)),
        Quantity::HalfTotalHp => f32::from(kind.hp.max(4)) / 2.0,
        Quantity::CardCost => 2.0,
        Quantity::All => 6.0,
        _ => 1.5,
    })
}
