//! What a card does in a fight, read off its abilities and worked out once per wave.

use super::endurance::Endurance;
use super::forecast::Body;
use crate::by_kind::ByKind;
use cards::ability::{
    Ability, Amount, Condition, Destination, Effect, Pick, Quantity, Strength, When, Who,
};
use cards::{CardSet, Class, Kind, KindId};

/// The facts about a kind that matter in a fight, in one wave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Profile {
    /// What it is.
    pub class: Class,
    /// Item types.
    pub types: u8,
    /// Item types that it cannot carry from the start: none, or all.
    pub refuses: u8,
    /// Abilities that work only once for as long as the card stays on the board, a bit each.
    pub first_time: u8,
    /// Power and HP as printed.
    pub printed: (i16, i16),
    /// Power: the printed one, with what it always adds to itself.
    pub power: i16,
    /// HP, likewise.
    pub hp: i16,
    /// Purchase cost.
    pub cost: i16,
    /// How many troops an attack hits.
    pub hits: u8,
    /// To how many more troops excess damage carries (255: all, then the base).
    pub overflow: u8,
    /// HP with which it survives its first death (0: it does not).
    pub revive: i16,
    /// Whether it then goes to the end of its lane.
    pub revives_at_end: bool,
    /// Whether its first attack strikes first.
    pub strikes_first: bool,
    /// Damage to the base for each troop it kills.
    pub kill_base: i16,
    /// More of that for each troop left in the lane.
    pub kill_base_per_troop: i16,
    /// Whether a troop it kills becomes an enemy.
    pub converts: bool,
    /// Whether a troop it damages is burned.
    pub burns_damaged: bool,
    /// Enemies it calls, leaving itself, when it is struck and lives.
    pub calls: u8,
    /// Enemies added each time it is damaged.
    pub broods: u8,
    /// Enemies it brings along when it turns up or moves up.
    pub brings: u8,
    /// Power gained for each damage on it.
    pub rage: i16,
    /// How much less enemies in its lane suffer from each damage.
    pub shields: i16,
    /// Power it lends to all enemies in its lane.
    pub enemy_aura: i16,
    /// Damage its reveal does to the first troop.
    pub reveal_front: i16,
    /// Damage to an enemy when it is killed.
    pub death_damage: i16,
    /// How often its power counts in that.
    pub death_power: i16,
    /// How often half its total HP counts in that.
    pub death_half_hp: i16,
    /// Damage to an enemy each time it is damaged.
    pub wound_damage: i16,
    /// Power it lends to others in its lane.
    pub aura_power: i16,
    /// HP it lends to others in its lane.
    pub aura_hp: i16,
    /// Power an item lends to its carrier.
    pub item_power: i16,
    /// HP an item lends to its carrier.
    pub item_hp: i16,
    /// How much more abilities and items deal to enemies in its lane.
    pub ability_damage_more: i16,
    /// Damage to an enemy that it does when it is played from hand.
    pub bombs: i16,
    /// Damage to a troop that it prevents when it is played from hand.
    pub wards: i16,
    /// Abilities that depend on the power of whoever uses them, a bit each.
    pub own_power: u8,
    /// Abilities that bring back discarded cards, a bit each.
    pub salvages: u8,
    /// Abilities by which whoever uses them suffers in place of another, a bit each.
    pub redirects: u8,
    /// Abilities that concern nobody but whoever uses them, a bit each.
    pub personal: u8,
    /// Abilities by which it becomes a troop, a bit each.
    pub enlists: u8,
    /// Whether it gains anything by killing a troop.
    pub gains_by_killing: bool,
    /// Whether a blow that it survives changes anything but its HP.
    pub stirs: bool,
    /// Whether its abilities help others, so that it had better live.
    pub supports: bool,
    /// Whether, as an enemy, none of its abilities matters in an exchange of blows.
    pub plain_enemy: bool,
    /// Whether, as an enemy, none of its abilities matters in an exchange of blows in which nobody dies.
    pub plain_blows: bool,
    /// Whether, as a troop, none of its abilities matters in an exchange of blows.
    pub plain_troop: bool,
    /// Whether its own power or HP depends on something, so that the table must be asked.
    pub varies: bool,
}

