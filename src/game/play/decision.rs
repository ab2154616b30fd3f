//! The questions that the rules ask players.

use crate::observe::Nature;
use crate::state::CardRef;
use cards::KindId;
use cards::ability::{Effect, When};

/// A question to a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision {
    /// Which Xenosathem to turn into resources; one card at a time.
    Spend,
    /// What to buy; one card at a time.
    Buy,
    /// Whether to make a purchase cheaper.
    Reduce {
        /// Who buys.
        buyer: u8,
        /// What is bought.
        kind: KindId,
        /// What it costs after the reductions promised so far.
        cost: u8,
    },
    /// Which card to put on the board in the deployment phase.
    Deploy,
    /// In which lane to put a troop.
    DeployLane {
        /// The troop.
        kind: KindId,
    },
    /// At which position of the lane a troop enters outside the deployment phase.
    DeployPosition {
        /// The troop.
        kind: KindId,
        /// The lane.
        lane: u8,
    },
    /// On which troop to put an item.
    EquipOn {
        /// The item.
        item: KindId,
    },
    /// Which items a troop brings along when it is deployed as an instant.
    BringItem {
        /// The troop.
        troop: CardRef,
    },
    /// In which order to stand.
    Arrange,
    /// Whether to redistribute the lane's items.
    Redistribute,
    /// Whether and what to do in a reaction window.
    React {
        /// The lane being fought.
        lane: u8,
        /// Whether the lane's troops are gone and the first enemy is about to hit the base.
        overrun: bool,
        /// The enemy whose window it is: the one that was turned up, though it may stand elsewhere
        /// now, or else the first.
        enemy: CardRef,
        /// Which exchange of blows with that enemy comes next, from 1.
        exchange: u16,
    },
    /// Whether and what to do in a window outside the fights.
    Free {
        /// The lane about to be fought or just fought, if any.
        lane: Option<u8>,
    },
    /// Whether to cancel a reveal ability.
    AnswerReveal {
        /// The enemy that was turned up.
        enemy: CardRef,
    },
    /// Whether to prevent or redirect damage.
    AnswerDamage {
        /// The troop that is about to suffer.
        troop: CardRef,
        /// How much is left of the damage.
        amount: i16,
        /// The enemy that deals it, if it is one and still there.
        enemy: Option<CardRef>,
        /// The card that deals it.
        source: KindId,
        /// The type of damage.
        nature: Nature,
    },
    /// Whether an attack uses an ability.
    Strike {
        /// The troop that strikes.
        troop: CardRef,
        /// The enemy that is struck.
        enemy: CardRef,
    },
    /// Whether to answer damage dealt to an enemy.
    EnemyDamaged {
        /// That enemy.
        enemy: CardRef,
    },
    /// Whether to save a troop from death.
    Save {
        /// That troop.
        troop: CardRef,
    },
    /// Whether to use an ability that has been triggered and is optional.
    Trigger {
        /// Whose ability.
        kind: KindId,
        /// What triggered it.
        when: When,
    },
    /// Which of several simultaneous abilities comes next.
    OrderTriggers,
    /// Which parts of an "and/or" ability to use.
    Mode {
        /// Whose ability.
        kind: KindId,
    },
    /// How much damage to avert, if the card says "up to".
    Amount {
        /// Whose ability.
        kind: KindId,
        /// The troop that has it or carries it.
        user: Option<CardRef>,
        /// The troop that is about to suffer.
        troop: CardRef,
        /// How much it is about to suffer.
        damage: i16,
        /// Whether the user suffers the amount instead; otherwise it is prevented.
        suffered: bool,
    },
    /// The target of an effect.
    Target {
        /// Whose ability.
        kind: KindId,
        /// What is going to happen to the target.
        effect: Effect,
    },
    /// The lane of an effect.
    TargetLane {
        /// Whose ability.
        kind: KindId,
    },
    /// Which card of their discard pile to burn for an ability.
    BurnFromDiscard {
        /// Whose ability.
        kind: KindId,
    },
    /// Which card of their discard pile to take back.
    TakeDiscarded {
        /// Whose ability.
        kind: KindId,
    },
    /// Which troop of their own lane is lost to an enemy's ability.
    LoseTroop {
        /// Whose ability.
        kind: KindId,
    },
    /// What to discard from their own lane in wrap-up.
    DiscardFromLane,
    /// What to discard from hand in wrap-up.
    DiscardFromHand,
    /// Which Xenosathem to trade up in wrap-up.
    Upgrade,
}
