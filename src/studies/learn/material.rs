//! What is learned from: the tables of games for the value, questions that search has answered for the
//! networks.

use value::options::questions::Questions;
use value::rows::Rows;

/// What some games give to learn from.
#[derive(Clone, Debug, Default)]
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
        self.questions.append(&other.questions);
    }

    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = self.rows.to_bytes();
        let mut bytes = (rows.len() as u64).to_le_bytes().to_vec();
        bytes.extend(rows);
        bytes.extend(self.questions.to_bytes());
        bytes
    }

    /// Reads bytes. `None`: they are not sound.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (length, bytes) = bytes.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (rows, questions) = bytes.split_at_checked(length)?;
        Some(Material {
            rows: Rows::from_bytes(rows)?,
            questions: Questions::from_bytes(questions)?,
        })
    }
}
