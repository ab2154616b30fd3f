//! The rules on one thread, asking a person on another.

use super::Seating;
use super::hint::{self, Hint};
use super::transcript::Repeated;
use cards::CardSet;
use cards::rng::GameKey;
use game::observe::{CardPlace, Event, Observer};
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{self, set_up};
use game::state::{GameState, Phase};
use players::Players;
use reports::board::steps::{Recorder, Step};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender};
use studies::review::Course;

/// Messages from the rules to the person.
pub(super) enum News {
    /// Something happened.
    Step(Step),
    /// Something hidden has been seen: answers before it cannot be taken back.
    Seen,
    /// A fight begins.
    Fight,
    /// A fight or somebody's turn is over: time to read what happened.
    Pause(String),
    /// A question was answered.
    Answered(Answer),
    /// The person is asked.
    Ask(Question),
    /// The hint that the person asked for.
    Hint(Hint),
    /// The game is over.
    Over(Box<GameState>),
}

/// Messages from the person.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reply {
    /// This answer, by its index.
    Index(usize),
    /// Spend everything.
    All,
    /// Let the policy finish the phase.
    Policy,
    /// What would the advisor do?
    Hint,
}

/// An answer that was given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// Its index among the legal ones.
    pub(super) index: u16,
    /// Whether the person gave it.
    pub(super) by_person: bool,
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
}

/// Plays a game whose first answers are known, until it is over or the listener is gone.
pub(super) fn play(
    seating: &Seating,
    course: &Course,
    news: Sender<News>,
    replies: Receiver<Reply>,
) {
    let (cards, rules) = (&seating.game.set, &seating.game.rules);
    let mut state = set_up(cards, rules, seating.key);
    let table = Rc::new(RefCell::new(Box::new(state)));
    let mut desk = Desk {
        players: Repeated::new(seating, course),
        key: seating.key,
        table: table.clone(),
        news: Some(news.clone()),
        replies,
        delegated: None,
    };
    let tell = |what| drop(news.send(what));
    let mut recorder = Recorder::new(rules, |step| tell(News::Step(step)));
    let mut turns = Turns {
        persons: &seating.persons,
        whose: None,
    };
    let mut watch = |state: &GameState, cards: &CardSet, event: &Event| {
        if let Some(seat) = turns.ended(state, event) {
            tell(News::Pause(format!(
                "Player {}'s turn",
                u16::from(seat) + 1
            )));
        }
        table.borrow_mut().copy_from(state);
        if matches!(event, Event::LaneStarted { .. }) {
            tell(News::Fight);
        }
        recorder.event(state, cards, event);
        if let Event::LaneEnded { lane, .. } = event {
            tell(News::Pause(format!(
                "The fight in lane {}",
                u16::from(*lane) + 1
            )));
        }
        if shows_hidden(event) {
            tell(News::Seen);
        }
    };
    rules::play(cards, rules, &mut state, &mut desk, &mut watch);
    if let Some(news) = desk.news {
        drop(news.send(News::Over(Box::new(state))));
    }
}

/// Whether players see something that nobody knew.
fn shows_hidden(event: &Event) -> bool {
    match event {
        Event::TurnedUp { .. } | Event::WeatherTurned { .. } => true,
        Event::Moved { from, to, .. } => {
            let is_hidden = |place: &CardPlace| {
                matches!(
                    place,
                    CardPlace::Deck(_) | CardPlace::MarketDeck(_) | CardPlace::EncounterDeck(_)
                )
            };
            let face_down = matches!(to, CardPlace::EnemyLane { .. } | CardPlace::Drawn);
            is_hidden(from) && !is_hidden(to) && !face_down
        }
        _ => false,
    }
}

/// Whose turn it is, outside the fights.
struct Turns<'a> {
    persons: &'a [bool],
    whose: Option<u8>,
}

impl Turns<'_> {
    /// The partner whose turn is over with this event.
    fn ended(&mut self, state: &GameState, event: &Event) -> Option<u8> {
        let now = match event {
            Event::Decided { seat, .. }
                if matches!(state.phase(), Phase::Purchase | Phase::Deployment) =>
            {
                Some(*seat)
            }
            Event::Decided { .. } | Event::PhaseStarted { .. } => None,
            _ => return None,
        };
        let before = std::mem::replace(&mut self.whose, now).filter(|before| now != Some(*before));
        before.filter(|seat| !self.persons[usize::from(*seat)])
    }
}

/// What the person leaves to the program for the rest of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Delegated {
    Everything,
    Spending,
}

/// All players of the game, with a person to ask.
struct Desk<'a> {
    players: Repeated<'a>,
    key: GameKey,
    /// The last known state, which a view does not provide.
    table: Rc<RefCell<Box<GameState>>>,
    /// `None`: the listener is gone.
    news: Option<Sender<News>>,
    replies: Receiver<Reply>,
    /// What the person does not want to be asked, and when.
    delegated: Option<(Delegated, u8, Phase)>,
}

impl Policy for Desk<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        // Without a listener, the game is passed to its end.
        if self.news.is_none() {
            return 0;
        }
        let mut asking = Asking {
            luck: self.key.alternative(self.players.asked as u64),
            table: &self.table,
            news: &mut self.news,
            replies: &self.replies,
            delegated: &mut self.delegated,
        };
        let (index, by_person) = self.players.answer(view, decision, options, |advisor| {
            asking.ask(advisor, view, decision, options)
        });
        let index16 = index as u16;
        asking.tell(News::Answered(Answer {
            index: index16,
            by_person,
        }));
        index
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.players.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.players.pause(at);
    }

    fn new_luck(&mut self) -> Option<GameKey> {
        self.players.new_luck()
    }
}

/// A question to the person.
struct Asking<'a> {
    luck: GameKey,
    table: &'a RefCell<Box<GameState>>,
    news: &'a mut Option<Sender<News>>,
    replies: &'a Receiver<Reply>,
    delegated: &'a mut Option<(Delegated, u8, Phase)>,
}

impl Asking<'_> {
    fn tell(&mut self, news: News) {
        let heard = self.news.as_ref().is_some_and(|to| to.send(news).is_ok());
        if !heard {
            *self.news = None;
        }
    }

    /// The person's answer, and whether the advisor gave it for them.
    fn ask(
        &mut self,
        advisor: &mut Players<'_>,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
    ) -> (usize, bool) {
        let now = |what| Some((what, view.round(), view.phase()));
        let spends = *decision == Decision::Spend;
        let asked = News::Ask(Question {
            seat: view.seat(),
            decision: *decision,
            options: options.to_vec(),
            state: self.table.borrow().clone(),
        });
        let mut asked = Some(asked);
        loop {
            if *self.delegated == now(Delegated::Everything) {
                return (advisor.choose(view, decision, options), true);
            }
            if spends && *self.delegated == now(Delegated::Spending) {
                // The first answer keeps the rest.
                return (1, false);
            }
            if let Some(question) = asked.take() {
                self.tell(question);
            }
            match self.replies.recv() {
                Ok(Reply::Index(index)) => return (index.min(options.len() - 1), false),
                Ok(Reply::All) => *self.delegated = now(Delegated::Spending),
                Ok(Reply::Policy) => *self.delegated = now(Delegated::Everything),
                Ok(Reply::Hint) => {
                    let hint = hint::hint(advisor, view, decision, options, self.luck);
                    self.tell(News::Hint(hint));
                }
                Err(_) => {
                    *self.news = None;
                    return (0, false);
                }
            }
        }
    }
}
