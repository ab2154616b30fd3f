//! The manifest and the tables of tuning.

use super::run::{Generation, Setting};
use serde_json::{Value, json};
use tables::{Declared, ExportError, Table, columns, declared_table};

/// The part of the manifest that is specific to tuning.
pub fn about(setting: &Setting) -> Value {
    json!({
        "start": setting.start.name,
        "weights": setting.tuned().len(),
        // The tuned policy against the start, as text.
        "judgement": [],
    })
}

/// The generations as a table.
pub fn generations_table(history: &[Generation]) -> Result<Table, ExportError> {
    declared_table(&columns(), history)
}

fn columns<'a>() -> Vec<Declared<&'a Generation>> {
    columns![&'a Generation;
        ("generation", U64, "The generation.", row => row.number),
        ("first_game", U64, "The first game played by its candidates.", row => row.first_game),
        ("best", F64, "Result of the best candidate.", row => row.best),
        ("mean", F64, "Mean result of all candidates.", row => row.mean),
        ("worst", F64, "Result of the worst candidate.", row => row.worst),
        ("step", F64, "The spread of candidates around their mean.", row => row.step),
    ]
}
