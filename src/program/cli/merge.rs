//! `xenosim merge`: merges the shards of a run, or runs on several seeds.

use super::cluster::{Finish, Prepared};
use super::lifecycle::{self, Ended, own_directory};
use super::request::Request;
use super::seeds::merge_runs;
use super::sharded::{Begin, Sharded, ShardedCommand};
use super::simulate::{ShowArgs, all_cores};
use super::{CliError, Output};
use runs::lifecycle::{Manifest, OutputDirectory, Shards};
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  xenosim simulate --games 1000000 --shard 1/2 --out part1
  xenosim simulate --games 1000000 --shard 2/2 --out part2
  xenosim merge part1 part2 --out whole

  The same question on two seeds:
    xenosim compare --arm set.prowler.hp=4 --seed 1 --out one
    xenosim compare --arm set.prowler.hp=4 --seed 2 --out two
    xenosim merge one two --out both

  Shards of compare, rank, card, ladder, target and learn are merged in the same way. Those of \
`xenosim cluster`, with their report:
    xenosim merge night

A merge that was killed can simply be run again. The data files are byte for byte those of the \
    same run without --shard.";

/// What becomes of sources that are not as they were.
pub(super) const NOT_MERGED: &str = "cannot be merged";

/// Arguments of `merge`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The directories of all shards, in any order, of runs of one question on several seeds, or the
    /// directory made by `xenosim cluster`
    #[arg(required = true, value_name = "DIR")]
    shards: Vec<PathBuf>,
    /// Output directory [default: a name under reports/ made from the options]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write to a directory that is not empty, replacing an earlier run
    #[arg(long)]
    force: bool,
    /// Resubmit failed shards to Slurm, and this job after them
    #[arg(long, hide = true, conflicts_with_all = ["out", "force"])]
    resubmit: bool,
    #[command(flatten)]
    show: ShowArgs,
}

/// Where and how a merged run is written and shown.
pub(super) struct MergeTo<'a> {
    /// The directory, if one is given.
    pub out: Option<&'a Path>,
    /// Whether to replace what is there.
    pub force: bool,
    /// How it is shown.
    pub show: ShowArgs,
}

impl MergeTo<'_> {
    /// Starts in the given directory, or in one of this name under `reports/`. An earlier merge of
    /// the same there is replaced.
    fn begin(
        &self,
        sources: &[PathBuf],
        name: &str,
        manifest: Manifest,
    ) -> Result<OutputDirectory, CliError> {
        let (path, replace) = match self.out {
            Some(path) => (path.to_path_buf(), self.force),
            None => own_directory(name, &manifest, self.force)?,
        };
        refuse_source(&path, sources)?;
        let replace = replace || is_of_the_same(&path, &manifest);
        lifecycle::begin(&path, manifest.of_merge(), replace, Duration::MAX)
    }
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        if let [directory] = &self.shards[..]
            && Prepared::is_there(directory)
        {
            return self.finish(directory, out);
        }
        let to = MergeTo {
            out: self.out.as_deref(),
            force: self.force,
            show: self.show,
        };
        merge_into(&self.shards, &to, out)
    }

    fn finish(&self, directory: &Path, out: &mut Output) -> Result<(), CliError> {
        if self.out.is_some() || self.force {
            return Err(CliError::Usage(format!(
                "{0}: its results go to {0}/result, without --out and --force",
                directory.display()
            )));
        }
        let finish = Finish {
            directory,
            resubmit: self.resubmit,
            show: self.show,
        };
        finish.run(out)
    }
}

/// Merges the shards in some directories, or runs on several seeds.
pub(super) fn merge_into(
    directories: &[PathBuf],
    to: &MergeTo<'_>,
    out: &mut Output,
) -> Result<(), CliError> {
    if let Some(merged) = merge_runs(directories, to, out) {
        return merged;
    }
    let shards = Shards::gather(directories)?;
    let name = &shards.manifest.kind;
    match ShardedCommand::named(name) {
        Some(command) => (command.merge)(&shards, to, out),
        None => Err(CliError::Usage(format!(
            "{}: shards of `{name}` cannot be merged",
            shards.first().display()
        ))),
    }
}

