//! The table of a study of sensitivity.

use super::Sensitivity;
use super::steps::Step;
use crate::compare::design::Design;
use crate::compare::methods::methods;
use crate::compare::results::{Difference, Results};
use crate::compare::sums::StratumSums;
use crate::compare::tables::{end, high, low, value};
use crate::rank::design::MEASURES;
use crate::rank::tables::{Card, OfCard, of_card};
use cards::words::Word;
use runs::sim::stop::LEVEL;
use statistics::Estimate;
use tables::{Declared, ExportError, Table, columns, declared_table};

/// A step and what it does to one measure.
struct StepRow<'a> {
    card: Card<'a>,
    step: &'a Step,
    found: Option<&'a Difference>,
    interval: &'static str,
    different: Option<u64>,
}

impl OfCard for StepRow<'_> {
    fn card(&self) -> &Card<'_> {
        &self.card
    }
}

impl StepRow<'_> {
    fn games(&self) -> u64 {
        self.found.map_or(0, |found| found.games)
    }

    fn estimate(&self) -> Option<Estimate> {
        self.found?.estimate
    }

    fn changed_share(&self) -> Option<f64> {
        let different = self.different.filter(|_| self.games() > 0)?;
        Some(different as f64 / self.games() as f64)
    }

    fn note(&self) -> &str {
        match (&self.step.change, self.different) {
            (Err(reason), _) => reason,
            (_, Some(0)) if self.games() > 0 => "no game differed",
            _ => "",
        }
    }
}

fn columns<'a>() -> Vec<Declared<StepRow<'a>>> {
    of_card(columns![StepRow<'a>;
        ("field", Text, "The figure.", row => row.step.field.word()),
        ("step", I32, "The change.", row => i32::from(row.step.way.by())),
        ("now", Text, "The current figure.", row => row.step.now.as_str()),
        ("then", Text, "The figure after the step.", row => row.step.then.as_str()),
        ("measure", Text, "What changes.",
            row => row.found.map_or("", |found| found.measure.word())),
        ("games", U64, "Games that both played.", row => row.games()),
        ("difference", F64, "The effect of the step.", row => value(row.estimate())),
        ("low", F64, "Lower end of its interval.", row => low(row.estimate())),
        ("high", F64, "Upper end of its interval.", row => high(row.estimate())),
        ("level", F64, "Confidence level of the interval.", _ => LEVEL.value()),
        ("interval", Text, "The method of the interval.", row => row.interval),
        ("standard_error", F64, "Of the difference.",
            row => row.found.and_then(|found| found.standard_error)),
        ("p_value", F64, "Two-sided, for no difference.",
            row => row.found.and_then(|found| found.p_value)),
        ("holm_p", F64, "The p-value adjusted for all steps, in the deciding measure.",
            row => row.found.and_then(|found| found.holm)),
        ("pairing_gain", F64, "How many times as many games would be needed with separate luck.",
            row => end(row.found.and_then(|found| found.pairing_gain))),
        ("changed_games", F64, "Share of games that ended differently.",
            row => row.changed_share()),
        ("policies", Text, "Whether policies agree.",
            row => row.found.and_then(|found| found.agreement).map_or("", |one| one.word())),
        ("note", Text, "Why the step is not possible.", row => row.note()),
    ])
}

/// A row for each stratum, step and measure; a single one for a step that cannot be taken.
pub fn sensitivity_table(
    design: &Design,
    study: &Sensitivity,
    results: &Results,
    sums: &[StratumSums],
) -> Result<Table, ExportError> {
    let methods = methods(results.looks);
    let mut rows = Vec::new();
    for (stratum, at) in design.strata.iter().enumerate() {
        for step in &study.steps {
            let row = |found: Option<&'_ Difference>| StepRow {
                card: Card {
                    at,
                    subject: &study.subjects[step.subject],
                },
                step,
                found: None,
                interval: found.map_or("", |found| methods.of_difference(found.measure)[0]),
                different: step.arm.map(|arm| sums[stratum].arms[arm - 1].different),
            };
            let Some(arm) = step.arm else {
                rows.push(row(None));
                continue;
            };
            let judged = results.of(stratum, arm);
            let shown = judged.filter(|one| MEASURES.contains(&one.measure));
            rows.extend(shown.map(|one| StepRow {
                found: Some(one),
                ..row(Some(one))
            }));
        }
    }
    declared_table(&columns(), rows)
}
