//! The life of a run, from its arguments to its report: what every command that writes an output
//! directory has in common. What happens in the directory is described in [`runs::lifecycle`].

use super::result_args::ResultArgs;
use super::simulate::{SessionArgs, ShowArgs};
use super::{CliError, Output};
use reports::pages::{REPORT, Report};
use runs::lifecycle::{Manifest, OutputDirectory, Recorded};
use runs::sim::{Shard, SimError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tables::{ExportError, check_room};

/// Where results go by default.
const REPORTS: &str = "reports";

/// A command that plays something and writes an output directory. Its fields are the request, and
/// recorded as such; from them alone it can be resumed.
pub(in crate::cli) trait Job: Serialize + DeserializeOwned {
    /// The command's name.
    const COMMAND: &'static str;
    /// What is to be done, with everything resolved.
    type Plan;
    /// The outcome.
    type Outcome;

    /// Resolves everything; rejected if it makes no sense.
    fn plan(&self) -> Result<Self::Plan, CliError>;
    /// A fingerprint of everything that determines the results, and what else the manifest records
    /// of the plan (a JSON object, to which the shard is added).
    fn identity(&self, plan: &Self::Plan) -> Result<(String, Value), CliError>;
    /// Arguments that request the same, for people.
    fn arguments(&self, plan: &Self::Plan) -> Vec<String>;
    /// Where the results go, and in which formats.
    fn result(&self) -> &ResultArgs;
    /// The default name of the directory, without that of a shard; `None`: nothing is written.
    fn directory_name(&self, plan: &Self::Plan) -> Option<String>;
    /// The minimum size of the results in bytes.
    fn least_bytes(&self, _: &Self::Plan) -> u64 {
        0
    }
    /// Does the remaining work and writes the results.
    fn carry_out(
        &self,
        plan: Self::Plan,
        directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended<Self::Outcome>, CliError>;
    /// The outcome as JSON.
    fn json(&self, outcome: &Self::Outcome) -> Value;
    /// The outcome for a person.
    fn report(&self, outcome: &Self::Outcome, out: &mut Output) -> Result<(), CliError>;
    /// Whether its steps are so expensive that each is saved, regardless of `--checkpoint`.
    fn keeps_every_step(&self) -> bool {
        false
    }
    /// Which of several shards it is, to be merged; `None`: all of it.
    fn shard(&self) -> Option<Shard> {
        None
    }
    /// Takes over options that are not part of the request when it is resumed.
    fn in_session_of(self, _: &Self) -> Self {
        self
    }
    /// Whether a complete outcome is as it should be.
    fn verdict(&self, _: &Self::Outcome) -> Result<(), CliError> {
        Ok(())
    }
}

/// The arguments of a job: what it does, and how it is run this time.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct JobArgs<J: clap::Args> {
    /// Resume an interrupted run; its options come from the directory
    #[arg(long, value_name = "DIR")]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub session: SessionArgs,
    #[command(flatten)]
    pub job: J,
}

impl<J: Job + clap::Args> JobArgs<J> {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let mut session = Session::from(&self.session);
        if self.job.keeps_every_step() {
            session.checkpoint = Duration::ZERO;
        }
        run(&self.job, self.resume.as_deref(), session, out)
    }
}

/// How a job ended.
pub(in crate::cli) struct Ended<O> {
    /// The outcome, if there is anything to show.
    pub outcome: Option<O>,
    /// Whether everything is done; otherwise it was interrupted.
    pub complete: bool,
}

/// How a job is run and shown; none of this changes its results.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Session {
    pub threads: usize,
    pub checkpoint: Duration,
    pub show: ShowArgs,
}

impl From<&SessionArgs> for Session {
    fn from(args: &SessionArgs) -> Self {
        Session {
            threads: args.threads(),
            checkpoint: args.checkpoint(),
            show: args.show,
        }
    }
}

