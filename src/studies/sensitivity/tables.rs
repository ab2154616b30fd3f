//! The table of a study of sensitivity.

use super::Sensitivity;
use super::steps::Step;
use crate::compare::design::Design;
use crate::compare::results::{Difference, Results, methods};
use crate::compare::sums::StratumSums;
use crate::compare::tables::{ends, value};
use crate::rank::design::MEASURES;
use crate::rank::tables::{card, card_schema};
use crate::sim::stop::LEVEL;
use cards::words::Word;
use tables::{ColumnType, ExportError, Table, Value};

/// A row for each stratum, step and measure; a single one for a step that cannot be taken.
pub fn sensitivity_table(
    design: &Design,
    study: &Sensitivity,
    results: &Results,
    sums: &[StratumSums],
) -> Result<Table, ExportError> {
    let mut table = Table::new(card_schema(&[
        ("field", ColumnType::Text),
        ("step", ColumnType::I32),
        ("now", ColumnType::Text),
        ("then", ColumnType::Text),
        ("measure", ColumnType::Text),
        ("games", ColumnType::U64),
        ("difference", ColumnType::F64),
        ("low", ColumnType::F64),
        ("high", ColumnType::F64),
        ("level", ColumnType::F64),
        ("interval", ColumnType::Text),
        ("standard_error", ColumnType::F64),
        ("p_value", ColumnType::F64),
        ("holm_p", ColumnType::F64),
        ("pairing_gain", ColumnType::F64),
        ("changed_games", ColumnType::F64),
        ("policies", ColumnType::Text),
        ("note", ColumnType::Text),
    ])?);
    for (stratum, place) in design.strata.iter().enumerate() {
        for step in &study.steps {
            let lead = card(place, &study.subjects[step.subject]);
            let Some(arm) = step.arm else {
                table.push_row(&row(lead, step, None, results, None))?;
                continue;
            };
            let different = Some(sums[stratum].arms[arm - 1].different);
            let judged = results.of(stratum, arm);
            for one in judged.filter(|one| MEASURES.contains(&one.measure)) {
                table.push_row(&row(lead.clone(), step, Some(one), results, different))?;
            }
        }
    }
    Ok(table)
}

/// A row: after its lead, what a step is and what was found in one measure.
fn row<'a>(
    lead: Vec<Value<'a>>,
    step: &'a Step,
    found: Option<&Difference>,
    results: &Results,
    different: Option<u64>,
) -> Vec<Value<'a>> {
    let methods = methods(results.looks);
    let estimate = found.and_then(|found| found.estimate);
    let [low, high] = ends(estimate.map(|estimate| estimate.interval));
    let games = found.map_or(0, |found| found.games);
    let changed = different.filter(|_| games > 0);
    let note = match (&step.change, different) {
        (Err(reason), _) => reason.as_str(),
        (_, Some(0)) if games > 0 => "no game differed",
        _ => "",
    };
    let mut row = lead;
    row.extend([
        step.field.word().into(),
        i32::from(step.way.by()).into(),
        step.now.as_str().into(),
        step.then.as_str().into(),
        found.map_or("", |found| found.measure.word()).into(),
        games.into(),
        value(estimate),
        low,
        high,
        LEVEL.value().into(),
        found
            .map_or("", |found| methods.of_difference(found.measure)[0])
            .into(),
        found.and_then(|found| found.standard_error).into(),
        found.and_then(|found| found.p_value).into(),
        found.and_then(|found| found.holm).into(),
        found
            .and_then(|found| found.pairing_gain)
            .filter(|gain| gain.is_finite())
            .into(),
        changed
            .map(|different| different as f64 / games as f64)
            .into(),
        found
            .and_then(|found| found.agreement)
            .map_or("", |agreement| agreement.word())
            .into(),
        note.into(),
    ]);
    row
}
