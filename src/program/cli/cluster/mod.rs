//! `xenosim cluster`: runs one command in shards on many machines. A [`record`] in the directory
//! holds the request as data; everything else is read from the directories of the shards
//! ([`state`]). [`prepare`] writes the record, [`shard`] plays one shard, [`finish`] merges them,
//! [`status`] reports the progress. None of this depends on what starts the shards; [`slurm`] lets
//! Slurm do it.

mod asked;
mod finish;
mod prepare;
mod record;
mod shard;
mod slurm;
mod state;
mod status;
mod time;

pub(super) use asked::Asked;
pub(super) use finish::Finish;
pub(super) use record::Prepared;
pub(super) use shard::{check, play};

use super::{CliError, Output};
use clap::Subcommand;
use std::path::PathBuf;

const EXAMPLES: &str = "Commands that can be split into shards: simulate, compare, rank, \
    card, ladder, target, learn. The results are byte for byte those of the \
    command on its own; they are in DIR/result, where DIR is the command's --out.

Examples:
  On Slurm, in shards of about half an hour, then a job that merges them and writes the report:
    xenosim cluster slurm --time 30:00 -- rank --policy mastermind --games 2000 --all-games --out night

  What is done, what failed, and why:
    xenosim cluster status night

  With anything else that can run a command, such as GNU parallel:
    xenosim cluster prepare --shards 20 -- simulate --games 1e7 --out many
    seq 20 | parallel xenosim cluster shard many
    xenosim merge many";

/// Arguments of `cluster`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Submit the shards of a command to Slurm, and a job that merges them and writes the report.
    Slurm(slurm::Args),
    /// Prepare a directory for shards that something else will start.
    Prepare(prepare::Args),
    /// Play one shard, or resume it from its checkpoint.
    Shard(shard::Args),
    /// Show which shards are done, running or failed, and why.
    Status(status::Args),
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        match &self.what {
            What::Slurm(args) => args.run(out),
            What::Prepare(args) => args.run(out),
            What::Shard(args) => args.run(out),
            What::Status(args) => args.run(out),
        }
    }
}

/// How a command is to be split.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Shards")]
struct SplitArgs {
    /// Number of shards [default: so that a shard takes about as long as --time, measured by a few
    /// games on this machine]
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(record::MOST_SHARDS)))]
    shards: Option<u32>,
    /// Approximate duration of a shard: minutes, minutes:seconds, hours:minutes:seconds or
    /// days-hours [default: 1 hour]
    #[arg(long, value_name = "TIME", value_parser = time::parse)]
    time: Option<std::time::Duration>,
}

/// The command that is split.
#[derive(Clone, Debug, clap::Args)]
struct CommandArgs {
    /// The command to split into shards, as you would run it without `cluster`
    #[arg(last = true, value_name = "COMMAND", help_heading = "Arguments")]
    command: Vec<String>,
}

/// A directory that has been prepared.
#[derive(Clone, Debug, clap::Args)]
struct DirectoryArgs {
    /// The directory made by `cluster slurm` or `cluster prepare`
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}
