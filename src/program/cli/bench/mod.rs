//! `xenosim bench`: the speed of the engine on this machine, compared with earlier measurements.

mod report;

use super::lifecycle::{self, Ended, Job, Session};
use super::request::Request;
use super::result_args::ResultArgs;
use super::simulate::progress::Progress;
use super::simulate::{ShowArgs, all_cores, values};
use super::{CliError, Output};
use cards::data::tree::fingerprint;
use report::{answer, table};
use runs::lifecycle::OutputDirectory;
use runs::sim::stop::parse_target_error;
use runs::sim::{SimError, Watch};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use statistics::precision::TargetError;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use studies::bench::{
    BenchError, Figure, Follow, Machine, Measured, Options, Task, Workload, figures, run, tasks,
};
use tables::write_atomically;

const EXAMPLES: &str = "Games are played and counted as in `simulate`. Everything is measured \
    several times in turn; figures are the median, minimum and maximum of the repetitions, and ±, \
    the standard error of their mean relative to the mean. A ratio is called better or worse only \
    if the repetitions of the two measurements do not overlap. Without --out nothing is written.

Examples:
  Measure, about 15 seconds on a quiet machine:
    xenosim bench

  Before and after a change:
    xenosim bench --save before.json
    xenosim bench --against before.json

  Until the relative standard error of every workload is at most 1%:
    xenosim bench --target-error 1%

  Longer, with instruction counts by valgrind, written to CSV and Parquet:
    xenosim bench --repetitions 15 --instructions --out reports/bench

  Resume after Ctrl-C:
    xenosim bench --resume reports/bench";

/// Repetitions by default, and at most with a target error.
const DEFAULT_REPETITIONS: u16 = 5;
const MOST_REPETITIONS: u16 = 200;
/// Milliseconds for a repetition by default.
const DEFAULT_EACH: u16 = 150;
/// How often progress is saved; never during a measurement.
const KEEP_EVERY: Duration = Duration::from_secs(1);

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Resume an interrupted measurement, on the same machine with the same program; its options
    /// come from the directory
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    request: Request<BenchArgs>,
    /// Only play: policy, players, games; prints the decisions
    #[arg(long, hide = true, num_args = 3, value_names = ["POLICY", "PLAYERS", "GAMES"])]
    play_only: Vec<String>,
}

/// What is measured, and how often.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Measurement")]
pub(super) struct BenchArgs {
    /// Repetitions of every measurement [default: 5; with a target error at most 200]
    #[arg(long, value_name = "N", value_parser = values::from_to::<u16>(1, 1000))]
    repetitions: Option<u16>,
    /// Repeat each workload until the relative standard error of its figures is at most this, such
    /// as 1%, but at least five times
    #[arg(long, value_name = "PERCENT", value_parser = parse_target_error, allow_hyphen_values = true)]
    target_error: Option<TargetError>,
    /// Milliseconds for one repetition of one workload [default: 150]
    #[arg(long, value_name = "MS", value_parser = values::from_to::<u16>(1, 60_000))]
    each: Option<u16>,
    /// Games per repetition of a workload, instead of a duration
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true,
          conflicts_with = "each")]
    games: Option<u64>,
    /// Maximum number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Also count instructions per game and decision (needs valgrind; takes minutes)
    #[arg(long)]
    instructions: bool,
    /// Save the measurement to a file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Compare with a saved measurement
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    #[command(flatten)]
    result: ResultArgs,
}

/// A measurement as it is saved.
#[derive(Debug, Serialize, Deserialize)]
struct Measurement {
    program: String,
    command: String,
    machine: Machine,
    figures: Vec<Figure>,
}

impl From<BenchError> for CliError {
    fn from(error: BenchError) -> Self {
        match error {
            BenchError::Faults(faults) => faults.into(),
            BenchError::Sim(error) => error.into(),
            BenchError::Instructions(_) => CliError::Failed(error.to_string()),
        }
    }
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        if let [policy, players, games] = &self.play_only[..] {
            return play_only(policy, players, games, out);
        }
        // Invalid options are rejected before anything is measured.
        let bench = &self.request.job;
        if let Some(path) = &bench.save {
            refuse_no_directory(path)?;
        }
        bench.earlier()?;
        let session = Session {
            threads: bench.options().threads,
            checkpoint: KEEP_EVERY,
            show: self.show,
        };
        lifecycle::run(&self.request, self.resume.as_deref(), session, out)
    }
}

impl Job for BenchArgs {
    const COMMAND: &'static str = "bench";
    type Plan = Vec<Task>;

    fn plan(&self) -> Result<Vec<Task>, CliError> {
        Ok(tasks(&self.options(), self.instructions)?)
    }

    /// Times of another machine are not comparable.
    fn identity(&self, _: &Vec<Task>) -> Result<(String, Value), CliError> {
        let mut about = json!(Machine::here());
        if let Value::Object(machine) = &mut about {
            machine.remove("version"); // stands in every manifest
        }
        let identity = format!("{about}{:?}{}", self.options(), self.instructions);
        Ok((format!("{:016x}", fingerprint(&identity)), about))
    }

