//! The tables of a comparison.

use super::design::{Design, Stratum};
use super::explain::{Explanation, Happening};
use super::measure::{Amount, Measure};
use super::methods::{Methods, methods};
use super::results::{ArmFigures, Difference, Results};
use super::sums::{PairSums, StratumSums};
use cards::words::Word;
use runs::sim::stop::LEVEL;
use serde_json::json;
use statistics::Estimate;
use statistics::verdict::Verdict;
use tables::ColumnType::{Bool, F64, Text, U8, U64};
use tables::{Declared, ExportError, Table, Value, column, declared_table};

/// The column of the confidence level, which every table with intervals has.
pub(crate) fn level<R>() -> Declared<R> {
    let about = "Confidence level of the interval.";
    column("level", F64, about, |_| LEVEL.value().into())
}

/// Where a row belongs.
struct At<'a> {
    design: &'a Design,
    stratum: &'a Stratum,
    arm: usize,
}

impl<'a> At<'a> {
    fn new(design: &'a Design, stratum: usize, arm: usize) -> Self {
        At {
            design,
            stratum: &design.strata[stratum],
            arm,
        }
    }

    fn name(&self) -> &'a str {
        &self.design.arms[self.arm].name
    }

    fn policy(&self) -> &'a str {
        self.stratum.policy.as_deref().unwrap_or(self.name())
    }
}

/// A row that belongs to an arm in a stratum.
trait Located {
    fn at(&self) -> &At<'_>;
}

/// The columns that say where a row belongs, and more.
fn located<R: Located>(more: Vec<Declared<R>>) -> Vec<Declared<R>> {
    let mut all = vec![
        column(
            "setting",
            Text,
            "The setting, where there are several.",
            |row: &R| {
                row.at()
                    .stratum
                    .setting
                    .as_deref()
                    .unwrap_or_default()
                    .into()
            },
        ),
        column("players", U8, "Number of players.", |row: &R| {
            row.at().stratum.players.into()
        }),
        column("policy", Text, "The policy.", |row: &R| {
            row.at().policy().into()
        }),
        column("arm", Text, "The arm.", |row: &R| row.at().name().into()),
    ];
    all.extend(more);
    all
}

/// An end of an interval; nothing where it is open.
pub(crate) fn end<'a>(end: Option<f64>) -> Value<'a> {
    end.filter(|end| end.is_finite()).into()
}

pub(crate) fn value<'a>(estimate: Option<Estimate>) -> Value<'a> {
    estimate.map(|estimate| estimate.value).into()
}

/// A verdict as a word, from the players' point of view: for variants of the game, or for policies.
pub fn verdict_word(verdict: Verdict, of_policies: bool) -> &'static str {
    match (verdict, of_policies) {
        (Verdict::Better, false) => "easier",
        (Verdict::Worse, false) => "harder",
        (Verdict::Better, true) => "stronger",
        (Verdict::Worse, true) => "weaker",
        (Verdict::Equivalent, _) => "equivalent",
        (Verdict::Inconclusive, _) => "inconclusive",
    }
}

/// A figure of an arm.
struct ArmRow<'a> {
    at: At<'a>,
    changes: String,
    figures: &'a ArmFigures,
    measure: Measure,
    estimate: Option<Estimate>,
    interval: &'static str,
}

impl Located for ArmRow<'_> {
    fn at(&self) -> &At<'_> {
        &self.at
    }
}

fn arm_columns<'a>() -> Vec<Declared<ArmRow<'a>>> {
    located(vec![
        column("changes", Text, "What the arm changes.", |row| {
            row.changes.as_str().into()
        }),
        column("baseline", Bool, "Whether it is the baseline.", |row| {
            (row.at.arm == 0).into()
        }),
        column("measure", Text, "What is measured.", |row| {
            row.measure.word().into()
        }),
        column("games", U64, "Games played by the arm.", |row| {
            row.figures.games.into()
        }),
        column("value", F64, "Mean, or share of games.", |row| {
            value(row.estimate)
        }),
        column("low", F64, "Lower end of its interval.", |row| {
            end(row.estimate.map(|one| one.interval.low))
        }),
        column("high", F64, "Upper end of its interval.", |row| {
            end(row.estimate.map(|one| one.interval.high))
        }),
        level(),
        column("interval", Text, "The method of the interval.", |row| {
            row.interval.into()
        }),
    ])
}

