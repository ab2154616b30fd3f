//! `xenosim simulate`: play many games and write what happened into tables.

mod args;
pub(super) mod difficulty;
pub(super) mod progress;
pub(super) mod report;
mod run_file;
pub(super) mod values;

pub(super) use args::{DEFAULT_SEED, RunArgs, SessionArgs, ShowArgs, all_cores};

use super::{CliError, Command, Output, nothing_to_do};
use progress::Progress;
use report::Report;
use run_file::RunFile;
use std::io::Write;
use std::path::{Path, PathBuf};
use studies::sim::manifest::{MANIFEST, Manifest};
use studies::sim::{Outcome, Plan, Session, SimError, Start, run};
use tables::{Claim, Existing, ExportError, check_room, prepare_directory};

/// Where results go when no directory is named.
pub(super) const REPORTS: &str = "reports";

const EXAMPLES: &str = "Examples:
  Play 10,000 games and write tables to reports/:
    xenosim simulate

  Two players, the Dreadmire rules, until the win rate is known to within 0.2%:
    xenosim simulate --players 2 --rules dreadmire --target-error 0.2%

  A hundred million games without a row for each, on 8 threads:
    xenosim simulate --games 100_000_000 --rows none --threads 8

  A changed card, with the same luck as the run without the change:
    xenosim simulate --games 100000 --seed 7 --set prowler.hp=4

  The options from a file, one of them changed:
    xenosim simulate --config run.toml --seed 8

  In four parts, on four machines; then put together:
    xenosim simulate --games 1000000 --shard 1/4 --out part1   (2/4, 3/4, 4/4 likewise)
    xenosim merge part1 part2 part3 part4 --out whole

  Go on after a crash or Ctrl-C:
    xenosim simulate --resume reports/simulate-pnp-1p-random-seed1-10000";

/// Arguments of `simulate`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Read options from a TOML file (the same names, paths from the working directory); the
    /// command line prevails
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Go on with a run that was broken off; its options come from the directory
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        match &self.resume {
            Some(directory) => self.resume(directory, out),
            None => self.start(out),
        }
    }

    fn start(&self, out: &mut Output) -> Result<(), CliError> {
        let (mut args, mut session_args) = (self.run.clone(), self.session.clone());
        if let Some(path) = &self.config {
            let file = RunFile::load(path)?;
            session_args.fill_from(&file);
            args.fill_from(file);
        }
        let plan = args.plan()?;
        let directory = match &args.result.out {
            Some(directory) => directory.clone(),
            None => Path::new(REPORTS).join(args.report_name(&plan)),
        };
        let again = args.result.out.is_none() && holds_this_run(&directory, &plan);
        let needed = plan.least_bytes(&args.result.formats());
        check_room(&directory, needed).map_err(|error| CliError::Usage(error.to_string()))?;
        let _claim = prepare(&directory, args.result.force || again)?;
        let session = Session {
            arguments: args.arguments(&plan),
            formats: args.result.formats(),
            threads: session_args.threads(),
            checkpoint: session_args.checkpoint(),
            directory,
        };
        carry_out(&plan, &session, Start::Fresh, session_args.show, out)
    }

    fn resume(&self, directory: &Path, out: &mut Output) -> Result<(), CliError> {
        let manifest = Manifest::read(directory)?;
        let recorded = recorded_args(directory, &manifest.arguments)?;
        let plan = recorded.plan()?;
        if let Some((name, now, then)) = plan.configuration().difference(&manifest.configuration) {
            return Err(CliError::Usage(format!(
                "{}: cannot go on: `{name}` was {then} and is {now} now",
                directory.display()
            )));
        }
        if manifest.complete {
            return nothing_to_do(directory, self.session.show, out);
        }
        let _claim = prepare(directory, true)?;
        let session = Session {
            arguments: manifest.arguments,
            formats: recorded.result.formats(),
            threads: self.session.threads(),
            checkpoint: self.session.checkpoint(),
            directory: directory.to_path_buf(),
        };
        carry_out(&plan, &session, Start::Resume, self.session.show, out)
    }
}

/// Whether a directory holds this very run, complete: playing it again changes nothing there.
fn holds_this_run(directory: &Path, plan: &Plan) -> bool {
    Manifest::read(directory)
        .is_ok_and(|there| there.complete && there.configuration == plan.configuration())
}

/// The arguments that a manifest says made the run.
pub(super) fn recorded_args(directory: &Path, arguments: &[String]) -> Result<RunArgs, CliError> {
    super::recorded_args(directory, arguments, |command| match command {
        Command::Simulate(args) => Some(args.run),
        _ => None,
    })
}

/// Makes sure before anything is played that results can be written, and by nobody else
/// meanwhile.
pub(super) fn prepare(directory: &Path, force: bool) -> Result<Claim, CliError> {
    let existing = match force {
        true => Existing::Keep,
        false => Existing::Refuse,
    };
    prepare_directory(directory, existing).map_err(|error| match error {
        ExportError::NotEmpty { path } => CliError::Usage(format!(
            "{}: the directory is not empty; name another one with --out or replace the run \
             there with --force",
            path.display()
        )),
        other => CliError::Usage(other.to_string()),
    })
}

fn carry_out(
    plan: &Plan,
    session: &Session,
    start: Start,
    show_as: ShowArgs,
    out: &mut Output,
) -> Result<(), CliError> {
    let range = plan.range();
    let planned = match plan.shard {
        Some(_) => range.end - range.start,
        None => plan.stop.planned_games(),
    };
    let progress = Progress::new(planned, show_as.is_for_people());
    let result = run(plan, session, start, &progress);
    progress.finish();
    let outcome = result.map_err(|error| resumable(error, &session.directory))?;
    show(plan, &outcome, &session.directory, show_as, out)?;
    match outcome.manifest.complete {
        true => Ok(()),
        false => Err(CliError::Interrupted(format!(
            "interrupted after {} games; go on with `xenosim simulate --resume {}`",
            outcome.totals.games,
            session.directory.display()
        ))),
    }
}

/// What has been played is not lost when writing fails: says so.
fn resumable(error: SimError, directory: &Path) -> CliError {
    match error {
        SimError::Export(error) if directory.join(MANIFEST).exists() => CliError::Failed(format!(
            "{error}; when that is put right, go on with `xenosim simulate --resume {}`",
            directory.display()
        )),
        other => CliError::Run(other),
    }
}

/// Prints the result in the way that was asked for.
pub(super) fn show(
    plan: &Plan,
    outcome: &Outcome,
    directory: &Path,
    show_as: ShowArgs,
    out: &mut Output,
) -> Result<(), CliError> {
    let report = Report {
        plan,
        outcome,
        directory,
        verbose: show_as.verbose,
    };
    if show_as.json {
        writeln!(out, "{:#}", report.json())?;
    } else if !show_as.quiet {
        report.write(out)?;
    }
    Ok(out.flush()?)
}