/// Starts a job, or resumes the one in a directory.
pub(in crate::cli) fn run<J: Job>(
    job: &J,
    resume: Option<&Path>,
    session: impl Into<Session>,
    out: &mut Output,
) -> Result<(), CliError> {
    match resume {
        Some(directory) => self::resume(directory, job, session.into(), out),
        None => start(job, session.into(), out),
    }
}

/// Starts a job in a directory, replacing its contents.
pub(in crate::cli) fn start_in<J: Job>(
    job: &J,
    path: &Path,
    session: Session,
    out: &mut Output,
) -> Result<(), CliError> {
    let plan = job.plan()?;
    let manifest = manifest(job, &plan, session.threads)?;
    let directory = begin(path, manifest, true, session.checkpoint)?;
    carry_out(job, plan, directory, session.show, false, out)
}

fn start<J: Job>(job: &J, session: Session, out: &mut Output) -> Result<(), CliError> {
    let plan = job.plan()?;
    let manifest = manifest(job, &plan, session.threads)?;
    let directory = match directory(job, &plan, &manifest)? {
        Some((path, replace)) => {
            check_room(&path, job.least_bytes(&plan)).map_err(refused)?;
            begin(&path, manifest, replace, session.checkpoint)?
        }
        None => OutputDirectory::nowhere(manifest),
    };
    let html = job.result().html;
    carry_out(job, plan, directory, session.show, html, out)
}

fn resume<J: Job>(
    path: &Path,
    given: &J,
    session: Session,
    out: &mut Output,
) -> Result<(), CliError> {
    let recorded = Recorded::open(path).map_err(|error| match error {
        SimError::Export(error) => refused(error),
        other => other.into(),
    })?;
    let job = recorded.request::<J>(J::COMMAND)?.in_session_of(given);
    let plan = job.plan()?;
    let manifest = manifest(&job, &plan, session.threads)?;
    recorded.refuse_another(&manifest)?;
    if recorded.manifest.is_broken_merge() {
        return Err(CliError::Usage(format!(
            "{}: contains an interrupted merge; run the same `xenosim merge` again",
            path.display()
        )));
    }
    if recorded.manifest.complete {
        recorded.tidy()?;
        if !session.show.quiet {
            let path = path.display();
            writeln!(out, "{path}: is complete; nothing to do")?;
        }
        return Ok(());
    }
    let directory = recorded.resume(manifest, session.checkpoint)?;
    let html = given.result().html;
    carry_out(&job, plan, directory, session.show, html, out)
}

/// The manifest of a job that is about to begin or resume.
pub(in crate::cli) fn manifest<J: Job>(
    job: &J,
    plan: &J::Plan,
    threads: usize,
) -> Result<Manifest, CliError> {
    let (fingerprint, mut about) = job.identity(plan)?;
    if let Some(shard) = job.shard() {
        about["shard"] = shard.to_string().into();
    }
    let request = serde_json::to_value(job)
        .map_err(|error| CliError::Failed(format!("the request cannot be recorded: {error}")))?;
    Ok(Manifest {
        mergeable: job.shard().is_some(),
        ..Manifest::new(job.arguments(plan), request, fingerprint, about, threads)
    })
}

/// Begins in a directory; says how to use one that is not empty.
pub(in crate::cli) fn begin(
    path: &Path,
    manifest: Manifest,
    force: bool,
    every: Duration,
) -> Result<OutputDirectory, CliError> {
    OutputDirectory::begin(path, manifest, force, every).map_err(|error| match error {
        SimError::Export(ExportError::NotEmpty { path }) => CliError::Usage(format!(
            "{}: the directory is not empty; choose another one with --out, or replace its \
             contents with --force",
            path.display()
        )),
        SimError::Export(error) => refused(error),
        other => other.into(),
    })
}

/// Errors that keep a run from starting are the caller's to fix.
fn refused(error: ExportError) -> CliError {
    CliError::Usage(error.to_string())
}

