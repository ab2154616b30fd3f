//! The vocabulary in which every card is written.
//!
//! A card is a list of [`Ability`] values: *when* it works, under which condition, how often, at
//! what cost, and what it does to whom. The rules interpret this vocabulary and never check which
//! card it is; only card files (`data/`) use it, and card texts are generated from it.

mod amount;
mod contents;
mod declare;
mod effect;
pub(crate) mod field;
mod when;

pub(crate) use amount::AmountError;
pub use amount::{Amount, Quantity};
pub use contents::Reduction;
pub use declare::{EffectFacts, EffectUsers};
pub use effect::Effect;
pub use when::When;
pub(crate) use when::{WhenFacts, WhenSide};

use crate::words::words;

words! {
    /// Where the card must be for the ability to work.
    pub enum WorksFrom as "place" {
        /// In a lane: a troop or enemy, or an item on a troop.
        Lane = "lane",
        /// In a player's hand.
        Hand = "hand",
        /// In front of a player: the player's division.
        Division = "division",
    }

    /// How often an ability can work.
    pub enum Limit as "limit" {
        /// Every time.
        EachTime = "each-time",
        /// Once per round for each card.
        OncePerRound = "once-per-round",
        /// Only the first time, for as long as the card stays on the board.
        FirstTime = "first-time",
    }

    /// Which troop an ability about "a troop" can be about.
    pub enum Whose as "troop reference" {
        /// The card itself, or the troop that carries the item.
        This = "this-troop",
        /// Any troop but the card itself.
        Another = "another-troop",
        /// Any troop, the card itself included.
        Any = "any-troop",
    }

    /// How far an ability reaches.
    pub enum Range as "range" {
        /// Any lane (rulings may narrow this).
        Anywhere = "anywhere",
        /// Only the lane in which the card is.
        Lane = "lane",
    }

    /// Which damage an ability can respond to.
    pub enum Against as "damage nature" {
        /// Any damage.
        Anything = "anything",
        /// Damage by an enemy's reveal ability or trigger.
        EnemyAbility = "enemy-ability",
        /// Damage by a reveal ability only.
        Reveal = "reveal",
    }

    /// How the effects of an ability are combined.
    pub enum Combine as "combination" {
        /// All of them, in order.
        All = "all",
        /// One, the other, or both, as the player chooses.
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
    /// What must be paid to use an ability, with what cards say of it: `{me}` is the card.
    pub enum Cost as "cost" {
        /// Burn the card itself.
        BurnThis = "burn-this" says "burn this card",
        /// Discard the card itself.
        DiscardThis = "discard-this" says "discard this card",
        /// Burn a troop from their discard pile.
        BurnDiscardedTroop = "burn-discarded-troop" says "burn a troop from your discard pile",
        /// Burn any card from their discard pile.
        BurnDiscardedCard = "burn-discarded-card" says "burn a card from your discard pile",
        /// Discard the top card of their deck.
        DiscardDeckTop = "discard-deck-top" says "discard the top card of your deck",
        /// The troop suffers damage (2, 3 ...), which may be prevented and may kill it.
        DamageThis = "damage-this" says "deal {damage} damage to {me}",
        /// The troop is lost. This cannot be replaced and is not "killed".
        KillThis = "kill-this" says "sacrifice {me}",
    }
}

impl Cost {
    /// Whether it is paid with the card that has the ability, and so by everybody who has it.
    pub(crate) fn is_the_card_itself(self) -> bool {
        match self {
            Cost::BurnThis | Cost::DiscardThis | Cost::DamageThis | Cost::KillThis => true,
            Cost::BurnDiscardedTroop | Cost::BurnDiscardedCard | Cost::DiscardDeckTop => false,
        }
    }
}

words! {
    /// The target of an effect, with what cards say of it: `{me}` is the card, `{lane}` the lane of
    /// the effect, `{own-lane}` that of the card.
    pub enum Pick as "target" {
        /// The card itself; for an item, the troop that carries it.
        This = "this" says "{me}",
        /// The enemy the event is about: the one revealed, damaged, or the source of the damage.
        ThatEnemy = "that-enemy" says "that enemy",
        /// The troop of the event, or of the previous effect.
        ThatTroop = "that-troop" says "that troop",
        /// One enemy, face-up or face-down, in any lane.
        OneEnemy = "one-enemy" says "1 enemy",
        /// One face-up enemy in any lane.
        OneRevealedEnemy = "one-revealed-enemy" says "1 revealed enemy",
        /// One enemy, face-up or face-down, in the lane.
        OneEnemyInLane = "one-enemy-in-lane" says "1 enemy in {own-lane}",
        /// One face-up enemy in the lane.
        OneRevealedEnemyInLane = "one-revealed-enemy-in-lane" says "1 revealed enemy in {own-lane}",
        /// One face-up enemy in the lane that is not a boss.
        OneRevealedNonBossInLane = "one-revealed-non-boss-in-lane" says "1 revealed enemy in {own-lane} that is no boss",
        /// The first enemies of the lane, face-down ones too, as many as `count` says.
        FirstEnemies = "first-enemies" says "the first {enemies} in {lane}",
        /// One troop in any lane.
        OneTroop = "one-troop" says "1 troop",
        /// One troop that stands first in its lane and faces an enemy.
        OneFightingTroop = "one-fighting-troop" says "1 first troop that faces an enemy",
        /// The first troops of the lane, as many as `count` says.
        FirstTroops = "first-troops" says "the first {troops} in {lane}",
        /// The last troops of the lane, as many as `count` says.
        LastTroops = "last-troops" says "the last {troops} in {lane}",
        /// Every troop of the lane.
        EveryTroop = "every-troop" says "every troop in {lane}",
        /// The first enemy and the first troop of the lane, at the same time.
        LaneFronts = "lane-fronts" says "the first enemy and the first troop in {lane}",
        /// One troop of the lane, chosen by the lane's owner.
        OwnersChoice = "owners-choice" says "1 troop in {lane}, chosen by the lane's owner",
        /// The uppermost troop of the lane owner's discard pile.
        UppermostDiscardedTroop = "uppermost-discarded-troop" says "the uppermost troop of the lane owner's discard pile",
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

    /// Whether it is an enemy.
    #[inline]
    pub fn is_enemy(self) -> bool {
        matches!(
            self,
            Pick::ThatEnemy
                | Pick::OneEnemy
                | Pick::OneRevealedEnemy
                | Pick::OneEnemyInLane
                | Pick::OneRevealedEnemyInLane
                | Pick::OneRevealedNonBossInLane
                | Pick::FirstEnemies
        )
    }

    /// Whether it is one troop or several, and not the card itself.
    pub(crate) fn is_troop(self) -> bool {
        let other = matches!(
            self,
            Pick::This | Pick::LaneFronts | Pick::UppermostDiscardedTroop
        );
        !other && !self.is_enemy()
    }

    /// Whether it can be a troop.
    pub(crate) fn is_troop_or_this(self) -> bool {
        self.is_troop() || self == Pick::This
    }

    /// Whether it is about the cards at one end of a lane, and so takes a `count`.
    pub(crate) fn takes_count(self) -> bool {
        matches!(
            self,
            Pick::FirstTroops | Pick::LastTroops | Pick::FirstEnemies
        )
    }

    /// Whether it is about a lane, and so may say which.
    pub(crate) fn takes_lane(self) -> bool {
        self.takes_count() || matches!(self, Pick::EveryTroop | Pick::LaneFronts)
    }
}

words! {
    /// The lane of an effect.
    pub enum LaneRef as "lane reference" {
        /// The lane of the card; for an instant, the lane being fought.
        Own = "own",
        /// The lane of the enemy that a previous effect has chosen.
        That = "that",
        /// A lane that the player chooses.
        Chosen = "chosen",
    }
}

/// The target of an effect, in full.
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

    /// How long a power bonus lasts.
    pub enum Lasts as "duration" {
        /// Until the troop's next attack, or the end of the round.
        NextAttack = "next-attack" says "for its next attack",
        /// Until that enemy or that troop leaves the front of its lane.
        ThisEnemy = "this-enemy" says "until it or the enemy it faces leaves the front",
        /// Until the end of the round.
        Round = "round" says "until the end of the round",
        /// As long as the card stays on the board.
        Kept = "kept" says "for as long as it stays on the board",
    }

    /// Who gets a standing bonus.
    pub enum Who as "beneficiary" {
        /// The card itself, or the troop that carries the item.
        This = "this" says "{me} has",
        /// All other troops in its lane.
        OthersInLane = "others-in-lane" says "other troops in its lane have",
        /// All other troops in all lanes.
        OthersEverywhere = "others-everywhere" says "all other troops in all lanes have",
        /// All enemies.
        Enemies = "enemies" says "all enemies in {lanes} have",
        /// All enemies but itself.
        OtherEnemies = "other-enemies" says "all other enemies in {lanes} have",
    }
}

impl Who {
    /// Whether it is for troops.
    pub(crate) fn is_troops(self) -> bool {
        !matches!(self, Who::Enemies | Who::OtherEnemies)
    }
}

/// Power and HP that a card gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// How much power.
    pub power: Amount,
    /// How much HP.
    pub hp: Amount,
}

