//! The answers as tables.

use super::{Answer, Question};
use runs::sim::curve::Target;
use runs::sim::stop::LEVEL;
use tables::{ColumnType, ExportError, Schema, Table, Value};

/// The answers: a row for each number of players.
pub fn target_table(question: &Question, answers: &[Answer]) -> Result<Table, ExportError> {
    let schema = Schema::new([
        ("players", ColumnType::U8),
        ("wanted", ColumnType::F64),
        ("dial", ColumnType::Text),
        ("value", ColumnType::Text),
        ("low", ColumnType::Text),
        ("high", ColumnType::Text),
        ("win_rate", ColumnType::F64),
        ("win_rate_low", ColumnType::F64),
        ("win_rate_high", ColumnType::F64),
        ("level", ColumnType::F64),
        ("games", ColumnType::U64),
        ("capped_games", ColumnType::U64),
    ])?;
    let dial = question.dial.to_string();
    let mut table = Table::new(schema);
    for answer in answers {
        let row = answer.row(question.wanted);
        table.push_row(&[
            answer.players.into(),
            question.wanted.into(),
            dial.as_str().into(),
            row.value.as_str().into(),
            row.low.as_str().into(),
            row.high.as_str().into(),
            row.rate[0].into(),
            row.rate[1].into(),
            row.rate[2].into(),
            LEVEL.value().into(),
            answer.games.into(),
            answer.capped.into(),
        ])?;
    }
    Ok(table)
}

/// The curve over the dial: a row for each number of players and value.
pub fn dial_table(question: &Question, answers: &[Answer]) -> Result<Table, ExportError> {
    let schema = Schema::new([
        ("players", ColumnType::U8),
        ("value", ColumnType::Text),
        ("win_rate", ColumnType::F64),
        ("win_rate_low", ColumnType::F64),
        ("win_rate_high", ColumnType::F64),
        ("base_for_wanted", ColumnType::F64),
        ("base_for_wanted_low", ColumnType::F64),
        ("base_for_wanted_high", ColumnType::F64),
        ("nearest", ColumnType::Bool),
    ])?;
    let mut table = Table::new(schema);
    for answer in answers {
        let value = answer.row(question.wanted).value;
        for row in answer.dial_rows(question.wanted) {
            let [base, low, high] = row.base;
            table.push_row(&[
                answer.players.into(),
                row.value.as_str().into(),
                row.rate[0].into(),
                row.rate[1].into(),
                row.rate[2].into(),
                base,
                low,
                high,
                (row.value == value).into(),
            ])?;
        }
    }
    Ok(table)
}

/// The answer of one table in words.
pub struct AnswerRow {
    /// The value that comes nearest; empty where there is none.
    pub value: String,
    /// The smallest value that may come nearest.
    pub low: String,
    /// The largest value that may come nearest.
    pub high: String,
    /// The win rate with the value, and its interval.
    pub rate: [Option<f64>; 3],
}

struct DialRow<'a> {
    value: String,
    rate: [f64; 3],
    base: [Value<'a>; 3],
}

impl Answer {
    /// HP per player, rounded up: the whole number that is enough.
    pub fn each(&self, base_hp: u32) -> u32 {
        base_hp.div_ceil(u32::from(self.players))
    }

    /// The answer in words and figures.
    pub fn row(&self, wanted: f64) -> AnswerRow {
        let text = |base: Option<u32>| base.map_or(String::new(), |b| self.each(b).to_string());
        if let Some(curve) = &self.curve {
            let target = curve.target(wanted);
            let point = target.base_hp.map(|base| {
                let each = self.each(base);
                curve.at(each * u32::from(self.players))
            });
            return AnswerRow {
                value: text(target.base_hp),
                low: text(target.low),
                high: text(target.high),
                rate: [
                    point.map(|point| point.win_rate),
                    point.map(|point| point.low),
                    point.map(|point| point.high),
                ],
            };
        }
        let mut plausible = self.points.iter().filter(|point| point.plausible);
        let value = |value: Option<&super::DialPoint>| {
            value.map_or(String::new(), |point| point.value.clone())
        };
        let low = plausible.next();
        let best = self.nearest.map(|index| &self.points[index]);
        let rate = best.map(|point| point.win_rate);
        AnswerRow {
            value: value(best),
            low: value(low),
            high: value(plausible.next_back().or(low)),
            rate: [
                rate.map(|rate| rate.value),
                rate.map(|rate| rate.interval.low),
                rate.map(|rate| rate.interval.high),
            ],
        }
    }

    fn dial_rows(&self, wanted: f64) -> Vec<DialRow<'static>> {
        let ends = |target: &Target| {
            let ends = [target.base_hp, target.low, target.high];
            ends.map(|end| Value::from(end.map(|base| f64::from(base) / f64::from(self.players))))
        };
        if let Some(curve) = &self.curve {
            let target = curve.target(wanted);
            let rows = curve.points().into_iter().map(|point| DialRow {
                value: self.each(point.base_hp).to_string(),
                rate: [point.win_rate, point.low, point.high],
                base: ends(&target),
            });
            return rows.collect();
        }
        let rows = self.points.iter().map(|point| DialRow {
            value: point.value.clone(),
            rate: [
                point.win_rate.value,
                point.win_rate.interval.low,
                point.win_rate.interval.high,
            ],
            base: ends(&point.base),
        });
        rows.collect()
    }
}
