//! The questions that the rules ask players.

use crate::observe::{Nature, json};
use crate::state::CardRef;
use cards::KindId;
use cards::ability::{Effect, When};
use cards::words::words;
use serde::Serialize;

/// Declares the questions: what each says, and the word by which files and programs name it.
macro_rules! questions {
    ($(
        $(#[doc = $doc:literal])+
        $question:ident = $word:literal $( {
            $( $(#[$about:meta])+ $field:ident: $type:ty, )+
        } )?,
    )+) => {
        /// A question to a player.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize)]
        #[serde(tag = "type")]
        pub enum Decision {
            $(
                $(#[doc = $doc])+
                #[serde(rename = $word)]
                $question $( { $( $(#[$about])+ $field: $type, )+ } )?,
            )+
        }

        words! {
            /// What is asked, without what it is asked about.
            pub enum QuestionKind as "question" {
                $( $(#[doc = $doc])+ $question = $word ),+
            }
        }

        impl Decision {
            /// What is asked.
            pub fn kind(&self) -> QuestionKind {
                match self {
                    $( Decision::$question { .. } => QuestionKind::$question, )+
                }
            }
        }
    };
}

questions! {
    /// Which Xenosathem to turn into resources; one card at a time.
    Spend = "spend",
    /// What to buy; one card at a time.
    Buy = "buy",
    /// Whether to make a purchase cheaper.
    Reduce = "reduce" {
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
    Deploy = "deploy",
    /// In which lane to put a troop.
    DeployLane = "deploy-lane" {
        /// The troop.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// At which position of the lane a troop enters outside the deployment phase.
    DeployPosition = "deploy-position" {
        /// The troop.
        #[serde(rename = "card")]
        kind: KindId,
        /// The lane.
        #[serde(serialize_with = "json::from_one")]
        lane: u8,
    },
    /// On which troop to put an item.
    EquipOn = "equip-on" {
        /// The item.
        #[serde(rename = "card")]
        item: KindId,
    },
    /// Which items a troop brings along when it is deployed as an instant.
    BringItem = "bring-item" {
        /// The troop.
        #[serde(skip_serializing_if = "json::has_left")]
        troop: CardRef,
    },
    /// In which order to stand.
    Arrange = "arrange",
    /// Whether to redistribute the lane's items.
    Redistribute = "redistribute",
    /// Whether and what to do in a reaction window.
    React = "react" {
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
    Free = "free" {
        /// The lane about to be fought or just fought, if any.
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::lane")]
        lane: Option<u8>,
    },
    /// Whether to cancel a reveal ability.
    AnswerReveal = "answer-reveal" {
        /// The enemy that was turned up.
        #[serde(skip_serializing_if = "json::has_left")]
        enemy: CardRef,
    },
    /// Whether to prevent or redirect damage.
    AnswerDamage = "answer-damage" {
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
    Strike = "strike" {
        /// The troop that strikes.
        #[serde(skip_serializing_if = "json::has_left")]
        troop: CardRef,
        /// The enemy that is struck.
        #[serde(skip_serializing_if = "json::has_left")]
        enemy: CardRef,
    },
    /// Whether to answer damage dealt to an enemy.
    EnemyDamaged = "enemy-damaged" {
        /// That enemy.
        #[serde(skip_serializing_if = "json::has_left")]
        enemy: CardRef,
    },
    /// Whether to save a troop from death.
    Save = "save" {
        /// That troop.
        #[serde(skip_serializing_if = "json::has_left")]
        troop: CardRef,
    },
    /// Whether to use an ability that has been triggered and is optional.
    Trigger = "trigger" {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
        /// What triggered it.
        when: When,
    },
    /// Which of several simultaneous abilities comes next.
    OrderTriggers = "order-triggers",
    /// Which parts of an "and/or" ability to use.
    Mode = "mode" {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// How much damage to avert, if the card says "up to".
    Amount = "amount" {
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
    Target = "target" {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
        /// What is going to happen to the target.
        #[serde(skip)]
        effect: Effect,
    },
    /// The lane of an effect.
    TargetLane = "target-lane" {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// Which card of their discard pile to burn for an ability.
    BurnFromDiscard = "burn-from-discard" {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// Which card of their discard pile to take back.
    TakeDiscarded = "take-discarded" {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// Which troop of their own lane is lost to an enemy's ability.
    LoseTroop = "lose-troop" {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// What to discard from their own lane in wrap-up.
    DiscardFromLane = "discard-from-lane",
    /// What to discard from hand in wrap-up.
    DiscardFromHand = "discard-from-hand",
    /// Which Xenosathem to trade up in wrap-up.
    Upgrade = "upgrade",
    /// Before the first round: which division to lead, or which card to begin with.
    SetUp = "set-up" {
        /// The division that begins with such cards, if it has been chosen.
        #[serde(rename = "card", skip_serializing_if = "Option::is_none")]
        division: Option<KindId>,
    },
}
