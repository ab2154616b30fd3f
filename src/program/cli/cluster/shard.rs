//! `xenosim cluster shard`: plays one shard, or resumes it.

use super::DirectoryArgs;
use super::record::Prepared;
use crate::cli::lifecycle;
use crate::cli::request::Request;
use crate::cli::sharded::{Sharded, ShardedCommand};
use crate::cli::simulate::{SessionArgs, ShowArgs};
use crate::cli::{CliError, Output};
use runs::lifecycle::{Manifest, ShardDirectory};
use runs::sim::Shard;
use std::io::Write;
use std::path::Path;

/// The start of a shard's first line of output; what follows in the log belongs to this attempt.
pub(super) const BEGINS: &str = "shard ";

const EXAMPLES: &str = "An interrupted shard resumes from its checkpoint, a damaged one is played \
    again, and a complete one is left alone. This works on any machine that sees the directory.

Examples:
  xenosim cluster shard many 3
  seq 20 | parallel xenosim cluster shard many";

/// Arguments of `cluster shard`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    directory: DirectoryArgs,
    /// The number of the shard, from 1
    #[arg(value_name = "NUMBER")]
    number: u32,
    /// Number of threads [default: that of the command, or 1]
    #[arg(long, value_name = "N", value_parser = crate::cli::simulate::values::threads)]
    threads: Option<usize>,
}

impl Args {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let prepared = Prepared::open(&self.directory.directory)?;
        let count = prepared.record.shards;
        if !(1..=count).contains(&self.number) {
            return Err(CliError::Usage(format!(
                "{}: has shards 1 to {count}, not {}",
                self.directory.directory.display(),
                self.number
            )));
        }
        prepared.go_there();
        let shard = Shard {
            number: self.number,
            count,
        };
        let threads = self.threads.unwrap_or(prepared.record.threads);
        let played = (command(&prepared)?.play)(&prepared, shard, threads, out);
        played.map_err(|error| named(shard, error))
    }
}

/// Adds to an error which shard it is about.
fn named(shard: Shard, error: CliError) -> CliError {
    let text = format!("shard {shard}: {error}");
    match error {
        CliError::Usage(_) | CliError::Faults(_) => CliError::Usage(text),
        CliError::Interrupted(_) => CliError::Interrupted(text),
        _ => CliError::Failed(text),
    }
}

/// The command whose shards are played.
pub(super) fn command(prepared: &Prepared) -> Result<ShardedCommand, CliError> {
    // A command without shards cannot be in a record that this program wrote.
    ShardedCommand::named(prepared.kind()).ok_or_else(|| {
        CliError::Usage(format!(
            "{}: contains shards of `{}`, which cannot be split",
            prepared.path.display(),
            prepared.kind()
        ))
    })
}

/// Plays a shard, or resumes it.
pub(in crate::cli) fn play<S: Sharded>(
    prepared: &Prepared,
    shard: Shard,
    threads: usize,
    out: &mut Output,
) -> Result<(), CliError> {
    let job = asked::<S>(prepared, shard)?;
    let path = prepared.shard(shard.number);
    let session = &SessionArgs {
        threads: Some(threads),
        checkpoint: Some(prepared.checkpoint()),
        show: ShowArgs::quiet(),
    };
    let state = Found::at(&job, &path, shard)?;
    writeln!(out, "{BEGINS}{shard}: {}", state.text())?;
    out.flush()?;
    let mut nowhere = Output::nowhere();
    match state {
        Found::Complete => return Ok(()),
        Found::Interrupted => match lifecycle::resume(&path, &job, session, &mut nowhere) {
            Err(error) if is_damage(&error) => {
                writeln!(out, "{error}; starting it again")?;
                out.flush()?;
                clear(&path)?;
                lifecycle::start(&job, Some(&path), session, &mut nowhere)?;
            }
            other => other?,
        },
        Found::Nothing | Found::Damaged(_) => {
            clear(&path)?;
            lifecycle::start(&job, Some(&path), session, &mut nowhere)?;
        }
    }
    writeln!(out, "done")?;
    Ok(())
}