/// Where a job writes, and whether it may replace what is there. The default directory, under
/// `reports/`, never replaces other results.
fn directory<J: Job>(
    job: &J,
    plan: &J::Plan,
    manifest: &Manifest,
) -> Result<Option<(PathBuf, bool)>, CliError> {
    let force = job.result().force;
    match (&job.result().out, job.directory_name(plan)) {
        (Some(path), _) => Ok(Some((path.clone(), force))),
        (None, None) => Ok(None),
        (None, Some(mut name)) => {
            if let Some(Shard { number, count }) = job.shard() {
                name += &format!("-shard{number}of{count}");
            }
            own_directory(&name, manifest, force).map(Some)
        }
    }
}

/// The directory of a name under `reports/`, or beside it one with a fingerprint in its name if
/// other results are there; and whether to replace what is there.
pub(in crate::cli) fn own_directory(
    name: &str,
    wanted: &Manifest,
    force: bool,
) -> Result<(PathBuf, bool), CliError> {
    let plain = Path::new(REPORTS).join(name);
    let path = match Manifest::read(&plain) {
        Ok(there) if there.request != wanted.request => {
            Path::new(REPORTS).join(format!("{name}-{}", wanted.request_fingerprint()))
        }
        _ => plain,
    };
    let there = Manifest::read(&path).ok();
    let there = there.filter(|there| !force && wanted.difference(there).is_none());
    match there {
        None => Ok((path, force)),
        Some(there) if there.complete => {
            let path_text = path.display();
            eprintln!("note: {path_text} already contains these results; making them again");
            Ok((path, true))
        }
        Some(there) if there.is_broken_merge() => Ok((path, true)),
        Some(there) => Err(CliError::Usage(format!(
            "{0}: contains this run, interrupted; resume it with `xenosim {1} --resume {0}`, or \
             start again with --force",
            path.display(),
            there.kind
        ))),
    }
}

fn carry_out<J: Job>(
    job: &J,
    plan: J::Plan,
    directory: OutputDirectory,
    show: ShowArgs,
    html: bool,
    out: &mut Output,
) -> Result<(), CliError> {
    let path = directory.path().map(Path::to_path_buf);
    let path = path.as_deref();
    let ended = job.carry_out(plan, directory, show);
    let ended = ended.map_err(|error| resumable(error, J::COMMAND, path))?;
    if let Some(outcome) = &ended.outcome {
        self::show(job, outcome, show, out)?;
    }
    if let Some(path) = path.filter(|_| html && ended.complete) {
        Report::read(&[path.to_path_buf()])?.write(&path.join(REPORT))?;
    }
    match (ended.outcome, path) {
        (Some(outcome), _) if ended.complete => job.verdict(&outcome),
        (_, Some(path)) => Err(CliError::Interrupted(format!(
            "interrupted; progress is saved; resume with `xenosim {} --resume {}`",
            J::COMMAND,
            path.display()
        ))),
        (_, None) => Err(CliError::Interrupted(
            "interrupted; without --out DIR nothing is saved".into(),
        )),
    }
}

/// Prints an outcome as requested.
pub(in crate::cli) fn show<J: Job>(
    job: &J,
    outcome: &J::Outcome,
    show: ShowArgs,
    out: &mut Output,
) -> Result<(), CliError> {
    if show.json {
        writeln!(out, "{:#}", job.json(outcome))?;
    } else if !show.quiet {
        job.report(outcome, out)?;
    }
    Ok(out.flush()?)
}

/// Says that progress is not lost when writing fails.
fn resumable(error: CliError, command: &str, path: Option<&Path>) -> CliError {
    match (error, path) {
        (CliError::Run(SimError::Export(error)), Some(path)) => CliError::Failed(format!(
            "{error}; when that is fixed, resume with `xenosim {command} --resume {}`",
            path.display()
        )),
        (other, _) => other,
    }
}
