//! The life of a run, from its arguments to its report: what every command that writes an output
//! directory has in common. What happens in the directory is described in [`runs::lifecycle`].

use super::request::Request;
use super::result_args::ResultArgs;
use super::simulate::{SessionArgs, ShowArgs};
use super::{CliError, Output};
use answers::Answer;
use cards::words::harmless;
use reports::html::{self, REPORT};
use reports::terminal;
use runs::lifecycle::{Manifest, OutputDirectory, Recorded, command_line};
use runs::sim::{Shard, SimError};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tables::{ExportError, Problem, check_room};

/// Where results go by default.
const REPORTS: &str = "reports";

/// A command that plays something and writes an output directory. Its arguments are the request,
/// from which it can be resumed.
pub(in crate::cli) trait Job: clap::Args {
    /// The command's name.
    const COMMAND: &'static str;
    /// What is to be done, with everything resolved.
    type Plan;

    /// Resolves everything; rejected if it makes no sense.
    fn plan(&self) -> Result<Self::Plan, CliError>;
    /// A fingerprint of everything that determines the results, and what else the manifest records
    /// of the plan (a JSON object, to which the shard is added).
    fn identity(&self, plan: &Self::Plan) -> Result<(String, Value), CliError>;
    /// Where the results go, and in which formats.
    fn result(&self) -> &ResultArgs;
    /// The default name of the directory, without that of a shard.
    fn directory_name(&self, _: &Self::Plan) -> String {
        Self::COMMAND.into()
    }
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
    ) -> Result<Ended, CliError>;
    /// Which of several shards it is, to be merged; `None`: all of it.
    fn shard(&self) -> Option<Shard> {
        None
    }
    /// The games of the plan, if they can be raised afterwards.
    fn games(&self, _: &Self::Plan) -> Option<u64> {
        None
    }
}

/// The arguments of a job: what it does, and how it is run this time.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct JobArgs<J: Job> {
    /// Resume an interrupted run; its options come from the directory. With --games, a finished run
    /// gets more games
    #[arg(long, value_name = "DIR")]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub session: SessionArgs,
    #[command(flatten)]
    pub request: Request<J>,
}

impl<J: Job> JobArgs<J> {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        match &self.resume {
            Some(directory) => resume(directory, &self.request, &self.session, out),
            None => start(&self.request, None, &self.session, out),
        }
    }
}

/// How a job ended.
pub(in crate::cli) struct Ended {
    /// The answer; `None` if it was interrupted before there was anything to show.
    pub answer: Option<Answer>,
    /// Why a complete answer is not as it should be.
    pub failure: Option<CliError>,
}

impl From<Answer> for Ended {
    fn from(answer: Answer) -> Self {
        Ended {
            answer: Some(answer),
            failure: None,
        }
    }
}

impl Ended {
    /// Interrupted before there was anything to show.
    pub fn interrupted() -> Self {
        Ended {
            answer: None,
            failure: None,
        }
    }

    /// A shard, which waits to be merged: only what it is.
    pub fn shard(
        directory: OutputDirectory,
        what: &str,
        complete: bool,
        ending: &str,
    ) -> Result<Self, CliError> {
        let path = directory.path().display().to_string();
        let manifest = directory.finish(complete, ending)?;
        let mut answer = Answer::new(&manifest.kind, what);
        answer.say(format!("{path}: {what}, for `xenosim merge`"));
        answer.complete = complete;
        answer.ending = ending.into();
        answer.reproduce.command = manifest.command;
        answer.reproduce.fingerprint = manifest.fingerprint;
        Ok(answer.into())
    }
}

/// Starts a job where its arguments say, or in a directory whose contents it replaces.
pub(in crate::cli) fn start<J: Job>(
    request: &Request<J>,
    within: Option<&Path>,
    session: &SessionArgs,
    out: &mut Output,
) -> Result<(), CliError> {
    let job = &request.job;
    let plan = job.plan()?;
    let manifest = manifest(request, &plan, session.threads())?;
    let (path, replace) = match within {
        Some(path) => (path.to_path_buf(), true),
        None => directory(job, &plan, &manifest)?,
    };
    check_room(&path, job.least_bytes(&plan)).map_err(refused)?;
    let directory = begin(&path, manifest, replace, session.checkpoint())?;
    carry_out(job, plan, directory, session.show, job.result().html, out)
}

