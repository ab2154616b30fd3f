//! The tables of a comparison.

use super::design::Design;
use super::experiment::margin_text;
use super::explain::{Explanation, Happening};
use super::results::{Measure, Results, floor_note, methods};
use super::sums::StratumSums;
use crate::sim::stop::LEVEL;
use cards::words::Word;
use serde_json::json;
use statistics::verdict::Verdict;
use statistics::{Estimate, Interval};
use tables::{ColumnType, ExportError, Schema, Table, Value};

/// The columns that say where a row belongs.
const PLACE: [(&str, ColumnType); 4] = [
    ("setting", ColumnType::Text),
    ("players", ColumnType::U8),
    ("policy", ColumnType::Text),
    ("arm", ColumnType::Text),
];

fn schema(columns: &[(&'static str, ColumnType)]) -> Result<Schema, ExportError> {
    Schema::new(PLACE.into_iter().chain(columns.iter().copied()))
}

/// The values of [`PLACE`].
fn place(design: &Design, stratum: usize, arm: usize) -> Vec<Value<'_>> {
    let at = &design.strata[stratum];
    let policy = at.policy.as_ref().unwrap_or(&design.arms[arm].name);
    vec![
        at.setting.as_deref().unwrap_or_default().into(),
        at.players.into(),
        policy.as_str().into(),
        design.arms[arm].name.as_str().into(),
    ]
}

pub(crate) fn ends<'a>(interval: Option<Interval>) -> [Value<'a>; 2] {
    let finite = |end: f64| end.is_finite().then_some(end);
    [
        interval.and_then(|interval| finite(interval.low)).into(),
        interval.and_then(|interval| finite(interval.high)).into(),
    ]
}

pub(crate) fn value<'a>(estimate: Option<Estimate>) -> Value<'a> {
    estimate.map(|estimate| estimate.value).into()
}

/// A verdict as a word.
pub fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "better",
        Verdict::Worse => "worse",
        Verdict::Equivalent => "equivalent",
        Verdict::Inconclusive => "inconclusive",
    }
}

/// The figures of each arm: a row for each stratum, arm and measure.
pub fn arms_table(design: &Design, results: &Results) -> Result<Table, ExportError> {
    let mut table = Table::new(schema(&[
        ("changes", ColumnType::Text),
        ("baseline", ColumnType::Bool),
        ("measure", ColumnType::Text),
        ("games", ColumnType::U64),
        ("value", ColumnType::F64),
        ("low", ColumnType::F64),
        ("high", ColumnType::F64),
        ("level", ColumnType::F64),
        ("interval", ColumnType::Text),
    ])?);
    let [rate, mean, ..] = methods(results.looks);
    for figures in &results.arms {
        let changes = design.arms[figures.arm].changes.describe();
        for (measure, estimate) in &figures.measures {
            let mut row = place(design, figures.stratum, figures.arm);
            let [low, high] = ends(estimate.map(|estimate| estimate.interval));
            row.extend([
                changes.as_str().into(),
                (figures.arm == 0).into(),
                measure.word().into(),
                figures.games.into(),
                value(*estimate),
                low,
                high,
                LEVEL.value().into(),
                match measure {
                    Measure::WinRate => rate.into(),
                    _ => mean.into(),
                },
            ]);
            table.push_row(&row)?;
        }
    }
    Ok(table)
}

const DIFFERENCES: [(&str, ColumnType); 26] = [
    ("baseline", ColumnType::Text),
    ("measure", ColumnType::Text),
    ("games", ColumnType::U64),
    ("difference", ColumnType::F64),
    ("low", ColumnType::F64),
    ("high", ColumnType::F64),
    ("level", ColumnType::F64),
    ("interval", ColumnType::Text),
    ("family_low", ColumnType::F64),
    ("family_high", ColumnType::F64),
    ("family_level", ColumnType::F64),
    ("standard_error", ColumnType::F64),
    ("p_value", ColumnType::F64),
    ("test", ColumnType::Text),
    ("holm_p", ColumnType::F64),
    ("mcnemar_mid_p", ColumnType::F64),
    ("pairing_gain", ColumnType::F64),
    ("margin", ColumnType::Text),
    ("verdict", ColumnType::Text),
    ("policies", ColumnType::Text),
    ("note", ColumnType::Text),
    ("both_won", ColumnType::U64),
    ("only_arm_won", ColumnType::U64),
    ("only_baseline_won", ColumnType::U64),
    ("neither_won", ColumnType::U64),
    ("different_games", ColumnType::U64),
];

