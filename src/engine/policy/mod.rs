//! How players decide: the one narrow interface between the rules and any sort of player.
//!
//! The rules put a [`Decision`] with a list of legal [`Choice`]s; a [`Policy`] answers with the
//! index of one of them. The first choice is always the plain one: pass, keep, or the default
//! order. A policy sees the table through a [`View`], which shows what a person would see.

mod choosing;
mod deployment;
mod dice;
mod model;
mod pass;
mod purchase;
mod random;
mod reaction;
pub mod registry;
mod search;
pub mod spec;
mod table;
mod view;
mod wrap_up;

pub(crate) use choosing::{best_by, first_that, number_of_order};
pub use pass::Pass;
pub use random::Random;
pub use search::Resting;
pub use table::{Mind, Table};
pub use view::View;

use crate::ability::{Effect, When};
use crate::cards::KindId;
use crate::rng::GameKey;
use crate::state::CardRef;

/// A player, or all players of a table.
pub trait Policy {
    /// Picks one of the legal choices, by its index in `options`.
    ///
    /// `view.seat()` says who is asked. `options` is never empty.
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize;

    /// Told of a question that has a single legal answer, which is taken without asking. Most
    /// players do not care.
    #[inline]
    fn no_choice(&mut self, _view: &View<'_>, _decision: &Decision, _only: Choice) {}

    /// Told before every phase and every lane of a combat phase, where a game can be copied and
    /// continued. For players who try out what comes of their choices.
    #[inline]
    fn rest(&mut self, _at: &Resting<'_>) {}

    /// Asked after every answer: whether everything hidden is to be dealt anew, with this luck.
    /// Only in games that a player imagines.
    #[inline]
    fn new_luck(&mut self) -> Option<GameKey> {
        None
    }
}

/// Any player behind a pointer, for games in which speed does not matter.
pub struct Anyone<'a>(pub &'a mut dyn Policy);

impl Policy for Anyone<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        self.0.choose(view, decision, options)
    }

    fn no_choice(&mut self, view: &View<'_>, decision: &Decision, only: Choice) {
        self.0.no_choice(view, decision, only);
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.0.rest(at);
    }

    fn new_luck(&mut self) -> Option<GameKey> {
        self.0.new_luck()
    }
}

/// A question put to a player.
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
    /// Whether to hand out the lane's items anew.
    Redistribute,
    /// Whether and what to do in a reaction window.
    React {
        /// The lane being fought.
        lane: u8,
        /// Whether the lane's troops are gone and the first enemy is about to hit the base.
        overrun: bool,
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
    /// How much of some damage to avert, where the card says "up to".
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
    /// Whom an effect is about.
    Target {
        /// Whose ability.
        kind: KindId,
        /// What is going to happen to the target.
        effect: Effect,
    },
    /// Which lane an effect is about.
    TargetLane {
        /// Whose ability.
        kind: KindId,
    },
    /// Which card of the own discard pile to burn for an ability.
    BurnFromDiscard {
        /// Whose ability.
        kind: KindId,
    },
    /// Which card of the own discard pile to take back.
    TakeDiscarded {
        /// Whose ability.
        kind: KindId,
    },
    /// Which troop of the own lane is lost to an enemy's ability.
    LoseTroop {
        /// Whose ability.
        kind: KindId,
    },
    /// What to discard from the own lane in wrap-up.
    DiscardFromLane,
    /// What to discard from hand in wrap-up.
    DiscardFromHand,
    /// Which Xenosathem to trade up in wrap-up.
    Upgrade,
}

/// An answer to a [`Decision`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Choice {
    /// Do nothing (more); keep things as they are.
    #[default]
    Pass,
    /// A card of a kind, in hand or in the pile the question is about.
    Card(KindId),
    /// A card on offer.
    Buy {
        /// Row of the market.
        row: u8,
        /// Place in the row.
        slot: u8,
        /// What it is.
        kind: KindId,
    },
    /// Use an ability of a card in hand, or of the division that the player leads.
    FromHand {
        /// The card.
        kind: KindId,
        /// Number of the ability on the card.
        ability: u8,
    },
    /// Use an ability of a card on the board.
    OnBoard {
        /// The troop.
        card: CardRef,
        /// The item on it whose ability it is ([`Choice::OWN`]: the troop's own).
        item: u8,
        /// Number of the ability on the card.
        ability: u8,
    },
    /// Deploy a troop from hand as an instant.
    Deploy(KindId),
    /// A card on the board.
    Target(CardRef),
    /// An item on a troop.
    Item {
        /// The troop.
        card: CardRef,
        /// Which of its items.
        item: u8,
    },
    /// A lane.
    Lane(u8),
    /// A position in a lane, 0 being the front.
    Position(u8),
    /// Which parts of an "and/or" ability: 1 the first, 2 the second, 3 both.
    Mode(u8),
    /// So much of the damage.
    Amount(i16),
    /// An order of the lane: number of a permutation in lexicographic order.
    Order(u8),
    /// Number of a waiting ability.
    Waiting(u8),
    /// Hand out the items anew.
    Redistribute,
}

impl Choice {
    /// In [`Choice::OnBoard`]: the ability is the troop's own, not an item's.
    pub const OWN: u8 = u8::MAX;
}