impl Profile {
    /// A card that does nothing.
    const BLANK: Profile = Profile {
        class: Class::Resource,
        types: 0,
        refuses: 0,
        first_time: 0,
        printed: (0, 0),
        power: 0,
        hp: 0,
        cost: 0,
        hits: 0,
        overflow: 0,
        revive: 0,
        revives_at_end: false,
        strikes_first: false,
        kill_base: 0,
        kill_base_per_troop: 0,
        converts: false,
        burns_damaged: false,
        calls: 0,
        broods: 0,
        brings: 0,
        rage: 0,
        shields: 0,
        enemy_aura: 0,
        reveal_front: 0,
        death_damage: 0,
        death_power: 0,
        death_half_hp: 0,
        wound_damage: 0,
        aura_power: 0,
        aura_hp: 0,
        item_power: 0,
        item_hp: 0,
        ability_damage_more: 0,
        bombs: 0,
        wards: 0,
        own_power: 0,
        salvages: 0,
        redirects: 0,
        personal: 0,
        enlists: 0,
        gains_by_killing: false,
        stirs: false,
        supports: false,
        plain_enemy: false,
        plain_blows: false,
        plain_troop: false,
        varies: false,
    };
}

/// All profiles of a card set.
#[derive(Clone, Debug)]
pub(crate) struct Profiles {
    waves: [Vec<Profile>; 3],
    /// What is to be expected of the enemies of a wave: without bosses, and with.
    endurance: [[Endurance; 2]; 3],
    /// Every kind as a troop that has just come on the board, likewise.
    recruits: [[ByKind<Body>; 2]; 3],
}

impl Profiles {
    /// Works out the profiles of all kinds.
    pub fn new(cards: &CardSet) -> Self {
        let wave = |wave: u8| cards.kinds.iter().map(|kind| profile(kind, wave)).collect();
        let waves: [Vec<Profile>; 3] = [wave(1), wave(2), wave(3)];
        let endurance = [1, 2, 3].map(|wave: u8| {
            let profiles = &waves[wave as usize - 1];
            Endurance::of_wave(cards, profiles, wave)
        });
        let recruits = [0, 1, 2].map(|wave: usize| {
            [0, 1].map(|bosses: usize| {
                let endurance = &endurance[wave][bosses];
                let kinds = waves[wave].iter();
                let recruits = kinds.map(|kind| Body::recruit(kind, endurance));
                ByKind::new(recruits, Body::BLANK)
            })
        });
        Profiles {
            waves,
            endurance,
            recruits,
        }
    }

    /// The profiles in a wave, by kind.
    #[inline]
    pub fn wave(&self, wave: u8) -> &Vec<Profile> {
        &self.waves[wave as usize - 1]
    }

    /// What is to be expected of the enemies of a round.
    pub fn endurance(&self, wave: u8, bosses: bool) -> &Endurance {
        &self.endurance[wave as usize - 1][usize::from(bosses)]
    }

    /// Every kind as a troop that has just come on the board, with what it then outlasts of the
    /// enemies of a round.
    #[inline]
    pub fn recruits(&self, wave: u8, bosses: bool) -> &ByKind<Body> {
        &self.recruits[wave as usize - 1][usize::from(bosses)]
    }
}

/// The part of an amount that is known from the wave alone.
pub(crate) fn plain(amount: Amount, wave: u8) -> i16 {
    amount.value(|quantity| match quantity {
        Quantity::Wave => i16::from(wave),
        _ => 0,
    })
}

fn times(amount: Amount, quantity: Quantity) -> i16 {
    match amount.quantity {
        Some(found) if found == quantity => amount.times,
        _ => 0,
    }
}

