//! Putting the shards of a run together.

use super::SimError;
use super::checkpoint::Checkpoints;
use super::collect::Collector;
use super::columns::RowTables;
use super::plan::Plan;
use super::record::{GameSpan, RunRecord, StopReason};
use super::results::Monitoring;
use super::run::Outcome;
use super::shard::Shard;
use crate::lifecycle::{Manifest, OutputDirectory, PARTS};
use cards::words::Word;
use std::path::{Path, PathBuf};
use tables::Format;

/// A directory with a shard.
#[derive(Clone, Debug)]
pub struct ShardDirectory {
    /// Where it is.
    pub path: PathBuf,
    /// Which shard it holds.
    pub shard: Shard,
    /// Its manifest.
    pub manifest: Manifest,
    /// What the manifest says about its games.
    pub record: RunRecord,
}

/// Reads the manifests of directories and makes sure that they are all shards of one run, each
/// of them once. Returns them in the order of their games.
pub fn gather(directories: &[PathBuf]) -> Result<Vec<ShardDirectory>, SimError> {
    let mut shards = Vec::new();
    for path in directories {
        shards.push(open(path)?);
    }
    shards.sort_by_key(|shard| shard.shard.number);
    let Some(first) = shards.first() else {
        return Err(SimError::Unfit("there is nothing to merge".into()));
    };
    for other in &shards[1..] {
        same_run(first, other)?;
    }
    all_there(&shards)?;
    Ok(shards)
}

fn open(path: &Path) -> Result<ShardDirectory, SimError> {
    let manifest = Manifest::read(path)?;
    if !manifest.mergeable {
        return Err(unfit(path, "it holds a whole run, not a shard of one"));
    }
    let record: RunRecord = manifest.about(path)?;
    let Some(shard) = record.shard else {
        return Err(unfit(path, "it does not say which shard it holds"));
    };
    let version = env!("CARGO_PKG_VERSION");
    if manifest.version != version {
        let found = &manifest.version;
        return Err(unfit(
            path,
            &format!("it was played by version {found} of this program, which is {version}"),
        ));
    }
    if !manifest.complete {
        let advice = format!(
            "shard {shard} is not complete (resume it with `xenosim simulate --resume {}`)",
            path.display()
        );
        return Err(unfit(path, &advice));
    }
    Ok(ShardDirectory {
        path: path.to_path_buf(),
        shard,
        manifest,
        record,
    })
}

fn unfit(path: &Path, reason: &str) -> SimError {
    SimError::Unfit(format!("{}: {reason}", path.display()))
}

fn same_run(first: &ShardDirectory, other: &ShardDirectory) -> Result<(), SimError> {
    let (a, b) = (&first.record.configuration, &other.record.configuration);
    if let Some((name, here, there)) = a.difference(b) {
        return Err(unfit(
            &other.path,
            &format!(
                "does not belong to {}: `{name}` is {there}, but {here} there",
                first.path.display()
            ),
        ));
    }
    if first.shard.count != other.shard.count {
        return Err(unfit(
            &other.path,
            &format!(
                "holds shard {}, but {} holds shard {}",
                other.shard,
                first.path.display(),
                first.shard
            ),
        ));
    }
    Ok(())
}

fn all_there(shards: &[ShardDirectory]) -> Result<(), SimError> {
    for pair in shards.windows(2) {
        if pair[0].shard == pair[1].shard {
            return Err(unfit(
                &pair[1].path,
                &format!(
                    "holds shard {} like {}: its games would count twice",
                    pair[1].shard,
                    pair[0].path.display()
                ),
            ));
        }
    }
    let count = shards[0].shard.count;
    let missing: Vec<String> = (1..=count)
        .filter(|number| shards.iter().all(|shard| shard.shard.number != *number))
        .map(|number| format!("{number}/{count}"))
        .collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(SimError::Unfit(format!(
            "missing shards: {}",
            missing.join(", ")
        ))),
    }
}

/// Writes the results of a whole run from its shards into a directory that has begun. `plan` is
/// the plan of the whole run.
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
    let players = plan.rules.players;
    let totals = collector.finish(&plan.cards, players, Monitoring::Fixed, &mut directory)?;
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
    Ok(Outcome {
        manifest: directory.finish(true, reason.word())?,
        record,
        reason,
        totals,
        looks: Monitoring::Fixed,
    })
}

/// Adds the parts of one shard; returns how long it took to play them.
fn add_shard(
    plan: &Plan,
    shard: &ShardDirectory,
    tables: &RowTables,
    collector: &mut Collector,
) -> Result<f64, SimError> {
    if !shard.path.join(PARTS).is_dir() {
        return Err(unfit(&shard.path, "its parts are gone"));
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
        Ok(collector.add(&kept.tables, &kept.totals)?)
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
