//! `xenosim merge`: put the shards of a run together.

use super::lifecycle::{self, Job, own_directory};
use super::simulate::{Played, RunArgs, ShowArgs};
use super::{CliError, Output};
use std::path::{Path, PathBuf};
use std::time::Duration;
use studies::sim::merge::{ShardDirectory, gather, merge};

const EXAMPLES: &str = "Examples:
  xenosim simulate --games 1000000 --shard 1/2 --out part1
  xenosim simulate --games 1000000 --shard 2/2 --out part2
  xenosim merge part1 part2 --out whole

The data files are byte for byte those of the same run without --shard.";

/// Arguments of `merge`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
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

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let shards = gather(&self.shards)?;
        let args = whole_run(&shards[0])?;
        let plan = args.plan()?;
        let recorded = &shards[0].record.configuration;
        if let Some((name, now, then)) = plan.configuration().difference(recorded) {
            return Err(CliError::Usage(format!(
                "{}: cannot be merged: `{name}` was {then} and is {now} now",
                shards[0].path.display()
            )));
        }
        let manifest = lifecycle::manifest(&args, &plan, 0)?;
        let (path, replace) = match &self.out {
            Some(path) => (path.clone(), self.force),
            None => own_directory(&args.report_name(&plan), &manifest, self.force)?,
        };
        self.refuse_own_shard(&path)?;
        let directory = lifecycle::begin(&path, manifest, replace, Duration::MAX)?;
        let outcome = merge(&plan, &shards, directory, &args.result.formats())?;
        let played = Played {
            plan,
            outcome,
            directory: path,
            verbose: self.show.verbose,
        };
        lifecycle::show(&args, &played, self.show, out)
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

/// The request of the whole run that a shard belongs to.
fn whole_run(shard: &ShardDirectory) -> Result<RunArgs, CliError> {
    let args: RunArgs = shard.manifest.request(&shard.path)?;
    Ok(RunArgs {
        shard: None,
        ..args
    })
}
