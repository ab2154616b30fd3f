//! What abilities do.

use super::*;

/// One thing that an ability does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Deals damage.
    Damage {
        /// How much.
        amount: Amount,
        /// To whom.
        to: Target,
    },
    /// Damages the base.
    DamageBase {
        /// How much.
        amount: Amount,
    },
    /// Removes damage from troops.
    Heal {
        /// How much at most.
        amount: Amount,
        /// From whom.
        to: Target,
    },
    /// Instead of being killed, the card is left with this many HP.
    HealTo {
        /// HP left.
        hp: Amount,
    },
    /// Prevents damage that a troop is about to suffer.
    Prevent {
        /// How much, limited by the damage.
        amount: Amount,
        /// Whether the player may choose less.
        up_to: bool,
    },
    /// The card suffers damage in another troop's place.
    Redirect {
        /// How much, limited by the damage.
        amount: Amount,
        /// Whether the player may choose less.
        up_to: bool,
    },
    /// Moves a card within the lanes.
    Move {
        /// Whom.
        who: Target,
        /// Where to.
        to: Destination,
    },
    /// Reverses the order of the troops in the lane.
    ReverseLane,
    /// Burns a troop.
    Burn {
        /// Whom.
        who: Target,
    },
    /// Discards the card itself. This does not count as a kill.
    DiscardThis,
    /// Discards all items of a troop.
    DiscardItems {
        /// Of whom.
        of: Target,
    },
    /// Burns all items of a troop, and counts them.
    BurnItems {
        /// Of whom.
        of: Target,
    },
    /// A troop becomes an enemy at the end of the enemy lane.
    BecomeEnemy {
        /// Whom.
        who: Target,
    },
    /// The card becomes a troop in a lane.
    BecomeTroop,
    /// Adds face-down enemies at the end of the enemy lane.
    AddEnemies {
        /// How many.
        count: Amount,
        /// From which wave's deck; the current wave's when absent.
        wave: Option<u8>,
    },
    /// Cancels the pending reveal ability.
    CancelReveal,
    /// Kills an enemy outright.
    Kill {
        /// Whom.
        who: Target,
    },
    /// Grants power for a while.
    GainPower {
        /// How much.
        amount: Amount,
        /// To whom.
        who: Target,
        /// For how long.
        lasts: Lasts,
    },
    /// The card's strike (in its attack: this one; otherwise: the next) comes first.
    StrikeFirst,
    /// The strike deals more damage.
    ExtraDamage {
        /// How much more.
        amount: Amount,
    },
    /// The player gains resources for this phase.
    GainResources {
        /// How many.
        amount: Amount,
    },
    /// A purchase costs less.
    CostLess {
        /// By how much.
        amount: Amount,
        /// What may be bought with it.
        goods: Goods,
        /// Who may buy with it.
        buyer: Buyer,
        /// The minimum cost after the reduction.
        least: u8,
    },
    /// A player takes a card from their discard pile into their hand.
    ReturnDiscarded {
        /// Which cards can be taken.
        goods: Goods,
    },
    /// A player puts equipment from their discard pile on a troop.
    EquipDiscarded {
        /// Which cards can be used.
        goods: Goods,
    },
    /// Standing: power and HP bonus.
    Bonus {
        /// Power.
        power: Amount,
        /// HP.
        hp: Amount,
        /// For whom.
        who: Who,
        /// In which lanes, if it is for enemies.
        lanes: Lanes,
    },
    /// Standing: items grant the troops that carry them more, wherever they are.
    ItemBonus {
        /// Which items.
        goods: Goods,
        /// Power.
        power: Amount,
        /// HP.
        hp: Amount,
    },
    /// Standing: every enemy suffers less from each damage.
    SufferLess {
        /// By how much.
        amount: Amount,
        /// In which lanes.
        lanes: Lanes,
    },
    /// Standing: abilities and items deal more damage to enemies in the lane.
    AbilityDamageMore {
        /// By how much.
        amount: Amount,
    },
    /// Standing: attack damage beyond a troop's HP carries on.
    Overflow {
        /// To how many more troops; `None`: to all of them, then to the base.
        troops: Option<u8>,
    },
    /// Standing: attacks hit several troops from the front.
    HitTroops {
        /// How many; `None`: all.
        count: Option<u8>,
    },
    /// Standing: its damage cannot be prevented.
    Unpreventable,
    /// Standing: its damage cannot be redirected.
    NotRedirectable,
    /// Standing: never carries items.
    NeverEquips,
    /// Standing: may be deployed from hand, with equipment, whenever an instant could be played.
    DeploysAsInstant,
    /// Standing: cannot be chosen as a target by items or abilities.
    Untargetable,
}

impl Effect {
    /// The target without which it can do nothing, if there is one.
    #[inline]
    pub fn target(&self) -> Option<Target> {
        match *self {
            Effect::Damage { to, .. } | Effect::Heal { to, .. } => Some(to),
            Effect::Move { who, .. } | Effect::Kill { who } | Effect::GainPower { who, .. } => {
                Some(who)
            }
            _ => None,
        }
    }

    /// Whether there may be nothing for it to do, so that it has to be looked into before its
    /// ability is used.
    #[inline]
    pub fn may_be_idle(&self) -> bool {
        match self {
            Effect::BecomeTroop
            | Effect::ReturnDiscarded { .. }
            | Effect::EquipDiscarded { .. } => true,
            _ => self
                .target()
                .is_some_and(|target| target.lane == LaneRef::Chosen || target.pick.is_choice()),
        }
    }
}
