//! Questions to the players: the legal answers are offered, then one of them is asked for.

use super::{Game, Table, hidden};
use crate::observe::{Event, Incident, Observer};
use crate::play::{Choice, Decision, Policy, View};
use crate::state::{CardRef, MAX_PLAYERS};
use arrayvec::ArrayVec;
use cards::{KindId, MAX_KINDS};

/// Room for the legal answers to one question.
const MAX_OPTIONS: usize = 250;

/// The legal answers to the question being prepared. If there are ever too many, the rest is left
/// out and counted.
#[derive(Default)]
pub(super) struct Options {
    choices: ArrayVec<Choice, MAX_OPTIONS>,
    left_out: u16,
}

impl Options {
    #[inline]
    pub(super) fn clear(&mut self) {
        self.choices.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, choice: Choice) {
        if self.choices.try_push(choice).is_err() {
            self.leave_out();
        }
    }

    /// Adds an answer unless it is there already.
    pub(super) fn push_once(&mut self, choice: Choice) {
        if !self.choices.contains(&choice) {
            self.push(choice);
        }
    }

    #[cold]
    fn leave_out(&mut self) {
        self.left_out = self.left_out.saturating_add(1);
    }
}

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Asks a player the prepared question. A single legal answer is taken without asking.
    pub(crate) fn ask(&mut self, seat: u8, decision: Decision) -> Choice {
        for _ in 0..std::mem::take(&mut self.options.left_out) {
            self.incident(Incident::Overflow);
        }
        let options = &self.options.choices[..];
        debug_assert!(
            !options.is_empty(),
            "a question without an answer: {decision:?}"
        );
        let view = View::new(self.state, self.cards, self.rules, seat);
        if let [only] = *options {
            self.policy.no_choice(&view, &decision, only);
            return only;
        }
        let index = self.policy.choose(&view, &decision, options);
        assert!(
            index < options.len(),
            "a policy chose answer {index} of {} to {decision:?}",
            options.len()
        );
        let choice = options[index];
        let options = options.len() as u8;
        self.state.decisions += 1;
        if O::SEES_STEPS {
            self.emit(Event::Decided {
                seat,
                decision,
                choice,
                options,
            });
        }
        if let Some(luck) = self.policy.new_luck() {
            hidden::redeal_when_needed(self.state, self.cards, self.rules, luck);
            if O::SEES_DECKS {
                hidden::settle(self.state, self.cards, self.rules);
            }
        }
        choice
    }

    /// Starts a new question whose first answer is to pass.
    pub(crate) fn offer_pass(&mut self) {
        self.options.clear();
        self.options.push(Choice::Pass);
    }

    /// Adds a legal answer.
    pub(crate) fn offer(&mut self, choice: Choice) {
        self.options.push(choice);
    }

    /// Lets a player choose one of some things, each of which is offered as a choice. `None`: there
    /// are none.
    pub(crate) fn choose<T: Copy>(
        &mut self,
        seat: u8,
        decision: Decision,
        things: impl Iterator<Item = T> + Clone,
        as_choice: impl Fn(T) -> Choice,
    ) -> Option<T> {
        self.options.clear();
        for thing in things.clone() {
            self.offer(as_choice(thing));
        }
        if self.options.choices.is_empty() {
            return None;
        }
        let choice = self.ask(seat, decision);
        let mut things = things;
        things.find(|thing| as_choice(*thing) == choice)
    }

    /// Lets a player choose one of the lanes that fit, offered from one of them to the left. `None`:
    /// no lane fits.
    pub(crate) fn choose_lane(
        &mut self,
        seat: u8,
        first: u8,
        decision: Decision,
        fits: impl Fn(Table<'_>, u8) -> bool,
    ) -> Option<u8> {
        let lanes = self.state.seats_from(first);
        let lanes = lanes.filter(|lane| fits(self.table(), *lane));
        let fitting: ArrayVec<u8, MAX_PLAYERS> = lanes.collect();
        self.choose(seat, decision, fitting.into_iter(), Choice::Lane)
    }

    /// Lets a player choose one of some cards on the board. `None`: there are none.
    pub(crate) fn choose_target(
        &mut self,
        seat: u8,
        decision: Decision,
        cards: &[CardRef],
    ) -> Option<CardRef> {
        self.choose(seat, decision, cards.iter().copied(), Choice::Target)
    }

    /// Lets a player choose a kind of card out of their discard pile. `None`: none fits.
    pub(crate) fn choose_discarded(
        &mut self,
        seat: u8,
        decision: Decision,
        fits: impl Fn(Table<'_>, KindId) -> bool,
    ) -> Option<KindId> {
        let mut kinds = ArrayVec::<KindId, MAX_KINDS>::new();
        for kind in self.state.seats[seat as usize].discard.cards().iter().rev() {
            if !kinds.contains(kind) && fits(self.table(), *kind) {
                kinds.push(*kind);
            }
        }
        self.choose(seat, decision, kinds.iter().copied(), Choice::Card)
    }
}
