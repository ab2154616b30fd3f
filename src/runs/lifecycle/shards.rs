//! The shards of one run, gathered to be merged.

use super::directory::unfit;
use super::manifest::Manifest;
use crate::sim::{Shard, SimError};
use std::path::{Path, PathBuf};

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
    if !manifest.mergeable {
        return Err(unfit(path, "it holds a whole run, not a shard of one"));
    }
    let shard = manifest
        .about
        .get("shard")
        .and_then(|shard| shard.as_str()?.parse().ok());
    let Some(shard) = shard else {
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
            "shard {shard} is not complete (resume it with `xenosim {} --resume {}`)",
            manifest.kind,
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

fn same_run(first: &ShardDirectory, other: &ShardDirectory) -> Result<(), SimError> {
    if first.manifest.kind != other.manifest.kind {
        let (path, kind) = (first.path.display(), &first.manifest.kind);
        let here = &other.manifest.kind;
        return Err(unfit(
            &other.path,
            &format!("is of `{here}`, but {path} of `{kind}`"),
        ));
    }
    if let Some((name, here, there)) = first.manifest.difference(&other.manifest) {
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
