//! The vocabulary in which every card is written.
//!
//! A card is a list of [`Ability`] values: *when* it works, under which condition, how often,
//! at what cost, and what it does to whom. The rules interpret this vocabulary and never ask
//! which card they are looking at; card files (`data/`) are its only speakers, and the texts
//! shown to people are generated from it.

mod amount;

pub use amount::{Amount, AmountError, Quantity};

use crate::words::words;

words! {
    /// The moment at which an ability works.
    pub enum When as "moment" {
        /// All the time, while the card is in its lane.
        Standing = "standing",
        /// The enemy has been turned up. Cannot be cancelled; comes before the reveal ability.
        TurnedUp = "turned-up",
        /// The reveal ability of an enemy.
        Revealed = "revealed",
        /// An enemy's reveal ability is about to resolve.
        RevealPending = "reveal-pending",
        /// A troop is about to suffer damage.
        WouldBeDamaged = "would-be-damaged",
        /// The card has been dealt damage.
        Damaged = "damaged",
        /// An enemy has been dealt damage.
        EnemyDamaged = "enemy-damaged",
        /// A card has damage enough to be killed.
        WouldBeKilled = "would-be-killed",
        /// The card has been killed.
        Killed = "killed",
        /// A troop has been killed.
        TroopKilled = "troop-killed",
        /// The enemy has killed a troop.
        KillsTroop = "kills-troop",
        /// The enemy has dealt damage to a troop.
        DamagesTroop = "damages-troop",
        /// The card is about to strike.
        Attacks = "attacks",
        /// Another troop is about to strike.
        AnotherAttacks = "another-attacks",
        /// The enemy has been struck by the first troop and lives.
        AttackedAndAlive = "attacked-and-alive",
        /// The enemy has damaged the base in an overrun lane.
        HitsBase = "hits-base",
        /// The card has moved up one zone in combat.
        Advances = "advances",
        /// Whenever a player may act: reaction windows and free windows.
        Activated = "activated",
        /// In the purchase phase.
        Purchase = "purchase",
    }
}

/// What is true of a moment, whichever card acts at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhenFacts {
    /// Who can act at it.
    pub side: WhenSide,
    /// Whether a card in hand can be used at it.
    pub from_hand: bool,
    /// Whether the event has an enemy.
    pub has_enemy: bool,
    /// Whether the event has a troop.
    pub has_troop: bool,
    /// Whether it can be about the card itself or about other troops, as the card says.
    pub about_a_troop: bool,
    /// Whether it may happen in another lane.
    pub about_a_lane: bool,
}

/// Whose cards can act at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenSide {
    /// Only enemies.
    Enemies,
    /// Only players' cards.
    Players,
    /// Both.
    Both,
}

impl When {
    /// What is true of this moment. A new moment does not compile until it is described here.
    pub const fn facts(self) -> WhenFacts {
        use WhenSide::*;
        const fn about(side: WhenSide) -> WhenFacts {
            WhenFacts {
                side,
                from_hand: false,
                has_enemy: false,
                has_troop: false,
                about_a_troop: false,
                about_a_lane: false,
            }
        }
        match self {
            When::Standing | When::Damaged | When::Killed | When::Attacks | When::Advances => {
                about(Both)
            }
            When::TurnedUp | When::Revealed | When::AttackedAndAlive | When::HitsBase => {
                about(Enemies)
            }
            When::KillsTroop | When::DamagesTroop => WhenFacts {
                has_troop: true,
                ..about(Enemies)
            },
            When::RevealPending => WhenFacts {
                from_hand: true,
                has_enemy: true,
                about_a_lane: true,
                ..about(Players)
            },
            When::WouldBeDamaged => WhenFacts {
                from_hand: true,
                has_enemy: true,
                has_troop: true,
                about_a_troop: true,
                about_a_lane: true,
                ..about(Players)
            },
            When::WouldBeKilled => WhenFacts {
                from_hand: true,
                has_troop: true,
                about_a_troop: true,
                about_a_lane: true,
                ..about(Both)
            },
            When::EnemyDamaged => WhenFacts {
                has_enemy: true,
                about_a_lane: true,
                ..about(Players)
            },
            When::TroopKilled | When::AnotherAttacks => WhenFacts {
                has_troop: true,
                about_a_lane: true,
                ..about(Players)
            },
            When::Activated | When::Purchase => WhenFacts {
                from_hand: true,
                ..about(Players)
            },
        }
    }

