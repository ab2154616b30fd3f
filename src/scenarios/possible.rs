//! What can come up in a scenario. To expect that something is not offered which could never be
//! offered is a mistake: a card that is not there, a phase that is not played.

use super::Extent;
use super::expect::Expect;
use super::script::{Body, Line, Wish};
use cards::data::Sink;
use cards::words::Word;
use cards::{CardSet, KindId};
use game::play::QuestionKind;
use game::state::{GameState, Phase};

/// The cards and phases of a scenario.
pub(super) struct Possible<'a> {
    counts: [u16; cards::MAX_KINDS],
    start: Phase,
    extent: Extent,
    cards: &'a CardSet,
    sink: &'a Sink,
}

impl<'a> Possible<'a> {
    pub(super) fn new(
        state: &GameState,
        extent: Extent,
        cards: &'a CardSet,
        sink: &'a Sink,
    ) -> Self {
        Possible {
            counts: state.count_cards(),
            start: state.phase(),
            extent,
            cards,
            sink,
        }
    }

    /// Reports every expectation that can never be met.
    pub(super) fn check(&self, script: &[Line], expect: &Expect) {
        let in_script = script.iter().filter_map(|line| match &line.body {
            Body::Offered(wish, _) | Body::NeverAgain(wish) => Some(wish),
            _ => None,
        });
        let expected = expect.offered.iter().chain(&expect.not_offered);
        expected
            .chain(in_script)
            .for_each(|wish| self.check_wish(wish));
    }

    fn check_wish(&self, wish: &Wish) {
        let Wish {
            occasion,
            answer,
            spot,
            ..
        } = wish;
        let mut kinds = answer.cards();
        let targets = wish.target.iter();
        kinds.extend(targets.flat_map(|clause| clause.answer.cards()));
        kinds.extend(occasion.cards());
        for kind in kinds.into_iter().filter(|kind| !self.is_there(*kind)) {
            let id = &self.cards.kind(kind).id;
            let message = format!(
                "this can never fail: there is no `{id}` on the table, in a hand or in a pile"
            );
            self.sink.add(spot, message);
        }
        let asked = |question: &QuestionKind| match occasion.question() {
            Some(named) => named == *question,
            None => answer.answers(*question),
        };
        let questions = QuestionKind::ALL.iter().map(|(_, question)| *question);
        let mut questions = questions.filter(asked).peekable();
        if questions.peek().is_some() && !questions.any(|question| self.is_asked(question)) {
            let message = match occasion.question() {
                Some(question) => format!(
                    "this can never fail: the question `{}` does not come up in this scenario",
                    question.word()
                ),
                None => {
                    "this can never fail: it answers no question that comes up in this scenario"
                        .into()
                }
            };
            self.sink.add(spot, message);
        }
    }

    fn is_there(&self, kind: KindId) -> bool {
        self.counts[kind.index()] > 0
    }

    /// Whether a question can come up in the phases that are played. Whether the rules in force
    /// have it is what a scenario may want to show.
    fn is_asked(&self, question: QuestionKind) -> bool {
        let any = |phases: &[Phase]| phases.iter().any(|phase| self.is_played(*phase));
        match question {
            QuestionKind::Spend | QuestionKind::Buy | QuestionKind::Reduce => {
                any(&[Phase::Purchase])
            }
            QuestionKind::Deploy => any(&[Phase::Deployment]),
            QuestionKind::Arrange | QuestionKind::Redistribute => {
                any(&[Phase::Deployment, Phase::WrapUp])
            }
            QuestionKind::React
            | QuestionKind::AnswerReveal
            | QuestionKind::Strike
            | QuestionKind::LoseTroop => any(&[Phase::Combat]),
            QuestionKind::Free => any(&[Phase::Combat, Phase::WrapUp]),
            QuestionKind::DiscardFromLane
            | QuestionKind::DiscardFromHand
            | QuestionKind::Upgrade => any(&[Phase::WrapUp]),
            _ => true,
        }
    }

    fn is_played(&self, phase: Phase) -> bool {
        match self.extent {
            Extent::Step => phase == self.start,
            Extent::Through(last) => self.start <= phase && phase <= last,
            Extent::Rounds(_) | Extent::Game => true,
        }
    }
}
