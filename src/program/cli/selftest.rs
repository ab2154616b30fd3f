//! `xenosim selftest`: checks the statistics where the truth is known.

use super::CliError;
use super::lifecycle::{Ended, Job};
use super::result_args::ResultArgs;
use super::simulate::progress::Progress;
use super::simulate::{DEFAULT_SEED, ShowArgs, values};
use answers::{Answer, Cell, Column, Grid, Section, Tone, grouped};
use runs::lifecycle::OutputDirectory;
use runs::sim::SimError;
use serde_json::{Value, json};
use studies::selftest::checks::FALSE_ALARM;
use studies::selftest::{Check, GAMES, Selftest, checks_table};

/// Games by default.
const DEFAULT_GAMES: u64 = 5_000;

pub(super) const EXAMPLES: &str =
    "Each check plays games, or draws from games already played, and compares the statistics with \
     the known truth: 4,000 replications for the coverage of an interval, 1,500 runs that are \
     looked at again and again. The studies themselves (simulate, compare, rank, card, target, \
     ladder, merge) are played on small games whose truth is known, and their figures are \
     recomputed from the rows. All checks together raise at most one false alarm in a \
     thousand runs; the same seed always gives the same answer. The exit code is 1 if a check fails.

Examples:
  A quick check:
    xenosim selftest

  Ten times as many games, with another seed:
    xenosim selftest --games 50000 --seed 7";

/// What is checked.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Checks")]
pub(super) struct SelftestArgs {
    /// Games of the largest parts, in thousands
    #[arg(long, value_name = "N", value_parser = games, default_value_t = DEFAULT_GAMES)]
    games: u64,
    /// Master seed
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = values::seed)]
    seed: u64,
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

impl SelftestArgs {
    fn games(&self) -> u64 {
        self.games.next_multiple_of(1000)
    }
}

impl Job for SelftestArgs {
    const COMMAND: &'static str = "selftest";
    type Plan = Selftest;

    fn plan(&self) -> Result<Selftest, CliError> {
        Ok(Selftest::new(self.seed, self.games())?)
    }

    fn identity(&self, selftest: &Selftest) -> Result<(String, Value), CliError> {
        let about = json!({ "seed": selftest.seed, "games": selftest.games });
        Ok((selftest.fingerprint(), about))
    }

    fn result(&self) -> &ResultArgs {
        &self.result
    }

    fn directory_name(&self, _: &Selftest) -> String {
        let (seed, games) = (self.seed, self.games());
        format!("{}-seed{seed}-{games}", Self::COMMAND)
    }

    fn carry_out(
        &self,
        selftest: Selftest,
        mut directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended, CliError> {
        let mut done = directory.recover()?.unwrap_or_default();
        let progress = Progress::new(selftest.planned_games(), show.is_for_people());
        let threads = directory.manifest.threads;
        let complete = selftest.play(threads, &mut done, &progress, &mut |done| {
            directory.keep(done)
        });
        progress.finish();
        let complete = complete?;
        let checks = selftest.checks(&done, threads)?;
        let tables = [("checks", checks_table(&checks).map_err(SimError::from)?)];
        let answer = self.answer(&checks, selftest.replications(), complete);
        let answer = directory.conclude(answer, &tables, &self.result.formats())?;
        let failed = checks.iter().filter(|check| !check.passed).count();
        let failure = format!("{failed} of {} checks failed", checks.len());
        Ok(Ended {
            failure: (failed > 0).then_some(CliError::Failed(failure)),
            ..answer.into()
        })
    }
}

impl SelftestArgs {
    fn answer(&self, checks: &[Check], replications: u64, complete: bool) -> Answer {
        let passed = checks.iter().filter(|check| check.passed).count();
        let agree = match passed == checks.len() {
            true => "The statistics agree with the known truth",
            false => "THE STATISTICS DISAGREE with the known truth",
        };
        let mut answer = Answer::new("selftest", "Statistics on games whose truth is known");
        answer.complete = complete;
        answer.ending = if complete { "games" } else { "interrupted" }.into();
        if !complete {
            let warning = "INTERRUPTED: shows only checks whose games are complete";
            answer.warnings.push(warning.into());
        }
        answer.say(format!(
            "{agree}: {passed} of {} checks passed.",
            checks.len()
        ));
        let mut grid = Grid::new([Column::words(""), Column::words("claim")]);
        for check in checks {
            let mark = match check.passed {
                true => Tone::Same,
                false => Tone::Worse,
            };
            let text = if check.passed { "pass" } else { "FAIL" }.into();
            let mark = Cell::Verdict {
                verdict: mark,
                text,
            };
            grid.row([mark, check.claim.into()]);
        }
        answer.section(Section::new("Checks").grid(grid));
        for failed in [true, false] {
            let title = if failed { "What failed" } else { "Figures" };
            let checks = checks.iter().filter(|check| check.passed != failed);
            answer.section(Section {
                text: checks.map(figures).collect(),
                detail: !failed,
                ..Section::new(title)
            });
        }
        answer.notes = vec![format!(
            "{} games, {} replications, seed {}; false alarms: at most one in {:.0} runs",
            grouped(self.games()),
            grouped(replications),
            self.seed,
            1.0 / FALSE_ALARM,
        )];
        answer
    }
}

/// The figures of a check, and the allowed range if it failed.
fn figures(check: &Check) -> String {
    let figures = format!("{}: {}", check.name, check.found);
    let (low, high) = check.allowed;
    match check.passed {
        true => figures,
        false => format!(
            "{figures}; {} is not within {low} to {high}",
            check.statistic
        ),
    }
}
