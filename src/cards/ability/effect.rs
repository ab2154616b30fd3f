//! The list of effects: what abilities can do.
//!
//! An effect is declared here and carried out in `game::rules::abilities::effects`; nothing else
//! needs to know it. From its declaration follow the variant of [`Effect`], how it is read from a
//! file (each field with its key), its target and amounts, what is checked (its [`EffectFacts`]),
//! and its text on cards.

use super::declare::effects;
use super::field::{constant, lanes, wave};
use super::*;
use crate::text::amounts;
use crate::words::Word;

/// The effects of most abilities: they happen when something triggers them.
const HAPPENS: EffectFacts = EffectFacts {
    triggers: &[],
    users: EffectUsers::Anyone,
    targets: |_| true,
    verb: "choose",
    may_be_conditional: false,
    uses: &[],
    yields: None,
};
/// The effects of abilities that always work.
const STANDING: EffectFacts = EffectFacts {
    triggers: &[When::Standing],
    ..HAPPENS
};
/// The effects that concern damage about to be suffered.
const BEFORE_DAMAGE: EffectFacts = EffectFacts {
    triggers: &[When::WouldBeDamaged],
    uses: &[Quantity::All],
    ..HAPPENS
};
/// The effects with cards from discard piles.
const FROM_DISCARD: EffectFacts = EffectFacts {
    triggers: &[When::Activated, When::Killed],
    users: EffectUsers::NotEnemies,
    ..HAPPENS
};