/// Resumes the job in a directory.
pub(in crate::cli) fn resume<J: Job>(
    path: &Path,
    given: &Request<J>,
    session: &SessionArgs,
    out: &mut Output,
) -> Result<(), CliError> {
    let recorded = Recorded::open(path).map_err(|error| match error {
        SimError::Export(error) => refused(error),
        other => other.into(),
    })?;
    recorded.refuse_command(J::COMMAND)?;
    let mut request = Request::<J>::of(&recorded.manifest, path)?;
    let mut plan = request.job.plan()?;
    let mut manifest = self::manifest(&request, &plan, session.threads())?;
    manifest.refuse_other(&recorded.manifest, path, "cannot resume")?;
    if recorded.manifest.is_broken_merge() {
        return Err(CliError::Usage(format!(
            "{}: contains an interrupted merge; run the same `xenosim merge` again",
            path.display()
        )));
    }
    let html = request.job.result().html || given.job.result().html;
    // A shard of a cluster is resumed with the whole request, not with more games.
    let games = given
        .value("--games")
        .filter(|_| given.words != request.words);
    if let Some(games) = games {
        request = request.raised(request.job.games(&plan), games, &recorded.manifest)?;
        plan = request.job.plan()?;
        manifest = self::manifest(&request, &plan, session.threads())?;
    } else if recorded.manifest.complete {
        recorded.tidy()?;
        if html && !path.join(REPORT).exists() {
            html::Report::read(&[path.to_path_buf()])?.write(&path.join(REPORT))?;
        }
        if !session.show.quiet {
            let path = path.display();
            writeln!(out, "{path}: is complete; nothing to do")?;
        }
        return Ok(());
    }
    let directory = recorded.resume(manifest, session.checkpoint())?;
    carry_out(&request.job, plan, directory, session.show, html, out)
}

/// The manifest of a job that is about to begin or resume.
pub(in crate::cli) fn manifest<J: Job>(
    request: &Request<J>,
    plan: &J::Plan,
    threads: usize,
) -> Result<Manifest, CliError> {
    let job = &request.job;
    let numbers = job
        .result()
        .raised_from
        .iter()
        .copied()
        .chain(job.games(plan));
    if !numbers.is_sorted_by(|before, then| before < then) {
        return Err(CliError::Usage(
            "--raised-from: expected rising numbers of games, all of them below --games".into(),
        ));
    }
    let (fingerprint, mut about) = job.identity(plan)?;
    if let Some(shard) = job.shard() {
        about["shard"] = shard.to_string().into();
    }
    // A page beside the results does not change them.
    let words = request.words.iter().filter(|word| *word != "--html");
    let words: Vec<String> = words.cloned().collect();
    Ok(Manifest {
        mergeable: job.shard().is_some(),
        command: command_line(&words),
        ..Manifest::new(request.words.clone(), fingerprint, about, threads)
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
        SimError::Export(ExportError {
            path,
            problem: Problem::NotEmpty,
        }) => CliError::Usage(not_empty(&path)),
        SimError::Export(error) => refused(error),
        other => other.into(),
    })
}

/// How to use a directory that is not empty. What an interrupted run has played is worth keeping.
fn not_empty(path: &Path) -> String {
    let shown = harmless(&path.display().to_string());
    match Manifest::read(path) {
        Ok(there) if !there.complete && !there.is_broken_merge() => interrupted(&shown, &there),
        _ => format!(
            "{shown}: the directory is not empty; choose another one with --out, or replace its \
             contents with --force"
        ),
    }
}

