//! The triggers of abilities, and their properties.

use crate::words::words;

words! {
    /// The trigger of an ability, with what cards say of it: `{me}` is the card, `{whose}` the troop
    /// that it is about, `{each}` says how often, `{lane}` where, `{hand}` that it works from hand.
    pub enum When as "trigger" {
        /// All the time, while the card is in its lane.
        Standing = "standing" says "",
        /// The enemy has been turned up. Cannot be cancelled; comes before the reveal ability.
        TurnedUp = "turned-up" says "when turned up",
        /// The reveal ability of an enemy.
        Revealed = "revealed" says "reveal",
        /// An enemy has been turned up, and its reveal ability is over.
        EnemyTurnedUp = "enemy-turned-up" says "{each} an enemy{lane} is turned up",
        /// An enemy's reveal ability is about to resolve.
        RevealPending = "reveal-pending" says "{hand}when an enemy{lane} is revealed",
        /// A troop is about to suffer damage.
        WouldBeDamaged = "would-be-damaged" says "{each} {whose}{lane} would suffer damage",
        /// The card has been dealt damage.
        Damaged = "damaged" says "{each} {me} is damaged",
        /// An enemy has been dealt damage.
        EnemyDamaged = "enemy-damaged" says "{each} an enemy{lane} is dealt damage",
        /// A card has damage enough to be killed.
        WouldBeKilled = "would-be-killed" says "{each} {whose}{lane} would be killed",
        /// The card has been killed.
        Killed = "killed" says "when {me} is killed",
        /// A troop has been killed.
        TroopKilled = "troop-killed" says "{each} another troop{lane} is killed",
        /// The enemy has killed a troop.
        KillsTroop = "kills-troop" says "{each} {me} kills a troop",
        /// The enemy has dealt damage to a troop.
        DamagesTroop = "damages-troop" says "{each} {me} damages a troop",
        /// The card is about to strike.
        Attacks = "attacks" says "{each} {me} attacks",
        /// Another troop is about to strike.
        AnotherAttacks = "another-attacks" says "{each} another troop{lane} attacks",
        /// The enemy has been struck by the first troop and lives.
        AttackedAndAlive = "attacked-and-alive" says "when {me} is struck by the first troop and lives",
        /// The enemy has damaged the base in an overrun lane.
        HitsBase = "hits-base" says "when {me} has hit the base and is discarded",
        /// The card has moved up one zone in combat.
        Advances = "advances" says "{each} {me} advances",
        /// Whenever a player may act: reaction windows and free windows.
        Activated = "activated" says "at any time to react",
        /// In the purchase phase.
        Purchase = "purchase" says "in the purchase phase, from hand",
    }
}

/// The properties of a trigger, for all cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WhenFacts {
    /// Who can have it.
    pub(crate) side: WhenSide,
    /// Whether a card in hand can have it.
    pub(crate) from_hand: bool,
    /// Whether the event has an enemy.
    pub(crate) has_enemy: bool,
    /// Whether the event has a troop.
    pub(crate) has_troop: bool,
    /// Whether it can be about the card itself or about other troops, depending on the card.
    pub(crate) about_a_troop: bool,
    /// Whether it may happen in another lane.
    pub(crate) about_a_lane: bool,
}

/// Whose cards can have a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WhenSide {
    /// Only enemies.
    Enemies,
    /// Only players' cards.
    Players,
    /// Both.
    Both,
}

impl When {
    /// The properties of this trigger. A new trigger does not compile until it is described here.
    pub(crate) const fn facts(self) -> WhenFacts {
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
            When::EnemyDamaged | When::EnemyTurnedUp => WhenFacts {
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

    /// This trigger as one bit of a mask.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}