effects! {
    /// Deals damage.
    Damage = "damage" {
        /// How much.
        amount: Amount = "damage",
        /// To whom.
        to: Target = "to",
    }
    is EffectFacts {
        verb: "damage",
        targets: |pick| !matches!(pick, Pick::UppermostDiscardedTroop | Pick::OwnersChoice),
        ..HAPPENS
    },
    |card| format!("deal {}", amounts::to(amount, "damage", &card.target(to)));

    /// Damages the base.
    DamageBase = "damage-base" {
        /// How much.
        amount: Amount = "damage-base",
    }
    is HAPPENS,
    |_| format!("deal {}", amounts::to(amount, "damage", "the base"));

    /// Removes damage from troops.
    Heal = "heal" {
        /// How much at most.
        amount: Amount = "heal",
        /// From whom.
        to: Target = "to",
    }
    is EffectFacts {
        verb: "heal",
        targets: Pick::is_troop_or_this,
        yields: Some(Quantity::Healed),
        ..HAPPENS
    },
    |card| format!("heal {} on {}", amounts::up_to(amount, "damage"), card.target(to));

    /// Instead of being killed, the card is left with this many HP.
    HealTo = "heal-to" {
        /// HP left.
        hp: Amount = "heal-to",
    }
    is EffectFacts { triggers: &[When::WouldBeKilled], ..HAPPENS },
    |_| format!("heal it to {} instead", amounts::of(hp, "HP"));

    /// Prevents damage that a troop is about to suffer.
    Prevent = "prevent" {
        /// How much, limited by the damage.
        amount: Amount = "prevent",
        /// Whether the player may choose less.
        up_to: bool = "up-to" or false,
    }
    is EffectFacts { yields: Some(Quantity::Prevented), ..BEFORE_DAMAGE },
    |card| format!(
        "prevent {} that {} would suffer{}",
        amounts::share(amount, up_to), card.whose_damage(), card.nature()
    );

    /// The card suffers damage in another troop's place.
    Redirect = "redirect" {
        /// How much, limited by the damage.
        amount: Amount = "redirect",
        /// Whether the player may choose less.
        up_to: bool = "up-to" or false,
    }
    is BEFORE_DAMAGE,
    |card| {
        let hit = if amount.is_all() { " of one hit" } else { "" };
        let share = amounts::share(amount, up_to);
        format!("suffer {share}{hit} in place of {}{}", card.whose_damage(), card.nature())
    };

    /// Moves a card within the lanes.
    Move = "move" {
        /// Whom.
        who: Target = "move",
        /// Where to.
        to: Destination = "to",
    }
    is EffectFacts {
        verb: "move",
        targets: |pick| {
            !matches!(pick, Pick::LaneFronts | Pick::UppermostDiscardedTroop | Pick::EveryTroop)
        },
        ..HAPPENS
    },
    |card| match to {
        Destination::End => format!("move {} to the end of its lane", card.target(who)),
        Destination::Front => format!("advance {} to the front of its lane", card.target(who)),
        Destination::FrontOfAnyLane => {
            format!("advance {} to the front of any lane with room", card.target(who))
        }
    };

    /// Reverses the order of the troops in the lane.
    ReverseLane = "reverse-lane"
    is EffectFacts { users: EffectUsers::Enemies, ..HAPPENS },
    |_| "reverse the order of the troops in its lane".into();

    /// Burns a troop.
    Burn = "burn" {
        /// Whom.
        who: Target = "burn",
    }
    is EffectFacts { verb: "burn", targets: Pick::is_troop, ..HAPPENS },
    |card| format!("burn {}", card.target(who));

    /// Discards the card itself. This does not count as a kill.
    DiscardThis = "discard-this"
    is EffectFacts { users: EffectUsers::Enemies, ..HAPPENS },
    |_| "discard this card".into();

    /// Discards all items of a troop.
    DiscardItems = "discard-items" {
        /// Of whom.
        of: Target = "discard-items",
    }
    is EffectFacts { verb: "discard the items of", targets: Pick::is_troop_or_this, ..HAPPENS },
    |card| format!("discard all items on {}", card.target(of));

    /// Burns all items of a troop, and counts them.
    BurnItems = "burn-items" {
        /// Of whom.
        of: Target = "burn-items",
    }
    is EffectFacts {
        verb: "burn the items of",
        targets: Pick::is_troop_or_this,
        yields: Some(Quantity::CardsBurned),
        ..HAPPENS
    },
    |card| format!("burn all items on {}", card.target(of));

    /// A troop becomes an enemy at the end of the enemy lane.
    BecomeEnemy = "become-enemy" {
        /// Whom.
        who: Target = "become-enemy",
    }
    is EffectFacts {
        verb: "turn into an enemy",
        targets: |pick| matches!(pick, Pick::ThatTroop | Pick::UppermostDiscardedTroop),
        ..HAPPENS
    },
    |card| {
        let first = match who.pick {
            Pick::ThatTroop => "discard its items, heal it and turn it",
            _ => &format!("turn {}", card.target(who)),
        };
        format!("{first} into an enemy without abilities at the end of this lane")
    };

    /// The card becomes a troop in a lane.
    BecomeTroop = "become-troop"
    is EffectFacts { triggers: &[When::Activated], users: EffectUsers::InstantsInHand, ..HAPPENS },
    |card| format!(
        "put this card into a lane as a troop with {} power and {} HP",
        card.kind.power, card.kind.hp
    );

    /// Adds face-down enemies at the end of the enemy lane.
    AddEnemies = "add-enemies" {
        /// How many.
        count: Amount = "add-enemies",
        /// From which wave's deck; the current wave's when absent.
        wave: Option<u8> = "wave" via wave,
    }
    is EffectFacts { users: EffectUsers::Enemies, ..HAPPENS },
    |_| {
        let wave = wave.map_or(String::new(), |wave| format!("wave {wave} "));
        let enemies = if count == Amount::number(1) { "enemy" } else { "enemies" };
        let cards = amounts::of(count, &format!("face-down {wave}{enemies}"));
        format!("add {cards} at the end of its lane")
    };

    /// Cancels the pending reveal ability.
    CancelReveal = "cancel-reveal"
    is EffectFacts { triggers: &[When::RevealPending], ..HAPPENS },
    |_| "cancel its reveal ability".into();

    /// Kills an enemy outright.
    Kill = "kill" {
        /// Whom.
        who: Target = "kill",
    }
    is EffectFacts { verb: "kill", targets: Pick::is_enemy, ..HAPPENS },
    |card| format!("kill {}", card.target(who));

    /// Grants power for a while.
    GainPower = "gain-power" {
        /// How much.
        amount: Amount = "gain-power",
        /// To whom.
        who: Target = "to",
        /// For how long.
        lasts: Lasts = "lasts",
    }
    is EffectFacts {
        verb: "strengthen",
        targets: Pick::is_troop_or_this,
        uses: &[Quantity::TargetPower],
        ..HAPPENS
    },
    |card| card.power_gain(amount, who, lasts);

    /// Takes power away for a while; it never falls below 0.
    LosePower = "lose-power" {
        /// How much.
        amount: Amount = "lose-power",
        /// From whom.
        who: Target = "to",
        /// For how long.
        lasts: Lasts = "lasts",
    }
    is EffectFacts {
        verb: "weaken",
        targets: |pick| !matches!(pick, Pick::LaneFronts | Pick::UppermostDiscardedTroop),
        uses: &[Quantity::TargetPower],
        ..HAPPENS
    },
    |card| card.power_loss(amount, who, lasts);

    /// The player draws cards.
    DrawCards = "draw-cards" {
        /// How many.
        count: Amount = "draw-cards",
    }
    is EffectFacts { users: EffectUsers::NotEnemies, ..HAPPENS },
    |_| format!("draw {}", amounts::of(count, if count == Amount::number(1) { "card" } else { "cards" }));

    /// The card's strike (in its attack: this one; otherwise: the next) comes first.
    StrikeFirst = "strike-first"
    is EffectFacts { triggers: &[When::Attacks, When::Activated], ..HAPPENS },
    |card| match card.ability.when {
        When::Attacks => "strike first".into(),
        _ => "strike first in its next attack".into(),
    };

    /// The strike deals more damage.
    ExtraDamage = "extra-damage" {
        /// How much more.
        amount: Amount = "extra-damage",
    }
    is EffectFacts {
        triggers: &[When::Attacks, When::AnotherAttacks],
        users: EffectUsers::NotEnemies,
        ..HAPPENS
    },
    |_| format!("add {} to the strike", amounts::of(amount, "damage"));

    /// The player gains resources for this phase.
    GainResources = "gain-resources" {
        /// How many.
        amount: Amount = "gain-resources",
    }
    is EffectFacts { triggers: &[When::Purchase], ..HAPPENS },
    |_| format!("gain {}", amounts::of(amount, "resources"));

    /// A purchase costs less.
    CostLess = "cost-less" {
        /// By how much.
        amount: Amount = "cost-less",
        /// What may be bought with it.
        goods: Goods = "goods",
        /// Who may buy with it.
        buyer: Buyer = "buyer",
        /// The minimum cost after the reduction.
        least: u8 = "least" or 0,
    }
    is EffectFacts {
        triggers: &[When::Purchase, When::Standing],
        users: EffectUsers::DivisionsWhereStanding,
        may_be_conditional: true,
        ..HAPPENS
    },
    |card| card.cheaper(amount, goods, buyer, least);

    /// A player takes a card from their discard pile into their hand.
    ReturnDiscarded = "return-discarded" {
        /// Which cards can be taken.
        goods: Goods = "return-discarded",
    }
    is FROM_DISCARD,
    |_| format!("1 player takes {} from their discard pile to hand", goods.phrase());

    /// A player puts equipment from their discard pile on a troop.
    EquipDiscarded = "equip-discarded" {
        /// Which cards can be used.
        goods: Goods = "equip-discarded",
    }
    is FROM_DISCARD,
    |_| format!("1 player puts {} from their discard pile on a troop", goods.phrase());

    /// Standing: power and HP bonus.
    Bonus = "bonus" {
        /// Power and HP.
        bonus: Strength = "bonus",
        /// For whom.
        who: Who = "to",
        /// In which lanes, if it is for enemies.
        lanes: Lanes = "lanes" via lanes,
    }
    is EffectFacts { may_be_conditional: true, ..STANDING },
    |card| card.bonus(bonus, who, lanes);

    /// Standing: items grant the troops that carry them more, wherever they are.
    ItemBonus = "item-bonus" {
        /// Power and HP.
        bonus: Strength = "item-bonus",
        /// Which items.
        goods: Goods = "goods",
    }
    is EffectFacts {
        users: EffectUsers::DivisionsWhereStanding,
        may_be_conditional: true,
        ..STANDING
    },
    |_| format!(
        "all troops with {} have {} for each of them",
        goods.phrase(), amounts::strength(bonus)
    );

    /// Standing: every enemy suffers less from each damage.
    SufferLess = "suffer-less" {
        /// By how much.
        amount: Amount = "suffer-less" via constant,
        /// In which lanes.
        lanes: Lanes = "lanes" via lanes,
    }
    is EffectFacts { users: EffectUsers::Enemies, ..STANDING },
    |_| format!(
        "each damage that an enemy in {} suffers is {}",
        lanes.phrase(), amounts::less(amount)
    );

    /// Standing: abilities and items deal more damage to enemies in the lane.
    AbilityDamageMore = "ability-damage-more" {
        /// By how much.
        amount: Amount = "ability-damage-more" via constant,
    }
    is STANDING,
    |_| format!("abilities and items deal {amount} more damage to enemies in its lane");

    /// Standing: attack damage beyond a troop's HP carries on.
    Overflow = "overflow" {
        /// To how many more troops; `None`: to all of them, then to the base.
        troops: Option<u8> = "overflow",
    }
    is EffectFacts { users: EffectUsers::Enemies, ..STANDING },
    |_| match troops {
        None => "attack damage beyond a troop's HP carries on to the next troop, and so on; \
                 past the last troop, to the base".into(),
        Some(1) => "attack damage beyond a troop's HP carries on to 1 more troop".into(),
        Some(n) => format!("attack damage beyond a troop's HP carries on to {n} more troops"),
    };

    /// Standing: attacks hit several troops from the front.
    HitTroops = "hit-troops" {
        /// How many; `None`: all.
        count: Option<u8> = "hit-troops",
    }
    is EffectFacts { users: EffectUsers::Enemies, ..STANDING },
    |_| match count {
        None => "attacks hit every troop in its lane".into(),
        Some(n) => format!("attacks hit the first {n} troops in its lane"),
    };

    /// Standing: its damage cannot be prevented.
    Unpreventable = "unpreventable"
    is EffectFacts { users: EffectUsers::Enemies, ..STANDING },
    |_| "its damage cannot be prevented".into();

    /// Standing: its damage cannot be redirected.
    NotRedirectable = "not-redirectable"
    is EffectFacts { users: EffectUsers::Enemies, ..STANDING },
    |_| "its damage cannot be redirected".into();

    /// Standing: never carries items.
    NeverEquips = "never-equips"
    is EffectFacts { users: EffectUsers::Troops, ..STANDING },
    |_| "never carries items".into();

    /// Standing: may be deployed from hand, with equipment, whenever an instant could be played.
    DeploysAsInstant = "deploys-as-instant"
    is EffectFacts { users: EffectUsers::Troops, ..STANDING },
    |_| "can be deployed from hand, with equipment, whenever an instant could be played".into();

    /// Standing: cannot be chosen as a target by items or abilities.
    Untargetable = "untargetable"
    is EffectFacts { users: EffectUsers::Enemies, ..STANDING },
    |_| "cannot be chosen as a target by items or abilities".into();
}
