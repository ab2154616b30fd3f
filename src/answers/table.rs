//! Tables as they are written to files, for pages and `--json`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Table {
    /// Its name, which is that of its files.
    pub name: String,
    /// What it shows.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Whether pages show it at once, because it is the answer.
    #[serde(skip_serializing_if = "crate::is_false")]
    pub shown: bool,
    /// The columns.
    pub columns: Vec<Field>,
    /// The rows: numbers, texts, booleans, or null where there is no value.
    pub rows: Vec<Vec<Value>>,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its explanation.
    pub about: String,
}

impl Table {
    /// The same, shown at once.
    pub fn shown(self) -> Self {
        Table {
            shown: true,
            ..self
        }
    }

    /// A table without rows.
    pub fn named(name: &str, about: &str) -> Self {
        Table {
            name: name.into(),
            about: about.into(),
            ..Table::default()
        }
    }
}
