//! A game played by a person: its seed and every answer, enough to replay it.

use super::{Args, Seating};
use crate::cli::{Cli, CliError, Command};
use clap::Parser;
use game::play::{Choice, Decision, Policy, Resting, View};
use players::Players;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use tables::write_atomically;

/// A saved game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Transcript {
    program: String,
    version: String,
    /// The arguments that started the game.
    arguments: Vec<String>,
    /// Master seed.
    pub(crate) seed: u64,
    /// Identifies the cards, which must be the same.
    cards: String,
    /// Identifies the policies of the other seats.
    policies: String,
    /// Whether the game was played to its end.
    pub(crate) complete: bool,
    /// Every answer to a question with more than one, by its index.
    pub(crate) answers: Vec<u16>,
}

impl Transcript {
    /// A game that has not begun.
    pub(super) fn new(seed: u64, arguments: Vec<String>) -> Self {
        Transcript {
            program: "xenosim".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            arguments,
            seed,
            cards: String::new(),
            policies: String::new(),
            complete: false,
            answers: Vec::new(),
        }
    }

    /// Reads a saved game.
    pub(crate) fn load(file: &Path) -> Result<Self, CliError> {
        let path = file.display();
        let text = fs::read_to_string(file)
            .map_err(|error| CliError::Usage(format!("{path}: cannot read: {error}")))?;
        serde_json::from_str(&text).map_err(|error| {
            CliError::Usage(format!(
                "{path}: not a game saved by `xenosim play`: {error}"
            ))
        })
    }

    /// Writes it.
    pub(super) fn save(&self, file: &Path, seating: &Seating) -> Result<(), CliError> {
        let stamped = Transcript {
            cards: cards_identity(seating),
            policies: policies_identity(seating),
            ..self.clone()
        };
        let mut text = serde_json::to_string(&stamped).map_err(std::io::Error::from)?;
        text.push('\n');
        Ok(write_atomically(file, text.as_bytes())?)
    }

    /// The arguments of the game.
    pub(crate) fn play_args(&self, file: &Path) -> Result<Args, CliError> {
        let words = std::iter::once("xenosim").chain(self.arguments.iter().map(String::as_str));
        match Cli::try_parse_from(words).map(|cli| cli.command) {
            Ok(Command::Play(args)) => Ok(args.0),
            _ => Err(CliError::Usage(format!(
                "{}: the recorded arguments are not valid for `xenosim play`",
                file.display()
            ))),
        }
    }

    /// Rejects a game that would not be the same now.
    pub(crate) fn check(&self, seating: &Seating, file: &Path) -> Result<(), CliError> {
        let differs = |then: &str, now: String| !then.is_empty() && then != now;
        let what = if differs(&self.cards, cards_identity(seating)) {
            "cards or rules"
        } else if differs(&self.policies, policies_identity(seating)) {
            "policies"
        } else {
            return Ok(());
        };
        Err(CliError::Usage(format!(
            "{}: the game was played with different {what}",
            file.display()
        )))
    }
}

fn cards_identity(seating: &Seating) -> String {
    format!("{:016x}", seating.game.set.hash)
}

fn policies_identity(seating: &Seating) -> String {
    format!("{:016x}", seating.policies.fingerprint())
}

/// The players of a transcript; if it ends early, the policies play on.
pub(crate) struct Repeated<'a> {
    persons: &'a [bool],
    policies: Players<'a>,
    advisor: Players<'a>,
    answers: &'a [u16],
    asked: usize,
}

impl<'a> Repeated<'a> {
    /// The same answers again.
    pub(crate) fn new(seating: &'a Seating, answers: &'a [u16]) -> Self {
        Repeated {
            persons: &seating.persons,
            policies: seating.policies.table(seating.key),
            advisor: seating.advisor.table(seating.key),
            answers,
            asked: 0,
        }
    }
}

impl Policy for Repeated<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let is_person = self.persons[usize::from(view.seat())];
        let policy = if is_person {
            self.advisor.choose(view, decision, options)
        } else {
            self.policies.choose(view, decision, options)
        };
        let known = self
            .answers
            .get(self.asked)
            .map(|index| usize::from(*index));
        self.asked += 1;
        let answer = known.filter(|index| *index < options.len());
        let answer = answer.unwrap_or(policy);
        if is_person {
            self.policies.answered_elsewhere(answer);
        }
        answer
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.policies.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.policies.pause(at);
    }
}