    /// This moment as one bit of a trigger mask.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

words! {
    /// Where the card must be for the ability to work.
    pub enum From as "place" {
        /// In a lane: a troop or enemy, or an item on a troop.
        Lane = "lane",
        /// In a player's hand.
        Hand = "hand",
        /// In front of a player: the division that the player leads.
        Division = "division",
    }
}

words! {
    /// How often an ability can work.
    pub enum Limit as "limit" {
        /// Every time.
        EachTime = "each-time",
        /// Once per round for each card.
        OncePerRound = "once-per-round",
        /// Only the first time, for as long as the card stays on the board.
        FirstTime = "first-time",
    }
}

words! {
    /// Which troop an ability about "a troop" can be about.
    pub enum Whose as "troop reference" {
        /// The card itself, or the troop that carries the item.
        This = "this-troop",
        /// Any troop but the card itself.
        Another = "another-troop",
        /// Any troop, the card itself included.
        Any = "any-troop",
    }
}

words! {
    /// How far an ability reaches.
    pub enum Range as "range" {
        /// Any lane (rulings may narrow this).
        Anywhere = "anywhere",
        /// Only the lane in which the card is.
        Lane = "lane",
    }
}

words! {
    /// Which damage an ability can answer.
    pub enum Against as "damage nature" {
        /// Any damage.
        Anything = "anything",
        /// Damage by an enemy's reveal ability or trigger.
        EnemyAbility = "enemy-ability",
        /// Damage by a reveal ability only.
        Reveal = "reveal",
    }
}

words! {
    /// How the effects of an ability go together.
    pub enum Combine as "combination" {
        /// All of them, in order.
        All = "all",
        /// One, the other, or both, as the player likes.
        AndOr = "and-or",
    }
}

/// What must be true for an ability to work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The wave number is at least this.
    WaveAtLeast(u8),
    /// The wave number is exactly this.
    WaveIs(u8),
    /// There are no other troops in the card's lane.
    Alone,
    /// The card is in a lane, but not the first troop of it.
    NotFirst,
    /// Some troop in the card's lane has damage on it.
    DamagedTroopInLane,
    /// The weather condition with this number is in force.
    Weather(u8),
}

words! {
    /// What must be paid to use an ability.
    pub enum Cost as "cost" {
        /// Burn the card itself.
        BurnThis = "burn-this",
        /// Discard the card itself.
        DiscardThis = "discard-this",
        /// Burn a troop from their discard pile.
        BurnDiscardedTroop = "burn-discarded-troop",
        /// Burn any card from their discard pile.
        BurnDiscardedCard = "burn-discarded-card",
        /// Discard the top card of their deck.
        DiscardDeckTop = "discard-deck-top",
        /// The troop suffers damage (2, 3 ...), which may be prevented and may kill it.
        DamageThis = "damage-this",
        /// The troop is lost. This cannot be replaced and is not "killed".
        KillThis = "kill-this",
    }
}

words! {
    /// Whom an effect is about.
    pub enum Pick as "target" {
        /// The card itself; for an item, the troop that carries it.
        This = "this",
        /// The enemy the event is about: the one revealed, damaged, or the source of the damage.
        ThatEnemy = "that-enemy",
        /// The troop the event, or the effect before, is about.
        ThatTroop = "that-troop",
        /// One enemy, face-up or face-down, in any lane.
        OneEnemy = "one-enemy",
        /// One face-up enemy in any lane.
        OneRevealedEnemy = "one-revealed-enemy",
        /// One enemy, face-up or face-down, in the lane.
        OneEnemyInLane = "one-enemy-in-lane",
        /// One face-up enemy in the lane.
        OneRevealedEnemyInLane = "one-revealed-enemy-in-lane",
        /// One face-up enemy in the lane that is no boss.
        OneRevealedNonBossInLane = "one-revealed-non-boss-in-lane",
        /// One troop in any lane.
        OneTroop = "one-troop",
        /// One troop that stands first in its lane and faces an enemy.
        OneFightingTroop = "one-fighting-troop",
        /// The first troops of the lane, as many as `count` says.
        FirstTroops = "first-troops",
        /// The last troops of the lane, as many as `count` says.
        LastTroops = "last-troops",
        /// Every troop of the lane.
        EveryTroop = "every-troop",
        /// The first enemy and the first troop of the lane, at the same time.
        LaneFronts = "lane-fronts",
        /// One troop of the lane, chosen by the lane's owner.
        OwnersChoice = "owners-choice",
        /// The uppermost troop of the lane owner's discard pile.
        UppermostDiscardedTroop = "uppermost-discarded-troop",
    }
}

impl Pick {
    /// Whether a player chooses among several cards for this target.
    #[inline]
    pub fn is_choice(self) -> bool {
        matches!(
            self,
            Pick::OneEnemy
                | Pick::OneRevealedEnemy
                | Pick::OneEnemyInLane
                | Pick::OneRevealedEnemyInLane
                | Pick::OneRevealedNonBossInLane
                | Pick::OneTroop
                | Pick::OneFightingTroop
                | Pick::OwnersChoice
        )
    }
}