    fn result(&self) -> &ResultArgs {
        &self.result
    }

    fn directory_name(&self, _: &Vec<Task>) -> Option<String> {
        None
    }

    fn in_session_of(self, given: &Self) -> Self {
        BenchArgs {
            save: given.save.clone(),
            against: given.against.clone(),
            ..self
        }
    }

    fn carry_out(
        &self,
        mut tasks: Vec<Task>,
        mut directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended, CliError> {
        let options = self.options();
        let mut measured: Measured = directory.recover()?.unwrap_or_default();
        let progress = Progress::of(tasks.len() as u64, "workloads", show.is_for_people());
        let mut following = Following {
            progress: &progress,
            directory: &mut directory,
        };
        let interrupt = progress.interrupt();
        let complete = run(
            &mut tasks,
            &options,
            &mut measured,
            interrupt,
            &mut following,
        );
        progress.finish();
        let complete = complete?;
        if !complete {
            directory.keep(&measured)?;
        }
        let measurement = Measurement {
            program: "xenosim".into(),
            command: directory.manifest.command.clone(),
            machine: Machine::here(),
            figures: figures(&tasks, &measured, &options),
        };
        let earlier = self.earlier()?;
        let table = table(&measurement.figures, earlier.as_ref())?;
        let missed = self.missed(&tasks, &measured);
        let mut answer = answer(&measurement, earlier.as_ref(), &missed, complete);
        directory.write_study(&mut answer, &[("bench", table)], &self.result.formats())?;
        directory.finish(complete, &answer.ending)?;
        if let Some(path) = self.save.as_ref().filter(|_| complete) {
            let text = serde_json::to_string_pretty(&measurement).map_err(broken)? + "\n";
            write_atomically(path, text.as_bytes())?;
        }
        Ok(Ended::new(answer, complete))
    }
}

/// Shows progress and saves it.
struct Following<'a> {
    progress: &'a Progress,
    directory: &'a mut OutputDirectory,
}

impl Follow for Following<'_> {
    fn about_to(&mut self, task: &str, done: usize) {
        self.progress.show(done as u64, format!("measuring {task}"));
    }

    fn measured(&mut self, measured: &Measured) -> Result<(), SimError> {
        if self.directory.is_due() {
            self.directory.keep(measured)
        } else {
            Ok(())
        }
    }
}

impl BenchArgs {
    fn options(&self) -> Options {
        let default = match self.target_error {
            Some(_) => MOST_REPETITIONS,
            None => DEFAULT_REPETITIONS,
        };
        Options {
            repetitions: usize::from(self.repetitions.unwrap_or(default)),
            target: self.target_error.map(TargetError::value),
            each: Duration::from_millis(self.each.unwrap_or(DEFAULT_EACH).into()),
            games: self.games,
            threads: self.threads.unwrap_or_else(all_cores),
        }
    }

    /// The measurement to compare with.
    fn earlier(&self) -> Result<Option<Measurement>, CliError> {
        self.against.as_deref().map(read).transpose()
    }

    /// Tasks that miss the target error after the maximum of repetitions.
    fn missed(&self, tasks: &[Task], measured: &Measured) -> Vec<String> {
        let options = self.options();
        let missed = tasks.iter().filter(|task| {
            let found = measured.get(&task.name).map(|all| task.found(all));
            let mut errors = found.iter().flatten().map(|figure| figure.relative_error);
            options.target.is_some_and(|target| {
                !task.exact && errors.any(|error| error.is_some_and(|error| error > target))
            })
        });
        missed.map(|task| task.name.clone()).collect()
    }
}

/// A file can be written only to an existing directory.
fn refuse_no_directory(path: &Path) -> Result<(), CliError> {
    let directory = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    match directory {
        Some(directory) if !directory.is_dir() => Err(CliError::Usage(format!(
            "{}: cannot be written: {} is not a directory",
            path.display(),
            directory.display()
        ))),
        _ => Ok(()),
    }
}

fn broken(error: serde_json::Error) -> CliError {
    CliError::Failed(format!("the measurement cannot be written: {error}"))
}

fn read(path: &Path) -> Result<Measurement, CliError> {
    let wrong = |reason: String| CliError::Usage(format!("{}: {reason}", path.display()));
    let text = files::read_text(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    serde_json::from_str(&text).map_err(|error| {
        wrong(format!(
            "is not a measurement saved by `xenosim bench --save`: {error}"
        ))
    })
}

/// Only plays games, for counting instructions.
fn play_only(policy: &str, players: &str, games: &str, out: &mut Output) -> Result<(), CliError> {
    let number = |text: &str| {
        let number = text.parse::<u64>();
        number.map_err(|_| CliError::Usage(format!("`{text}` is not a number")))
    };
    let players = number(players)?.clamp(1, 4) as u8;
    let workload = Workload::new(policy, players)?;
    writeln!(out, "{}", workload.play(number(games)?))?;
    Ok(())
}
