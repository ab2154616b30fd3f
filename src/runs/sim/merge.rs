//! Merges the shards of a run.

use super::SimError;
use super::checkpoint::Checkpoints;
use super::collect::{Collector, Session};
use super::columns::RowTables;
use super::plan::Plan;
use super::stop::StopReason;
use crate::lifecycle::{OutputDirectory, PARTS, ShardDirectory, unfit};
use answers::Answer;
use tables::Format;

/// Writes the results of a whole run from its shards to a started directory. `plan` is the plan of
/// the whole run.
pub fn merge(
    plan: &Plan,
    shards: &[ShardDirectory],
    mut directory: OutputDirectory,
    formats: &[Format],
) -> Result<Answer, SimError> {
    let tables = RowTables::new(plan)?;
    let mut collector = Collector::create(plan, &mut directory, formats, &tables)?;
    let mut seconds = 0.0;
    for shard in shards {
        seconds += add_shard(plan, shard, &tables, &mut collector)?;
    }
    directory.add_seconds(seconds - directory.session_seconds());
    let shards = shards.iter();
    let session = Session {
        reason: StopReason::Games,
        look: plan.stop.look(),
        games: collector.totals().games,
        seconds,
        threads: 0,
        merged_from: shards
            .map(|shard| shard.path.display().to_string())
            .collect(),
    };
    collector.finish(plan, &session, directory)
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
