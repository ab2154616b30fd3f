//! A study of sensitivity for people.

use super::Studied;
use crate::cli::{CliError, Output};
use cards::words::Word;
use reports::terminal::compare::adaptation;
use reports::terminal::compare::explained;
use reports::terminal::compare::{
    OPPOSED, capped, disagreements, with_half, write_disagreements, write_foot, write_head,
};
use reports::terminal::grid::{Grid, GridColumn, left, right};
use reports::terminal::rank::small;
use reports::terminal::text::grouped;
use runs::sim::stop::LEVEL;
use std::io::Write;
use studies::compare::measure::Amount;
use studies::compare::results::{Agreement, Difference};
use studies::compare::stop::EarlyStop;
use studies::sensitivity::steps::Step;

/// How many of the largest effects are listed first.
const LARGEST: usize = 10;

/// The columns of steps and their effects.
fn effect_columns(first: GridColumn) -> [GridColumn; 4] {
    [
        first,
        left("change"),
        right("Holm").spare(1),
        left("").spare(2),
    ]
}

/// The figure that a step changes, and its value if it has one.
fn figure(step: &Step) -> String {
    format!("{} {}", step.field.word(), step.now)
        .trim_end()
        .into()
}

/// A study to be shown.
pub(super) struct Report<'a>(pub &'a Studied);

