//! The player who follows a script, with a policy for everything else.

use super::answer::{Found, Verb, choice_text, choices_text};
use super::watch::{OpenQuestion, Watch, place};
use super::{Answer, Body, Clause, Line, Wish, about};
use crate::StoryLine;
use crate::notation::name_of;
use crate::note::CardNote;
use game::play::{Choice, Decision, Policy, View};
use game::state::{CardRef, Side};
use std::cell::RefCell;

/// Answers to later questions that a line of the script has already given.
struct Pending {
    seat: u8,
    clause: Clause,
    line: String,
}

/// Plays a script.
pub(crate) struct ScriptedPlayer<'s> {
    lines: &'s [Line],
    next: usize,
    pending: Vec<Pending>,
    watches: Vec<Watch>,
    strict: bool,
    default: Box<dyn Policy>,
    asked: &'s RefCell<Vec<StoryLine>>,
    failures: Vec<String>,
}

impl<'s> ScriptedPlayer<'s> {
    /// A player for a script; `offered` and `not_offered` are watched for throughout. Every question
    /// is reported to `asked`.
    pub(crate) fn new(
        lines: &'s [Line],
        strict: bool,
        default: Box<dyn Policy>,
        offered: &[Wish],
        not_offered: &[Wish],
        asked: &'s RefCell<Vec<StoryLine>>,
    ) -> Self {
        let wanted = offered.iter().map(|wish| Watch::new(wish, true));
        let unwanted = not_offered.iter().map(|wish| Watch::new(wish, false));
        ScriptedPlayer {
            lines,
            next: 0,
            pending: Vec::new(),
            watches: wanted.chain(unwanted).collect(),
            strict,
            default,
            asked,
            failures: Vec::new(),
        }
    }

    /// Ends the run: everything that went against the script.
    pub(crate) fn finish(mut self) -> Vec<String> {
        self.skip_never_again();
        for line in &self.lines[self.next..] {
            self.failures.push(format!(
                "{}: `{}` was never used",
                place(&line.spot),
                line.text
            ));
        }
        for pending in self.pending.iter().filter(|pending| pending.clause.needed) {
            self.failures.push(format!(
                "{}: `{}` was never used",
                pending.line, pending.clause.text
            ));
        }
        self.failures
            .extend(self.watches.iter().filter_map(Watch::failure));
        self.failures
    }

    /// Lines that only forbid something from here on take effect at once.
    fn skip_never_again(&mut self) {
        while let Some(line) = self.lines.get(self.next)
            && let Body::NeverAgain(wish) = &line.body
        {
            self.watches.push(Watch::new(wish, false));
            self.next += 1;
        }
    }

    /// Checks something at a question without answering it.
    fn observe(&mut self, put: &OpenQuestion<'_>) {
        self.skip_never_again();
        for watch in &mut self.watches {
            watch.look(put);
        }
        while let Some(line) = self.lines.get(self.next)
            && put.fits(line.seat, &line.occasion)
        {
            let named = line.occasion.question().is_some();
            let failure = match &line.body {
                Body::Offered(wish, _) if !named && !wish.answer.belongs_to(put.decision) => return,
                // A question that is not asked offers nothing; the one that is meant comes later.
                Body::Offered(wish, true)
                    if put.options.len() == 1 && !put.is_offered(&wish.answer) =>
                {
                    return;
                }
                Body::Offered(wish, wanted) => {
                    let offered = put.is_offered(&wish.answer);
                    (offered != *wanted).then(|| format!("on offer: {}", put.offered()))
                }
                Body::Sees(pointer, note) => match pointer.find(put.view).as_slice() {
                    [] => Some("there is no such card".to_string()),
                    [card] => look(put.view, *card, note),
                    several => Some(format!("several cards match: {}", names(put.view, several))),
                },
                _ => return,
            };
            if let Some(failure) = failure {
                let text = format!(
                    "{}: `{}` does not hold at `{}`: {failure}",
                    place(&line.spot),
                    line.text,
                    put.text()
                );
                self.failures.push(text);
            }
            self.next += 1;
            self.skip_never_again();
        }
    }

    /// The scripted answer, if the script has one for this question.
    fn scripted(&mut self, put: &OpenQuestion<'_>) -> Option<usize> {
        self.answer_by_clause(put)
            .or_else(|| self.answer_by_line(put))
    }

