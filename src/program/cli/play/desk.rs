//! The rules on one thread, asking a person on another.

use super::{Seating, hint};
use game::observe::Observer;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{self, set_up};
use game::state::{GameState, Phase};
use players::Players;
use reports::board::steps::{Recorder, Step};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender};

/// Messages from the rules to the person.
pub(super) enum News {
    /// Something happened.
    Step(Step),
    /// A question was answered.
    Answered(Answer),
    /// The person is asked.
    Ask(Question),
    /// The game is over.
    Over(Box<GameState>),
}

/// Messages from the person.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reply {
    /// This answer, by its index.
    Index(usize),
    /// Let the policy finish the phase.
    Policy,
}

/// An answer that was given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// Its index among the legal ones.
    pub(super) index: u16,
    /// Whether the person gave it.
    pub(super) by_person: bool,
    /// When.
    pub(super) moment: (u8, Phase),
}

/// A question with its legal answers.
#[derive(Clone)]
pub(super) struct Question {
    /// Who is asked.
    pub(super) seat: u8,
    /// The question.
    pub(super) decision: Decision,
    /// The legal answers.
    pub(super) options: Vec<Choice>,
    /// The table.
    pub(super) state: Box<GameState>,
    /// What the advisor would do; `None` if it would have to search first.
    pub(super) advice: Option<usize>,
}

impl Question {
    /// When it was asked.
    pub(super) fn moment(&self) -> (u8, Phase) {
        (self.state.round, self.state.phase)
    }
}

/// Plays a game whose first answers are known, until it is over or the listener is gone.
pub(super) fn play(
    seating: &Seating,
    past: Vec<u16>,
    news: Sender<News>,
    replies: Receiver<Reply>,
) {
    let (cards, rules) = (&seating.game.set, &seating.game.rules);
    let mut state = set_up(cards, rules, seating.key);
    let table = Rc::new(RefCell::new(Box::new(state)));
    let mut desk = Desk {
        seating,
        policies: seating.policies.table(seating.key),
        advisor: seating.advisor.table(seating.key),
        past,
        given: Vec::new(),
        table: table.clone(),
        news: Some(news.clone()),
        replies,
        on_their_own: None,
    };
    let mut recorder = Recorder::new(rules, |step| drop(news.send(News::Step(step))));
    let mut watch = |state: &GameState, cards: &_, event: &_| {
        table.borrow_mut().copy_from(state);
        recorder.event(state, cards, event);
    };
    rules::play(cards, rules, &mut state, &mut desk, &mut watch);
    if let Some(news) = desk.news {
        drop(news.send(News::Over(Box::new(state))));
    }
}

/// All players of the game: known answers first, then persons and policies.
struct Desk<'a> {
    seating: &'a Seating,
    policies: Players<'a>,
    advisor: Players<'a>,
    past: Vec<u16>,
    /// All answers so far.
    given: Vec<u16>,
    /// The last known state, which a view does not provide.
    table: Rc<RefCell<Box<GameState>>>,
    /// `None`: the listener is gone.
    news: Option<Sender<News>>,
    replies: Receiver<Reply>,
    /// The phase that the policy finishes for the person.
    on_their_own: Option<(u8, Phase)>,
}

impl Policy for Desk<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        // Without a listener, the game is passed to its end.
        if self.news.is_none() {
            return 0;
        }
        let is_person = self.seating.persons[usize::from(view.seat())];
        // Policies are always asked: their memory must not depend on whether a game was resumed.
        let policy = (!is_person).then(|| self.policies.choose(view, decision, options));
        // A policy that searches is asked only for a hint: it is slow.
        let asks_advisor = is_person && !self.seating.advisor.searches();
        let advice = asks_advisor.then(|| self.advisor.choose(view, decision, options));
        let known = self.past.get(self.given.len());
        let (index, by_person) = match known {
            Some(index) => (usize::from(*index), is_person),
            None => match policy {
                Some(policy) => (policy, false),
                None => self.ask(view, decision, options, advice),
            },
        };
        self.given.push(index as u16);
        if is_person {
            self.policies.answered_elsewhere(index);
        }
        self.tell(News::Answered(Answer {
            index: index as u16,
            by_person,
            moment: (view.round(), view.phase()),
        }));
        index
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.policies.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.policies.pause(at);
    }
}

impl Desk<'_> {
    fn tell(&mut self, news: News) {
        let heard = self.news.as_ref().is_some_and(|to| to.send(news).is_ok());
        if !heard {
            self.news = None;
        }
    }

    /// Asks the person; returns the answer, and whether the person gave it.
    fn ask(
        &mut self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
        advice: Option<usize>,
    ) -> (usize, bool) {
        let question = Question {
            seat: view.seat(),
            decision: *decision,
            options: options.to_vec(),
            state: self.table.borrow().clone(),
            advice,
        };
        let moment = question.moment();
        if self.on_their_own == Some(moment) {
            return (self.advice(&question), true);
        }
        self.tell(News::Ask(question.clone()));
        match self.replies.recv() {
            Ok(Reply::Index(index)) if index < options.len() => (index, true),
            Ok(Reply::Index(_)) => (0, true),
            Ok(Reply::Policy) => {
                self.on_their_own = Some(moment);
                (self.advice(&question), true)
            }
            Err(_) => {
                self.news = None;
                (0, true)
            }
        }
    }

    fn advice(&self, question: &Question) -> usize {
        let search = || hint::search(self.seating, &self.given, question).advice;
        question.advice.unwrap_or_else(search)
    }
}