/// The paired differences: a row for each stratum, arm and measure.
pub fn differences_table(
    design: &Design,
    results: &Results,
    sums: &[StratumSums],
) -> Result<Table, ExportError> {
    let mut table = Table::new(schema(&DIFFERENCES)?);
    let [_, mean, rate, test] = methods(results.looks);
    let margin = margin_text(design.margin);
    for difference in &results.differences {
        let pair = &sums[difference.stratum].arms[difference.arm - 1];
        let wins = difference.measure == Measure::WinRate;
        let [low, high] = ends(difference.estimate.map(|estimate| estimate.interval));
        let [family_low, family_high] = ends(difference.family_interval);
        let only = |text: &'static str| if wins { text } else { "" };
        let mut row = place(design, difference.stratum, difference.arm);
        row.extend([
            design.arms[design.reference(difference.arm)]
                .name
                .as_str()
                .into(),
            difference.measure.word().into(),
            difference.games.into(),
            value(difference.estimate),
            low,
            high,
            LEVEL.value().into(),
            if wins { rate.into() } else { mean.into() },
            family_low,
            family_high,
            wins.then(|| design.family_level().value()).into(),
            difference.standard_error.into(),
            difference.p_value.into(),
            match (wins, results.looks) {
                (false, crate::sim::results::Monitoring::Fixed) => "normal (paired)".into(),
                _ => test.into(),
            },
            difference.holm.into(),
            wins.then(|| pair.wins.mcnemar_mid_p()).into(),
            difference
                .pairing_gain
                .filter(|gain| gain.is_finite())
                .into(),
            if wins {
                margin.as_str().into()
            } else {
                "".into()
            },
            only(difference.verdict.map_or("", verdict_word)).into(),
            only(
                difference
                    .agreement
                    .map_or("", |agreement| agreement.word()),
            )
            .into(),
            only(floor_note(&pair.wins).unwrap_or_default()).into(),
            pair.wins.both.into(),
            pair.wins.only_b.into(),
            pair.wins.only_a.into(),
            pair.wins.neither.into(),
            pair.different.into(),
        ]);
        table.push_row(&row)?;
    }
    Ok(table)
}

/// Games that ended differently, and where they part.
pub fn explained_table(design: &Design, all: &[Explanation]) -> Result<Table, ExportError> {
    let mut table = Table::new(schema(&[
        ("game", ColumnType::U64),
        ("baseline_end", ColumnType::Text),
        ("arm_end", ColumnType::Text),
        ("shared_events", ColumnType::U64),
        ("round", ColumnType::U8),
        ("before", ColumnType::Text),
        ("baseline_next", ColumnType::Text),
        ("arm_next", ColumnType::Text),
        ("baseline_replay", ColumnType::Text),
        ("arm_replay", ColumnType::Text),
    ])?);
    for one in all {
        let (baseline_end, arm_end) = (one.baseline_end.text(), one.arm_end.text());
        let round = one.baseline_next.as_ref().or(one.arm_next.as_ref());
        let mut row = place(design, one.stratum, one.arm);
        row.extend([
            Value::U64(one.game),
            baseline_end.as_str().into(),
            arm_end.as_str().into(),
            (one.shared as u64).into(),
            round.map_or(0, |next| next.round).into(),
            text_of(&one.before).into(),
            text_of(&one.baseline_next).into(),
            text_of(&one.arm_next).into(),
            one.baseline_replay.as_str().into(),
            one.arm_replay.as_str().into(),
        ]);
        table.push_row(&row)?;
    }
    Ok(table)
}

fn text_of(happening: &Option<Happening>) -> &str {
    happening.as_ref().map_or("", |happening| &happening.text)
}

/// A table as a list of JSON objects; what is missing is null.
pub fn table_json(table: &Table) -> serde_json::Value {
    let rows = (0..table.len()).map(|row| {
        let fields = table.schema().fields().iter().enumerate();
        let fields = fields.map(|(column, field)| {
            let value = match table.value(row, column) {
                Value::U8(value) => json!(value),
                Value::U16(value) => json!(value),
                Value::U32(value) => json!(value),
                Value::U64(value) => json!(value),
                Value::I32(value) => json!(value),
                Value::I64(value) => json!(value),
                Value::F64(value) => json!(value),
                Value::Bool(value) => json!(value),
                Value::Text("") => serde_json::Value::Null,
                Value::Text(value) => json!(value),
            };
            (field.name.clone(), value)
        });
        serde_json::Value::Object(fields.collect())
    });
    rows.collect()
}
