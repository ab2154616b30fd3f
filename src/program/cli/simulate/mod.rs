//! `xenosim simulate`: play many games and write what happened into tables.

mod args;
pub(super) mod progress;
pub(super) mod run_file;
pub(super) mod values;

pub(super) use args::{
    Adjust, DEFAULT_SEED, FIXED_GAMES, RunArgs, SessionArgs, ShowArgs, all_cores,
};

use super::lifecycle::{self, Ended, Job};
use super::result_args::ResultArgs;
use super::{CliError, Output};
use progress::Progress;
use reports::terminal::simulate::Report;
use run_file::RunFile;
use runs::lifecycle::OutputDirectory;
use runs::sim::{Outcome, Plan, Shard, run};
use serde_json::Value;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "Examples:
  Play 10,000 games and write tables to reports/:
    xenosim simulate

  Two players, the Dreadmire rules, until the win rate is known to within 0.2%:
    xenosim simulate --players 2 --rules dreadmire --target-error 0.2%

  A hundred million games without rows, on 8 threads:
    xenosim simulate --games 100_000_000 --rows none --threads 8

  A changed card, with the same luck as the run without the change:
    xenosim simulate --games 100000 --seed 7 --set prowler.hp=4

  Options from a file, with one of them changed:
    xenosim simulate --config run.toml --seed 8

  In four parts on four machines, then merged:
    xenosim simulate --games 1000000 --shard 1/4 --out part1   (then 2/4, 3/4, 4/4)
    xenosim merge part1 part2 part3 part4 --out whole

  Resume after a crash or Ctrl-C:
    xenosim simulate --resume reports/simulate-pnp-1p-random-seed1-10000";

/// Arguments of `simulate`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Read options from a TOML file (same names; paths relative to the working directory);
    /// command-line options take precedence
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Resume an interrupted run; its options come from the directory
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let (args, session, resume) = self.effective()?;
        lifecycle::run(&args, resume, &session, out)
    }

    /// The request, completed from a file of options.
    pub(super) fn effective(&self) -> Result<(RunArgs, SessionArgs, Option<&Path>), CliError> {
        let (mut args, mut session) = (self.run.clone(), self.session.clone());
        if let Some(path) = &self.config {
            let file = RunFile::load(path)?;
            session.fill_from(&file);
            args.fill_from(file);
            args.plan().map_err(|error| self.blame(path, error))?;
        }
        Ok((args, session, self.resume.as_deref()))
    }
}

impl Args {
    /// Adds the line of the file of options that an error comes from, if any.
    fn blame(&self, path: &Path, error: CliError) -> CliError {
        let culprit = RunFile::culprit(path, |file| {
            let mut args = self.run.clone();
            args.fill_from(file);
            args.plan().is_ok()
        });
        match culprit {
            Some(culprit) => CliError::Usage(format!("{culprit}: {error}")),
            None => error,
        }
    }
}

/// A run that has been played.
pub(super) struct Played {
    pub plan: Plan,
    pub outcome: Outcome,
    pub directory: PathBuf,
    pub verbose: bool,
}

impl Played {
    fn report(&self) -> Report<'_> {
        Report {
            plan: &self.plan,
            outcome: &self.outcome,
            directory: &self.directory,
            verbose: self.verbose,
        }
    }
}

impl Job for RunArgs {
    const COMMAND: &'static str = "simulate";
    type Plan = Plan;
    type Outcome = Played;

    fn plan(&self) -> Result<Plan, CliError> {
        self.resolve()
    }

    fn identity(&self, plan: &Plan) -> Result<(String, Value), CliError> {
        Ok((plan.fingerprint(), plan.record().json()))
    }

    fn arguments(&self, plan: &Plan) -> Vec<String> {
        self.command_line(plan)
    }

    fn result(&self) -> &ResultArgs {
        &self.result
    }

    fn directory_name(&self, plan: &Plan) -> Option<String> {
        Some(self.report_name(plan))
    }

    fn least_bytes(&self, plan: &Plan) -> u64 {
        plan.least_bytes(&self.result.formats())
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn carry_out(
        &self,
        plan: Plan,
        directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended<Played>, CliError> {
        let path = directory.path().unwrap_or(Path::new("")).to_path_buf();
        let progress = Progress::new(plan.planned_games(), show.is_for_people());
        let outcome = run(&plan, directory, &self.result.formats(), &progress);
        progress.finish();
        let outcome = outcome?;
        Ok(Ended {
            complete: outcome.manifest.complete,
            outcome: Some(Played {
                plan,
                outcome,
                directory: path,
                verbose: show.verbose,
            }),
        })
    }

    fn json(&self, played: &Played) -> Value {
        played.report().json()
    }

    fn report(&self, played: &Played, out: &mut Output) -> Result<(), CliError> {
        Ok(played.report().write(out)?)
    }
}