/// Merges all shards of a command.
pub(super) fn merge<S: Sharded>(
    shards: &Shards,
    to: &MergeTo<'_>,
    out: &mut Output,
) -> Result<(), CliError> {
    let asked = Request::<S>::of(&shards.manifest, shards.first())?;
    let plan = asked.job.plan()?;
    let threads = all_cores();
    let now = lifecycle::manifest(&asked, &plan, threads)?;
    now.refuse_other(&shards.manifest, shards.first(), NOT_MERGED)?;
    let whole = asked.part(None, None)?;
    refuse_other_options(shards, &whole)?;
    let job = &whole.job;
    let plan = job.whole_of(plan)?;
    let mut manifest = lifecycle::manifest(&whole, &plan, threads)?;
    if let Some(round) = job.round(&plan) {
        manifest.about.insert(GENERATION.into(), round.into());
    }
    let name = job.directory_name(&plan);
    let paths: Vec<PathBuf> = shards.all.iter().map(|shard| shard.path.clone()).collect();
    carry_out((&name, manifest), &paths, to, out, |begin| {
        job.merge(plan, shards, begin, to.show)
    })
}

/// Merges sources into a directory and shows what came out.
pub(super) fn carry_out(
    (name, manifest): (&str, Manifest),
    sources: &[PathBuf],
    to: &MergeTo<'_>,
    out: &mut Output,
    merge: impl FnOnce(Begin<'_>) -> Result<Ended, CliError>,
) -> Result<(), CliError> {
    let mut path = None;
    let mut begin = || -> Result<OutputDirectory, CliError> {
        let directory = to.begin(sources, name, manifest.clone())?;
        path = Some(directory.path().to_path_buf());
        Ok(directory)
    };
    let ended = merge(&mut begin)?;
    let Some(answer) = &ended.answer else {
        let advice = "interrupted; run the same merge again";
        return Err(CliError::Interrupted(advice.into()));
    };
    lifecycle::show(answer, path.as_deref(), to.show, out)?;
    ended.failure.map_or(Ok(()), Err)
}

/// Fails unless all shards had the same options, also those that only concern what is shown.
fn refuse_other_options<S: Sharded>(shards: &Shards, first: &Request<S>) -> Result<(), CliError> {
    for other in &shards.all[1..] {
        let asked = Request::<S>::of(&Manifest::read(&other.path)?, &other.path)?;
        if asked.part(None, None)?.words != first.words {
            let (path, first) = (other.path.display(), shards.first().display());
            let reason = format!("{path}: has other options than {first}");
            return Err(CliError::Usage(reason));
        }
    }
    Ok(())
}

/// In the manifest of a merge of shards that do not make the whole run: which part of it they make.
/// It is gone once the run is taken further there.
const GENERATION: &str = "generation";

/// Whether a directory already contains the same results, or an interrupted merge of them. Nothing
/// is lost by replacing them: everything is in the shards.
fn is_of_the_same(directory: &Path, wanted: &Manifest) -> bool {
    Manifest::read(directory).is_ok_and(|there| {
        let generation = there.about.get(GENERATION);
        (there.complete || there.is_broken_merge() || generation.is_some())
            && generation == wanted.about.get(GENERATION)
            && there.arguments == wanted.arguments
            && wanted.difference(&there).is_none()
    })
}

/// Writing into what is merged would destroy it before it is read.
fn refuse_source(directory: &Path, sources: &[PathBuf]) -> Result<(), CliError> {
    let real = directory.canonicalize().ok();
    let is_source = real.is_some_and(|real| {
        let mut paths = sources.iter();
        paths.any(|path| path.canonicalize().is_ok_and(|path| path == real))
    });
    if is_source {
        Err(CliError::Usage(format!(
            "{}: is one of those to be merged; choose another directory with --out",
            directory.display()
        )))
    } else {
        Ok(())
    }
}