/// The figures of each arm: a row for each stratum, arm and measure.
pub fn arms_table(design: &Design, results: &Results) -> Result<Table, ExportError> {
    let methods = methods(results.looks);
    let rows = results.arms.iter().flat_map(|figures| {
        let Methods { rate, mean, .. } = methods;
        let measures = figures.measures.iter();
        measures.map(move |(measure, estimate)| ArmRow {
            at: At::new(design, figures.stratum, figures.arm),
            changes: design.arms[figures.arm].changes.describe(),
            figures,
            measure: *measure,
            estimate: *estimate,
            interval: if measure.is_rate() { rate } else { mean },
        })
    });
    declared_table(&arm_columns(), rows)
}

/// The method of intervals and tests of differences adjusted for luck.
const ADJUSTED_INTERVAL: &str = "normal (paired, adjusted for luck)";

/// A difference between an arm and what it is compared with.
struct DifferenceRow<'a> {
    at: At<'a>,
    one: &'a Difference,
    pair: &'a PairSums,
    methods: [&'static str; 2],
    /// The margin, in the deciding measure.
    margin: String,
}

impl Located for DifferenceRow<'_> {
    fn at(&self) -> &At<'_> {
        &self.at
    }
}

impl DifferenceRow<'_> {
    fn reference(&self) -> usize {
        self.at.design.reference(self.at.arm)
    }

    fn verdict(&self) -> &'static str {
        let stratum = self.at.stratum;
        let of_policies = stratum.differs_in_policy_alone(self.reference(), self.at.arm);
        let verdict = self.one.verdict;
        verdict.map_or("", |verdict| verdict_word(verdict, of_policies))
    }
}

fn difference_columns<'a>() -> Vec<Declared<DifferenceRow<'a>>> {
    located(vec![
        column("baseline", Text, "The arm it is compared with.", |row| {
            row.at.design.arms[row.reference()].name.as_str().into()
        }),
        column("measure", Text, "What is compared.", |row| {
            row.one.measure.word().into()
        }),
        column("games", U64, "Games that both played.", |row| {
            row.one.games.into()
        }),
        column("difference", F64, "Mean of arm minus baseline.", |row| {
            value(row.one.estimate)
        }),
        column("low", F64, "Lower end of its interval.", |row| {
            end(row.one.estimate.map(|one| one.interval.low))
        }),
        column("high", F64, "Upper end of its interval.", |row| {
            end(row.one.estimate.map(|one| one.interval.high))
        }),
        level(),
        column("interval", Text, "The method of the interval.", |row| {
            row.methods[0].into()
        }),
        column(
            "family_low",
            F64,
            "Lower end of the simultaneous interval for all comparisons.",
            |row| end(row.one.family_interval.map(|interval| interval.low)),
        ),
        column(
            "family_high",
            F64,
            "Upper end of the simultaneous interval for all comparisons.",
            |row| end(row.one.family_interval.map(|interval| interval.high)),
        ),
        column(
            "family_level",
            F64,
            "Level of each simultaneous interval.",
            |row| {
                let level = row.at.design.family_level().value();
                row.one.family_interval.map(|_| level).into()
            },
        ),
        column("standard_error", F64, "Of the difference.", |row| {
            row.one.standard_error.into()
        }),
        column("p_value", F64, "Two-sided, for no difference.", |row| {
            row.one.p_value.into()
        }),
        column("test", Text, "The test behind the p-value.", |row| {
            row.methods[1].into()
        }),
        column(
            "holm_p",
            F64,
            "The p-value adjusted for all comparisons, in the deciding measure.",
            |row| row.one.holm.into(),
        ),
        column(
            "pairing_gain",
            F64,
            "How many times as many games would be needed with separate luck.",
            |row| row.one.pairing_gain.filter(|gain| gain.is_finite()).into(),
        ),
        column(
            "luck_gain",
            F64,
            "How many times as many games the difference would have needed without adjusting for luck.",
            |row| row.one.luck_gain.filter(|gain| gain.is_finite()).into(),
        ),
        column(
            "games_to_tell",
            F64,
            "Games at which the interval would exclude zero if the difference is as estimated.",
            |row| row.one.games_to_tell().into(),
        ),
        column(
            "margin",
            Text,
            "The smallest difference that matters, in the deciding measure.",
            |row| row.margin.as_str().into(),
        ),
        column(
            "verdict",
            Text,
            "For the players: easier, harder, equivalent or inconclusive; for policies: stronger \
             or weaker; empty if the measure cannot show it.",
            |row| row.verdict().into(),
        ),
        column(
            "policies",
            Text,
            "Whether several policies agree on the direction.",
            |row| row.one.agreement.map_or("", |one| one.word()).into(),
        ),
        column("note", Text, "Why there is no verdict.", |row| {
            row.one.blind.unwrap_or_default().into()
        }),
        column("both_won", U64, "Games that both won.", |row| {
            row.pair.wins.both.into()
        }),
        column("only_arm_won", U64, "Games that only the arm won.", |row| {
            row.pair.wins.only_b.into()
        }),
        column(
            "only_baseline_won",
            U64,
            "Games that only the baseline won.",
            |row| row.pair.wins.only_a.into(),
        ),
        column("neither_won", U64, "Games that both lost.", |row| {
            row.pair.wins.neither.into()
        }),
        column(
            "different_games",
            U64,
            "Games that ended differently in any measure.",
            |row| row.pair.different.into(),
        ),
    ])
}

