//! `xenosim cluster prepare`: prepares a directory for shards.

use super::asked::Asked;
use super::record::{MOST_SHARDS, Prepared, Record, Site};
use super::time::roughly;
use super::{CommandArgs, SplitArgs};
use crate::cli::{CliError, Output};
use reports::terminal::text::counted;
use runs::lifecycle::Manifest;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use studies::pilot::{self, Measured};
use tables::{Claim, claim_directory, is_empty_but_for};

/// The default duration of a shard.
const DEFAULT_TIME: Duration = Duration::from_secs(3600);
/// The approximate duration of a pilot run; each kind of game is played at least once.
const PILOT: Duration = Duration::from_secs(3);
/// What is in a directory whose record was lost.
const OWN: [&str; 6] = [
    "cluster.json.xenosim-unfinished",
    "logs",
    "merge.sh",
    "result",
    "shards",
    "shards.sh",
];
/// Where results go by default.
const REPORTS: &str = "reports";

const EXAMPLES: &str = "Examples:
  xenosim cluster prepare --shards 20 -- simulate --games 1e7 --out many
  seq 20 | parallel xenosim cluster shard many
  xenosim cluster status many
  xenosim merge many

Running it again on the same directory changes nothing. Shards can be played in any order, on any \
    machine that sees the directory; a shard that was killed resumes when it is played again.";

/// Arguments of `cluster prepare`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    split: SplitArgs,
    #[command(flatten)]
    command: CommandArgs,
}

impl Args {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let prepared = prepared(&self.command, &self.split, MOST_SHARDS, false, out)?;
        let (path, shards) = (
            prepared.path.display(),
            counted(prepared.record.shards.into(), "shard"),
        );
        writeln!(
            out,
            "{path}: {shards}; play each with `xenosim cluster shard {path} NUMBER`, then \
             run `xenosim merge {path}`"
        )?;
        Ok(())
    }
}

/// What was prepared for a command before, or is now; a `dry` run writes nothing.
pub(super) fn prepared(
    command: &CommandArgs,
    how: &SplitArgs,
    most: u32,
    dry: bool,
    out: &mut Output,
) -> Result<Prepared, CliError> {
    let asked = Asked::read(&command.command)?;
    let directory = directory(&asked)?;
    if let Some(prepared) = existing(&directory, &asked, how.shards)? {
        return Ok(prepared);
    }
    let split = split(&asked, how, most)?;
    split.tell(out)?;
    let prepared = Prepared {
        path: std::path::absolute(&directory)?,
        record: record(asked, &split)?,
    };
    if !dry {
        save_new(&prepared)?;
    }
    Ok(prepared)
}

/// The directory of a command: the given one, or one under `reports/`.
fn directory(asked: &Asked) -> Result<PathBuf, CliError> {
    let name = match &asked.directory {
        Ok(path) => return Ok(path.clone()),
        Err(name) => name,
    };
    let plain = Path::new(REPORTS).join(format!("{name}-cluster"));
    let other = if Prepared::is_there(&plain) {
        Prepared::open(&plain)?.record.manifest.arguments != asked.manifest.arguments
    } else {
        Manifest::read(&plain).is_ok()
    };
    Ok(if other {
        let fingerprint = asked.manifest.request_fingerprint();
        Path::new(REPORTS).join(format!("{name}-cluster-{fingerprint}"))
    } else {
        plain
    })
}

/// What was prepared in a directory, if anything; rejected if it was for another command.
fn existing(
    directory: &Path,
    asked: &Asked,
    shards: Option<u32>,
) -> Result<Option<Prepared>, CliError> {
    if !Prepared::is_there(directory) {
        return Ok(None);
    }
    let prepared = Prepared::open(directory)?;
    let (then, path) = (&prepared.record, directory.display());
    let so = "contains shards of another run; choose another directory with --out";
    let same = asked.manifest.refuse_other(&then.manifest, directory, so);
    same.map_err(|error| CliError::Usage(error.to_string()))?;
    if asked.manifest.arguments != then.manifest.arguments {
        return Err(CliError::Usage(format!(
            "{path}: contains shards of `{}`; choose another directory with --out",
            then.manifest.command
        )));
    }
    match shards.filter(|shards| *shards != then.shards) {
        None => Ok(Some(prepared)),
        Some(_) => Err(CliError::Usage(format!(
            "{path}: was split into {} shards; their number cannot be changed",
            then.shards
        ))),
    }
}

/// The number of shards of a command, and why.
struct Split {
    shards: u32,
    time: Option<Duration>,
    pilot: Vec<Measured>,
}

impl Split {
    /// Prints what the pilot found.
    fn tell(&self, out: &mut Output) -> Result<(), CliError> {
        for one in &self.pilot {
            let players = counted(one.players.into(), "player");
            writeln!(
                out,
                "pilot: {}, {players}: {} of CPU time per game ({} played)",
                one.policy,
                roughly(one.seconds),
                one.tried
            )?;
        }
        if !self.pilot.is_empty() {
            let seconds: f64 = self.pilot.iter().map(Measured::total).sum();
            writeln!(
                out,
                "about {} of CPU time in total: {} of about {}",
                roughly(seconds),
                counted(self.shards.into(), "shard"),
                roughly(seconds / f64::from(self.shards))
            )?;
        }
        Ok(())
    }
}

/// Determines the number of shards, by a pilot unless the number is given.
fn split(asked: &Asked, args: &SplitArgs, most: u32) -> Result<Split, CliError> {
    let most = u64::from(most).min(asked.games).max(1) as u32;
    if let Some(shards) = args.shards {
        if shards > most {
            return Err(CliError::Usage(format!(
                "--shards {shards}: at most {most} here ({} games to split)",
                asked.games
            )));
        }
        return Ok(Split {
            shards,
            time: args.time,
            pilot: Vec::new(),
        });
    }
    let time = args.time.unwrap_or(DEFAULT_TIME);
    let pilot = pilot::measure(&asked.work, PILOT)?;
    let seconds: f64 = pilot.iter().map(Measured::total).sum();
    let wanted = seconds / (time.as_secs_f64() * asked.threads as f64);
    Ok(Split {
        shards: (wanted.ceil() as u32).clamp(1, most),
        time: Some(time),
        pilot,
    })
}

/// Writes a record into its directory, which must be empty or new.
fn save_new(prepared: &Prepared) -> Result<(), CliError> {
    let path = &prepared.path;
    let _claim = claim(path)?;
    if is_empty_but_for(path, &OWN)? {
        return prepared.save();
    }
    Err(CliError::Usage(format!(
        "{}: the directory is not empty and contains no shards; choose another one with --out",
        path.display()
    )))
}

/// The record of a command of which nothing has been played.
fn record(asked: Asked, split: &Split) -> Result<Record, CliError> {
    Ok(Record {
        manifest: asked.manifest,
        shards: split.shards,
        rounds: asked.rounds,
        round: 1,
        working_directory: std::env::current_dir()?,
        threads: asked.threads,
        checkpoint_seconds: asked.checkpoint.as_secs_f64(),
        shard_seconds: split.time.map(|time| time.as_secs()),
        site: Site::default(),
        submissions: Vec::new(),
    })
}

/// The lock on a directory.
pub(super) fn claim(directory: &Path) -> Result<Claim, CliError> {
    claim_directory(directory).map_err(|error| CliError::Usage(error.to_string()))
}
