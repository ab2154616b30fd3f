//! What follows from a card's abilities, computed once: an event that triggers nothing costs a
//! single check.

use crate::ability::{
    Ability, Combine, Condition, Destination, Effect, From, Lanes, Limit, Pick, When, Who,
};
use crate::words::Word;

/// Precomputed facts that the rules need often.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Derived {
    /// The triggers of abilities that work from a lane, as bits of [`When`].
    pub in_lane: u32,
    /// The triggers of abilities that work from hand, by wave (there is no wave 0); and
    /// [`Derived::DEPLOYS_AS_INSTANT`], [`Derived::BECOMES_TROOP`].
    pub in_hand: [u32; 4],
    /// The number of its reveal ability and what it does, if it is one of the commonest and works
    /// always, and if there is no other for turning up.
    pub reveals: Option<(u8, CommonReveal)>,
    /// The number of its ability for killing a troop, if it simply makes an enemy of the troop.
    pub raises_victim: Option<u8>,
    /// The number of its ability for attacks, if it simply strikes first, in one attack of several.
    pub strikes_first_once: Option<u8>,
    /// Abilities that work only once for as long as the card stays on the board, a bit each.
    pub first_time: u8,
    /// Which standing effects it has.
    pub standing: Standing,
    /// Whether any power or HP depends on standing effects (of its own or for others).
    pub has_bonus: bool,
}

/// What the commonest reveal abilities do: they need no targets, and nobody chooses anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommonReveal {
    /// The enemy moves to the end of its lane.
    FallBack,
    /// The uppermost troop of the lane's discard pile becomes an enemy.
    RaiseTroop,
}

/// Standing effects that are plain facts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// Enemies in its lane suffer this much less from each damage.
    pub suffer_less: i16,
    /// Enemies in all lanes suffer this much less from each damage.
    pub suffer_less_everywhere: i16,
    /// Abilities and items deal this much more to enemies in its lane.
    pub ability_damage_more: i16,
    /// Attack damage carries on: to how many more troops (255: all, then the base).
    pub overflow: Option<u8>,
    /// How many troops its attacks hit (255: all).
    pub hits: u8,
    /// Damage cannot be prevented.
    pub unpreventable: bool,
    /// Damage cannot be redirected.
    pub not_redirectable: bool,
    /// Never carries items.
    pub never_equips: bool,
    /// May be deployed as an instant.
    pub deploys_as_instant: bool,
    /// Cannot be chosen as a target.
    pub untargetable: bool,
    /// Has a power or HP bonus for itself.
    pub bonus_self: bool,
    /// Has a bonus for others in its lane.
    pub bonus_lane: bool,
    /// Has a bonus for others in all lanes.
    pub bonus_everywhere: bool,
    /// Has a bonus for enemies.
    pub bonus_enemies: bool,
    /// Does something for the enemies of all lanes.
    pub aura_everywhere: bool,
    /// Lets items grant more.
    pub bonus_items: bool,
    /// Makes purchases of the player cheaper all the time.
    pub discount: bool,
}

impl Derived {
    /// In [`Derived::in_hand`]: the troop may be deployed as an instant.
    pub const DEPLOYS_AS_INSTANT: u32 = 1 << 31;
    /// In [`Derived::in_hand`]: it may become a troop when played.
    pub const BECOMES_TROOP: u32 = 1 << 30;
    /// In [`Derived::in_lane`]: it changes power or HP of cards.
    pub const GIVES_BONUS: u32 = 1 << 31;
    /// In [`Derived::in_lane`]: it changes power or HP of other troops.
    pub const GIVES_TO_TROOPS: u32 = 1 << 29;
    /// In [`Derived::in_lane`]: it reduces the damage that enemies suffer.
    pub const REDUCES_DAMAGE: u32 = 1 << 30;
    /// In [`Derived::in_lane`]: its attacks do not simply hit one troop.
    pub const HITS_SEVERAL: u32 = 1 << 26;
    /// In [`Derived::in_lane`]: the damage of its attacks may carry on to the next troop.
    pub const OVERFLOWS: u32 = 1 << 25;

    const THERE_ARE_BITS_BEYOND_THE_TRIGGERS: () = assert!(When::ALL.len() <= 25);

