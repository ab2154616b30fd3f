//! A game for programs: one JSON object per event and line.
//!
//! The field names are stable and described in `JSON.md` next to this module's folder. The
//! first line (`game-started`) shows the whole table; every later line says what has changed, so
//! that every lane, hand and pile and the base can be followed from the lines alone. Players,
//! lanes, positions and abilities are counted from 1, cards are named as in the card files.

mod asked;
mod choice;
mod line;
mod table;

use super::{Event, Observer};
use crate::state::GameState;
pub use asked::question_line;
use cards::CardSet;
use cards::words::Word;
use line::EventLine;
use serde::Serialize;
use std::io::{self, Write};

/// Writes a game as JSON lines.
pub struct Json<W: Write> {
    out: W,
    lines: u64,
    failure: Option<io::Error>,
}

/// One line: where the game stands, and what has happened.
#[derive(Serialize)]
struct Line<'a> {
    /// Number of the event, from 0.
    n: u64,
    round: u8,
    phase: &'static str,
    #[serde(flatten)]
    event: EventLine<'a>,
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

    fn write(&mut self, line: &Line<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        self.out.write_all(b"\n")
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
            phase: state.phase.word(),
            event: EventLine::of(state, cards, event),
        };
        self.lines += 1;
        self.failure = self.write(&line).err();
    }
}
