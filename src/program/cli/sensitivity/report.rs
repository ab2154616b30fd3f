//! A study of sensitivity for people.

use super::Studied;
use crate::cli::compare::adaptation;
use crate::cli::compare::answer::explained;
use crate::cli::compare::report::{
    OPPOSED, capped, disagreements, with_half, wrapped, write_disagreements,
};
use crate::cli::rank::report::small;
use crate::cli::simulate::report::grouped;
use crate::cli::{CliError, Output};
use cards::words::Word;
use runs::sim::stop::LEVEL;
use std::io::Write;
use studies::compare::measure::Amount;
use studies::compare::play::{EarlyStop, Ending};
use studies::compare::results::{Agreement, Difference};
use studies::sensitivity::steps::{Step, Way};

/// How many of the largest effects are told first.
const LARGEST: usize = 10;

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
        writeln!(out, "{}: {}\n", out.title(&design.name), design.title)?;
        if self.0.ending == Ending::Interrupted {
            writeln!(out, "INTERRUPTED: incomplete")?;
        }
        for stratum in 0..design.strata.len() {
            writeln!(out, "{}", wrapped(&self.answer(stratum)))?;
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
        for (step, _) in found.iter().take(LARGEST) {
            let name = &study.subjects[step.subject].name;
            let figure = format!(
                "{name}: {} {} -> {}",
                step.field.word(),
                step.now,
                step.then
            );
            writeln!(out, "  {figure:<44} {}", self.effect(stratum, step))?;
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
            for pair in steps.chunks(2) {
                self.write_field(out, stratum, pair)?;
            }
        }
        Ok(())
    }

    /// One figure, both ways.
    fn write_field(
        &self,
        out: &mut Output,
        stratum: usize,
        pair: &[&Step],
    ) -> Result<(), CliError> {
        let Some(first) = pair.first() else {
            return Ok(());
        };
        let refusals: Vec<&String> = pair
            .iter()
            .filter_map(|s| s.change.as_ref().err())
            .collect();
        let head = format!("    {:<7} {:>4}", first.field.word(), first.now);
        if let (2, [one, other]) = (pair.len(), refusals.as_slice())
            && one == other
        {
            writeln!(out, "{}", out.faint(&format!("{head}  {one}")))?;
            return Ok(());
        }
        for step in pair {
            let lead = match step.way {
                Way::Down => head.as_str(),
                Way::Up => "",
            };
            let lead = format!("{lead:<16}  {:+}  ", step.way.by());
            match &step.change {
                Ok(_) => writeln!(out, "{lead}{}", self.effect(stratum, step))?,
                Err(reason) => writeln!(out, "{lead}{}", out.faint(&format!("cannot: {reason}")))?,
            }
        }
        Ok(())
    }

    /// The effect of a step, with its interval.
    fn effect(&self, stratum: usize, step: &Step) -> String {
        let Some(difference) = self.difference(stratum, step) else {
            return "not played".into();
        };
        let Some(estimate) = difference.estimate else {
            return "not played".into();
        };
        let measure = self.0.design().measure;
        let arm = step.arm.unwrap_or(1);
        let idle = self.0.sums()[stratum].arms[arm - 1].different == 0;
        let flag = match (difference.agreement, idle) {
            (Some(Agreement::Opposed), _) => "  POLICIES DISAGREE",
            (_, true) => "  no game differed",
            _ => "",
        };
        format!(
            "{:<16} Holm {:>6}{flag}",
            with_half(measure, &estimate),
            small(difference.holm)
        )
    }

    fn write_foot(&self, out: &mut Output) -> Result<(), CliError> {
        let games = self.0.results.arms.iter().map(|figures| figures.games);
        writeln!(
            out,
            "\n{} games played; tables in {}",
            grouped(games.sum()),
            self.0.directory.display()
        )?;
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
            let target = Amount::from_target(target, measure).text();
            notes.push(format!(
                "each step was played until known to within {target}"
            ));
        }
        notes.extend(explained(measure));
        notes.extend(capped(self.0.sums()));
        notes.push(
            "effects in other measures are in the table; every figure holds for the policy that played"
                .into(),
        );
        for note in notes {
            writeln!(out, "{}", out.faint(&wrapped(&note)))?;
        }
        Ok(())
    }
}