    /// Computes the facts of a list of abilities.
    pub fn of(abilities: &[Ability]) -> Self {
        let () = Self::THERE_ARE_BITS_BEYOND_THE_TRIGGERS;
        let mut facts = Derived {
            standing: Standing {
                hits: 1,
                ..Standing::default()
            },
            reveals: common_reveal(abilities),
            raises_victim: raises_victim(abilities),
            strikes_first_once: strikes_first_once(abilities),
            ..Derived::default()
        };
        for (number, ability) in abilities.iter().enumerate() {
            if ability.limit == Limit::FirstTime {
                facts.first_time |= 1 << number;
            }
            match ability.from {
                From::Lane => facts.in_lane |= ability.when.bit(),
                // A division can be used like a card in hand.
                From::Hand | From::Division => {
                    for (wave, moments) in (0..).zip(&mut facts.in_hand) {
                        if may_hold_in_wave(ability.condition, wave) {
                            *moments |= ability.when.bit();
                            if ability.becomes_troop() {
                                *moments |= Derived::BECOMES_TROOP;
                            }
                        }
                    }
                }
            }
            if ability.when != When::Standing {
                continue;
            }
            let standing = &mut facts.standing;
            for effect in &ability.effects {
                match *effect {
                    Effect::SufferLess { amount, lanes } => {
                        facts.in_lane |= Derived::REDUCES_DAMAGE;
                        match lanes {
                            Lanes::Own => standing.suffer_less += amount.plus,
                            Lanes::All => {
                                standing.suffer_less_everywhere += amount.plus;
                                standing.aura_everywhere = true;
                            }
                        }
                    }
                    Effect::AbilityDamageMore { amount } => {
                        standing.ability_damage_more += amount.plus
                    }
                    Effect::Overflow { troops } => {
                        facts.in_lane |= Derived::OVERFLOWS;
                        standing.overflow = Some(troops.unwrap_or(u8::MAX))
                    }
                    Effect::HitTroops { count } => {
                        facts.in_lane |= Derived::HITS_SEVERAL;
                        standing.hits = count.unwrap_or(u8::MAX)
                    }
                    Effect::Unpreventable => standing.unpreventable = true,
                    Effect::NotRedirectable => standing.not_redirectable = true,
                    Effect::NeverEquips => standing.never_equips = true,
                    Effect::DeploysAsInstant => {
                        standing.deploys_as_instant = true;
                        for moments in &mut facts.in_hand {
                            *moments |= Derived::DEPLOYS_AS_INSTANT;
                        }
                    }
                    Effect::Untargetable => standing.untargetable = true,
                    Effect::ItemBonus { .. } => standing.bonus_items = true,
                    Effect::CostLess { .. } => standing.discount = true,
                    Effect::Bonus { who, lanes, .. } => {
                        standing.aura_everywhere |= lanes == Lanes::All;
                        facts.has_bonus = true;
                        facts.in_lane |= Derived::GIVES_BONUS;
                        if matches!(who, Who::OthersInLane | Who::OthersEverywhere) {
                            facts.in_lane |= Derived::GIVES_TO_TROOPS;
                        }
                        match who {
                            Who::This => standing.bonus_self = true,
                            Who::OthersInLane => standing.bonus_lane = true,
                            Who::OthersEverywhere => standing.bonus_everywhere = true,
                            Who::Enemies | Who::OtherEnemies => standing.bonus_enemies = true,
                        }
                    }
                    _ => {}
                }
            }
        }
        facts
    }

    /// The triggers of abilities that work from hand in a wave.
    #[inline]
    pub fn in_hand_in(&self, wave: u8) -> u32 {
        self.in_hand[wave as usize % 4]
    }
}

/// The only ability for turning up, if it is one of the commonest.
fn common_reveal(abilities: &[Ability]) -> Option<(u8, CommonReveal)> {
    let when = [When::TurnedUp, When::Revealed];
    let (number, ability) = only_and_always(abilities, &when)?;
    let what = match ability.effects[..] {
        [
            Effect::Move {
                who,
                to: Destination::End,
            },
        ] if who.pick == Pick::This => CommonReveal::FallBack,
        [Effect::BecomeEnemy { who }] if who.pick == Pick::UppermostDiscardedTroop => {
            CommonReveal::RaiseTroop
        }
        _ => return None,
    };
    let each_time = ability.limit == Limit::EachTime;
    (ability.when == When::Revealed && each_time).then_some((number, what))
}

/// The only ability for killing a troop, if it makes an enemy of the troop every time.
fn raises_victim(abilities: &[Ability]) -> Option<u8> {
    let (number, ability) = only_and_always(abilities, &[When::KillsTroop])?;
    let raises = matches!(
        ability.effects[..],
        [Effect::BecomeEnemy { who }] if who.pick == Pick::ThatTroop
    );
    (raises && ability.limit == Limit::EachTime).then_some(number)
}

/// The only ability for attacks, if all it does is to strike first, in one attack of several.
fn strikes_first_once(abilities: &[Ability]) -> Option<u8> {
    let (number, ability) = only_and_always(abilities, &[When::Attacks])?;
    let strikes_first = matches!(ability.effects[..], [Effect::StrikeFirst]);
    (strikes_first && ability.limit != Limit::EachTime).then_some(number)
}

/// The only ability of a card for one of some triggers, and its number, if it works from a lane
/// without conditions, costs and choices.
fn only_and_always<'a>(abilities: &'a [Ability], when: &[When]) -> Option<(u8, &'a Ability)> {
    let mut fitting = (0..)
        .zip(abilities)
        .filter(|(_, ability)| when.contains(&ability.when));
    let (number, ability) = fitting.next()?;
    let always = ability.from == From::Lane
        && ability.condition.is_none()
        && ability.combine == Combine::All
        && ability.costs.is_empty()
        && !ability.optional;
    (always && fitting.next().is_none()).then_some((number, ability))
}

/// Whether a condition can be true at all in a wave.
fn may_hold_in_wave(condition: Option<Condition>, wave: u8) -> bool {
    match condition {
        Some(Condition::WaveAtLeast(least)) => wave >= least,
        Some(Condition::WaveIs(only)) => wave == only,
        _ => true,
    }
}
