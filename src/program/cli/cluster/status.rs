//! `xenosim cluster status`: what is done, running and failed.

use super::DirectoryArgs;
use super::record::Prepared;
use super::slurm::queue::Queue;
use super::state::{self, ShardState, State, to_start};
use crate::cli::{CliError, Output};
use cards::words::Word;
use reports::terminal::text::counted;
use serde_json::json;
use std::collections::BTreeMap;
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

impl Args {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let directory = &self.directory.directory;
        let prepared = Prepared::open(directory)?;
        let queue = Queue::ask(&prepared);
        let states = state::of_all(&prepared, &queue);
        let merge = merge_state(&prepared, &queue);
        let counts = State::ALL.iter().map(|(word, state)| {
            let such = states.iter().filter(|shard| shard.state == *state);
            (*word, such.count())
        });
        if self.json {
            let not_done = states.iter().filter(|shard| shard.state != State::Done);
            let object = json!({
                "directory": prepared.path,
                "command": prepared.record.manifest.command,
                "round": prepared.record.round,
                "rounds": prepared.record.rounds,
                "shards": prepared.record.shards,
                "counts": counts.collect::<BTreeMap<_, _>>(),
                "not_done": not_done.collect::<Vec<_>>(),
                "merge": merge,
                "queue": queue.trouble(),
            });
            writeln!(out, "{object:#}")?;
            return Ok(());
        }
        let record = &prepared.record;
        let path = directory.display();
        let counts = counts.filter(|(_, count)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(word, count)| format!("{count} {word}"))
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
fn tell_rest(states: &[ShardState], out: &mut Output) -> Result<(), CliError> {
    let stuck = states
        .iter()
        .filter(|shard| matches!(shard.state, State::Failed | State::Interrupted));
    let stuck: Vec<_> = stuck.collect();
    for shard in stuck.iter().take(MOST_NAMED) {
        writeln!(out, "  shard {} {}", shard.number, shard.text())?;
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
fn hint(states: &[ShardState], merge: &str, path: &str, on_slurm: bool) -> Option<String> {
    let stuck = to_start(states).len();
    match (stuck, on_slurm, merge) {
        (_, _, "done") => Some(format!("results: {path}/result")),
        (0, true, "running" | "waiting") => None,
        (0, _, _) if states.iter().all(|shard| shard.state == State::Done) => {
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
