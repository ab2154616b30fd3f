//! The answers as tables.

use super::{Found, Question};
use crate::compare::tables::{high, low, value};
use runs::sim::curve::{CurvePoint, Target};
use runs::sim::stop::LEVEL;
use statistics::{Estimate, Interval};
use tables::{Declared, ExportError, Table, columns, declared_table};

/// The answer for a number of players.
struct TargetRow<'a> {
    answer: &'a Found,
    varied: String,
    found: AnswerRow,
}

fn target_columns<'a>() -> Vec<Declared<TargetRow<'a>>> {
    columns![TargetRow<'a>;
        ("players", U8, "Number of players.", row => row.answer.players),
        ("policy", Text, "The policy.", row => row.answer.policy.as_str()),
        ("wanted", F64, "The target win rate.", row => row.answer.wanted),
        ("varied", Text, "The setting that is varied.", row => row.varied.as_str()),
        ("value", Text, "The value that comes closest; for the base, HP per player. Empty if \
            there is none.",
            row => row.found.value.as_str()),
        ("low", Text, "The smallest value that may be closest.", row => row.found.low.as_str()),
        ("high", Text, "The largest value that may be closest.", row => row.found.high.as_str()),
        ("win_rate", F64, "The win rate with that value.", row => value(row.found.rate)),
        ("win_rate_low", F64, "Lower end of its interval.", row => low(row.found.rate)),
        ("win_rate_high", F64, "Upper end of its interval.", row => high(row.found.rate)),
        ("level", F64, "Confidence level of the interval.", _ => LEVEL.value()),
        ("games", U64, "Games of each setting.", row => row.answer.games),
        ("capped_games", U64, "Games whose damage reached the cap.", row => row.answer.capped),
    ]
}

/// The answers: a row for each number of players and target.
pub fn target_table(question: &Question, answers: &[Found]) -> Result<Table, ExportError> {
    let rows = answers.iter().map(|answer| TargetRow {
        answer,
        varied: question.varied.to_string(),
        found: answer.row(),
    });
    declared_table(&target_columns(), rows)
}

fn setting_columns<'a>() -> Vec<Declared<SettingRow<'a>>> {
    columns![SettingRow<'a>;
        ("players", U8, "Number of players.", row => row.found.players),
        ("policy", Text, "The policy.", row => row.found.policy.as_str()),
        ("wanted", F64, "The target win rate.", row => row.found.wanted),
        ("value", Text, "A value of the setting.", row => row.value.as_str()),
        ("win_rate", F64, "The win rate with it and the actual base; if the base is varied, with \
            that base.",
            row => row.rate.value),
        ("win_rate_low", F64, "Lower end of its interval, which holds for all values \
            simultaneously.",
            row => row.rate.interval.low),
        ("win_rate_high", F64, "Upper end of the interval.", row => row.rate.interval.high),
        ("difference", F64, "The win rate minus that of the answer, in the same games.",
            row => value(row.difference)),
        ("difference_low", F64, "Lower end of its interval, which holds for all values \
            simultaneously.",
            row => low(row.difference)),
        ("difference_high", F64, "Upper end of the interval.", row => high(row.difference)),
        ("base_for_wanted", F64, "The base per player that gives the target win rate with this \
            value.",
            row => row.base[0]),
        ("base_for_wanted_low", F64, "Lower end of its interval.", row => row.base[1]),
        ("base_for_wanted_high", F64, "Upper end of its interval.", row => row.base[2]),
        ("nearest", Bool, "Whether it is the answer.", row => row.nearest),
    ]
}

/// The curve over the varied setting: a row for each number of players, target and value.
pub fn settings_table(answers: &[Found]) -> Result<Table, ExportError> {
    let rows = answers.iter().flat_map(Found::setting_rows);
    declared_table(&setting_columns(), rows)
}

/// The answer for one number of players as text.
pub struct AnswerRow {
    /// The value that comes closest; empty if there is none.
    pub value: String,
    /// The smallest value that may be closest.
    pub low: String,
    /// The largest value that may be closest.
    pub high: String,
    /// The win rate with the value.
    pub rate: Option<Estimate>,
}

/// A value of the setting, for a number of players.
struct SettingRow<'a> {
    found: &'a Found,
    value: String,
    difference: Option<Estimate>,
    rate: Estimate,
    base: [Option<f64>; 3],
    nearest: bool,
}

impl Found {
    /// HP per player, rounded up: the whole number that is enough.
    pub fn each(&self, base_hp: u32) -> u32 {
        base_hp.div_ceil(u32::from(self.players))
    }

    /// The answer as text and figures.
    pub fn row(&self) -> AnswerRow {
        let text = |base: Option<u32>| base.map_or(String::new(), |b| self.each(b).to_string());
        if let Some(curve) = &self.curve {
            let target = curve.target(self.wanted);
            let rate = |base| rate_of(&curve.at(self.each(base) * u32::from(self.players)));
            return AnswerRow {
                value: text(target.base_hp),
                low: text(target.low),
                high: text(target.high),
                rate: target.base_hp.map(rate),
            };
        }
        let mut plausible = self.points.iter().filter(|point| point.plausible);
        let value = |value: Option<&super::SettingPoint>| {
            value.map_or(String::new(), |point| point.value.clone())
        };
        let low = plausible.next();
        let best = self.nearest.map(|index| &self.points[index]);
        AnswerRow {
            value: value(best),
            low: value(low),
            high: value(plausible.next_back().or(low)),
            rate: best.map(|point| point.win_rate),
        }
    }

    fn setting_rows(&self) -> Vec<SettingRow<'_>> {
        let answer = self.row().value;
        let row = |value: String, rate: Estimate, target: &Target| {
            let ends = [target.base_hp, target.low, target.high];
            SettingRow {
                found: self,
                nearest: value == answer,
                value,
                difference: None,
                rate,
                base: ends.map(|end| end.map(|base| f64::from(base) / f64::from(self.players))),
            }
        };
        if let Some(curve) = &self.curve {
            let target = curve.target(self.wanted);
            let points = curve.points().into_iter().map(|point| {
                let value = self.each(point.base_hp).to_string();
                row(value, rate_of(&point), &target)
            });
            return points.collect();
        }
        let points = self.points.iter().map(|point| SettingRow {
            difference: point.difference,
            ..row(point.value.clone(), point.win_rate, &point.base)
        });
        points.collect()
    }
}

/// A point of a curve as an estimate, with its band.
fn rate_of(point: &CurvePoint) -> Estimate {
    Estimate {
        value: point.win_rate,
        interval: Interval::new(point.low, point.high),
        level: LEVEL,
    }
}
