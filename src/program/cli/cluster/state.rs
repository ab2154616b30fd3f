//! The progress of each shard, read from its directory and, with Slurm, from the queue.

use super::record::Prepared;
use super::shard::BEGINS;
use super::slurm::queue::{Queue, Queued};
use runs::lifecycle::{MANIFEST, Manifest};
use std::fs;
use tables::Claim;

/// The state of a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// All games are played.
    Done,
    /// It is running.
    Running,
    /// It is in the queue.
    Waiting,
    /// It was started but is not running.
    Interrupted(String),
    /// It failed, or its saved progress is damaged.
    Failed(String),
    /// It was not started.
    Open,
}

impl State {
    /// The state in one word.
    pub(super) fn word(&self) -> &'static str {
        match self {
            State::Done => "done",
            State::Running => "running",
            State::Waiting => "waiting",
            State::Interrupted(_) => "interrupted",
            State::Failed(_) => "failed",
            State::Open => "unplayed",
        }
    }

    /// Why it is not done.
    pub(super) fn why(&self) -> &str {
        match self {
            State::Interrupted(why) | State::Failed(why) => why,
            _ => "",
        }
    }

    /// Whether it must be started.
    pub(super) fn needs_start(&self) -> bool {
        !matches!(self, State::Done | State::Running | State::Waiting)
    }
}

/// The states of all shards of this round, in order.
pub(super) fn of_all(prepared: &Prepared, queue: &Queue) -> Vec<State> {
    let numbers = 1..=prepared.record.shards;
    numbers.map(|number| of(prepared, number, queue)).collect()
}

fn of(prepared: &Prepared, number: u32, queue: &Queue) -> State {
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
            return State::Done;
        }
    }
    match queue.shard(prepared, number) {
        Some(Queued::Running) => return State::Running,
        Some(Queued::Waiting) => return State::Waiting,
        None => {}
    }
    if path.is_dir() && Claim::new(&path).is_err() {
        return State::Running;
    }
    let said = said(prepared, number);
    match manifest {
        Some(Err(error)) => State::Failed(error.to_string()),
        _ if prepared.tries(number) > 0 || said.as_ref().is_some_and(Option::is_some) => {
            State::Failed(
                said.flatten().unwrap_or_else(|| {
                    "ended without an error message: killed, or out of time".into()
                }),
            )
        }
        Some(Ok(_)) => State::Interrupted("not running".into()),
        None => State::Open,
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