impl Report<'_> {
    /// Writes the result for a person.
    pub(super) fn write(&self, out: &mut Output) -> Result<(), CliError> {
        self.write_head(out)?;
        for stratum in 0..self.0.design().strata.len() {
            self.write_largest(out, stratum)?;
            self.write_cards(out, stratum)?;
        }
        adaptation::write(out, self.0.design(), &self.0.results)?;
        adaptation::write_luck(out, self.0.design(), &self.0.results)?;
        let disagreements = disagreements(self.0.design(), &self.0.results);
        write_disagreements(out, OPPOSED, &disagreements)?;
        self.write_foot(out)
    }

    fn write_head(&self, out: &mut Output) -> Result<(), CliError> {
        let design = self.0.design();
        write_head(out, design, self.0.ending)?;
        for stratum in 0..design.strata.len() {
            out.prose(&self.answer(stratum))?;
        }
        Ok(())
    }

    /// How many steps matter, and which most, in a sentence.
    fn answer(&self, stratum: usize) -> String {
        let (design, study) = (self.0.design(), &self.0.question);
        let measure = design.measure;
        let label = design.strata[stratum].label();
        let taken = study.steps.iter().filter(|step| step.arm.is_some()).count();
        let found = self.clear(stratum);
        let Some((step, _)) = found.first() else {
            return format!("With {label}, none of {taken} steps has a clear effect.");
        };
        let estimate = self.difference(stratum, step).and_then(|one| one.estimate);
        let size = estimate.map_or(String::new(), |estimate| {
            format!(": {} {}", measure.with_interval(&estimate), measure.unit())
        });
        format!(
            "With {label}, {} of {taken} steps have a clear effect on {}; the largest has {} with {} \
             {} instead of {}{size}.",
            found.len(),
            measure.title(),
            study.subjects[step.subject].name,
            step.field.word(),
            step.then,
            step.now
        )
    }

    /// The steps that clearly matter, the largest first.
    fn clear(&self, stratum: usize) -> Vec<(&Step, f64)> {
        let clear = |difference: &Difference| difference.holm.is_some_and(|p| p <= LEVEL.alpha());
        let steps = self.0.question.steps.iter();
        let mut found: Vec<(&Step, f64)> = steps
            .filter_map(|step| {
                let difference = self.difference(stratum, step).filter(|one| clear(one))?;
                Some((step, difference.estimate?.value))
            })
            .collect();
        found.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        found
    }

    fn difference(&self, stratum: usize, step: &Step) -> Option<&Difference> {
        let measure = self.0.design().measure;
        let mut all = self.0.results.of(stratum, step.arm?);
        all.find(|difference| difference.measure == measure)
    }

    /// The steps that clearly matter, the largest first.
    fn write_largest(&self, out: &mut Output, stratum: usize) -> Result<(), CliError> {
        let (design, study) = (self.0.design(), &self.0.question);
        let found = self.clear(stratum);
        let label = design.strata[stratum].label();
        let title = format!("What matters most ({label})");
        writeln!(out, "\n{}", out.title(&title))?;
        if found.is_empty() {
            writeln!(out, "  no step has a clear effect (Holm, 5%)")?;
        }
        let mut grid = Grid::new(effect_columns(left("step")));
        for (step, _) in found.iter().take(LARGEST) {
            let name = &study.subjects[step.subject].name;
            let figure = format!(
                "{name}: {} {} -> {}",
                step.field.word(),
                step.now,
                step.then
            );
            grid.row(std::iter::once(figure).chain(self.effect(stratum, step)));
        }
        if !found.is_empty() {
            out.table(&grid)?;
        }
        if found.len() > LARGEST {
            let more = found.len() - LARGEST;
            writeln!(out, "  and {more} more with a clear effect (Holm, 5%)")?;
        }
        Ok(())
    }

    fn write_cards(&self, out: &mut Output, stratum: usize) -> Result<(), CliError> {
        let (design, study) = (self.0.design(), &self.0.question);
        let title = format!(
            "One less and one more: change in {} ({})",
            design.measure.title(),
            design.strata[stratum].label()
        );
        writeln!(out, "\n{}", out.title(&title))?;
        for (index, subject) in study.subjects.iter().enumerate() {
            writeln!(out, "  {} ({})", subject.name, subject.card_type.word())?;
            let steps = study.steps.iter().filter(|step| step.subject == index);
            let steps: Vec<&Step> = steps.collect();
            let mut grid = Grid::new(effect_columns(left("  figure")));
            let mut refused = Vec::new();
            for pair in steps.chunks(2) {
                refused.extend(self.add_field(&mut grid, stratum, pair));
            }
            out.table(&grid)?;
            for reason in refused {
                out.faint_prose(&format!("    {reason}"))?;
            }
        }
        Ok(())
    }

    /// One figure, both ways; returns which steps cannot be taken, and why.
    fn add_field(&self, grid: &mut Grid, stratum: usize, pair: &[&Step]) -> Vec<String> {
        let refusals = pair.iter().filter_map(|step| {
            let reason = step.change.as_ref().err()?;
            Some((step, reason))
        });
        let refusals: Vec<_> = refusals.collect();
        if let [(step, one), (_, other)] = refusals[..]
            && one == other
        {
            return vec![format!("{}: {one}", figure(step))];
        }
        for step in pair.iter().filter(|step| step.change.is_ok()) {
            let name = format!("  {} {:+}", figure(step), step.way.by());
            grid.row(std::iter::once(name).chain(self.effect(stratum, step)));
        }
        let line = |(step, reason): (&&Step, &String)| {
            format!("{} {:+}: {reason}", figure(step), step.way.by())
        };
        refusals.into_iter().map(line).collect()
    }

    /// The effect of a step with its interval, p-value and note.
    fn effect(&self, stratum: usize, step: &Step) -> [String; 3] {
        let difference = self.difference(stratum, step);
        let estimate = difference.and_then(|difference| difference.estimate);
        let (Some(difference), Some(estimate)) = (difference, estimate) else {
            return ["not played".into(), String::new(), String::new()];
        };
        let measure = self.0.design().measure;
        let arm = step.arm.unwrap_or(1);
        let idle = self.0.sums()[stratum].arms[arm - 1].different == 0;
        let note = match (difference.agreement, idle) {
            (Some(Agreement::Opposed), _) => "POLICIES DISAGREE",
            (_, true) => "no game differed",
            _ => "",
        };
        [
            with_half(measure, &estimate),
            small(difference.holm),
            note.into(),
        ]
    }

    fn write_foot(&self, out: &mut Output) -> Result<(), CliError> {
        let games = self.0.results.arms.iter().map(|figures| figures.games);
        let (design, stop) = (self.0.design(), self.0.stop());
        let measure = design.measure;
        let mut notes = vec![format!(
            "change in {}; up to {} games of each step, seed {}; ± are {:.0}% {}; Holm: p-value adjusted \
             for all steps",
            measure.title(),
            grouped(stop.games),
            design.seed,
            100.0 * LEVEL.value(),
            self.0.results.looks.text()
        )];
        if let EarlyStop::Precision(target) = stop.settles {
            let target = Amount::from_target(target, measure);
            notes.push(format!(
                "each step was played until its error was at most {target}"
            ));
        }
        notes.extend(explained(measure));
        notes.extend(capped(self.0.sums()));
        notes.push(
            "effects on other measures are in the table; every figure depends on the policy".into(),
        );
        Ok(write_foot(out, games.sum(), &self.0.directory, &notes)?)
    }
}