    fn answer_by_clause(&mut self, put: &OpenQuestion<'_>) -> Option<usize> {
        let seat = put.view.seat();
        let card = about(put.view, put.decision);
        let index = self.pending.iter().position(|pending| {
            let clause = &pending.clause;
            let fits = match clause.answer.verb {
                // The end of what a deployed troop brings along.
                Verb::Pass => matches!(put.decision, Decision::BringItem { .. }),
                _ => clause.answer.belongs_to(put.decision),
            };
            pending.seat == seat && fits && card == Some(clause.card)
        })?;
        let pending = self.pending.remove(index);
        let text = pending.line;
        self.take(put, &pending.clause.answer, &text)
    }

    fn answer_by_line(&mut self, put: &OpenQuestion<'_>) -> Option<usize> {
        let line = self.lines.get(self.next)?;
        let Body::Answer(answer, clauses) = &line.body else {
            return None;
        };
        if !put.fits(line.seat, &line.occasion) || !answer.belongs_to(put.decision) {
            return None;
        }
        let named = line.occasion.question().is_some();
        // Passing where nothing else could be done is no answer, unless the question is named.
        if put.options.len() == 1 && answer.verb == Verb::Pass && !named {
            return None;
        }
        // A question with a single answer is not really asked: the opportunity comes later.
        let open = !named || put.options.len() == 1;
        let waits = open && answer.waits(put.decision);
        if waits && put.find(answer) == Found::None {
            return None;
        }
        self.next += 1;
        let text = format!("{}: `{}`", place(&line.spot), line.text);
        let (answer, later) = match (answer, put.decision, clauses.as_slice()) {
            // An item redistributed is asked for by its target straight away.
            (answer, Decision::EquipOn { .. }, [first, later @ ..])
                if answer.verb == Verb::Equip =>
            {
                (&first.answer, later)
            }
            (answer, _, later) => (answer, later),
        };
        let index = self.take(put, answer, &text)?;
        self.pending.extend(later.iter().map(|clause| Pending {
            seat: line.seat,
            clause: clause.clone(),
            line: text.clone(),
        }));
        Some(index)
    }

    /// Finds an answer among the options; notes a failure where it is not legal.
    fn take(&mut self, put: &OpenQuestion<'_>, answer: &Answer, line: &str) -> Option<usize> {
        match put.find(answer) {
            Found::One(index) => return Some(index),
            Found::None => self.failures.push(format!(
                "{line} is not legal at `{}`: on offer: {}",
                put.text(),
                put.offered()
            )),
            Found::Several(indices) => {
                let all: Vec<Choice> = indices.iter().map(|index| put.options[*index]).collect();
                let all = choices_text(put.view, put.decision, &all);
                self.failures
                    .push(format!("{line} could mean any of: {all}"));
            }
        }
        None
    }
}

impl Policy for ScriptedPlayer<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let put = OpenQuestion {
            view,
            decision,
            options,
        };
        self.observe(&put);
        let failures = self.failures.len();
        let scripted = self.scripted(&put);
        let index = scripted.unwrap_or_else(|| self.default.choose(view, decision, options));
        if self.strict && scripted.is_none() && self.failures.len() == failures {
            self.failures.push(format!(
                "the script has no answer to `{}`: on offer: {}",
                put.text(),
                put.offered()
            ));
        }
        for watch in &mut self.watches {
            watch.note_answer(&put, index);
        }
        let who = match scripted {
            Some(_) => "script",
            None => "policy",
        };
        let told = format!(
            "[{who}] {}: {}   -> {}",
            put.text(),
            put.offered(),
            choice_text(view, decision, options[index])
        );
        self.asked.borrow_mut().push(StoryLine::Question(told));
        index
    }

    fn no_choice(&mut self, view: &View<'_>, decision: &Decision, only: Choice) {
        let put = OpenQuestion {
            view,
            decision,
            options: &[only],
        };
        self.observe(&put);
        self.scripted(&put);
    }
}

/// How a card differs from what a script expects to see.
fn look(view: &View<'_>, card: CardRef, note: &CardNote) -> Option<String> {
    let stats = (view.power(card), view.total_hp(card));
    let found = CardNote::of(view.card(card)?, stats, view.cards());
    // A player sees that a card is face-up, or does not see the card at all.
    let differs = !note.fits(&found, Side::Troop);
    differs.then(|| format!("it is `{}`", found.text(view.cards())))
}

fn names(view: &View<'_>, cards: &[CardRef]) -> String {
    let names: Vec<String> = cards.iter().map(|card| name_of(view, *card)).collect();
    names.join(", ")
}
