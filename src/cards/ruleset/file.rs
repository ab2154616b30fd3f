//! Rules from a file: the same names and words as on the command line.
//!
//! ```toml
//! rules = "dreadmire"
//! players = 2
//! burn = "returns-to-stack"
//! enemies = "3/4/5"
//!
//! [ruling]
//! shocker = "shielded"
//! ```

use super::Switches;
use crate::data::{Faults, Fields, read_fields, text_of};
use std::path::Path;

/// The choices a rules file makes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesFile {
    /// Number of players.
    pub players: Option<u8>,
    /// The switches.
    pub switches: Switches,
    /// Rulings by name and option; the names are checked together with the cards.
    pub rulings: Vec<(String, String)>,
}

impl RulesFile {
    /// Reads a file.
    pub fn load(path: &Path) -> Result<Self, Faults> {
        Self::parse(&path.display().to_string(), &text_of(path)?)
    }

    /// Reads the text of a file.
    pub fn parse(name: &str, text: &str) -> Result<Self, Faults> {
        read_fields(name, text, RulesFile::read)
    }

    /// Reads the rules among the fields of a file that may have others, too.
    pub fn read(fields: &Fields<'_>) -> Self {
        RulesFile {
            players: fields.number("players", 1..=4).map(|n| n as u8),
            switches: Switches::read(fields, "rules"),
            rulings: rulings(fields),
        }
    }
}

/// Reads `[ruling]`: names and options as they are written.
pub fn rulings(fields: &Fields<'_>) -> Vec<(String, String)> {
    let mut rulings = Vec::new();
    for (name, item) in fields.fields("ruling").iter().flat_map(Fields::entries) {
        match item.node.text() {
            Some(option) => rulings.push((name.to_string(), option.to_string())),
            None => item.expected("an option"),
        }
    }
    rulings
}