/// Whether an ability can work in a wave at all.
pub(crate) fn works_in(ability: &Ability, wave: u8) -> bool {
    match ability.condition {
        Some(Condition::WaveAtLeast(least)) => wave >= least,
        Some(Condition::WaveIs(only)) => wave == only,
        // The weather changes every round: what needs one condition is not to be relied on.
        Some(Condition::Weather(_)) => false,
        _ => true,
    }
}

pub(super) fn profile(kind: &Kind, wave: u8) -> Profile {
    let standing = &kind.derived.standing;
    let mut profile = Profile {
        class: kind.class,
        types: kind.types,
        refuses: if standing.never_equips { u8::MAX } else { 0 },
        first_time: kind.derived.first_time,
        printed: (kind.power, kind.hp),
        power: kind.power,
        hp: kind.hp,
        cost: i16::from(kind.cost),
        hits: standing.hits.max(1),
        overflow: standing.overflow.unwrap_or(0),
        shields: standing.suffer_less + standing.suffer_less_everywhere,
        ability_damage_more: standing.ability_damage_more,
        ..Profile::BLANK
    };
    for ability in kind.abilities.iter().filter(|a| works_in(a, wave)) {
        for effect in &ability.effects {
            add(&mut profile, kind, ability, effect, wave);
        }
    }
    for (number, ability) in kind.abilities.iter().enumerate() {
        let bit = |holds: bool| u8::from(holds) << number;
        let has = |fits: fn(&Effect) -> bool| bit(ability.effects.iter().any(fits));
        profile.own_power |= bit(takes_own_power(ability));
        profile.personal |= bit(ability.effects.iter().all(is_personal));
        profile.enlists |= has(|effect| matches!(effect, Effect::BecomeTroop));
        profile.redirects |= has(|effect| matches!(effect, Effect::Redirect { .. }));
        profile.salvages |= has(|effect| {
            matches!(
                effect,
                Effect::ReturnDiscarded { .. } | Effect::EquipDiscarded { .. }
            )
        });
    }
    profile.gains_by_killing =
        profile.kill_base != 0 || profile.kill_base_per_troop != 0 || profile.converts;
    profile.stirs = profile.rage != 0 || profile.calls > 0 || profile.broods > 0;
    profile.plain_blows =
        profile.hits == 1 && profile.overflow == 0 && !profile.stirs && !profile.burns_damaged;
    profile.plain_enemy = profile.plain_blows
        && profile.revive == 0
        && profile.kill_base == 0
        && profile.shields == 0
        && profile.enemy_aura == 0
        && !profile.converts;
    profile.plain_troop = profile.wound_damage == 0
        && profile.death_damage == 0
        && profile.death_power == 0
        && profile.death_half_hp == 0;
    profile
}

/// Whether an effect concerns nobody but whoever uses it.
fn is_personal(effect: &Effect) -> bool {
    match effect {
        Effect::Move { who, .. } | Effect::GainPower { who, .. } | Effect::Heal { to: who, .. } => {
            who.pick == Pick::This
        }
        Effect::StrikeFirst => true,
        _ => false,
    }
}

/// Whether what an ability does depends on its user's power.
fn takes_own_power(ability: &Ability) -> bool {
    ability.effects.iter().any(|effect| match *effect {
        Effect::Damage { amount, .. }
        | Effect::DamageBase { amount }
        | Effect::Heal { amount, .. }
        | Effect::AddEnemies { count: amount, .. }
        | Effect::GainPower { amount, .. }
        | Effect::ExtraDamage { amount } => amount.quantity == Some(Quantity::OwnPower),
        _ => false,
    })
}

