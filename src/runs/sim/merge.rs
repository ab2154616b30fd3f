//! Merges the shards of a run.

use super::SimError;
use super::answer::{Played, speed};
use super::checkpoint::Checkpoints;
use super::collect::{Collected, Collector};
use super::columns::RowTables;
use super::plan::Plan;
use super::record::{GameSpan, RunRecord, StopReason};
use super::run::Outcome;
use crate::lifecycle::{OutputDirectory, PARTS, ShardDirectory, unfit};
use cards::words::Word;
use tables::Format;

/// Writes the results of a whole run from its shards to a started directory. `plan` is the plan of
/// the whole run.
pub fn merge(
    plan: &Plan,
    shards: &[ShardDirectory],
    mut directory: OutputDirectory,
    formats: &[Format],
) -> Result<Outcome, SimError> {
    let tables = RowTables::new(plan)?;
    let mut collector = Collector::create(plan, &mut directory, formats, &tables)?;
    let mut seconds = 0.0;
    for shard in shards {
        seconds += add_shard(plan, shard, &tables, &mut collector)?;
    }
    let look = plan.stop.look();
    let Collected {
        totals,
        habits,
        tables,
    } = collector.finish(plan, look, &mut directory)?;
    let shards = shards.iter();
    let record = RunRecord {
        games: GameSpan {
            first: 0,
            end: totals.games,
            played: totals.games,
            won: totals.wins,
        },
        merged_from: shards
            .map(|shard| shard.path.display().to_string())
            .collect(),
        games_per_second: if seconds > 0.0 {
            totals.games as f64 / seconds
        } else {
            0.0
        },
        ..plan.record()
    };
    directory.describe(record.json());
    directory.add_seconds(seconds - directory.session_seconds());
    let reason = StopReason::Games;
    let played = Played {
        plan,
        totals: &totals,
        habits: &habits,
        look,
        reason,
        arguments: &directory.manifest.arguments,
    };
    let mut answer = played.answer();
    answer.measured = vec![speed(record.games_per_second, seconds, 0)];
    directory.write_answer(&mut answer, &tables)?;
    Ok(Outcome {
        manifest: directory.finish(true, reason.word())?,
        record,
        totals,
        answer,
    })
}

/// Rejects a shard that cannot be merged. `plan` is the plan of the shard, or of the whole.
pub fn check(plan: &Plan, shard: &ShardDirectory) -> Result<(), SimError> {
    let tables = RowTables::new(plan)?;
    let mut sums_only = Collector::without_files(plan);
    add_shard(plan, shard, &tables, &mut sums_only)?;
    Ok(())
}

/// Adds the parts of one shard; returns how long it took to play them.
fn add_shard(
    plan: &Plan,
    shard: &ShardDirectory,
    tables: &RowTables,
    collector: &mut Collector,
) -> Result<f64, SimError> {
    if !shard.path.join(PARTS).is_dir() {
        return Err(unfit(&shard.path, "its parts are missing"));
    }
    let plan = Plan {
        shard: Some(shard.shard),
        ..plan.clone()
    };
    let parts = Checkpoints::of_shard(&shard.path, &plan, tables)?;
    let range = plan.range();
    let mut seconds = 0.0;
    let end = parts.visit(range.start, |kept| {
        seconds += kept.seconds;
        collector.count(&kept.totals);
        Ok(collector.write(&kept.tables)?)
    })?;
    if end == range.end {
        return Ok(seconds);
    }
    Err(unfit(
        &shard.path,
        &format!(
            "its parts end at game {end}, but shard {} goes to game {}",
            shard.shard, range.end
        ),
    ))
}
