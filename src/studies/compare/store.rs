//! The manifest, the results and the checkpoint of a comparison.

use super::design::Design;
use super::measure::Amount;
use super::methods::settles_text;
use super::play::{Cost, State, shares};
use super::stop::{EarlyStop, StopRule};
use super::study::Study;
use super::sums::StratumSums;
use crate::learn::adapt::Adaptation;
use answers::{grouped, listed};
use cards::words::Word;
use runs::lifecycle::{OutputDirectory, ShardDirectory, kept_by, unfit};
use runs::sim::stop::LEVEL;
use runs::sim::{Shard, SimError};
use serde_json::{Value, json};
use statistics::verdict::Margin;
use std::path::Path;

/// The sums of a finished comparison.
pub const SUMS: &str = "sums.json";

/// The part of the manifest that is specific to comparisons.
pub fn about(design: &Design, stop: &StopRule) -> Value {
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
    if design.margin > Margin::NONE {
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
            // The players who have adapted to each arm, by the files of their values.
            "adapted": stratum.adaptations.iter().map(value_file).collect::<Vec<_>>(),
            "baseline": stratum.plans[0].configuration(),
            // Of all arms, the baseline first.
            "configurations": fingerprints.collect::<Vec<_>>(),
            // In the last session; nothing for arms not played.
            "cpu_seconds_per_game": costs.iter().map(Cost::per_game).collect::<Vec<_>>(),
        })
    });
    entries.collect()
}

/// Saves what has been played so far.
pub fn keep(directory: &mut OutputDirectory, state: &State) -> Result<(), SimError> {
    directory.keep(&state.sums)
}

/// The saved progress of a comparison; empty if there is none.
pub fn recover(
    directory: &mut OutputDirectory,
    study: &Study,
    shard: Option<Shard>,
) -> Result<State, SimError> {
    let Some(kept) = directory.recover::<Vec<StratumSums>>()? else {
        return Ok(State::new(study).of_shard(shard));
    };
    match implausible(study, &kept, shard) {
        None => Ok(State::from_kept(&study.design, kept).of_shard(shard)),
        Some(why) => Err(directory.implausible(why)),
    }
}

/// What all shards of a comparison have played together.
pub fn merge(study: &Study, shards: &[ShardDirectory]) -> Result<State, SimError> {
    let mut state = State::new(study);
    let fingerprint = study.fingerprint();
    for ShardDirectory { path, shard, .. } in shards {
        let kept: Vec<StratumSums> = kept_by(path, &fingerprint, Some(*shard))?;
        if let Some(why) = implausible(study, &kept, Some(*shard)) {
            return Err(unfit(path, &format!("cannot be merged: {why}")));
        }
        for (here, sums) in state.sums.iter_mut().zip(&kept) {
            here.add(sums, &study.contrasts);
        }
        if (0..)
            .zip(&kept)
            .any(|(stratum, sums)| sums.games != games_of(study, stratum, Some(*shard)))
        {
            return Err(unfit(path, "cannot be merged: games are missing"));
        }
    }
    Ok(state)
}

/// What was played of one question on several seeds.
pub struct Pooled {
    /// The sums of all.
    pub state: State,
    /// The games of all, as if those of the first had been raised.
    pub stop: StopRule,
    /// The seeds in words.
    pub remark: String,
}

impl Pooled {
    /// Of finished runs, by their directories.
    pub fn read(runs: &[(&Path, &Study)]) -> Result<Self, SimError> {
        let mut all = Vec::new();
        for (path, study) in runs {
            let kept = sums_of(path)?;
            if let Some(why) = implausible(study, &kept, None) {
                return Err(unfit(path, &format!("cannot be merged: {why}")));
            }
            all.push((*study, kept));
        }
        Ok(Pooled::of(all))
    }

    /// Of runs with their sums.
    pub fn of(runs: Vec<(&Study, Vec<StratumSums>)>) -> Self {
        let first = runs[0].0;
        let listed_by = |text: fn(&Study) -> String| {
            let texts = runs.iter().map(|(study, _)| text(study));
            listed(&texts.collect::<Vec<_>>())
        };
        let seeds = listed_by(|study| study.design.seed.to_string());
        let games = listed_by(|study| grouped(study.stop.games));
        let (mut state, mut stop) = (State::new(first), first.stop);
        for (number, (study, mut kept)) in runs.into_iter().enumerate() {
            if number > 0 {
                kept.iter_mut().for_each(StratumSums::forget_examples);
                stop.games += study.stop.games;
                stop.raises += study.stop.raises + 1;
            }
            for (here, sums) in state.sums.iter_mut().zip(&kept) {
                here.add(sums, &first.contrasts);
            }
        }
        Pooled {
            state,
            stop,
            remark: format!(
                "Runs on seeds {seeds} together, with {games} games of each arm at most."
            ),
        }
    }
}

/// Writes the sums of a finished comparison, so that runs on other seeds can be added. What stopped by
/// what it showed, or adapted to its own games, cannot be added up.
pub fn write_sums(
    directory: &mut OutputDirectory,
    study: &Study,
    sums: &[StratumSums],
) -> Result<(), SimError> {
    let adapts = !study.design.adaptations().is_empty();
    if adapts || study.stop.settles != EarlyStop::Never {
        return Ok(());
    }
    let text =
        serde_json::to_string(sums).map_err(|error| unfit(SUMS.as_ref(), &error.to_string()))?;
    directory.announce([SUMS.into()])?;
    directory.write_text(SUMS, &(text + "\n"), sums.len() as u64)
}

/// The sums of a finished comparison.
fn sums_of(directory: &Path) -> Result<Vec<StratumSums>, SimError> {
    let path = directory.join(SUMS);
    let text = std::fs::read(&path).map_err(|error| unfit(&path, &error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| unfit(&path, &error.to_string()))
}

/// The bases at which win rates are shown, from the strata of a manifest.
pub fn bases(strata: &Value) -> Vec<&Value> {
    let all = strata.as_array().into_iter().flatten();
    all.map(|stratum| &stratum["calibrated_base"]).collect()
}

/// The games of a stratum that the baseline plays here, at most.
fn games_of(study: &Study, stratum: usize, shard: Option<Shard>) -> u64 {
    let shares = shares(study, stratum, shard);
    shares.map(|share| share.end - share.start).iter().sum()
}

/// Why the saved progress cannot be valid.
fn implausible(study: &Study, kept: &[StratumSums], shard: Option<Shard>) -> Option<&'static str> {
    let design = &study.design;
    if kept.len() != design.strata.len() {
        return Some("it has other strata");
    }
    let arms = design.arms.len() - 1;
    (0..).zip(kept).find_map(|(stratum, sums)| {
        let most = games_of(study, stratum, shard);
        if sums.arms.len() != arms || sums.settled.len() != arms {
            Some("it has other arms")
        } else if sums.contrasts.len() != study.contrasts.len() {
            Some("it has other contrasts")
        } else if sums.games > most {
            Some("it has more games than requested")
        } else if sums.arms.iter().any(|arm| arm.games() > sums.games) {
            Some("an arm has more games than the baseline")
        } else {
            None
        }
    })
}

fn value_file(adaptation: &Adaptation) -> String {
    let [value, _] = adaptation.learned_files();
    value
}