fn add(profile: &mut Profile, kind: &Kind, ability: &Ability, effect: &Effect, wave: u8) {
    let helps_from_behind = matches!(
        ability.when,
        When::WouldBeDamaged
            | When::WouldBeKilled
            | When::AnotherAttacks
            | When::Activated
            | When::RevealPending
            | When::EnemyDamaged
            | When::TroopKilled
    );
    profile.supports |= helps_from_behind && ability.from == cards::ability::WorksFrom::Lane;
    if ability.from == cards::ability::WorksFrom::Hand {
        match *effect {
            Effect::Damage { amount, to } if to.pick.is_choice() => {
                profile.bombs = profile.bombs.max(plain(amount, wave));
            }
            Effect::Prevent { amount, .. } => {
                profile.wards = profile.wards.max(plain(amount, wave));
            }
            _ => {}
        }
        return;
    }
    match (ability.when, *effect) {
        (When::WouldBeKilled, Effect::HealTo { hp }) if kind.class.is_enemy() => {
            profile.revive = plain(hp, wave);
        }
        (When::WouldBeKilled, Effect::Move { to, .. }) if kind.class.is_enemy() => {
            profile.revives_at_end = to == Destination::End;
        }
        (When::Attacks, Effect::StrikeFirst) => profile.strikes_first |= !ability.optional,
        (When::KillsTroop, Effect::DamageBase { amount }) => {
            profile.kill_base = plain(amount, wave);
            profile.kill_base_per_troop = times(amount, Quantity::TroopsInLane);
        }
        (When::KillsTroop, Effect::BecomeEnemy { .. }) => profile.converts = true,
        (When::DamagesTroop, Effect::Burn { .. }) => profile.burns_damaged = true,
        (When::AttackedAndAlive, Effect::AddEnemies { count, .. }) => {
            profile.calls = plain(count, wave).clamp(0, 9) as u8;
        }
        (When::Revealed, Effect::BecomeEnemy { .. }) => profile.brings = 1,
        (When::Revealed | When::Advances, Effect::AddEnemies { count, .. }) => {
            profile.brings = plain(count, wave).clamp(0, 9) as u8;
        }
        (When::Damaged, Effect::AddEnemies { count, .. }) => {
            profile.broods = plain(count, wave).clamp(0, 9) as u8;
        }
        (When::Damaged, Effect::Damage { amount, .. }) => {
            profile.wound_damage = plain(amount, wave)
        }
        (When::Killed, Effect::Damage { amount, .. }) => {
            profile.death_damage = plain(amount, wave);
            profile.death_power = times(amount, Quantity::OwnPower);
            profile.death_half_hp = times(amount, Quantity::HalfTotalHp);
        }
        (When::Revealed, Effect::Damage { amount, to })
            if matches!(to.pick, Pick::FirstTroops | Pick::EveryTroop) =>
        {
            profile.reveal_front += plain(amount, wave);
        }
        (
            When::Standing,
            Effect::Bonus {
                bonus: Strength { power, hp },
                who,
                ..
            },
        ) => {
            let known = ability.condition.is_none_or(|condition| {
                matches!(condition, Condition::WaveAtLeast(_) | Condition::WaveIs(_))
            }) && power.quantity.is_none_or(|q| q == Quantity::Wave)
                && hp.quantity.is_none_or(|q| q == Quantity::Wave);
            let (power_now, hp_now) = (plain(power, wave), plain(hp, wave));
            match who {
                Who::This if kind.class == Class::Equipment => {
                    profile.item_power += power_now;
                    profile.item_hp += hp_now;
                }
                Who::This => {
                    profile.varies = true;
                    profile.rage += times(power, Quantity::DamageOnIt);
                    if known {
                        profile.power += power_now;
                        profile.hp += hp_now;
                    }
                }
                Who::OthersInLane | Who::OthersEverywhere => {
                    profile.aura_power += power_now;
                    profile.aura_hp += hp_now;
                    profile.supports = true;
                }
                Who::Enemies => profile.enemy_aura += power_now,
                // What all enemies of the lane have, less its own.
                Who::OtherEnemies => {
                    profile.enemy_aura += power_now;
                    profile.power -= power_now;
                }
            }
        }
        _ => {}
    }
}

/// The kind of a card as an index into a list of profiles.
#[inline]
pub(crate) fn of(profiles: &[Profile], kind: KindId) -> &Profile {
    &profiles[kind.index()]
}
