//! The manifest, the results and the checkpoint of a comparison.

use super::design::Design;
use super::measure::Amount;
use super::methods::{methods, settles_text};
use super::play::{Cost, State, shares};
use super::results::Results;
use super::stop::{Ending, StopRule};
use super::study::Study;
use super::sums::StratumSums;
use super::tables::table_json;
use crate::learn::adapt::Adaptation;
use cards::words::Word;
use runs::lifecycle::{Manifest, OutputDirectory, ShardDirectory, kept_by, unfit};
use runs::sim::stop::LEVEL;
use runs::sim::{Shard, SimError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tables::Table;

/// The part of the manifest that is specific to comparisons.
pub fn about(design: &Design, stop: &StopRule, judges: bool) -> Value {
    let arms = design.arms.iter();
    let arms = arms.map(|arm| json!({"name": arm.name, "changes": arm.changes.describe()}));
    let mut about = json!({
        "experiment": design.name,
        "title": design.title,
        "seed": design.seed,
        "games": stop.games,
        "settles": settles_text(stop.settles, design.measure),
        "measure": design.measure.word(),
        "level": LEVEL.value(),
        "family": design.family(),
        "family_level": design.family_level().value(),
        "baseline": design.arms[0].name,
        "arms": arms.collect::<Vec<_>>(),
    });
    if judges {
        about["margin"] = Amount::from_margin(design.margin, design.measure)
            .to_string()
            .into();
    }
    about
}

/// The strata in the manifest, with what was played of them.
pub fn strata(design: &Design, sums: &[StratumSums], costs: &[Vec<Cost>]) -> Value {
    let all = design.strata.iter().zip(sums).zip(costs);
    let entries = all.map(|((stratum, sums), costs)| {
        let plans = stratum.plans.iter();
        let fingerprints = plans.map(|plan| plan.fingerprint());
        json!({
            "label": stratum.label(),
            "games": sums.games,
            "capped_games": sums.baseline.capped,
            "calibrated_base": stratum.calibrated.map(|one| one.hp()),
            // The players who have adapted to each arm, by the names of their files.
            "adapted": stratum.adaptations.iter().map(Adaptation::value_file).collect::<Vec<_>>(),
            "baseline": stratum.plans[0].configuration(),
            // Of all arms, the baseline first.
            "configurations": fingerprints.collect::<Vec<_>>(),
            // In the last session; nothing for arms not played.
            "cpu_seconds_per_game": costs.iter().map(Cost::per_game).collect::<Vec<_>>(),
        })
    });
    entries.collect()
}

/// Everything as one JSON object; it holds nothing that differs between two runs of one
/// comparison.
pub fn results_json(
    manifest: &Manifest,
    results: &Results,
    ending: Ending,
    tables: &[(&str, Table)],
) -> Value {
    let methods = methods(results.looks);
    let mut object = Value::Object(manifest.about.clone());
    object["fingerprint"] = manifest.fingerprint.as_str().into();
    object["complete"] = (ending != Ending::Interrupted).into();
    object["ending"] = ending.word().into();
    object["methods"] = json!({
        "rates": methods.rate,
        "means": methods.mean,
        "differences_of_rates": methods.rate_difference,
        "differences_of_means": methods.mean_difference,
        "test_of_rates": methods.rate_test,
        "test_of_means": methods.mean_test,
    });
    for (name, table) in tables {
        object[*name] = table_json(table);
    }
    object
}

/// What has been played so far.
#[derive(Serialize)]
struct CheckpointRef<'a, N> {
    sums: &'a [StratumSums],
    notes: &'a [N],
}

/// The same, read again.
#[derive(Deserialize)]
struct Checkpoint<N> {
    sums: Vec<StratumSums>,
    notes: Vec<N>,
}

/// Saves what has been played so far.
pub fn keep<N: Serialize>(
    directory: &mut OutputDirectory,
    state: &State<N>,
) -> Result<(), SimError> {
    directory.keep(&CheckpointRef {
        sums: &state.sums,
        notes: &state.notes,
    })
}

/// The saved progress of a comparison; empty if there is none.
pub fn recover<S: Study>(
    directory: &mut OutputDirectory,
    study: &S,
    shard: Option<Shard>,
) -> Result<State<S::Notes>, SimError> {
    let Some(kept) = directory.recover::<Checkpoint<S::Notes>>()? else {
        return Ok(State::new(study).of_shard(shard));
    };
    match implausible(study, &kept, shard) {
        None => Ok(State::from_kept(study.design(), kept.sums, kept.notes).of_shard(shard)),
        Some(why) => Err(directory.implausible(why)),
    }
}

/// What all shards of a comparison have played together.
pub fn merge<S: Study>(study: &S, shards: &[ShardDirectory]) -> Result<State<S::Notes>, SimError> {
    let mut state = State::new(study);
    let fingerprint = study.design().fingerprint();
    for ShardDirectory { path, shard, .. } in shards {
        let kept: Checkpoint<S::Notes> = kept_by(path, &fingerprint)?;
        if let Some(why) = implausible(study, &kept, Some(*shard)) {
            return Err(unfit(path, &format!("cannot be merged: {why}")));
        }
        for (stratum, (sums, notes)) in kept.sums.iter().zip(&kept.notes).enumerate() {
            if sums.games != games_of(study, stratum, Some(*shard)) {
                return Err(unfit(path, "cannot be merged: games are missing"));
            }
            let here = &mut state.sums[stratum];
            study.add(&mut state.notes[stratum], notes, &here.settled);
            here.add(sums);
        }
    }
    Ok(state)
}

/// The games of a stratum that the baseline plays here, at most.
fn games_of(study: &impl Study, stratum: usize, shard: Option<Shard>) -> u64 {
    let shares = shares(study, stratum, shard);
    shares.map(|share| share.end - share.start).iter().sum()
}

/// Why the saved progress cannot be valid.
fn implausible<S: Study>(
    study: &S,
    kept: &Checkpoint<S::Notes>,
    shard: Option<Shard>,
) -> Option<&'static str> {
    let design = study.design();
    if kept.sums.len() != design.strata.len() || kept.notes.len() != design.strata.len() {
        return Some("it has other strata");
    }
    kept.sums.iter().enumerate().find_map(|(stratum, sums)| {
        let arms = design.arms.len() - 1;
        let most = games_of(study, stratum, shard);
        if sums.arms.len() != arms || sums.settled.len() != arms {
            Some("it has other arms")
        } else if sums.games > most {
            Some("it has more games than requested")
        } else if sums.arms.iter().any(|arm| arm.games() > sums.games) {
            Some("an arm has more games than the baseline")
        } else {
            None
        }
    })
}