fn interrupted(directory: &str, there: &Manifest) -> String {
    format!(
        "{directory}: contains an interrupted run; resume it with `xenosim {} --resume {directory}`, \
         or start again with --force",
        there.kind
    )
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
) -> Result<(PathBuf, bool), CliError> {
    let force = job.result().force;
    if let Some(path) = &job.result().out {
        return Ok((path.clone(), force));
    }
    let mut name = job.directory_name(plan);
    if let Some(Shard { number, count }) = job.shard() {
        name += &format!("-shard{number}of{count}");
    }
    own_directory(&name, manifest, force)
}

/// The directory of a name under `reports/`, and whether to replace what is there. Where something
/// else is, the name gets the fingerprint of the request, then a number.
pub(in crate::cli) fn own_directory(
    name: &str,
    wanted: &Manifest,
    force: bool,
) -> Result<(PathBuf, bool), CliError> {
    let longer = format!("{name}-{}", wanted.request_fingerprint());
    let numbered = (2..).map(|number| format!("{longer}-{number}"));
    let names = [name.to_string(), longer.clone()]
        .into_iter()
        .chain(numbered);
    for path in names.map(|name| Path::new(REPORTS).join(name)) {
        if let Some(replace) = may_replace(&path, wanted, force)? {
            return Ok((path, replace));
        }
    }
    unreachable!("there is always another number")
}

/// Whether results may go to a directory (`None`: they may not), and whether that replaces something:
/// only what the same request made.
fn may_replace(path: &Path, wanted: &Manifest, force: bool) -> Result<Option<bool>, CliError> {
    let Ok(there) = Manifest::read(path) else {
        return Ok((force || OutputDirectory::is_free(path)).then_some(force));
    };
    let shown = harmless(&path.display().to_string());
    let difference = wanted.difference(&there).map(|(name, ..)| name);
    match difference.as_deref() {
        _ if there.arguments != wanted.arguments => Ok(None),
        _ if force => Ok(Some(true)),
        None if there.complete => {
            eprintln!("note: {shown} already contains these results; making them again");
            Ok(Some(true))
        }
        Some("version" | "build") if there.complete => {
            eprintln!("note: {shown} contains the results of another build; making them again");
            Ok(Some(true))
        }
        None if there.is_broken_merge() => Ok(Some(true)),
        None => Err(CliError::Usage(interrupted(&shown, &there))),
        Some(_) => Ok(None),
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
    let path = &directory.path().to_path_buf();
    let ended = job.carry_out(plan, directory, show);
    let ended = ended.map_err(|error| resumable(error, J::COMMAND, path))?;
    let complete = ended.answer.as_ref().is_some_and(|answer| answer.complete);
    if let Some(answer) = ended.answer {
        self::show(&answer, Some(path), show, out)?;
        if html && complete && job.shard().is_none() {
            html::Report::new(vec![answer]).write(&path.join(REPORT))?;
        }
    }
    if !complete {
        return Err(CliError::Interrupted(format!(
            "interrupted; progress is saved; resume with `xenosim {} --resume {}`",
            J::COMMAND,
            path.display()
        )));
    }
    ended.failure.map_or(Ok(()), Err)
}

/// Prints an answer, and where its files are.
pub(in crate::cli) fn show(
    answer: &Answer,
    path: Option<&Path>,
    show: ShowArgs,
    out: &mut Output,
) -> Result<(), CliError> {
    let path = path.map(|path| path.display().to_string());
    if show.json {
        let mut json = json!(answer);
        json["directory"] = path.into();
        json["measured"] = json!(answer.measured);
        writeln!(out, "{json:#}")?;
    } else if !show.quiet {
        terminal::write(answer, show.verbose, out)?;
        if let Some(path) = path {
            writeln!(out, "Files\n  {path}")?;
        }
        writeln!(out, "Reproduce\n  {}", answer.reproduce.command)?;
    }
    Ok(out.flush()?)
}

/// Says that progress is not lost when writing fails.
fn resumable(error: CliError, command: &str, path: &Path) -> CliError {
    match error {
        CliError::Run(SimError::Export(error)) => CliError::Failed(format!(
            "{error}; when that is fixed, resume with `xenosim {command} --resume {}`",
            path.display()
        )),
        other => other,
    }
}
