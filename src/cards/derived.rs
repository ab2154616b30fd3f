//! What follows from a card's abilities, computed once: an event that triggers nothing costs a
//! single check.

use crate::ability::{Ability, Amount, Condition, Effect, Lanes, Limit, When, Who, WorksFrom};
use crate::words::Word;
use crate::{Kind, StandingBonus};

/// Precomputed facts that the rules need often.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Derived {
    /// The triggers of abilities that work from a lane, as bits of [`When`], and bits for what the card
    /// does all the time.
    pub in_lane: u32,
    /// The triggers of abilities that work from hand, by wave (there is no wave 0); and
    /// [`Derived::DEPLOYS_AS_INSTANT`], [`Derived::BECOMES_TROOP`].
    pub in_hand: [u32; 4],
    /// Abilities that work only once for as long as the card stays on the board, a bit each.
    pub first_time: u8,
    /// Which standing effects it has.
    pub standing: Standing,
    /// The power that it always gives to itself, or to the troop that carries it.
    pub own_power: i16,
    /// The HP that it always gives to itself, or to the troop that carries it.
    pub own_hp: i16,
    /// Whether what it gives to itself depends on circumstances as well.
    pub own_bonus_varies: bool,
}

/// Standing effects that are facts, not sums of bonuses.
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
    /// Has a bonus for others in its lane.
    pub bonus_lane: bool,
    /// Has a bonus for others in all lanes.
    pub bonus_everywhere: bool,
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
    /// In [`Derived::in_lane`]: it changes the power of cards, apart from [`Derived::own_power`].
    pub const GIVES_POWER: u32 = 1 << 31;
    /// In [`Derived::in_lane`]: it changes the HP of cards, apart from [`Derived::own_hp`].
    pub const GIVES_HP: u32 = 1 << 28;
    /// In [`Derived::in_lane`]: it changes power or HP of cards in one of these ways.
    pub const GIVES_BONUS: u32 = Self::GIVES_POWER | Self::GIVES_HP;
    /// In [`Derived::in_lane`]: it changes power or HP of other troops.
    pub const GIVES_TO_TROOPS: u32 = 1 << 29;
    /// In [`Derived::in_lane`]: it reduces the damage that enemies suffer.
    pub const REDUCES_DAMAGE: u32 = 1 << 30;

    /// The bits of all triggers; those beyond say what a card does all the time.
    const TRIGGERS: u32 = (1 << 28) - 1;
    const THERE_ARE_BITS_BEYOND_THE_TRIGGERS: () = assert!(When::ALL.len() <= 28);

    /// Computes the facts of a list of abilities.
    pub fn of(abilities: &[Ability]) -> Self {
        let () = Self::THERE_ARE_BITS_BEYOND_THE_TRIGGERS;
        let mut facts = Derived {
            standing: Standing {
                hits: 1,
                ..Standing::default()
            },
            ..Derived::default()
        };
        for (number, ability) in abilities.iter().enumerate() {
            if ability.limit == Limit::FirstTime {
                facts.first_time |= 1 << number;
            }
            match ability.from {
                WorksFrom::Lane => facts.in_lane |= ability.when.bit(),
                // A division can be used like a card in hand.
                WorksFrom::Hand | WorksFrom::Division => {
                    for (wave, bits) in (0..).zip(&mut facts.in_hand) {
                        if may_hold_in_wave(ability.condition, wave) {
                            *bits |= ability.when.bit();
                            if ability.becomes_troop() {
                                *bits |= Derived::BECOMES_TROOP;
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
                        standing.overflow = Some(troops.unwrap_or(u8::MAX))
                    }
                    Effect::HitTroops { count } => standing.hits = count.unwrap_or(u8::MAX),
                    Effect::Unpreventable => standing.unpreventable = true,
                    Effect::NotRedirectable => standing.not_redirectable = true,
                    Effect::NeverEquips => standing.never_equips = true,
                    Effect::DeploysAsInstant => {
                        standing.deploys_as_instant = true;
                        for bits in &mut facts.in_hand {
                            *bits |= Derived::DEPLOYS_AS_INSTANT;
                        }
                    }
                    Effect::Untargetable => standing.untargetable = true,
                    Effect::ItemBonus { .. } => standing.bonus_items = true,
                    Effect::CostLess { .. } => standing.discount = true,
                    Effect::Bonus { who, lanes, .. } => {
                        standing.aura_everywhere |= lanes == Lanes::All;
                        if matches!(who, Who::OthersInLane | Who::OthersEverywhere) {
                            facts.in_lane |= Derived::GIVES_TO_TROOPS;
                        }
                        match who {
                            Who::OthersInLane => standing.bonus_lane = true,
                            Who::OthersEverywhere => standing.bonus_everywhere = true,
                            Who::This | Who::Enemies | Who::OtherEnemies => {}
                        }
                    }
                    _ => {}
                }
            }
        }
        facts.note_bonuses(abilities);
        facts
    }

    /// Notes who gives what to whom: what a card always gives to itself as a sum, and where there
    /// are other bonuses, that there are.
    fn note_bonuses(&mut self, abilities: &[Ability]) {
        for bonus in StandingBonus::of(abilities) {
            if bonus.who == Who::This && bonus.is_constant() {
                self.own_power = self.own_power.saturating_add(bonus.power.plus);
                self.own_hp = self.own_hp.saturating_add(bonus.hp.plus);
                continue;
            }
            self.own_bonus_varies |= bonus.who == Who::This;
            if bonus.power != Amount::number(0) {
                self.in_lane |= Derived::GIVES_POWER;
            }
            if bonus.hp != Amount::number(0) {
                self.in_lane |= Derived::GIVES_HP;
            }
        }
    }

    /// The triggers of abilities that work from hand in a wave.
    #[inline]
    pub fn in_hand_in(&self, wave: u8) -> u32 {
        self.in_hand[wave as usize % 4]
    }
}

impl Kind {
    /// The triggers of abilities that work from a lane and are not used up (a bit each), and all that
    /// the card does as long as it is there.
    #[inline]
    pub fn triggers_left(&self, used: u8) -> u32 {
        match used {
            0 => self.derived.in_lane,
            _ => self.unused_triggers(used),
        }
    }

    fn unused_triggers(&self, used: u8) -> u32 {
        let lasting = self.derived.in_lane & !Derived::TRIGGERS;
        let abilities = (0..).zip(&self.abilities);
        let unused = abilities.filter(|(number, ability)| {
            used & 1u8.checked_shl(*number).unwrap_or(0) == 0 && ability.from == WorksFrom::Lane
        });
        unused.fold(lasting, |bits, (_, ability)| bits | ability.when.bit())
    }
}

/// Whether a condition can be true at all in a wave.
fn may_hold_in_wave(condition: Option<Condition>, wave: u8) -> bool {
    match condition {
        Some(Condition::WaveAtLeast(least)) => wave >= least,
        Some(Condition::WaveIs(only)) => wave == only,
        _ => true,
    }
}
