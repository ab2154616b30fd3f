//! What the manifest and the tables of tuning say.

use super::run::{Generation, Setting};
use crate::sim::store::Manifest;
use serde_json::json;
use tables::{ColumnType, ExportError, Schema, Table};

/// The manifest of a run of tuning that is about to begin or go on.
pub fn manifest(setting: &Setting, arguments: &[String], threads: usize) -> Manifest {
    let about = json!({
        "start": setting.start.name,
        "weights": setting.tuned().len(),
        // The tuned policy against the start, in words.
        "judgement": [],
    });
    Manifest::new(setting.fingerprint(), about, arguments, threads)
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