/// Removes what a shard left behind: its directory holds nothing but what shards write.
fn clear(shard: &Path) -> Result<(), CliError> {
    let failed = |error: std::io::Error| CliError::Failed(format!("{}: {error}", shard.display()));
    if !shard.exists() {
        return Ok(());
    }
    for entry in std::fs::read_dir(shard).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let removed = match path.is_dir() {
            true => std::fs::remove_dir_all(&path),
            false => std::fs::remove_file(&path),
        };
        removed.map_err(failed)?;
    }
    Ok(())
}

/// The request of a shard; rejected if the same options mean something else now.
fn asked<S: Sharded>(prepared: &Prepared, shard: Shard) -> Result<Request<S>, CliError> {
    let record = &prepared.record;
    let whole = Request::<S>::of(&record.manifest, &prepared.path)?;
    let now = lifecycle::manifest(&whole, &whole.job.plan()?, 0)?;
    let same = now.refuse_other(&record.manifest, &prepared.path, "cannot resume");
    same.map_err(|error| CliError::Usage(error.to_string()))?;
    whole.part(Some(shard), prepared.before().as_deref())
}

/// The state of a shard's directory.
enum Found {
    Nothing,
    Interrupted,
    Complete,
    /// Why it cannot be used.
    Damaged(String),
}

impl Found {
    fn at<S: Sharded>(request: &Request<S>, path: &Path, shard: Shard) -> Result<Self, CliError> {
        if !path.join(runs::lifecycle::MANIFEST).exists() {
            return Ok(Found::Nothing);
        }
        let manifest = match Manifest::read(path) {
            Ok(manifest) => manifest,
            Err(error) => return Ok(Found::Damaged(error.to_string())),
        };
        let plan = request.job.plan()?;
        let now = lifecycle::manifest(request, &plan, 0)?;
        if let Some((name, now, then)) = now.difference(&manifest) {
            return Ok(Found::Damaged(format!(
                "`{name}` was {then} and is now {now}"
            )));
        }
        if manifest.about.get("shard") != Some(&shard.to_string().into()) {
            return Ok(Found::Damaged("it contains another shard".into()));
        }
        if !manifest.complete {
            return Ok(Found::Interrupted);
        }
        let directory = ShardDirectory {
            path: path.to_path_buf(),
            shard,
        };
        Ok(match request.job.check(&plan, &directory) {
            Ok(()) => Found::Complete,
            Err(error) => Found::Damaged(error.to_string()),
        })
    }

    fn text(&self) -> String {
        match self {
            Found::Nothing => "beginning".into(),
            Found::Interrupted => "resuming from its checkpoint".into(),
            Found::Complete => "is complete; nothing to do".into(),
            Found::Damaged(why) => format!("is damaged ({why}); playing it again"),
        }
    }
}

/// Whether a shard failed because of its saved progress.
fn is_damage(error: &CliError) -> bool {
    use runs::sim::SimError;
    match error {
        CliError::Run(SimError::Unfit(_)) => true,
        CliError::Run(SimError::Export(error)) => matches!(
            error.problem,
            tables::Problem::Damaged(_) | tables::Problem::ForeignPart { .. }
        ),
        _ => false,
    }
}

/// Fails unless a shard is complete and can be merged.
pub(in crate::cli) fn check<S: Sharded>(prepared: &Prepared, shard: Shard) -> Result<(), CliError> {
    let job = asked::<S>(prepared, shard)?;
    match Found::at(&job, &prepared.shard(shard.number), shard)? {
        Found::Complete => Ok(()),
        Found::Damaged(why) => Err(CliError::Failed(why)),
        Found::Nothing | Found::Interrupted => Err(CliError::Failed("is not complete".into())),
    }
}
