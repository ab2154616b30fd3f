//! The questions that the rules ask players.

use crate::observe::{Nature, json};
use crate::state::CardRef;
use cards::KindId;
use cards::ability::{Effect, When};
use serde::Serialize;

/// A question to a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Decision {
    /// Before the first round: which division to lead, or which card to begin with.
    SetUp {
        /// The division that begins with such cards, if it has been chosen.
        #[serde(rename = "card", skip_serializing_if = "Option::is_none")]
        division: Option<KindId>,
    },
    /// Which Xenosathem to turn into resources; one card at a time.
    Spend,
    /// What to buy; one card at a time.
    Buy,
    /// Whether to make a purchase cheaper.
    Reduce {
        /// What is bought.
        #[serde(rename = "card")]
        kind: KindId,
        /// Who buys.
        #[serde(serialize_with = "json::from_one")]
        buyer: u8,
        /// What it costs after the reductions promised so far.
        cost: u8,
    },
    /// Which card to put on the board in the deployment phase.
    Deploy,
    /// In which lane to put a troop.
    DeployLane {
        /// The troop.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// At which position of the lane a troop enters outside the deployment phase.
    DeployPosition {
        /// The troop.
        #[serde(rename = "card")]
        kind: KindId,
        /// The lane.
        #[serde(serialize_with = "json::from_one")]
        lane: u8,
    },
    /// On which troop to put an item.
    EquipOn {
        /// The item.
        #[serde(rename = "card")]
        item: KindId,
    },
    /// Which items a troop brings along when it is deployed as an instant.
    BringItem {
        /// The troop.
        #[serde(skip_serializing_if = "json::has_left")]
        troop: CardRef,
    },
    /// In which order to stand.
    Arrange,
    /// Whether to redistribute the lane's items.
    Redistribute,
    /// Whether and what to do in a reaction window.
    React {
        /// The lane being fought.
        #[serde(serialize_with = "json::from_one")]
        lane: u8,
        /// The enemy whose window it is: the one that was turned up, though it may stand elsewhere
        /// now, or else the first.
        #[serde(skip_serializing_if = "json::has_left")]
        enemy: CardRef,
        /// Whether the lane's troops are gone and the first enemy is about to hit the base.
        overrun: bool,
        /// Which exchange of blows with that enemy comes next, from 1.
        exchange: u16,
    },
    /// Whether and what to do in a window outside the fights.
    Free {
        /// The lane about to be fought or just fought, if any.
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::lane")]
        lane: Option<u8>,
    },
    /// Whether to cancel a reveal ability.
    AnswerReveal {
        /// The enemy that was turned up.
        #[serde(skip_serializing_if = "json::has_left")]
        enemy: CardRef,
    },
    /// Whether to prevent or redirect damage.
    AnswerDamage {
        /// The troop that is about to suffer.
        #[serde(skip_serializing_if = "json::has_left")]
        troop: CardRef,
        /// The enemy that deals it, if it is one and still there.
        #[serde(skip_serializing_if = "json::nobody")]
        enemy: Option<CardRef>,
        /// How much is left of the damage.
        amount: i16,
        /// The card that deals it.
        source: KindId,
        /// The type of damage.
        nature: Nature,
    },
    /// Whether an attack uses an ability.
    Strike {
        /// The troop that strikes.
        #[serde(skip_serializing_if = "json::has_left")]
        troop: CardRef,
        /// The enemy that is struck.
        #[serde(skip_serializing_if = "json::has_left")]
        enemy: CardRef,
    },
    /// Whether to answer damage dealt to an enemy.
    EnemyDamaged {
        /// That enemy.
        #[serde(skip_serializing_if = "json::has_left")]
        enemy: CardRef,
    },
    /// Whether to save a troop from death.
    Save {
        /// That troop.
        #[serde(skip_serializing_if = "json::has_left")]
        troop: CardRef,
    },
    /// Whether to use an ability that has been triggered and is optional.
    Trigger {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
        /// What triggered it.
        when: When,
    },
    /// Which of several simultaneous abilities comes next.
    OrderTriggers,
    /// Which parts of an "and/or" ability to use.
    Mode {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// How much damage to avert, if the card says "up to".
    Amount {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
        /// The troop that has it or carries it.
        #[serde(skip)]
        user: Option<CardRef>,
        /// The troop that is about to suffer.
        #[serde(skip_serializing_if = "json::has_left")]
        troop: CardRef,
        /// How much it is about to suffer.
        #[serde(rename = "amount")]
        damage: i16,
        /// Whether the user suffers the amount instead; otherwise it is prevented.
        #[serde(skip)]
        suffered: bool,
    },
    /// The target of an effect.
    Target {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
        /// What is going to happen to the target.
        #[serde(skip)]
        effect: Effect,
    },
    /// The lane of an effect.
    TargetLane {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// Which card of their discard pile to burn for an ability.
    BurnFromDiscard {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// Which card of their discard pile to take back.
    TakeDiscarded {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// Which troop of their own lane is lost to an enemy's ability.
    LoseTroop {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// What to discard from their own lane in wrap-up.
    DiscardFromLane,
    /// What to discard from hand in wrap-up.
    DiscardFromHand,
    /// Which Xenosathem to trade up in wrap-up.
    Upgrade,
}
