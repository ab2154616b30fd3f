//! The progress of each shard, read from its directory and, with Slurm, from the queue.

use super::record::Prepared;
use super::shard::BEGINS;
use super::slurm::queue::{Queue, Queued};
use cards::words::{Word, words};
use runs::lifecycle::{MANIFEST, Manifest};
use serde::Serialize;
use std::fs;
use tables::Claim;

words! {
    /// The state of a shard.
    pub enum State as "state of a shard" {
        /// All games are played.
        Done = "done",
        /// It is running.
        Running = "running",
        /// It is in the queue.
        Waiting = "waiting",
        /// It was started but is not running.
        Interrupted = "interrupted",
        /// It failed, or its saved progress is damaged.
        Failed = "failed",
        /// It was not started.
        Open = "unplayed",
    }
}

/// A shard, its state, and why it is not done.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ShardState {
    #[serde(rename = "shard")]
    pub number: u32,
    pub state: State,
    pub why: String,
    pub tries: u32,
}

impl ShardState {
    /// Whether it must be started.
    pub(super) fn needs_start(&self) -> bool {
        !matches!(self.state, State::Done | State::Running | State::Waiting)
    }

    /// Its state, and why.
    pub(super) fn text(&self) -> String {
        match self.why.as_str() {
            "" => self.state.word().into(),
            why => format!("{}: {why}", self.state.word()),
        }
    }
}

/// The states of all shards of this round, in order.
pub(super) fn of_all(prepared: &Prepared, queue: &Queue) -> Vec<ShardState> {
    let of = |number| {
        let (state, why) = of(prepared, number, queue);
        ShardState {
            number,
            state,
            why,
            tries: prepared.tries(number),
        }
    };
    (1..=prepared.record.shards).map(of).collect()
}

/// The numbers of the shards that must be started.
pub(super) fn to_start(states: &[ShardState]) -> Vec<u32> {
    let missing = states.iter().filter(|shard| shard.needs_start());
    missing.map(|shard| shard.number).collect()
}

fn of(prepared: &Prepared, number: u32, queue: &Queue) -> (State, String) {
    let path = prepared.shard(number);
    let manifest = path.join(MANIFEST).exists().then(|| Manifest::read(&path));
    if let Some(Ok(manifest)) = &manifest {
        let whole = &prepared.record.manifest;
        let is_same = match prepared.record.rounds {
            1 => whole.difference(manifest).is_none(),
            // What a round is played with is known only to its shards.
            _ => (&whole.version, &whole.build) == (&manifest.version, &manifest.build),
        };
        if manifest.complete && whole.kind == manifest.kind && is_same {
            return (State::Done, String::new());
        }
    }
    match queue.shard(prepared, number) {
        Some(Queued::Running) => return (State::Running, String::new()),
        Some(Queued::Waiting) => return (State::Waiting, String::new()),
        None => {}
    }
    if path.is_dir() && Claim::new(&path).is_err() {
        return (State::Running, String::new());
    }
    let said = said(prepared, number);
    match manifest {
        Some(Err(error)) => (State::Failed, error.to_string()),
        _ if prepared.tries(number) > 0 || said.as_ref().is_some_and(Option::is_some) => {
            let silent = || "ended without an error message: killed, or out of time".into();
            (State::Failed, said.flatten().unwrap_or_else(silent))
        }
        Some(Ok(_)) => (State::Interrupted, "not running".into()),
        None => (State::Open, String::new()),
    }
}

/// The last error of a shard: `None` without a log, `Some(None)` without an error in its last
/// attempt.
fn said(prepared: &Prepared, number: u32) -> Option<Option<String>> {
    let bytes = fs::read(prepared.log(number)).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let named = format!("shard {number}/{}: ", prepared.record.shards);
    let last_try = text
        .lines()
        .rev()
        .take_while(|line| !line.starts_with(BEGINS));
    let errors = last_try.filter_map(|line| {
        let (_, error) = line.split_once("error: ")?;
        let error = error.trim();
        let error = error.strip_prefix(&named).unwrap_or(error);
        Some(error.to_string())
    });
    // The first error of this attempt: messages of Slurm after it are consequences.
    Some(errors.last())
}
