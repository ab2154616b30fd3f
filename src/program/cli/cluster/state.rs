//! How far each shard is, read off its directory and, where Slurm starts the shards, its queue.

use super::record::Prepared;
use super::shard::BEGINS;
use super::slurm::queue::{Queue, Queued};
use runs::lifecycle::{MANIFEST, Manifest};
use std::fs;
use tables::Claim;

/// How far a shard is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Everything is played.
    Done,
    /// Somebody is playing it.
    Running,
    /// It will be started.
    Waiting,
    /// It was begun and nobody is at it.
    Interrupted(String),
    /// It was started and came to nothing, or what it kept is damaged.
    Failed(String),
    /// Nobody has begun it.
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

    /// Why it is no further.
    pub(super) fn why(&self) -> &str {
        match self {
            State::Interrupted(why) | State::Failed(why) => why,
            _ => "",
        }
    }

    /// Whether somebody must start it.
    pub(super) fn needs_start(&self) -> bool {
        !matches!(self, State::Done | State::Running | State::Waiting)
    }
}

/// The state of all shards of this round, the first first.
pub(super) fn of_all(prepared: &Prepared, queue: &Queue) -> Vec<State> {
    let numbers = 1..=prepared.record.shards;
    numbers.map(|number| of(prepared, number, queue)).collect()
}

fn of(prepared: &Prepared, number: u32, queue: &Queue) -> State {
    let path = prepared.shard(number);
    let manifest = path.join(MANIFEST).exists().then(|| Manifest::read(&path));
    if let Some(Ok(manifest)) = &manifest {
        let same = prepared.record.manifest.version == manifest.version
            && prepared.record.manifest.kind == manifest.kind;
        if manifest.complete && same {
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

/// What a shard said last that was an error: nothing if it has no log, nothing in it if it said
/// none in its last try.
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
    // The first of this try: what Slurm says after it follows from it.
    Some(errors.last())
}
