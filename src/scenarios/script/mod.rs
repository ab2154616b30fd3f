//! Scripts: the answers of the players of a scenario, in order.

mod answer;
mod occasion;
mod parse;
mod player;
mod watch;

pub(super) use answer::Answer;
pub(super) use occasion::Occasion;
pub(super) use parse::{line, wish};
pub(super) use player::{Asked, ScriptedPlayer};

use super::notation::Pointer;
use super::note::CardNote;
use cards::KindId;
use cards::data::Spot;
use cards::words::words;
use game::play::{Decision, View};

words! {
    /// The questions that a script can name.
    pub enum Question as "question" {
        /// Which division to lead, which card to begin with.
        SetUp = "set-up",
        /// Which Xenosathem to turn into resources.
        Spend = "spend",
        /// What to buy.
        Buy = "buy",
        /// Whether to make a purchase cheaper.
        Reduce = "reduce",
        /// What to put on the board.
        Deploy = "deploy",
        /// In which lane to put a troop.
        Lane = "lane",
        /// At which position a troop enters.
        Position = "position",
        /// On which troop to put an item.
        Equip = "equip",
        /// Which items a troop brings along.
        Bring = "bring",
        /// In which order to stand.
        Arrange = "arrange",
        /// Whether to redistribute the items.
        Redistribute = "redistribute",
        /// A reaction window.
        React = "react",
        /// A window outside the fights.
        Free = "free",
        /// Whether to cancel a reveal ability.
        Reveal = "reveal",
        /// Whether to prevent or redirect damage.
        Damage = "damage",
        /// Whether an attack uses an ability.
        Strike = "strike",
        /// Whether to answer damage to an enemy.
        EnemyDamaged = "enemy-damaged",
        /// Whether to save a troop from death.
        Save = "save",
        /// Whether to use an optional trigger.
        Trigger = "trigger",
        /// Which of several triggers comes next.
        Order = "order",
        /// Which parts of an ability to use.
        Mode = "mode",
        /// How much of some damage to avert.
        Amount = "amount",
        /// The target of an effect.
        Target = "target",
        /// The lane of an effect.
        TargetLane = "target-lane",
        /// Which discarded card to burn.
        Burn = "burn",
        /// Which discarded card to take back.
        Take = "take",
        /// Which troop is lost.
        Lose = "lose",
        /// What to discard from the lane.
        DiscardLane = "discard-lane",
        /// What to discard from hand.
        DiscardHand = "discard-hand",
        /// Which Xenosathem to trade up.
        Upgrade = "upgrade",
    }
}

impl Question {
    /// Whether questions of this name are about a card that can be named.
    pub(super) fn is_about_a_card(self) -> bool {
        !matches!(
            self,
            Question::Spend
                | Question::Buy
                | Question::Deploy
                | Question::Arrange
                | Question::Redistribute
                | Question::Free
                | Question::Order
                | Question::DiscardLane
                | Question::DiscardHand
                | Question::Upgrade
        )
    }

    /// The word for a decision.
    pub(super) fn of(decision: &Decision) -> Question {
        match decision {
            Decision::SetUp { .. } => Question::SetUp,
            Decision::Spend => Question::Spend,
            Decision::Buy => Question::Buy,
            Decision::Reduce { .. } => Question::Reduce,
            Decision::Deploy => Question::Deploy,
            Decision::DeployLane { .. } => Question::Lane,
            Decision::DeployPosition { .. } => Question::Position,
            Decision::EquipOn { .. } => Question::Equip,
            Decision::BringItem { .. } => Question::Bring,
            Decision::Arrange => Question::Arrange,
            Decision::Redistribute => Question::Redistribute,
            Decision::React { .. } => Question::React,
            Decision::Free { .. } => Question::Free,
            Decision::AnswerReveal { .. } => Question::Reveal,
            Decision::AnswerDamage { .. } => Question::Damage,
            Decision::Strike { .. } => Question::Strike,
            Decision::EnemyDamaged { .. } => Question::EnemyDamaged,
            Decision::Save { .. } => Question::Save,
            Decision::Trigger { .. } => Question::Trigger,
            Decision::OrderTriggers => Question::Order,
            Decision::Mode { .. } => Question::Mode,
            Decision::Amount { .. } => Question::Amount,
            Decision::Target { .. } => Question::Target,
            Decision::TargetLane { .. } => Question::TargetLane,
            Decision::BurnFromDiscard { .. } => Question::Burn,
            Decision::TakeDiscarded { .. } => Question::Take,
            Decision::LoseTroop { .. } => Question::Lose,
            Decision::DiscardFromLane => Question::DiscardLane,
            Decision::DiscardFromHand => Question::DiscardHand,
            Decision::Upgrade => Question::Upgrade,
        }
    }
}

/// The card that a question is about, if a player can see which: the enemy whose reaction window it
/// is (the first one, if it has left), the enemy turned up or damaged, the troop that strikes or is in danger, the card whose
/// ability asks, the card bought.
pub(super) fn about(view: &View<'_>, decision: &Decision) -> Option<KindId> {
    let on_board = |card| view.card(card).map(|found| found.kind);
    match *decision {
        Decision::Reduce { kind, .. }
        | Decision::DeployLane { kind }
        | Decision::DeployPosition { kind, .. }
        | Decision::Trigger { kind, .. }
        | Decision::Mode { kind }
        | Decision::Amount { kind, .. }
        | Decision::Target { kind, .. }
        | Decision::TargetLane { kind }
        | Decision::BurnFromDiscard { kind }
        | Decision::TakeDiscarded { kind }
        | Decision::LoseTroop { kind } => Some(kind),
        Decision::EquipOn { item } => Some(item),
        Decision::SetUp { division } => division,
        Decision::BringItem { troop }
        | Decision::AnswerDamage { troop, .. }
        | Decision::Strike { troop, .. }
        | Decision::Save { troop } => on_board(troop),
        Decision::AnswerReveal { enemy } | Decision::EnemyDamaged { enemy } => on_board(enemy),
        Decision::React { lane, enemy, .. } => on_board(enemy).or_else(|| {
            let (_, first) = view.enemies(lane).next()?;
            first.map(|found| found.kind)
        }),
        _ => None,
    }
}

/// An answer to a later question about the same card: target, lane, position ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    pub(super) card: KindId,
    pub(super) answer: Answer,
    /// The clause as it is written.
    pub(super) text: String,
    /// Whether the scenario fails if the question never comes.
    pub(super) needed: bool,
}

/// Something that a player is or is not offered, perhaps at a certain question.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    pub(super) seat: u8,
    pub(super) occasion: Occasion,
    pub(super) answer: Answer,
    /// A target, where only the use of a card on it is meant.
    pub(super) target: Option<Clause>,
    pub(super) text: String,
    pub(super) spot: Spot,
}

/// One line of a script.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) seat: u8,
    pub(super) occasion: Occasion,
    pub(super) body: Body,
    pub(super) text: String,
    pub(super) spot: Spot,
}

/// What a line of a script says.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// An answer, with answers to the questions that follow from it.
    Answer(Answer, Vec<Clause>),
    /// The next fitting question offers this, or does not.
    Offered(Answer, bool),
    /// From here on this is never offered.
    NeverAgain(Answer),
    /// At the next fitting question a card looks like this.
    Sees(Pointer, CardNote),
    /// At the next fitting question a player has this many resources.
    SeesResources(u8, u16),
}
