//! Merging finished runs of one question on several seeds.

use super::compare::session::{self, Comparison};
use super::lifecycle::Job;
use super::merge::{MergeTo, NOT_MERGED, carry_out};
use super::request::Request;
use super::sharded::ShardedCommand;
use super::simulate::all_cores;
use super::{CliError, Output, lifecycle};
use runs::lifecycle::{MERGE, Manifest, unfit};
use serde_json::Value;
use std::path::{Path, PathBuf};
use studies::compare::store::SUMS;
use studies::compare::study::Study;

const MERGED: &str = "is a merge of runs: name those runs, and the new ones with them";

/// A finished run on a seed of its own.
pub(in crate::cli) struct SeedRun<C: Comparison> {
    /// Where it is.
    pub path: PathBuf,
    /// What it says of itself.
    pub manifest: Manifest,
    /// What it played.
    pub plan: (Study, C::Question),
    /// What it was asked.
    pub asked: Request<C>,
}

/// Merges whole runs in some directories; `None`: there are none.
pub(super) fn merge_runs(
    directories: &[PathBuf],
    to: &MergeTo<'_>,
    out: &mut Output,
) -> Option<Result<(), CliError>> {
    let [first, _, ..] = directories else {
        return None;
    };
    let manifest = Manifest::read(first).ok().filter(|run| !run.mergeable)?;
    if manifest.kind == MERGE {
        return Some(Err(unfit(first, MERGED).into()));
    }
    let merge = ShardedCommand::named(&manifest.kind)?.merge_seeds?;
    Some(merge(directories, to, out))
}

/// Merges runs of a command in some directories.
pub(super) fn merge_seeds<C: Comparison>(
    directories: &[PathBuf],
    to: &MergeTo<'_>,
    out: &mut Output,
) -> Result<(), CliError> {
    let mut runs: Vec<SeedRun<C>> = Vec::new();
    for path in directories {
        let run = open(path)?;
        if let Some(why) = runs.iter().find_map(|one| clash(one, &run)) {
            return Err(unfit(path, &why).into());
        }
        runs.push(run);
    }
    let name = runs[0].asked.job.directory_name(&runs[0].plan) + "-seeds";
    let manifest = manifest(&runs);
    carry_out((&name, manifest), directories, to, out, |begin| {
        session::merge_seeds(runs, begin, to.show)
    })
}

/// Reads a run.
fn open<C: Comparison>(path: &Path) -> Result<SeedRun<C>, CliError> {
    let manifest = Manifest::verify(path)?;
    if let Some(why) = unsuitable::<C>(&manifest) {
        return Err(unfit(path, why).into());
    }
    let asked = Request::<C>::of(&manifest, path)?;
    let plan = asked.job.plan()?;
    let now = lifecycle::manifest(&asked, &plan, all_cores())?;
    now.refuse_other(&manifest, path, NOT_MERGED)?;
    Ok(SeedRun {
        path: path.to_path_buf(),
        manifest,
        plan,
        asked,
    })
}

/// Why a run cannot be added to others.
fn unsuitable<C: Comparison>(manifest: &Manifest) -> Option<&'static str> {
    if manifest.kind == MERGE {
        Some(MERGED)
    } else if manifest.kind != C::COMMAND || manifest.mergeable {
        Some("is not a whole run of the same command")
    } else if !manifest.complete {
        Some("is not complete")
    } else if !manifest.files.iter().any(|file| file.name == SUMS) {
        Some("cannot be merged: it stopped early, or its players adapted")
    } else {
        None
    }
}

/// Why two runs cannot be added.
fn clash<C: Comparison>(one: &SeedRun<C>, other: &SeedRun<C>) -> Option<String> {
    let path = one.path.display();
    let seed = |run: &SeedRun<C>| run.plan.0.design.seed;
    if one.asked.question() != other.asked.question() {
        Some(format!("asks another question than {path}"))
    } else if seed(one) == seed(other) {
        Some(format!(
            "has the seed of {path}: its games would count twice"
        ))
    } else {
        None
    }
}

/// What the merged directory says of itself: it is reproduced by merging again.
fn manifest<C: Comparison>(runs: &[SeedRun<C>]) -> Manifest {
    let paths = runs.iter().map(|run| run.path.display().to_string());
    let arguments = std::iter::once(MERGE.to_string()).chain(paths).collect();
    let all = runs.iter().map(|run| &run.manifest);
    let each: Vec<_> = all.clone().map(|one| one.fingerprint.as_str()).collect();
    let mut about = runs[0].manifest.about.clone();
    for differs in ["seed", "games"] {
        let values = all.clone().filter_map(|one| one.about.get(differs));
        about.insert(differs.into(), values.cloned().collect());
    }
    Manifest::new(arguments, each.join("+"), Value::Object(about), all_cores())
}
