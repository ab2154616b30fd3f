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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::{BurnRule, Preset};

    #[test]
    fn switches_and_rulings_are_read() {
        let text = "rules = \"dreadmire\"\nplayers = 2\nburn = \"returns-to-stack\"\n\
                    enemies = \"3/4/5\"\ntraining = \"on\"\n[ruling]\nshocker = \"shielded\"\n";
        let file = RulesFile::parse("r.toml", text).unwrap();
        assert_eq!(file.players, Some(2));
        assert_eq!(file.switches.preset, Some(Preset::Dreadmire));
        assert_eq!(file.switches.burn, Some(BurnRule::ReturnsToStack));
        assert_eq!(file.switches.enemies_per_round, Some([3, 4, 5]));
        assert_eq!(file.switches.training, Some(true));
        assert_eq!(
            file.rulings,
            [("shocker".to_string(), "shielded".to_string())]
        );
    }

    #[test]
    fn the_command_line_takes_precedence_over_the_file() {
        let file =
            RulesFile::parse("r.toml", "burn = \"returns-to-stack\"\nbase-hp = 7\n").unwrap();
        let chosen = Switches {
            burn: Some(BurnRule::LeavesGame),
            ..Switches::default()
        };
        let rules = chosen.or(file.switches).ruleset(1);
        assert_eq!((rules.burn, rules.base_hp), (BurnRule::LeavesGame, 7));
    }

    #[test]
    fn all_faults_are_named() {
        let text = "rules = \"dreadmyre\"\nplayers = 5\nburnt = 1\nenemies = 3\n";
        let faults = RulesFile::parse("r.toml", text).unwrap_err();
        let text = faults.to_string();
        assert_eq!(faults.0.len(), 4, "{text}");
        for expected in [
            "r.toml:1: field `rules`: unknown preset `dreadmyre`; did you mean `dreadmire`?",
            "r.toml:2: field `players`: expected a whole number from 1 to 4, found the number 5",
            "r.toml:3: field `burnt`: unknown field `burnt`; did you mean `burn`?",
            "r.toml:4: field `enemies`: expected three numbers",
        ] {
            assert!(text.contains(expected), "{expected}\n{text}");
        }
    }
}
