//! Scripts: the answers of the players of a scenario, in order.

mod answer;
mod occasion;
mod parse;
mod player;
mod watch;

pub(super) use answer::Answer;
pub(super) use occasion::Occasion;
pub(super) use parse::{line, wish};
pub(super) use player::ScriptedPlayer;

use super::notation::Pointer;
use super::note::CardNote;
use cards::KindId;
use cards::data::Spot;
use game::play::{Decision, QuestionKind, View};

/// Whether questions of this name are about a card that can be named.
pub(super) fn is_about_a_card(question: QuestionKind) -> bool {
    !matches!(
        question,
        QuestionKind::Spend
            | QuestionKind::Buy
            | QuestionKind::Deploy
            | QuestionKind::Arrange
            | QuestionKind::Redistribute
            | QuestionKind::Free
            | QuestionKind::OrderTriggers
            | QuestionKind::DiscardFromLane
            | QuestionKind::DiscardFromHand
            | QuestionKind::Upgrade
    )
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
    Offered(Wish, bool),
    /// From here on this is never offered.
    NeverAgain(Wish),
    /// At the next fitting question a card looks like this.
    Sees(Pointer, CardNote),
}
