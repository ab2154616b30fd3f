//! A question while it is being answered, and what must or must not be offered at questions.

use super::answer::{Found, choices_text};
use super::{Answer, Occasion, Wish, about, occasion};
use cards::data::Spot;
use game::play::{Choice, Decision, View};

/// A question while it is being answered.
pub(super) struct OpenQuestion<'q> {
    pub(super) view: &'q View<'q>,
    pub(super) decision: &'q Decision,
    pub(super) options: &'q [Choice],
}

impl OpenQuestion<'_> {
    pub(super) fn text(&self) -> String {
        occasion::text(self.view, self.decision)
    }

    pub(super) fn offered(&self) -> String {
        choices_text(self.view, self.decision, self.options)
    }

    /// Whether a line or wish is about this question.
    pub(super) fn fits(&self, seat: u8, occasion: &Occasion) -> bool {
        seat == self.view.seat() && occasion.fits(self.view, self.decision)
    }

    pub(super) fn find(&self, answer: &Answer) -> Found {
        answer.find(self.view, self.decision, self.options)
    }

    pub(super) fn is_offered(&self, answer: &Answer) -> bool {
        answer.belongs_to(self.decision) && self.find(answer) != Found::None
    }
}

/// Something that must or must not be offered in the whole run.
pub(super) struct Watch {
    wish: Wish,
    wanted: bool,
    seen: Option<String>,
    /// Whether the card has been used on the occasion that is meant, where it is about a target.
    used: bool,
    /// Whether it is being used, so that its target is asked for next.
    in_use: bool,
}

impl Watch {
    pub(super) fn new(wish: &Wish, wanted: bool) -> Self {
        Watch {
            wish: wish.clone(),
            wanted,
            seen: None,
            used: false,
            in_use: false,
        }
    }

    /// Looks at a question: is it offered?
    pub(super) fn look(&mut self, put: &OpenQuestion<'_>) {
        let wish = &self.wish;
        let offered = match &wish.target {
            None => put.fits(wish.seat, &wish.occasion) && put.is_offered(&wish.answer),
            Some(target) => {
                let asked = self.in_use
                    && put.view.seat() == wish.seat
                    && about(put.view, put.decision) == Some(target.card)
                    && target.answer.belongs_to(put.decision);
                self.in_use &= !asked;
                asked && put.is_offered(&target.answer)
            }
        };
        if offered && self.seen.is_none() {
            self.seen = Some(put.text());
        }
    }

    /// Notes that an answer has been given.
    pub(super) fn note_answer(&mut self, put: &OpenQuestion<'_>, index: usize) {
        let wish = &self.wish;
        if wish.target.is_some()
            && put.fits(wish.seat, &wish.occasion)
            && wish.answer.belongs_to(put.decision)
            && put.find(&wish.answer) == Found::One(index)
        {
            self.used = true;
            self.in_use = true;
        }
    }

    /// What is wrong with it at the end.
    pub(super) fn failure(&self) -> Option<String> {
        let (place, text) = (place(&self.wish.spot), &self.wish.text);
        if self.wish.target.is_some() && !self.used {
            return Some(format!(
                "{place}: `{text}`: the card was not used there, so there was no choice of a target"
            ));
        }
        match (&self.seen, self.wanted) {
            (None, true) => Some(format!("{place}: `{text}` was never offered")),
            (Some(question), false) => {
                Some(format!("{place}: `{text}` was offered at `{question}`"))
            }
            _ => None,
        }
    }
}

/// Where something is written.
pub(super) fn place(spot: &Spot) -> String {
    match spot.place.line() {
        Some(line) => format!("line {line}"),
        None => spot.path.clone(),
    }
}
