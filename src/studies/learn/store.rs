//! What the manifest and the tables of learning say.

use super::run::{Generation, Setting};
use serde_json::{Value, json};
use tables::{ColumnType, ExportError, Schema, Table};

/// What the manifest says of a run of learning.
pub fn about(setting: &Setting) -> Value {
    let policies = setting.policies.iter().map(|policy| policy.name.as_str());
    json!({
        "policies": policies.collect::<Vec<_>>(),
        "generations": setting.generations,
        "games": setting.games,
        // The learned player against the one that learning started from, in words.
        "judgement": [],
    })
}

/// How good the value was on games kept apart, by generation and round.
pub fn held_out_table(generations: &[Generation]) -> Result<Table, ExportError> {
    let mut table = Table::new(Schema::new([
        ("generation", ColumnType::U64),
        ("round", ColumnType::U64),
        ("tables", ColumnType::U64),
        ("loss", ColumnType::F64),
        ("loss_without_names", ColumnType::F64),
        ("loss_of_round_and_base_alone", ColumnType::F64),
    ])?);
    for generation in generations {
        let losses = generation.held_out.iter().zip(&generation.nameless);
        let losses = losses.zip(&generation.ignorant);
        for (round, ((loss, nameless), ignorant)) in (1u64..).zip(losses) {
            table.push_row(&[
                generation.number.into(),
                round.into(),
                generation.tables.into(),
                (*loss).into(),
                (*nameless).into(),
                (*ignorant).into(),
            ])?;
        }
    }
    Ok(table)
}
