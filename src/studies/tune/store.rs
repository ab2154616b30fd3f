//! The manifest and the tables of tuning.

use super::run::{Generation, Setting};
use serde_json::{Value, json};
use tables::ColumnType::{F64, U64};
use tables::{Declared, ExportError, Table, column, declared_table};

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
    vec![
        column("generation", U64, "The generation.", |row: &&Generation| {
            row.number.into()
        }),
        column(
            "first_game",
            U64,
            "The first game played by its candidates.",
            |row| row.first_game.into(),
        ),
        column("best", F64, "Result of the best candidate.", |row| {
            row.best.into()
        }),
        column("mean", F64, "Mean result of all candidates.", |row| {
            row.mean.into()
        }),
        column("worst", F64, "Result of the worst candidate.", |row| {
            row.worst.into()
        }),
        column(
            "step",
            F64,
            "The spread of candidates around their mean.",
            |row| row.step.into(),
        ),
    ]
}
