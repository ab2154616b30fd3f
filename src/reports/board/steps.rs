//! A game as steps: what a line of the log says, and the table after it.

use cards::ruleset::Ruleset;
use cards::{CardSet, KindId};
use game::observe::{At, Event, Incident, Log, Nature, Observer, Way};
use game::play::{Choice, Decision, View};
use game::state::GameState;
use players::Considered;
use std::cell::RefCell;
use std::rc::Rc;

/// Something in a step that is worth pointing at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// The base suffered damage.
    Base {
        /// How much.
        amount: i16,
        /// In whose lane.
        lane: u8,
        /// By what.
        by: Option<KindId>,
        /// In which way.
        way: Way,
    },
    /// A card suffered damage.
    Hurt {
        /// Which, by its stamp.
        card: u16,
        /// How much.
        amount: i16,
        /// By what.
        by: Option<KindId>,
        /// Its nature.
        nature: Nature,
    },
    /// A card was killed.
    Killed {
        /// Which.
        target: At,
        /// By what.
        by: Option<KindId>,
    },
    /// A card was bought.
    Bought {
        /// By whom.
        seat: u8,
        /// What.
        kind: KindId,
        /// For how much.
        paid: u8,
    },
    /// A player decided.
    Decided {
        /// Who.
        seat: u8,
        /// Among how many answers.
        options: u8,
    },
    /// Something out of the ordinary.
    Incident(Incident),
    /// A round began.
    Round,
    /// A phase began.
    Phase,
    /// The game is over.
    Over {
        /// Whether the base stood.
        won: bool,
    },
}

/// An answer that a player tried out before deciding.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The answer as text.
    pub answer: String,
    /// Mean score of the games imagined after it.
    pub worth: f64,
    /// The score, to be read.
    pub shown: String,
    /// How many those were.
    pub games: usize,
}

/// What the last player tried out, the best first; stored here for the recorder.
#[derive(Clone, Default)]
pub struct Thoughts(Rc<RefCell<Vec<Thought>>>);

impl Thoughts {
    /// Stores what was considered for a question.
    pub fn keep(
        &self,
        considered: &[Considered],
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
    ) {
        let words = view.words();
        let tried = considered.iter().filter(|one| one.games > 0);
        let mut tried: Vec<Thought> = tried
            .map(|one| Thought {
                answer: words.choice(view.seat(), decision, &options[one.answer]),
                worth: one.worth(),
                shown: one.scale.show(one.worth()),
                games: one.games,
            })
            .collect();
        tried.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        *self.0.borrow_mut() = tried;
    }
}

/// A step of a game.
#[derive(Clone)]
pub struct Step {
    /// What the log says.
    pub lines: Vec<String>,
    /// What happened, for pictures and counts.
    pub marks: Vec<Mark>,
    /// What was tried out before the decision of this step, the best first.
    pub thoughts: Vec<Thought>,
    /// The table after it.
    pub state: Box<GameState>,
}

/// Splits a game into steps: one for each line of the log.
pub struct Recorder<'a, F: FnMut(Step)> {
    log: Log<'a, Vec<u8>>,
    marks: Vec<Mark>,
    thoughts: Thoughts,
    each: F,
}

impl<'a, F: FnMut(Step)> Recorder<'a, F> {
    /// A recorder that passes every step on.
    pub fn new(rules: &'a Ruleset, each: F) -> Self {
        Recorder {
            log: Log::new(Vec::new(), rules),
            marks: Vec::new(),
            thoughts: Thoughts::default(),
            each,
        }
    }

    /// The same, with what players tried out.
    pub fn with_thoughts(self, thoughts: &Thoughts) -> Self {
        Recorder {
            thoughts: thoughts.clone(),
            ..self
        }
    }
}

impl<F: FnMut(Step)> Observer for Recorder<'_, F> {
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        self.log.event(state, cards, event);
        self.marks.extend(mark(state, event));
        let told = self.log.take();
        let lines = told.lines().filter(|line| !line.trim().is_empty());
        let lines: Vec<String> = lines.map(str::to_string).collect();
        let is_last = matches!(event, Event::GameOver { .. });
        if !lines.is_empty() || is_last {
            (self.each)(Step {
                lines,
                marks: std::mem::take(&mut self.marks),
                thoughts: self.thoughts.0.take(),
                state: Box::new(*state),
            });
        }
    }
}

fn mark(state: &GameState, event: &Event) -> Option<Mark> {
    Some(match *event {
        Event::RoundStarted => Mark::Round,
        Event::PhaseStarted { .. } => Mark::Phase,
        Event::BaseDamaged {
            amount,
            lane,
            cause,
        } => Mark::Base {
            amount,
            lane,
            by: cause.kind,
            way: cause.way,
        },
        Event::Damaged {
            target,
            amount,
            source,
            nature,
        } => Mark::Hurt {
            card: stamp(state, &target)?,
            amount,
            by: source,
            nature,
        },
        Event::Killed { target, source } => Mark::Killed { target, by: source },
        Event::Bought { seat, kind, paid } => Mark::Bought { seat, kind, paid },
        Event::Decided { seat, options, .. } => Mark::Decided { seat, options },
        Event::Incident { what } => Mark::Incident(what),
        Event::GameOver { won } => Mark::Over { won },
        _ => return None,
    })
}

fn stamp(state: &GameState, at: &At) -> Option<u16> {
    let card = state.at(at.side, at.lane, usize::from(at.position))?;
    Some(card.stamp)
}
