//! A game for people: phase by phase, with every decision and all damage. An enemy is not named
//! before it is turned up or has left its lane, so that players can read along. Moves that follow from the previous line (a card that was killed goes to its discard
//! pile) are left out, and cards that move together share one line.

mod moves;
mod sentences;

use super::describe::player;
use super::{Describe, Event, Observer};
use crate::state::GameState;
use cards::CardSet;
use cards::ruleset::Ruleset;
use cards::words::Word;
use moves::{Move, Moves};
use sentences::Sentences;
use std::io::{self, Write};

/// The indentation of the lines of a phase.
const PHASE: usize = 1;
/// The indentation of the lines of a lane's combat.
const LANE: usize = 2;

/// Writes a readable log of a game.
pub struct Log<'a, W: Write> {
    out: W,
    rules: &'a Ruleset,
    depth: usize,
    moves: Moves,
    failure: Option<io::Error>,
}

impl<'a, W: Write> Log<'a, W> {
    /// A log that is written to `out`.
    pub fn new(out: W, rules: &'a Ruleset) -> Self {
        Log {
            out,
            rules,
            depth: 0,
            moves: Moves::default(),
            failure: None,
        }
    }

    /// Writes the pending moves of a game that is left before its end.
    pub fn catch_up(&mut self, state: &GameState, cards: &CardSet) {
        let done = self.moves.take();
        self.tell_moves(&Describe::new(state, cards), &done);
    }

    /// Takes what has been written so far; for logs in memory.
    pub fn take(&mut self) -> String
    where
        W: Default + Into<Vec<u8>>,
    {
        let written: Vec<u8> = std::mem::take(&mut self.out).into();
        String::from_utf8_lossy(&written).into_owned()
    }

    /// The writer, or its first error.
    pub fn finish(self) -> io::Result<W> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.out),
        }
    }

    /// Writes a line at the current depth. After an error nothing more is written.
    fn line(&mut self, text: &str) {
        if self.failure.is_none() {
            let indent = self.depth * 2;
            self.failure = writeln!(self.out, "{:indent$}{text}", "").err();
        }
    }

    /// Writes a heading, with the following lines indented.
    fn heading(&mut self, depth: usize, text: &str) {
        self.depth = depth;
        self.line(text);
        self.depth = depth + 1;
    }

    fn blank_line(&mut self) {
        if self.failure.is_none() {
            self.failure = writeln!(self.out).err();
        }
    }

    fn tell(&mut self, told: &Sentences<'_>, event: &Event) {
        match *event {
            Event::GameStarted => {
                self.heading(0, &told.table());
                for (seat, division) in (0..).zip(told.state.divisions) {
                    if let Some(division) = division {
                        self.line(&format!(
                            "{} leads {}",
                            player(seat),
                            told.words.kind(division)
                        ));
                    }
                }
            }
            Event::RoundStarted => {
                self.blank_line();
                self.heading(0, &told.round());
            }
            Event::PhaseStarted { phase } => self.heading(PHASE, phase.phrase()),
            Event::LaneStarted { lane } => self.heading(LANE, &told.lane(lane)),
            Event::GameOver { won } => {
                self.blank_line();
                self.heading(0, &told.result(won));
            }
            _ => {
                if let Some(text) = told.sentence(event) {
                    self.line(&text);
                }
            }
        }
    }
}

impl<W: Write> Observer for Log<'_, W> {
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        let told = Sentences::new(state, cards, self.rules);
        if let Event::Moved {
            kind,
            from,
            to,
            cause,
        } = *event
        {
            let done = self.moves.add(Move {
                kind,
                from,
                to,
                cause,
            });
            self.tell_moves(&told.words, &done);
        } else {
            let done = self.moves.take();
            self.tell_moves(&told.words, &done);
            self.tell(&told, event);
        }
    }
}
