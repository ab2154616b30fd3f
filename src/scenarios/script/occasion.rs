//! Which question a line means: its name, the card it is about, and what else distinguishes
//! one such question from another.

use super::about;
use cards::KindId;
use cards::words::Word;
use game::observe::Nature;
use game::play::{Decision, QuestionKind, View};

/// The question that a line refers to. `None` matches any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Occasion {
    pub(super) question: Option<QuestionKind>,
    /// The card that the question is about.
    pub(super) about: Option<KindId>,
    /// The card that deals the damage.
    pub(super) source: Option<KindId>,
    /// The type of damage.
    pub(super) nature: Option<Nature>,
    /// The first troop of the lane being fought.
    pub(super) facing: Option<KindId>,
    /// Which exchange of blows comes next.
    pub(super) exchange: Option<u16>,
}

impl Occasion {
    /// The name of the question, if it is given.
    pub(crate) fn question(&self) -> Option<QuestionKind> {
        self.question
    }

    /// The cards that it names.
    pub(crate) fn cards(&self) -> impl Iterator<Item = KindId> {
        let all = [self.about, self.source, self.facing];
        all.into_iter().flatten()
    }

    /// Whether a question is the one that is meant.
    pub(super) fn fits(&self, view: &View<'_>, decision: &Decision) -> bool {
        let same = |wanted: Option<KindId>, found: Option<KindId>| {
            wanted.is_none_or(|wanted| found == Some(wanted))
        };
        self.question
            .is_none_or(|question| question == decision.kind())
            && same(self.about, about(view, decision))
            && same(self.source, source(decision))
            && same(self.facing, facing(view, decision))
            && self
                .nature
                .is_none_or(|nature| nature_of(decision) == Some(nature))
            && self
                .exchange
                .is_none_or(|number| exchange(decision) == Some(number))
    }
}

fn source(decision: &Decision) -> Option<KindId> {
    match *decision {
        Decision::AnswerDamage { source, .. } => Some(source),
        _ => None,
    }
}

fn nature_of(decision: &Decision) -> Option<Nature> {
    match *decision {
        Decision::AnswerDamage { nature, .. } => Some(nature),
        _ => None,
    }
}

fn exchange(decision: &Decision) -> Option<u16> {
    match *decision {
        Decision::React { exchange, .. } => Some(exchange),
        _ => None,
    }
}

fn facing(view: &View<'_>, decision: &Decision) -> Option<KindId> {
    match *decision {
        Decision::React { lane, .. } => {
            let (_, first) = view.troops(lane).next()?;
            Some(first.kind)
        }
        _ => None,
    }
}

/// A question as a script names it: `p1 react prowler`, `p1 damage militia by prowler attack`.
pub(super) fn text(view: &View<'_>, decision: &Decision) -> String {
    let word = decision.kind().word();
    let mut text = format!("p{} {word}", view.seat() + 1);
    let id = |kind: KindId| view.kind(kind).id.as_str();
    if let Some(kind) = about(view, decision) {
        text += &format!(" {}", id(kind));
    }
    match *decision {
        Decision::AnswerDamage { source, nature, .. } => {
            text += &format!(" by {} {}", id(source), nature.word());
        }
        // Without a number, the first exchange is meant, if any.
        Decision::React { exchange: 2.., .. } => {
            text += &format!(" exchange {}", exchange(decision).unwrap_or(1));
        }
        _ => {}
    }
    text
}
