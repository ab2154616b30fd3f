//! A game for programs: one JSON object per event and line.
//!
//! The field names are stable and described in `JSON.md` next to this module's folder. The
//! first line (`game-started`) shows the whole table; every later line says what has changed, so
//! that every lane, hand and pile and the base can be followed from the lines alone. Players,
//! lanes, positions and abilities are counted from 1, cards are named as in the card files.

mod asked;
mod names;
mod table;

use super::{CardPlace, Describe, Event, Observer};
use crate::play::{Choice, Decision};
use crate::state::{BoardCard, GameState, Phase, Side};
pub use asked::question_line;
use cards::{CardSet, KindId};
pub(crate) use names::{
    card, from_one, has_left, item, lane, nobody, number, number_from_one, on, player, row,
    use_on_board, wave,
};
use names::{counted, to_line};
use serde::Serialize;
use std::io::{self, Write};
use table::{JsonTable, OnBoard, lane_side};

/// Writes a game as JSON lines.
pub struct Json<W: Write> {
    out: W,
    lines: u64,
    failure: Option<io::Error>,
}

/// One line: where the game stands, what has happened, and what the table shows of it.
#[derive(Serialize)]
struct Line<'a> {
    /// Number of the event, from 0.
    n: u64,
    round: u8,
    phase: Phase,
    #[serde(flatten)]
    event: &'a Event,
    #[serde(flatten)]
    table: Shown<'a>,
}

/// What a line adds to its event, from the table after it.
#[derive(Serialize)]
#[serde(untagged)]
enum Shown<'a> {
    Nothing {},
    Table(JsonTable<'a>),
    Round {
        wave: u8,
        #[serde(serialize_with = "from_one")]
        first_player: u8,
    },
    Weather {
        conditions: Vec<&'a str>,
    },
    Pile {
        cards: &'a [KindId],
    },
    Lane {
        cards: Vec<OnBoard<'a>>,
    },
    Arrived {
        face_up: bool,
        converted: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        owner: Option<u16>,
    },
    Decided {
        question: InWords<'a, Decision>,
        answer: InWords<'a, Choice>,
        options: u8,
    },
    Resources {
        resources: u16,
    },
    Base {
        base: i32,
    },
}

/// A question or an answer, and the same as text.
#[derive(Serialize)]
struct InWords<'a, T> {
    #[serde(flatten)]
    what: &'a T,
    text: String,
}

fn question<'a>(words: Describe<'_>, decision: &'a Decision) -> InWords<'a, Decision> {
    InWords {
        what: decision,
        text: words.decision(decision),
    }
}

fn answer<'a>(
    words: Describe<'_>,
    seat: u8,
    decision: &Decision,
    choice: &'a Choice,
) -> InWords<'a, Choice> {
    InWords {
        what: choice,
        text: words.choice(seat, decision, choice),
    }
}

impl<'a> Shown<'a> {
    fn of(state: &'a GameState, cards: &'a CardSet, event: &'a Event) -> Self {
        match event {
            Event::GameStarted => Shown::Table(JsonTable::of(state, cards)),
            Event::RoundStarted => Shown::Round {
                wave: state.wave(),
                first_player: state.first_player,
            },
            Event::WeatherTurned { kind } => Shown::Weather {
                conditions: cards.condition_names(cards.kind(*kind).conditions),
            },
            Event::Shuffled { pile, .. } => Shown::Pile {
                cards: pile.cards(state),
            },
            Event::Moved { to, .. } => arrived(state, *to).map_or(Shown::Nothing {}, |card| {
                let owned = card.owner != u8::MAX;
                Shown::Arrived {
                    face_up: card.face_up,
                    converted: card.converted,
                    owner: owned.then(|| counted(card.owner)),
                }
            }),
            Event::Reordered { side, lane } => Shown::Lane {
                cards: lane_side(state, *side, *lane),
            },
            Event::Redistributed { lane } => Shown::Lane {
                cards: lane_side(state, Side::Troop, *lane),
            },
            Event::Decided {
                seat,
                decision,
                choice,
                options,
            } => {
                let words = Describe::new(state, cards);
                Shown::Decided {
                    question: question(words, decision),
                    answer: answer(words, *seat, decision, choice),
                    options: *options,
                }
            }
            Event::Bought { seat, .. } => Shown::Resources {
                resources: state.resources[*seat as usize],
            },
            Event::BaseDamaged { .. } | Event::BaseFell | Event::GameOver { .. } => {
                Shown::Base { base: state.base }
            }
            _ => Shown::Nothing {},
        }
    }
}

/// The card that has come to stand in a lane.
fn arrived(state: &GameState, to: CardPlace) -> Option<&BoardCard> {
    let (side, lane, position) = match to {
        CardPlace::Lane { lane, position } => (Side::Troop, lane, position),
        CardPlace::EnemyLane { lane, position } => (Side::Enemy, lane, position),
        _ => return None,
    };
    let card = state.at(side, lane, position.into())?;
    state.board.get(card)
}

impl<W: Write> Json<W> {
    /// Lines are written to `out`.
    pub fn new(out: W) -> Self {
        Json {
            out,
            lines: 0,
            failure: None,
        }
    }

    /// The writer, or its first error.
    pub fn finish(self) -> io::Result<W> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.out),
        }
    }
}

impl<W: Write> Observer for Json<W> {
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        if self.failure.is_some() {
            return;
        }
        let line = Line {
            n: self.lines,
            round: state.round,
            phase: state.phase,
            event,
            table: Shown::of(state, cards, event),
        };
        self.lines += 1;
        let written = to_line(state, cards, &line).map_err(io::Error::from);
        self.failure = written.and_then(|line| writeln!(self.out, "{line}")).err();
    }
}
