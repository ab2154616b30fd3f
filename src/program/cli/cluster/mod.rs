//! `xenosim cluster`: one command played in shards on many machines.
//!
//! A [`record`] in the directory says what is asked for, as data; everything else is read off the
//! directories of the shards ([`state`]). [`prepare`] writes the record, [`shard`] plays one shard,
//! [`finish`] puts them together, [`status`] tells how far it is. None of this knows who starts the
//! shards; [`slurm`] lets Slurm do it.

mod asked;
mod finish;
mod prepare;
mod record;
mod shard;
mod slurm;
mod state;
mod status;
mod time;

use super::{CliError, Output};
use clap::Subcommand;
use std::path::PathBuf;

const EXAMPLES: &str = "Commands that can be played in shards: simulate, compare, rank, sensitivity, \
ladder, judge, synergy, target, learn. The results are byte for byte those of the command alone; they are in \
DIR/result, where DIR is the command's --out.

Examples:
  On Slurm: shards of about half an hour, then a job that merges and reports:
    xenosim cluster slurm --time 30:00 -- rank --policy mastermind --games 2000 --out night

  Look at the scripts first:
    xenosim cluster slurm --time 30:00 --dry-run -- rank --policy mastermind --games 2000 --out night

  How far it is; what failed, and why:
    xenosim cluster status night

  With anything else that can run a command, such as GNU parallel:
    xenosim cluster prepare --shards 20 -- simulate --games 1e7 --out many
    seq 20 | parallel xenosim cluster shard many
    xenosim cluster merge many";

/// Arguments of `cluster`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Submit the shards of a command to Slurm, then a job that merges them and reports.
    Slurm(slurm::Args),
    /// Get a directory ready for shards that something else will start.
    Prepare(prepare::Args),
    /// Play one shard, or go on with it from its checkpoint.
    Shard(shard::Args),
    /// Put all shards together and write the report.
    Merge(finish::Args),
    /// Tell which shards are done, running or failed, and why.
    Status(status::Args),
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        match &self.what {
            What::Slurm(args) => args.run(out),
            What::Prepare(args) => args.run(out),
            What::Shard(args) => args.run(out),
            What::Merge(args) => args.run(out),
            What::Status(args) => args.run(out),
        }
    }
}

/// So many shards, as text.
fn shards(count: u32) -> String {
    match count {
        1 => "1 shard".into(),
        count => format!("{count} shards"),
    }
}

/// How a command is to be split.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Shards")]
struct SplitArgs {
    /// How many shards [default: as many as make a shard take about the time of --time, which some
    /// games played here tell]
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(record::MOST_SHARDS)))]
    shards: Option<u32>,
    /// How long a shard should take, about: minutes, minutes:seconds, hours:minutes:seconds or
    /// days-hours [default: 1 hour]
    #[arg(long, value_name = "TIME", value_parser = time::parse)]
    time: Option<std::time::Duration>,
}

/// The command that is split.
#[derive(Clone, Debug, clap::Args)]
struct CommandArgs {
    /// The command that is played in shards, as you would give it to xenosim alone
    #[arg(last = true, value_name = "COMMAND", help_heading = "Arguments")]
    command: Vec<String>,
}

/// A directory that has been prepared.
#[derive(Clone, Debug, clap::Args)]
struct DirectoryArgs {
    /// The directory that `cluster slurm` or `cluster prepare` made
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}