/// The paired differences: a row for each stratum, arm and measure.
pub fn differences_table(
    design: &Design,
    results: &Results,
    sums: &[StratumSums],
) -> Result<Table, ExportError> {
    let methods = methods(results.looks);
    let margin = Amount::from_margin(design.margin, design.measure);
    let rows = results.differences.iter().map(|one| DifferenceRow {
        at: At::new(design, one.stratum, one.arm),
        one,
        pair: &sums[one.stratum].arms[one.arm - 1],
        methods: match one.luck_gain {
            Some(_) => [ADJUSTED_INTERVAL; 2],
            None => methods.of_difference(one.measure),
        },
        margin: if one.measure == design.measure {
            margin.to_string()
        } else {
            String::new()
        },
    });
    declared_table(&difference_columns(), rows)
}

/// A game that ended differently.
struct ExplainedRow<'a> {
    at: At<'a>,
    one: &'a Explanation,
    ends: [String; 2],
}

impl Located for ExplainedRow<'_> {
    fn at(&self) -> &At<'_> {
        &self.at
    }
}

fn explained_columns<'a>() -> Vec<Declared<ExplainedRow<'a>>> {
    located(vec![
        column("game", U64, "The game's index.", |row| row.one.game.into()),
        column(
            "baseline_end",
            Text,
            "How the baseline's game ended.",
            |row| row.ends[0].as_str().into(),
        ),
        column("arm_end", Text, "How the arm's game ended.", |row| {
            row.ends[1].as_str().into()
        }),
        column("shared_events", U64, "Events that both share.", |row| {
            (row.one.shared as u64).into()
        }),
        column("round", U8, "The round in which they diverge.", |row| {
            let next = row.one.baseline_next.as_ref().or(row.one.arm_next.as_ref());
            next.map_or(0, |next| next.round).into()
        }),
        column("before", Text, "The last event they share.", |row| {
            text_of(&row.one.before).into()
        }),
        column(
            "baseline_next",
            Text,
            "What the baseline's game does next.",
            |row| text_of(&row.one.baseline_next).into(),
        ),
        column("arm_next", Text, "What the arm's game does next.", |row| {
            text_of(&row.one.arm_next).into()
        }),
        column(
            "baseline_replay",
            Text,
            "Shows the baseline's game.",
            |row| row.one.baseline_replay.as_str().into(),
        ),
        column("arm_replay", Text, "Shows the arm's game.", |row| {
            row.one.arm_replay.as_str().into()
        }),
    ])
}

/// Games that ended differently, and where they diverge.
pub fn explained_table(design: &Design, all: &[Explanation]) -> Result<Table, ExportError> {
    let rows = all.iter().map(|one| ExplainedRow {
        at: At::new(design, one.stratum, one.arm),
        one,
        ends: [one.baseline_end.text(), one.arm_end.text()],
    });
    declared_table(&explained_columns(), rows)
}

fn text_of(happening: &Option<Happening>) -> &str {
    happening.as_ref().map_or("", |happening| &happening.text)
}

/// A table as a list of JSON objects; missing values are null.
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
