//! Putting the shards of a run together.

use super::SimError;
use super::checkpoint::{Checkpoints, PARTS};
use super::collect::{Collector, remove_run};
use super::columns::RowTables;
use super::manifest::{GameSpan, Manifest, StopReason};
use super::plan::{Plan, run_identity};
use super::results::Monitoring;
use super::run::Outcome;
use super::shard::Shard;
use std::path::{Path, PathBuf};
use std::time::Duration;
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
    let Some(shard) = manifest.shard() else {
        return Err(unfit(path, "it holds a whole run, not a shard of one"));
    };
    let version = env!("CARGO_PKG_VERSION");
    if manifest.configuration.version != version {
        let found = &manifest.configuration.version;
        return Err(unfit(
            path,
            &format!("it was played by version {found} of this program, which is {version}"),
        ));
    }
    if !manifest.complete {
        let advice = format!(
            "shard {shard} is not complete (go on with `xenosim simulate --resume {}`)",
            path.display()
        );
        return Err(unfit(path, &advice));
    }
    Ok(ShardDirectory {
        path: path.to_path_buf(),
        shard,
        manifest,
    })
}

fn unfit(path: &Path, reason: &str) -> SimError {
    SimError::Unfit(format!("{}: {reason}", path.display()))
}

fn same_run(first: &ShardDirectory, other: &ShardDirectory) -> Result<(), SimError> {
    let (a, b) = (&first.manifest.configuration, &other.manifest.configuration);
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

/// Writes the results of a whole run from its shards. `plan` is the plan of the whole run and
/// `arguments` what would play it at once.
pub fn merge(
    plan: &Plan,
    shards: &[ShardDirectory],
    directory: &Path,
    formats: &[Format],
    arguments: &[String],
) -> Result<Outcome, SimError> {
    let mut manifest = Manifest::new(plan.configuration(), None, arguments);
    remove_run(directory)?;
    manifest.write(directory)?;
    let tables = RowTables::new(plan)?;
    let kinds = plan.cards.kinds.len();
    let mut collector = Collector::create(directory, formats, &tables, kinds)?;
    let mut seconds = 0.0;
    for shard in shards {
        seconds += add_shard(plan, shard, &tables, &mut collector)?;
    }
    let (totals, files) = collector.finish(&plan.cards, plan.rules.players, Monitoring::Fixed)?;
    manifest = Manifest {
        complete: true,
        stop_reason: StopReason::Games,
        games: GameSpan {
            first: 0,
            end: totals.games,
            played: totals.games,
            won: totals.wins,
        },
        files,
        merged_from: shards
            .iter()
            .map(|shard| shard.path.display().to_string())
            .collect(),
        elapsed_seconds: seconds,
        games_per_second: match seconds > 0.0 {
            true => totals.games as f64 / seconds,
            false => 0.0,
        },
        ..manifest
    };
    manifest.write(directory)?;
    Ok(Outcome {
        manifest,
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
    let identity = run_identity(&plan.configuration(), Some(shard.shard));
    if !shard.path.join(PARTS).is_dir() {
        return Err(unfit(&shard.path, "its parts are gone"));
    }
    let parts = Checkpoints::open(
        &shard.path,
        &identity,
        tables,
        plan.cards.kinds.len(),
        Duration::MAX,
    )?;
    let range = shard.shard.range(plan.stop.most_games());
    let mut seconds = 0.0;
    let end = parts.visit(range.start, |kept| {
        seconds += kept.seconds;
        Ok(collector.add(&kept.tables, &kept.totals)?)
    })?;
    match end == range.end {
        true => Ok(seconds),
        false => Err(unfit(
            &shard.path,
            &format!(
                "its parts end at game {end}, but shard {} goes to game {}",
                shard.shard, range.end
            ),
        )),
    }
}