words! {
    /// Which lane an effect is about.
    pub enum LaneRef as "lane reference" {
        /// The lane of the card; for an instant, the lane being fought.
        Own = "own",
        /// The lane of the enemy that an effect before has chosen.
        That = "that",
        /// A lane that the player chooses.
        Chosen = "chosen",
    }
}

/// Whom an effect is about, in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The kind of target.
    pub pick: Pick,
    /// How many, for the picks that take a number.
    pub count: u8,
    /// In which lane, for the picks that are about a lane.
    pub lane: LaneRef,
}

impl Target {
    /// A single target of a kind in the card's own lane.
    #[inline]
    pub const fn one(pick: Pick) -> Self {
        Target {
            pick,
            count: 1,
            lane: LaneRef::Own,
        }
    }
}

words! {
    /// Where a card is moved.
    pub enum Destination as "destination" {
        /// To the end of its lane.
        End = "end",
        /// To the front of its lane; this is advancing.
        Front = "front",
        /// To the front of any lane with room; this is advancing.
        FrontOfAnyLane = "front-of-any-lane",
    }
}

words! {
    /// How long a power bonus lasts.
    pub enum Lasts as "duration" {
        /// Until the troop's next attack, or the end of the round.
        NextAttack = "next-attack",
        /// Until that enemy or that troop leaves the front of its lane.
        ThisEnemy = "this-enemy",
        /// Until the end of the round.
        Round = "round",
        /// As long as the card stays on the board.
        Kept = "kept",
    }
}

words! {
    /// Who profits from a standing bonus.
    pub enum Who as "beneficiary" {
        /// The card itself, or the troop that carries the item.
        This = "this",
        /// All other troops in its lane.
        OthersInLane = "others-in-lane",
        /// All other troops in all lanes.
        OthersEverywhere = "others-everywhere",
        /// All enemies.
        Enemies = "enemies",
        /// All enemies but itself.
        OtherEnemies = "other-enemies",
    }
}

words! {
    /// In which lanes enemies profit from a standing effect.
    pub enum Lanes as "lanes" {
        /// In the lane of the card.
        Own = "own",
        /// In all lanes.
        All = "all",
    }
}

words! {
    /// Which purchases a reduction is good for.
    pub enum Goods as "goods" {
        /// Any troop.
        Troop = "troop",
        /// Troops of wave 2 and later.
        LaterTroop = "later-troop",
        /// Items.
        Item = "item",
        /// Weapon cards.
        Weapon = "weapon",
        /// Armor cards.
        Armor = "armor",
        /// Medical cards.
        Medical = "medical",
        /// Technology cards.
        Technology = "technology",
    }
}

words! {
    /// Whose purchase a reduction is good for.
    pub enum Buyer as "buyer" {
        /// Any player's.
        AnyPlayer = "any-player",
        /// Only their own.
        Own = "own",
    }
}

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
    /// The base suffers damage.
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
        /// How much, as far as there is damage.
        amount: Amount,
        /// Whether the player may choose less.
        up_to: bool,
    },
    /// The card suffers damage in another troop's place.
    Redirect {
        /// How much, as far as there is damage.
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
    /// Discards the card itself. This is no kill.
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
        /// What may be bought so.
        goods: Goods,
        /// Who may buy so.
        buyer: Buyer,
        /// The cost below which the purchase does not go by this.
        least: u8,
    },
    /// A player takes a card of their discard pile back to hand.
    ReturnDiscarded {
        /// Which cards can be taken.
        goods: Goods,
    },
    /// A player puts equipment of their discard pile on a troop.
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
        /// In which lanes, where it is for enemies.
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

/// One ability of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// When it works.
    pub when: When,
    /// Where the card must be.
    pub from: From,
    /// What must be true.
    pub condition: Option<Condition>,
    /// How often it works.
    pub limit: Limit,
    /// Whether its use is the player's choice.
    pub optional: bool,
    /// Which troop the event must be about.
    pub whose: Whose,
    /// How far it reaches.
    pub range: Range,
    /// Which damage it answers.
    pub against: Against,
    /// Whether it may answer reveal damage where the ruleset asks for a mark on the card.
    pub answers_reveals: bool,
    /// What it costs, in the order of payment.
    pub costs: Vec<Cost>,
    /// The damage paid by the cost [`Cost::DamageThis`].
    pub cost_damage: u8,
    /// How its effects go together.
    pub combine: Combine,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

impl Ability {
    /// An ability with nothing but its moment and effects; the rest as in most cards.
    pub fn new(when: When, effects: Vec<Effect>) -> Self {
        Ability {
            when,
            from: From::Lane,
            condition: None,
            limit: Limit::EachTime,
            optional: false,
            whose: Whose::This,
            range: Range::Anywhere,
            against: Against::Anything,
            answers_reveals: false,
            costs: Vec::new(),
            cost_damage: 0,
            combine: Combine::All,
            effects,
        }
    }
}
