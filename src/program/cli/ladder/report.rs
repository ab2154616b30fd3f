//! A ladder for people.

use crate::cli::compare::report::with_interval;
use crate::cli::compare::session::Played;
use crate::cli::simulate::report::grouped;
use crate::cli::{CliError, Output};
use cards::words::Word;
use statistics::Interval;
use std::io::Write;
use studies::compare::ladder::{Step, rise};
use studies::compare::play::{Cost, EarlyStop, Ending, Plain};
use studies::compare::results::{ArmFigures, Measure, precision_text};
use studies::sim::stop::LEVEL;

/// A ladder to be shown.
pub(super) struct Report<'a>(pub &'a Played<Plain>);

impl Report<'_> {
    /// Writes the result for a person.
    pub(super) fn write(&self, out: &mut Output) -> Result<(), CliError> {
        let (design, stop) = (self.0.design(), self.0.stop());
        writeln!(out, "{}: {}", out.title(&design.name), design.title)?;
        let looks = self.0.results.looks.text();
        writeln!(
            out,
            "up to {} games of each policy, seed {}; {}% {looks}; verdicts hold together for all {} \
             steps",
            grouped(stop.games),
            design.seed,
            100.0 * LEVEL.value(),
            design.family()
        )?;
        if let EarlyStop::Precision(target) = stop.settles {
            let target = precision_text(target, design.measure);
            writeln!(
                out,
                "every step was played until known to within {target} of {}",
                design.measure.word()
            )?;
        }
        if self.0.ending == Ending::Interrupted {
            writeln!(out, "INTERRUPTED: incomplete")?;
        }
        for stratum in 0..design.strata.len() {
            self.write_stratum(out, stratum)?;
        }
        self.write_foot(out)
    }

    fn write_stratum(&self, out: &mut Output, stratum: usize) -> Result<(), CliError> {
        let (design, results) = (self.0.design(), &self.0.results);
        writeln!(out, "\n{}", out.title(&design.strata[stratum].label()))?;
        let width = self.name_width();
        writeln!(
            out,
            "  {:width$} {:>9}  {:<23} {:<22} {:<20} {:<22} {:>9}",
            "policy",
            "games",
            "win rate",
            "base damage",
            "rounds survived",
            "decisions",
            "CPU/game"
        )?;
        let all = results.arms.iter();
        for figures in all.filter(|figures| figures.stratum == stratum) {
            self.write_rung(out, figures)?;
        }
        let measure = match design.measure {
            Measure::BaseDamage => "base damage",
            _ => "rounds survived",
        };
        writeln!(
            out,
            "  {:width$} {:>9}  difference in {measure}; verdict",
            "step", "games"
        )?;
        for arm in 1..design.arms.len() {
            self.write_step(out, stratum, arm)?;
        }
        Ok(())
    }

    fn name_width(&self) -> usize {
        let names = self.0.design().arms.iter();
        let widest = names.map(|arm| arm.name.chars().count()).max();
        // A step names two rungs.
        2 * widest.unwrap_or(0) + 3
    }

    fn write_rung(&self, out: &mut Output, figures: &ArmFigures) -> Result<(), CliError> {
        let width = self.name_width();
        let text = |measure: Measure| {
            let found = figures.measures.iter().find(|(known, _)| *known == measure);
            let estimate = found.and_then(|(_, estimate)| estimate.as_ref());
            estimate.map_or("not played".into(), |estimate| {
                with_interval(measure, estimate)
            })
        };
        let cost = &self.0.state.costs[figures.stratum][figures.arm];
        writeln!(
            out,
            "  {:width$} {:>9}  {:<23} {:<22} {:<20} {:<22} {:>9}",
            self.0.design().arms[figures.arm].name,
            grouped(figures.games),
            text(Measure::WinRate),
            text(Measure::BaseDamage),
            text(Measure::RoundsSurvived),
            text(Measure::Decisions),
            time(cost)
        )?;
        Ok(())
    }

    fn write_step(&self, out: &mut Output, stratum: usize, arm: usize) -> Result<(), CliError> {
        let (design, stop) = (self.0.design(), self.0.stop());
        let results = &self.0.results;
        let pair = &self.0.sums()[stratum].arms[arm - 1];
        let rise = rise(design, stop, results.looks, pair);
        let names = format!("{} < {}", design.arms[arm - 1].name, design.arms[arm].name);
        let width = self.name_width();
        let Some(estimate) = rise.estimate else {
            writeln!(out, "  {names:width$} not played")?;
            return Ok(());
        };
        let difference = format!(
            "{:+.3} ({:+.3} to {:+.3})",
            estimate.value, estimate.interval.low, estimate.interval.high
        );
        let Interval { low, high } = rise.family_interval;
        let verdict = match rise.step {
            Step::Unclear => format!("unclear ({low:+.3} to {high:+.3}): more games are needed"),
            step => format!("{} ({low:+.3} to {high:+.3})", step.word()),
        };
        let games = grouped(rise.games);
        writeln!(
            out,
            "  {names:width$} {games:>9}  {difference:<28} {verdict}"
        )?;
        Ok(())
    }

    fn write_foot(&self, out: &mut Output) -> Result<(), CliError> {
        let arms = self.0.results.arms.iter();
        let played: u64 = arms.map(|figures| figures.games).sum();
        writeln!(
            out,
            "\n{} games played; tables in {}",
            grouped(played),
            self.0.directory.display()
        )?;
        let note = "decisions: mean number with more than one legal answer; CPU/game: processor \
                    time measured in this session, counting included";
        writeln!(out, "{}", out.faint(note))?;
        Ok(())
    }
}

/// The time of one game in a readable unit.
fn time(cost: &Cost) -> String {
    match cost.per_game() {
        None => "-".into(),
        Some(seconds) if seconds >= 1.0 => format!("{seconds:.2} s"),
        Some(seconds) if seconds >= 1e-3 => format!("{:.2} ms", 1e3 * seconds),
        Some(seconds) => format!("{:.1} µs", 1e6 * seconds),
    }
}
