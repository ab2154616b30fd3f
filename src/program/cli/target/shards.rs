//! A search for a setting in shards.

use super::{Outcome, Question, TargetArgs};
use crate::cli::lifecycle::{self, Ended, Job};
use crate::cli::merge::MergeTo;
use crate::cli::sharded::Sharded;
use crate::cli::simulate::all_cores;
use crate::cli::{CliError, Output};
use runs::lifecycle::{OutputDirectory, ShardDirectory, Shards};
use runs::sim::Shard;
use serde_json::json;
use studies::pilot::Workload;

impl Sharded for TargetArgs {
    fn part(mut self, shard: Option<Shard>) -> Self {
        self.shard = shard;
        self
    }

    fn games_to_split(&self, question: &Question) -> u64 {
        question.games
    }

    fn check(&self, question: &Question, shard: &ShardDirectory) -> Result<(), CliError> {
        let (fingerprint, _) = self.identity(question)?;
        question.merge(std::slice::from_ref(shard), &fingerprint)?;
        Ok(())
    }

    fn workload(&self, question: &Question) -> Vec<Workload> {
        let first = question.tables.iter().map(|table| Workload {
            plan: table.settings[0].plan.clone(),
            games: question.games * table.settings.len() as u64,
        });
        first.collect()
    }

    fn merge(shards: &Shards, to: &MergeTo<'_>, out: &mut Output) -> Result<(), CliError> {
        let args: TargetArgs = shards.manifest.request(shards.first())?;
        let args = args.part(None);
        let question = args.plan()?;
        let manifest = lifecycle::manifest(&args, &question, all_cores())?;
        to.refuse_another(shards, &manifest)?;
        let state = question.merge(&shards.all, &manifest.fingerprint)?;
        let directory = to.begin(shards, TargetArgs::COMMAND, manifest)?;
        let ended = args.conclude(question, &state, directory, true)?;
        match &ended.outcome {
            Some(outcome) => lifecycle::show(&args, outcome, to.show, out),
            None => Ok(()),
        }
    }
}

/// Finishes a shard, which waits to be merged.
pub(super) fn finish(
    shard: Shard,
    directory: OutputDirectory,
    complete: bool,
) -> Result<Ended<Outcome>, CliError> {
    let path = directory.path().map(|path| path.display().to_string());
    let path = path.unwrap_or_default();
    let ending = if complete { "games" } else { "interrupted" };
    let manifest = directory.finish(complete, ending)?;
    Ok(Ended {
        outcome: complete.then(|| Outcome::Shard {
            text: format!("{path}: shard {shard}, for `xenosim merge`"),
            json: json!({
                "directory": path,
                "shard": shard.to_string(),
                "complete": complete,
                "fingerprint": manifest.fingerprint,
            }),
        }),
        complete,
    })
}
