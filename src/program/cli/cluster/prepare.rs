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
        let asked = Asked::read(&self.command.command)?;
        let directory = directory(&asked)?;
        let prepared = match existing(&directory, &asked, self.split.shards)? {
            Some(prepared) => prepared,
            None => {
                let split = split(&asked, &self.split, MOST_SHARDS)?;
                split.tell(out)?;
                create(&directory, asked, &split)?
            }
        };
        let (path, shards) = (
            directory.display(),
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

/// The directory of a command: the given one, or one under `reports/`.
pub(super) fn directory(asked: &Asked) -> Result<PathBuf, CliError> {
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
pub(super) fn existing(
    directory: &Path,
    asked: &Asked,
    shards: Option<u32>,
) -> Result<Option<Prepared>, CliError> {
    if !Prepared::is_there(directory) {
        return Ok(None);
    }
    let prepared = Prepared::open(directory)?;
    let (then, path) = (&prepared.record, directory.display());
    if let Some((name, now, then)) = asked.manifest.difference(&then.manifest) {
        return Err(CliError::Usage(format!(
            "{path}: contains shards of another run: `{name}` was {then} and is now {now}; choose \
             another directory with --out"
        )));
    }
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
pub(super) struct Split {
    pub shards: u32,
    pub time: Option<Duration>,
    pilot: Vec<Measured>,
}

impl Split {
    /// Total CPU time in seconds, if it was measured.
    pub(super) fn seconds(&self) -> Option<f64> {
        let all = self.pilot.iter().map(Measured::total).sum();
        (!self.pilot.is_empty()).then_some(all)
    }

    /// Prints what the pilot found.
    pub(super) fn tell(&self, out: &mut Output) -> Result<(), CliError> {
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
        if let Some(seconds) = self.seconds() {
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
pub(super) fn split(asked: &Asked, args: &SplitArgs, most: u32) -> Result<Split, CliError> {
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

/// Writes the record of a command into its directory, which must be empty or new.
pub(super) fn create(directory: &Path, asked: Asked, split: &Split) -> Result<Prepared, CliError> {
    let claim = claim(directory)?;
    let is_free = is_empty_but_for(directory, &OWN)?;
    if !is_free {
        return Err(CliError::Usage(format!(
            "{}: the directory is not empty and contains no shards; choose another one with --out",
            directory.display()
        )));
    }
    let prepared = Prepared {
        path: directory.canonicalize()?,
        record: record(asked, split)?,
    };
    prepared.save()?;
    drop(claim);
    Ok(prepared)
}

/// The record of a command of which nothing has been played.
pub(super) fn record(asked: Asked, split: &Split) -> Result<Record, CliError> {
    Ok(Record {
        manifest: asked.manifest,
        shards: split.shards,
        rounds: asked.rounds,
        round: 1,
        working_directory: std::env::current_dir()?,
        threads: asked.threads,
        checkpoint_seconds: asked.checkpoint.as_secs_f64(),
        shard_seconds: split.time.map(|time| time.as_secs()),
        pilot_seconds: split.seconds(),
        site: Site::default(),
        submissions: Vec::new(),
    })
}

/// The lock on a directory.
pub(super) fn claim(directory: &Path) -> Result<Claim, CliError> {
    claim_directory(directory).map_err(|error| CliError::Usage(error.to_string()))
}
