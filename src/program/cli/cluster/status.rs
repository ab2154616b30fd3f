//! `xenosim cluster status`: what is done, running and failed.

use super::DirectoryArgs;
use super::record::Prepared;
use super::slurm::queue::Queue;
use super::state::{self, State};
use crate::cli::{CliError, Output};
use reports::terminal::text::counted;
use serde_json::json;
use std::io::Write;

/// The maximum number of shards listed one by one.
const MOST_NAMED: usize = 20;

const EXAMPLES: &str =
    "States of a shard: done; running; waiting in the queue; interrupted (started, but not \
     running); failed (with its last error); unplayed (not started).

Examples:
  xenosim cluster status night
  xenosim cluster status night --json";

/// Arguments of `cluster status`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    directory: DirectoryArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The states in the order in which they are counted.
const WORDS: [&str; 6] = [
    "done",
    "running",
    "waiting",
    "interrupted",
    "failed",
    "unplayed",
];

impl Args {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let directory = &self.directory.directory;
        let prepared = Prepared::open(directory)?;
        let queue = Queue::ask(&prepared);
        let states = state::of_all(&prepared, &queue);
        let merge = merge_state(&prepared, &queue);
        let count = |word: &str| states.iter().filter(|state| state.word() == word).count();
        if self.json {
            let counts = WORDS.map(|word| (word.to_string(), json!(count(word))));
            let not_done = (1..)
                .zip(&states)
                .filter(|(_, state)| **state != State::Done);
            let not_done = not_done.map(|(number, state): (u32, _)| {
                json!({"shard": number, "state": state.word(), "why": state.why(),
                       "tries": prepared.tries(number)})
            });
            let object = json!({
                "directory": prepared.path,
                "command": prepared.record.manifest.command,
                "round": prepared.record.round,
                "rounds": prepared.record.rounds,
                "shards": prepared.record.shards,
                "counts": counts.into_iter().collect::<serde_json::Map<_, _>>(),
                "not_done": not_done.collect::<Vec<_>>(),
                "merge": merge,
                "queue": queue.trouble(),
            });
            writeln!(out, "{object:#}")?;
            return Ok(());
        }
        let record = &prepared.record;
        let path = directory.display();
        let counts = WORDS.map(|word| (count(word), word));
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        let round = match record.rounds {
            1 => String::new(),
            all => format!(" (generation {} of {all})", record.round),
        };
        let title = format!(
            "{path}: {} in {}{round}",
            prepared.kind(),
            counted(record.shards.into(), "shard")
        );
        writeln!(out, "{}: {}", out.title(&title), counts.join(", "))?;
        writeln!(out, "merge: {merge}")?;
        tell_rest(&states, out)?;
        if let Some(trouble) = queue.trouble() {
            writeln!(out, "{trouble}")?;
        }
        let hint = hint(
            &states,
            merge,
            &path.to_string(),
            !record.submissions.is_empty(),
        );
        hint.map_or(Ok(()), |hint| writeln!(out, "{hint}"))?;
        Ok(())
    }
}

/// Lists failed shards, and why they failed.
fn tell_rest(states: &[State], out: &mut Output) -> Result<(), CliError> {
    let stuck = (1..)
        .zip(states)
        .filter(|(_, state): &(u32, _)| matches!(state, State::Failed(_) | State::Interrupted(_)));
    let stuck: Vec<_> = stuck.collect();
    for (number, state) in stuck.iter().take(MOST_NAMED) {
        writeln!(out, "  shard {number} {}: {}", state.word(), state.why())?;
    }
    if stuck.len() > MOST_NAMED {
        writeln!(
            out,
            "  and {} more (--json lists all)",
            stuck.len() - MOST_NAMED
        )?;
    }
    Ok(())
}

/// What to do next.
fn hint(states: &[State], merge: &str, path: &str, on_slurm: bool) -> Option<String> {
    let stuck = states.iter().filter(|state| state.needs_start()).count();
    match (stuck, on_slurm, merge) {
        (_, _, "done") => Some(format!("results: {path}/result")),
        (0, true, "running" | "waiting") => None,
        (0, _, _) if states.iter().all(|state| *state == State::Done) => {
            Some(format!("merge them with `xenosim merge {path}`"))
        }
        (0, ..) => None,
        (_, true, "running" | "waiting") => Some(
            "the merge job will resubmit failed shards, unless they have failed too often".into(),
        ),
        (_, true, _) => Some(format!(
            "submit missing shards with `xenosim cluster slurm --resume {path}`; they resume from \
             their checkpoints"
        )),
        (_, false, _) => Some(format!(
            "play missing shards with `xenosim cluster shard {path} NUMBER`"
        )),
    }
}

/// The progress of merging.
fn merge_state(prepared: &Prepared, queue: &Queue) -> &'static str {
    if prepared.is_done() {
        return "done";
    }
    use super::slurm::queue::Queued;
    match queue.merge(prepared) {
        Some(Queued::Running) => "running",
        Some(Queued::Waiting) => "waiting",
        None => "not started",
    }
}
