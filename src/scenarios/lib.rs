//! Scenarios: a board, a script of choices and the expected outcome, in a TOML file.
//!
//! A scenario shows one rule or one card at work without playing a whole game. The format is
//! described for card designers in `tests/scenarios/README.md`; the parts are
//!
//! | part | file |
//! |---|---|
//! | reading a file | `decode` |
//! | short notations for cards and players | `notation`, cards on the board: `note` |
//! | piles and figures of a table, by name | `places` |
//! | setting up the board | `table` |
//! | scripts: reading, matching, following | `script/` |
//! | what can come up at all | `possible` |
//! | expectations: reading and checking | `expect`, `outcome` |
//! | running | `run` |

mod decode;
mod expect;
mod notation;
mod note;
mod outcome;
mod places;
mod possible;
mod run;
mod script;
mod table;

pub use run::{Report, StoryLine};

use cards::CardSet;
use cards::data::{Faults, text_of};
use cards::rng::GameKey;
use cards::ruleset::Ruleset;
use cards::words::words;
use game::state::{GameState, Phase};
use std::path::{Path, PathBuf};

words! {
    /// Who answers questions that the script does not answer.
    pub enum DefaultPlayer as "policy" {
        /// The player who only fills their lane.
        Pass = "pass",
        /// The player who takes every legal choice with the same chance.
        Random = "random",
    }

    /// What a scenario shows about its card.
    pub enum Role as "role" {
        /// The card works.
        Works = "works",
        /// The card does nothing, because something it needs is missing.
        MustNot = "must-not",
        /// The card interacts with another one.
        Interaction = "interaction",
    }
}

/// The card that a scenario is about, and what is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The id of the card.
    pub card: String,
    /// What is shown.
    pub role: Role,
}

/// How far a scenario plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// One phase, or one lane of the combat phase.
    Step,
    /// Until this phase of the round is over.
    Through(Phase),
    /// This many rounds.
    Rounds(u8),
    /// Until the game is over.
    Game,
}

/// A scenario, ready to be run.
pub struct Scenario {
    /// What it shows.
    pub name: String,
    /// The card it is about, if it is about one.
    pub subject: Option<Subject>,
    cards: CardSet,
    rules: Ruleset,
    key: GameKey,
    start: Box<GameState>,
    extent: Extent,
    script: Vec<script::Line>,
    strict: bool,
    default: DefaultPlayer,
    expect: expect::Expect,
}

impl Scenario {
    /// Reads a scenario file.
    pub fn load(path: &Path) -> Result<Self, Faults> {
        let name = path.display().to_string();
        let text = text_of(path)?;
        Self::parse(&name, &text)
    }

    /// Reads the text of a scenario file.
    pub fn parse(file: &str, text: &str) -> Result<Self, Faults> {
        decode::scenario(file, text)
    }
}

/// All scenario files among files and directories, which are searched recursively, in order.
pub fn files(paths: &[PathBuf]) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let mut inside: Vec<PathBuf> = std::fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        inside.retain(|path| path.is_dir() || path.extension().is_some_and(|end| end == "toml"));
        inside.sort();
        found.extend(files(&inside)?);
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
