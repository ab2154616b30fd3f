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
        self.about.into_iter().chain(self.source)
    }

    /// Everything that distinguishes a question from others.
    fn of(view: &View<'_>, decision: &Decision) -> Self {
        let occasion = Occasion {
            question: Some(decision.kind()),
            about: about(view, decision),
            ..Occasion::default()
        };
        match *decision {
            Decision::AnswerDamage { source, nature, .. } => Occasion {
                source: Some(source),
                nature: Some(nature),
                ..occasion
            },
            Decision::React { exchange, .. } => Occasion {
                exchange: Some(exchange),
                ..occasion
            },
            _ => occasion,
        }
    }

    /// Whether a question is the one that is meant.
    pub(super) fn fits(&self, view: &View<'_>, decision: &Decision) -> bool {
        let found = Occasion::of(view, decision);
        is_meant(self.question, found.question)
            && is_meant(self.about, found.about)
            && is_meant(self.source, found.source)
            && is_meant(self.nature, found.nature)
            && is_meant(self.exchange, found.exchange)
    }
}

/// Whether something is as it is named, if it is.
fn is_meant<T: PartialEq>(named: Option<T>, found: Option<T>) -> bool {
    named.is_none() || named == found
}

/// A question as a script names it: `p1 react prowler`, `p1 damage militia by prowler attack`.
pub(super) fn text(view: &View<'_>, decision: &Decision) -> String {
    let occasion = Occasion::of(view, decision);
    let mut parts = vec![
        format!("p{}", view.seat() + 1),
        decision.kind().word().into(),
    ];
    let id = |kind: KindId| view.kind(kind).id.clone();
    parts.extend(occasion.about.map(id));
    parts.extend(occasion.source.map(|source| format!("by {}", id(source))));
    parts.extend(occasion.nature.map(|nature| nature.word().into()));
    // Without a number, the first exchange is meant, if any.
    let exchange = occasion.exchange.filter(|exchange| *exchange > 1);
    parts.extend(exchange.map(|exchange| format!("exchange {exchange}")));
    parts.join(" ")
}
