//! `xenosim selftest`: checks the statistics where the truth is known.

use super::arguments::Arguments;
use super::compare::session::{Comparison, Played, Tables};
use super::result_args::ResultArgs;
use super::simulate::{DEFAULT_SEED, values};
use super::{CliError, Output};
use reports::terminal::text::grouped;
use runs::sim::stop::{parse_target_error, target_error_text};
use serde::{Deserialize, Serialize};
use statistics::confseq::TargetError;
use std::io::Write;
use studies::compare::Design;
use studies::compare::stop::Ending;
use studies::compare::study::Study;
use studies::selftest::checks::FALSE_ALARM;
use studies::selftest::{Check, GAMES, Selftest, checks_table, games_for};

/// Games by default, and with `--thorough`.
const DEFAULT_GAMES: u64 = 40_000;
const THOROUGH_GAMES: u64 = 400_000;

pub(super) const EXAMPLES: &str =
    "Each check plays games, or resamples games already played, and compares the statistics with \
     the known truth. Every hundred games are a replication: an interval whose coverage is \
     counted, a comparison that gives a p-value (at most 400, with more games each if needed), a \
     run that is looked at 50 times. All checks together raise at most one false alarm in a \
     thousand runs; the same seed always gives the same answer. The exit code is 1 if a check fails.

Examples:
  A quick check:
    xenosim selftest

  Ten times as many games, with another seed:
    xenosim selftest --thorough --seed 7

  Until error rates of intervals and runs are known to within 0.5%:
    xenosim selftest --target-error 0.5%

  As JSON:
    xenosim selftest --json

  Resume after Ctrl-C:
    xenosim selftest --resume reports/selftest-seed1-400000";

/// What is checked.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Checks")]
pub(super) struct SelftestArgs {
    /// Play ten times as many games
    #[arg(long, conflicts_with_all = ["games", "target_error"])]
    thorough: bool,
    /// Maximum games of the largest parts, in thousands [default: 40000, unless a target error is
    /// given]
    #[arg(long, value_name = "N", value_parser = games, allow_negative_numbers = true)]
    games: Option<u64>,
    /// Play until coverage and false positive rates are known to within this (half the width of a
    /// 95% interval), such as 1%
    #[arg(long, value_name = "PERCENT", value_parser = target, allow_hyphen_values = true)]
    target_error: Option<TargetError>,
    /// Master seed [default: 1]
    #[arg(long, value_name = "N", value_parser = values::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    result: ResultArgs,
}

/// Reads a number of games.
fn games(text: &str) -> Result<u64, String> {
    let (least, most) = GAMES;
    let games = values::games(text).ok();
    games
        .filter(|games| (least..=most).contains(games))
        .ok_or_else(|| format!("expected a whole number from {least} to {most}"))
}

/// Reads a target error that can be reached.
fn target(text: &str) -> Result<TargetError, String> {
    let target = parse_target_error(text)?;
    if games_for(target) <= GAMES.1 {
        Ok(target)
    } else {
        Err(format!(
            "that takes {} games, and the maximum is {}: the smallest possible target is 0.14%",
            grouped(games_for(target)),
            grouped(GAMES.1)
        ))
    }
}

impl SelftestArgs {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or(DEFAULT_SEED)
    }

    fn games(&self) -> u64 {
        let wanted = self.target_error.map(games_for);
        let games = match (wanted, self.games) {
            (Some(wanted), most) => wanted.min(most.unwrap_or(GAMES.1)),
            (None, Some(games)) => games,
            (None, None) if self.thorough => THOROUGH_GAMES,
            (None, None) => DEFAULT_GAMES,
        };
        games.max(GAMES.0).next_multiple_of(1000)
    }
}

impl Comparison for SelftestArgs {
    const COMMAND: &'static str = "selftest";
    const JUDGES: bool = false;
    type Study = Selftest;
    type Question = ();
    type Findings = Vec<Check>;

    fn wanted(&self) -> Result<(Selftest, ()), CliError> {
        Ok((Selftest::new(self.seed(), self.games())?, ()))
    }

    fn arguments(&self) -> Arguments {
        Arguments::of(Self::COMMAND)
            .option("games", self.games())
            .each("target-error", self.target_error.map(target_error_text))
            .option("seed", self.seed())
            .option("format", self.result.formats_text())
    }

    fn result(&self) -> &ResultArgs {
        &self.result
    }

    fn directory_name(&self, design: &Design) -> String {
        format!("{}-seed{}-{}", design.name, self.seed(), self.games())
    }

    fn findings(&self, played: &Played<Selftest>) -> Result<Vec<Check>, CliError> {
        Ok(played.study.checks(&played.state, played.threads)?)
    }

    fn tables(&self, _: &Played<Selftest>, checks: &Vec<Check>) -> Tables {
        Ok(vec![("checks", checks_table(checks)?)])
    }

    fn report(
        &self,
        played: &Played<Selftest>,
        checks: &Vec<Check>,
        out: &mut Output,
    ) -> Result<(), CliError> {
        let passed = checks.iter().filter(|check| check.passed).count();
        let answer = if passed == checks.len() {
            "The statistics agree with the known truth"
        } else {
            "THE STATISTICS DISAGREE with the known truth"
        };
        let answer = format!("{answer}: {passed} of {} checks passed.", checks.len());
        writeln!(out, "{}", out.title(&answer))?;
        writeln!(
            out,
            "{} games, {} replications, seed {}; false alarms: at most one in {:.0} runs",
            grouped(played.study.stop().games),
            grouped(played.study.replications()),
            self.seed(),
            1.0 / FALSE_ALARM,
        )?;
        if played.ending == Ending::Interrupted {
            writeln!(
                out,
                "INTERRUPTED: shows only checks whose games are complete"
            )?;
        }
        writeln!(out)?;
        write_checks(out, checks, played.verbose)?;
        writeln!(out, "\nFiles   {}", played.directory.display())?;
        Ok(())
    }

    fn verdict(&self, checks: &Vec<Check>) -> Result<(), CliError> {
        match checks.iter().filter(|check| !check.passed).count() {
            0 => Ok(()),
            failed => Err(CliError::Failed(format!(
                "{failed} of {} checks failed",
                checks.len()
            ))),
        }
    }
}

/// What was checked; with details, or if a check failed, also its name and figures.
fn write_checks(out: &mut Output, checks: &[Check], verbose: bool) -> Result<(), CliError> {
    for check in checks {
        let mark = if check.passed { "pass" } else { "FAIL" };
        writeln!(out, "{mark}  {}", check.claim)?;
        if verbose || !check.passed {
            let found = format!("      {}: {}", check.name, check.found);
            writeln!(out, "{}", out.faint(&found))?;
        }
        if !check.passed {
            let (low, high) = check.allowed;
            let statistic = check.statistic;
            writeln!(out, "      {statistic} is not within {low} to {high}")?;
        }
    }
    Ok(())
}
