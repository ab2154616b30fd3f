//! `xenosim merge`: put the shards of a run together.

use super::compare::args::CompareArgs;
use super::compare::session;
use super::judge::JudgeArgs;
use super::ladder::LadderArgs;
use super::lifecycle::{self, Job, own_directory};
use super::rank::RankArgs;
use super::sensitivity::SensitivityArgs;
use super::simulate::{Played, RunArgs, ShowArgs};
use super::synergy::SynergyArgs;
use super::{CliError, Output};
use runs::lifecycle::{Manifest, OutputDirectory, ShardDirectory, gather};
use runs::sim::merge::merge;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  xenosim simulate --games 1000000 --shard 1/2 --out part1
  xenosim simulate --games 1000000 --shard 2/2 --out part2
  xenosim merge part1 part2 --out whole

  Shards of compare, rank, sensitivity, judge, synergy and ladder are merged likewise.

The data files are byte for byte those of the same run without --shard.";

/// Arguments of `merge`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The directories of all shards, in any order
    #[arg(required = true, value_name = "DIR")]
    shards: Vec<PathBuf>,
    /// Directory for the results [default: reports/ and a name made from the options]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write into a directory that is not empty, replacing an earlier run there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    show: ShowArgs,
}

/// Where and how a merged run is written and shown.
pub(super) struct MergeTo<'a> {
    args: &'a Args,
    pub(super) show: ShowArgs,
}

impl MergeTo<'_> {
    /// Refuses unless what would be played now is what the shards played.
    pub(super) fn refuse_another(
        &self,
        shard: &ShardDirectory,
        now: &Manifest,
    ) -> Result<(), CliError> {
        match now.difference(&shard.manifest) {
            None => Ok(()),
            Some((name, now, then)) => Err(CliError::Usage(format!(
                "{}: cannot be merged: `{name}` was {then} and is {now} now",
                shard.path.display()
            ))),
        }
    }

    /// Begins in the directory that was named, or in one of this name under `reports/`.
    pub(super) fn begin(
        &self,
        name: &str,
        manifest: Manifest,
    ) -> Result<OutputDirectory, CliError> {
        let (path, replace) = match &self.args.out {
            Some(path) => (path.clone(), self.args.force),
            None => own_directory(name, &manifest, self.args.force)?,
        };
        self.args.refuse_own_shard(&path)?;
        lifecycle::begin(&path, manifest, replace, Duration::MAX)
    }
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let shards = gather(&self.shards)?;
        let to = MergeTo {
            args: self,
            show: self.show,
        };
        match shards[0].manifest.kind.as_str() {
            "compare" => session::merge::<CompareArgs>(&shards, &to, out),
            "rank" => session::merge::<RankArgs>(&shards, &to, out),
            "sensitivity" => session::merge::<SensitivityArgs>(&shards, &to, out),
            "judge" => session::merge::<JudgeArgs>(&shards, &to, out),
            "synergy" => session::merge::<SynergyArgs>(&shards, &to, out),
            "ladder" => session::merge::<LadderArgs>(&shards, &to, out),
            _ => merge_games(&shards, &to, out),
        }
    }

    /// Writing into a shard would destroy it before it is read.
    fn refuse_own_shard(&self, directory: &Path) -> Result<(), CliError> {
        let real = directory.canonicalize().ok();
        let is_shard = real.is_some_and(|real| {
            let mut shards = self.shards.iter();
            shards.any(|shard| shard.canonicalize().is_ok_and(|shard| shard == real))
        });
        match is_shard {
            false => Ok(()),
            true => Err(CliError::Usage(format!(
                "{}: is one of the shards; name another directory with --out",
                directory.display()
            ))),
        }
    }
}

/// Merges the shards of a run of plain games.
fn merge_games(
    shards: &[ShardDirectory],
    to: &MergeTo<'_>,
    out: &mut Output,
) -> Result<(), CliError> {
    let first = &shards[0];
    let args = RunArgs {
        shard: None,
        ..first.manifest.request(&first.path)?
    };
    let plan = args.plan()?;
    let manifest = lifecycle::manifest(&args, &plan, 0)?;
    to.refuse_another(first, &manifest)?;
    let directory = to.begin(&args.report_name(&plan), manifest)?;
    let path = directory.path().unwrap_or(Path::new("")).to_path_buf();
    let outcome = merge(&plan, shards, directory, &args.result.formats())?;
    let played = Played {
        plan,
        outcome,
        directory: path,
        verbose: to.show.verbose,
    };
    lifecycle::show(&args, &played, to.show, out)
}
