//! The shards of one run, gathered to be merged.

use super::build::build;
use super::directory::unfit;
use super::manifest::Manifest;
use crate::sim::{Shard, SimError};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A directory with a shard.
#[derive(Clone, Debug)]
pub struct ShardDirectory {
    /// Its path.
    pub path: PathBuf,
    /// Which shard it is.
    pub shard: Shard,
}

/// The shards of one run, each of them once.
#[derive(Clone, Debug)]
pub struct Shards {
    /// All of them, in the order of their games.
    pub all: Vec<ShardDirectory>,
    /// The manifest of the first. Those of the others are not kept: a thousand shards take no more
    /// memory than ten.
    pub manifest: Manifest,
}

impl Shards {
    /// Reads the manifests of directories and makes sure that they are all shards of one run, each
    /// of them once.
    pub fn gather(directories: &[PathBuf]) -> Result<Self, SimError> {
        let mut all = Vec::new();
        for path in directories {
            all.push(open(path)?.0);
        }
        all.sort_by_key(|directory| directory.shard.number);
        let Some(first) = all.first() else {
            return Err(SimError::Unfit("there is nothing to merge".into()));
        };
        let manifest = Manifest::read(&first.path)?;
        for other in &all[1..] {
            same_run((first, &manifest), (other, &Manifest::read(&other.path)?))?;
        }
        all_there(&all)?;
        Ok(Shards { all, manifest })
    }

    /// Where the first shard is.
    pub fn first(&self) -> &Path {
        &self.all[0].path
    }
}

/// Reads the manifest of one shard; rejected if it cannot be merged.
pub fn open(path: &Path) -> Result<(ShardDirectory, Manifest), SimError> {
    let manifest = Manifest::read(path)?;
    if !manifest.mergeable {
        return Err(unfit(path, "it contains a whole run, not a shard"));
    }
    let Some(shard) = manifest.shard() else {
        return Err(unfit(path, "it does not say which shard it is"));
    };
    let (version, build) = (env!("CARGO_PKG_VERSION"), build());
    if (manifest.version.as_str(), manifest.build.as_str()) != (version, build) {
        return Err(unfit(
            path,
            &format!(
                "it was played by version {} of this program (build {}); this is version {version} \
                 (build {build})",
                manifest.version, manifest.build
            ),
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
    let path = path.to_path_buf();
    Ok((ShardDirectory { path, shard }, manifest))
}

fn same_run(
    (first, manifest): (&ShardDirectory, &Manifest),
    (other, its_manifest): (&ShardDirectory, &Manifest),
) -> Result<(), SimError> {
    if manifest.kind != its_manifest.kind {
        let (path, kind) = (first.path.display(), &manifest.kind);
        let here = &its_manifest.kind;
        return Err(unfit(
            &other.path,
            &format!("is a shard of `{here}`, but {path} is one of `{kind}`"),
        ));
    }
    if let Some((name, here, there)) = manifest.difference(its_manifest) {
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
                "is shard {}, but {} is shard {}",
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
                    "is shard {}, like {}: its games would count twice",
                    pair[1].shard,
                    pair[0].path.display()
                ),
            ));
        }
    }
    let count = shards[0].shard.count;
    let there: BTreeSet<u32> = shards.iter().map(|one| one.shard.number).collect();
    let missing: Vec<String> = (1..=count)
        .filter(|number| !there.contains(number))
        .map(|number| format!("{number}/{count}"))
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(SimError::Unfit(format!(
            "missing shards: {}",
            missing.join(", ")
        )))
    }
}
