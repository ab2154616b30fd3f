//! What the manifest and the tables of tuning say.

use super::run::{Generation, Setting};
use serde_json::{Value, json};
use tables::{ColumnType, ExportError, Schema, Table};

/// What is particular to the manifest of a run of tuning.
pub fn about(setting: &Setting) -> Value {
    json!({
        "start": setting.start.name,
        "weights": setting.tuned().len(),
        // The tuned policy against the start, in words.
        "judgement": [],
    })
}

/// The generations as a table.
pub fn generations_table(history: &[Generation]) -> Result<Table, ExportError> {
    let mut table = Table::new(Schema::new([
        ("generation", ColumnType::U64),
        ("first_game", ColumnType::U64),
        ("best", ColumnType::F64),
        ("mean", ColumnType::F64),
        ("worst", ColumnType::F64),
        ("step", ColumnType::F64),
    ])?);
    for generation in history {
        table.push_row(&[
            generation.number.into(),
            generation.first_game.into(),
            generation.best.into(),
            generation.mean.into(),
            generation.worst.into(),
            generation.step.into(),
        ])?;
    }
    Ok(table)
}
