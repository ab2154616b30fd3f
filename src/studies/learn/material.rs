//! What is learned from: the tables of games for the value, questions that search has answered for the
//! networks.

use serde::{Deserialize, Serialize};
use value::options::questions::Questions;
use value::rows::Rows;

/// What some games give to learn from.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Material {
    /// The tables of games.
    pub rows: Rows,
    /// The questions of others.
    pub questions: Questions,
}

impl Material {
    /// Adds what later games give.
    pub fn append(&mut self, other: Material) {
        self.rows.append(other.rows);
        self.questions.append(other.questions);
    }

    /// Whether all indices are in range: what has been read from a file may be anything.
    pub fn is_sound(&self) -> bool {
        self.rows.is_sound() && self.questions.is_sound()
    }
}
