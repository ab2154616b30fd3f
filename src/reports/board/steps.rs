//! A game as steps: what a line of the log says, and the table after it.

use cards::ruleset::Ruleset;
use cards::{CardSet, KindId};
use game::observe::{At, Describe, Event, Incident, Log, Nature, Observer, Way};
use game::play::Choice;
use game::state::GameState;
use players::Considered;
use std::cell::RefCell;
use std::io::{self, Write};
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

/// The options that the last player tried out; stored here for the recorder.
#[derive(Clone, Default)]
pub struct Thoughts(Rc<RefCell<Vec<(Choice, Considered)>>>);

impl Thoughts {
    /// Stores what was considered among some options.
    pub fn keep(&self, considered: &[Considered], options: &[Choice]) {
        let tried = considered.iter().filter(|one| one.games > 0);
        let tried = tried.map(|one| (options[one.answer], *one));
        *self.0.borrow_mut() = tried.collect();
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

/// Lines that one side writes and the other reads.
#[derive(Clone, Default)]
struct Lines(Rc<RefCell<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Lines {
    fn take(&self) -> Vec<String> {
        let bytes = std::mem::take(&mut *self.0.borrow_mut());
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.map(str::to_string).collect()
    }
}

/// Splits a game into steps: one for each line of the log.
pub struct Recorder<'a, F: FnMut(Step)> {
    log: Log<'a, Lines>,
    lines: Lines,
    marks: Vec<Mark>,
    considered: Thoughts,
    thoughts: Vec<Thought>,
    each: F,
}

impl<'a, F: FnMut(Step)> Recorder<'a, F> {
    /// A recorder that passes every step on.
    pub fn new(rules: &'a Ruleset, each: F) -> Self {
        let lines = Lines::default();
        Recorder {
            log: Log::new(lines.clone(), rules),
            lines,
            marks: Vec::new(),
            considered: Thoughts::default(),
            thoughts: Vec::new(),
            each,
        }
    }

    /// The same, with what players tried out.
    pub fn with_thoughts(mut self, considered: &Thoughts) -> Self {
        self.considered = considered.clone();
        self
    }

    /// Describes the options that were tried out for a decision.
    fn think(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        let Event::Decided { seat, decision, .. } = event else {
            return;
        };
        let words = Describe::new(state, cards);
        let tried = self.considered.0.take().into_iter();
        let tried = tried.map(|(choice, considered)| Thought {
            answer: words.choice(*seat, decision, &choice),
            worth: considered.worth(),
            shown: considered.scale.show(considered.worth()),
            games: considered.games,
        });
        self.thoughts.extend(tried);
        self.thoughts.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    }
}

impl<F: FnMut(Step)> Observer for Recorder<'_, F> {
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        self.log.event(state, cards, event);
        self.marks.extend(mark(state, event));
        self.think(state, cards, event);
        let lines = self.lines.take();
        let is_last = matches!(event, Event::GameOver { .. });
        if !lines.is_empty() || is_last {
            (self.each)(Step {
                lines,
                marks: std::mem::take(&mut self.marks),
                thoughts: std::mem::take(&mut self.thoughts),
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
