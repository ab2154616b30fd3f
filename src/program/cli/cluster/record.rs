//! The record of what is to be played in shards.

use crate::cli::CliError;
use files::Kind;
use runs::lifecycle::{Manifest, build};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tables::{Problem, read_sealed, write_sealed};

/// The file's name in the directory.
pub(super) const RECORD: &str = "cluster.json";
const KIND: Kind = Kind::json("cluster", 2);
/// The directory of the results.
const RESULT: &str = "result";
/// How often a failed shard is resubmitted by default.
const DEFAULT_RETRIES: u32 = 3;
/// The maximum number of shards.
pub(super) const MOST_SHARDS: u32 = 100_000;

/// Jobs that were submitted together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::cli) struct Submission {
    /// The round that was played.
    pub round: u32,
    /// The job that plays shards.
    pub job: String,
    /// The shards that it plays.
    pub shards: Vec<u32>,
    /// The job that merges them.
    pub merge: String,
}

/// The site's requirements for every job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::cli) struct Site {
    /// The partition, if one is given.
    pub partition: Option<String>,
    /// Lines for the top of the scripts.
    pub header: String,
    /// How often a failed shard is resubmitted automatically.
    pub retries: u32,
}

impl Default for Site {
    fn default() -> Self {
        Site {
            partition: None,
            header: String::new(),
            retries: DEFAULT_RETRIES,
        }
    }
}

/// What is to be played in shards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::cli) struct Record {
    /// The manifest that the command on its own would start with: the request as data, and what its
    /// results depend on.
    pub manifest: Manifest,
    /// How many shards.
    pub shards: u32,
    /// How often shards are played and merged.
    pub rounds: u32,
    /// Which of these is being played, from 1.
    pub round: u32,
    /// The working directory of the command, to which its paths are relative.
    pub working_directory: PathBuf,
    /// Threads of a shard.
    pub threads: usize,
    /// How often a shard saves its progress, in seconds.
    pub checkpoint_seconds: f64,
    /// How long a shard should take, in seconds.
    pub shard_seconds: Option<u64>,
    /// The site's requirements.
    pub site: Site,
    /// What was submitted, in order.
    pub submissions: Vec<Submission>,
}

/// A directory with its record.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Prepared {
    /// Its absolute path.
    pub path: PathBuf,
    pub record: Record,
}

impl Prepared {
    /// Reads the record of a directory.
    pub(super) fn open(directory: &Path) -> Result<Self, CliError> {
        let path = directory.canonicalize().map_err(|error| {
            CliError::Usage(format!("{}: cannot be read: {error}", directory.display()))
        })?;
        let record = read_sealed(&path.join(RECORD), KIND).map_err(|error| {
            let shown = directory.display();
            CliError::Usage(match error.problem {
                Problem::MissingFile => {
                    format!("{shown}: was not prepared by `xenosim cluster`: it has no {RECORD}")
                }
                _ => format!(
                    "{error}; remove it and run the same `xenosim cluster` command again: finished \
                     shards are kept"
                ),
            })
        })?;
        Ok(Prepared {
            path,
            record: record.0,
        })
    }

    /// Whether a directory has a record, valid or not.
    pub(in crate::cli) fn is_there(directory: &Path) -> bool {
        directory.join(RECORD).exists()
    }

    /// Writes the record.
    pub(super) fn save(&self) -> Result<(), CliError> {
        let origin = format!("build {}", build());
        let path = self.path.join(RECORD);
        Ok(write_sealed(&path, KIND, &origin, &self.record)?)
    }

    /// Changes to the working directory of the command, if it exists here, so that paths mean the
    /// same.
    pub(super) fn go_there(&self) {
        // Another machine may not have it; then only the record counts.
        let _ = std::env::set_current_dir(&self.record.working_directory);
    }

    /// The directory of a shard.
    pub(super) fn shard(&self, number: u32) -> PathBuf {
        self.shards_of(self.record.round)
            .join(format!("{number:04}"))
    }

    /// The directory of everything played in a round.
    fn shards_of(&self, round: u32) -> PathBuf {
        self.path.join(match self.record.rounds {
            1 => "shards".into(),
            _ => format!("shards-{round}"),
        })
    }

    /// Where the shards of this round are merged.
    pub(super) fn merged(&self) -> PathBuf {
        if self.record.round == self.record.rounds {
            self.result()
        } else {
            self.path.join(format!("round-{}", self.record.round))
        }
    }

    /// The result of the previous round that the shards of this round use, if any.
    pub(super) fn before(&self) -> Option<PathBuf> {
        let before = self
            .record
            .round
            .checked_sub(1)
            .filter(|round| *round > 0)?;
        Some(self.path.join(format!("round-{before}")))
    }

    /// Where the results of everything go.
    pub(super) fn result(&self) -> PathBuf {
        self.path.join(RESULT)
    }

    /// The directory of the jobs' output.
    pub(super) fn logs(&self) -> PathBuf {
        self.path.join("logs")
    }

    /// The output of a job that plays a shard.
    pub(super) fn log(&self, shard: u32) -> PathBuf {
        self.logs().join(format!("shard-{shard:04}.log"))
    }

    /// Whether everything is done.
    pub(super) fn is_done(&self) -> bool {
        Manifest::read(&self.result()).is_ok_and(|manifest| {
            manifest.complete && self.record.manifest.difference(&manifest).is_none()
        })
    }

    /// The command, in short.
    pub(super) fn kind(&self) -> &str {
        &self.record.manifest.kind
    }

    /// How often a shard saves its progress.
    pub(super) fn checkpoint(&self) -> Duration {
        Duration::try_from_secs_f64(self.record.checkpoint_seconds).unwrap_or_default()
    }

    /// How often a shard has been submitted in this round.
    pub(super) fn tries(&self, shard: u32) -> u32 {
        let record = &self.record;
        let submissions = record.submissions.iter();
        let of_round = submissions.filter(|one| one.round == record.round);
        of_round.filter(|one| one.shards.contains(&shard)).count() as u32
    }
}