words! {
    /// In which lanes enemies get a standing effect.
    pub enum Lanes as "lanes" {
        /// In the lane of the card.
        Own = "own" says "its lane",
        /// In all lanes.
        All = "all" says "all lanes",
    }

    /// Which purchases a reduction applies to.
    pub enum Goods as "goods" {
        /// Any troop.
        Troop = "troop" says "a troop",
        /// Troops of wave 2 and later.
        LaterTroop = "later-troop" says "a troop of wave 2 or 3",
        /// Items.
        Item = "item" says "an item",
        /// Weapon cards.
        Weapon = "weapon" says "a weapon card",
        /// Armor cards.
        Armor = "armor" says "an armor card",
        /// Medical cards.
        Medical = "medical" says "a medical card",
        /// Technology cards.
        Technology = "technology" says "a technology card",
    }

    /// Whose purchase a reduction applies to.
    pub enum Buyer as "buyer" {
        /// Any player's.
        AnyPlayer = "any-player",
        /// Only their own.
        Own = "own",
    }
}

/// One ability of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ability {
    /// When it works.
    pub when: When,
    /// Where the card must be.
    pub from: WorksFrom,
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
    /// Which damage it responds to.
    pub against: Against,
    /// Whether it may respond to reveal damage if the ruleset requires a mark on the card.
    pub answers_reveals: bool,
    /// What it costs, in the order of payment.
    pub costs: Vec<Cost>,
    /// The damage paid by the cost [`Cost::DamageThis`].
    pub cost_damage: u8,
    /// How its effects are combined.
    pub combine: Combine,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

impl Ability {
    /// Whether it is useful even in part: one that responds to an event, or of which parts may be
    /// chosen. One that acts by itself needs something to do for all its effects.
    #[inline]
    pub fn acts_in_part(&self) -> bool {
        let answers = matches!(
            self.when,
            When::WouldBeDamaged | When::WouldBeKilled | When::RevealPending
        );
        answers || self.combine == Combine::AndOr
    }

    /// An ability with only a trigger and effects; everything else has its usual value.
    pub fn new(when: When, effects: Vec<Effect>) -> Self {
        Ability {
            when,
            effects,
            ..Ability::default()
        }
    }
}
