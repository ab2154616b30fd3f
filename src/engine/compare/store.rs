//! The output directory of a comparison: tables, manifest, and what is needed to go on.

use super::design::Design;
use super::experiment::margin_text;
use super::play::{Cost, Ending, State, StopRule, Study};
use super::results::{Results, methods, settles_text};
use super::sums::StratumSums;
use super::tables::table_json;
use crate::export::{Format, Table, write_atomically};
use crate::sim::SimError;
use crate::sim::manifest::{FileEntry, MANIFEST, command_line, write_tables};
use crate::sim::plan::Configuration;
use crate::sim::stop::LEVEL;
use crate::words::Word;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The file with the results as JSON.
const RESULTS: &str = "results.json";
/// The file from which an interrupted comparison goes on.
const CHECKPOINT: &str = "checkpoint.json";
/// The tables a comparison can write.
const TABLES: [&str; 7] = [
    "arms",
    "differences",
    "explained",
    "ladder",
    "ranks",
    "effects",
    "sensitivity",
];

/// An arm in the manifest.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ArmEntry {
    /// Its name.
    pub name: String,
    /// What it changes.
    pub changes: String,
}

/// A stratum in the manifest.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StratumEntry {
    /// The stratum in words.
    pub label: String,
    /// Games played by the baseline.
    pub games: u64,
    /// What the baseline plays.
    pub baseline: Configuration,
    /// Fingerprints of the configurations of all arms, the baseline first.
    pub configurations: Vec<String>,
    /// Processor time of a game in the last session, for all arms, the baseline first; nothing
    /// for those not played.
    #[serde(default)]
    pub cpu_seconds_per_game: Vec<Option<f64>>,
}

/// What an output directory holds and how it came about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The program.
    pub program: String,
    /// Its version.
    pub version: String,
    /// Whether everything asked for is there.
    pub complete: bool,
    /// Why playing ended; nothing while it goes on.
    pub ending: Option<String>,
    /// The experiment.
    pub experiment: String,
    /// What it is about.
    pub title: String,
    /// Fingerprint of everything that decides the results.
    pub fingerprint: String,
    /// The master seed.
    pub seed: u64,
    /// Games of each arm in each stratum, at most.
    pub games: u64,
    /// What settles an arm earlier.
    pub settles: String,
    /// The measure that decides.
    pub measure: String,
    /// The margin of the verdicts, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<String>,
    /// Confidence level of each interval.
    pub level: f64,
    /// Comparisons in the family.
    pub family: usize,
    /// Confidence level of the intervals behind the verdicts.
    pub family_level: f64,
    /// The baseline.
    pub baseline: String,
    /// The arms, the baseline first.
    pub arms: Vec<ArmEntry>,
    /// The strata.
    pub strata: Vec<StratumEntry>,
    /// The data files.
    pub files: Vec<FileEntry>,
    /// The command that makes it again.
    pub command: String,
    /// The same, argument by argument.
    pub arguments: Vec<String>,
    /// Threads that played.
    pub threads: usize,
    /// Time taken by the last session.
    pub elapsed_seconds: f64,
}

impl Manifest {
    /// The manifest of a comparison that is about to begin or go on.
    pub fn new(design: &Design, stop: &StopRule, arguments: &[String], threads: usize) -> Self {
        let arms = design.arms.iter().map(|arm| ArmEntry {
            name: arm.name.clone(),
            changes: arm.changes.describe(),
        });
        let strata = design.strata.iter().map(|stratum| StratumEntry {
            label: stratum.label(),
            games: 0,
            baseline: stratum.plans[0].configuration(),
            configurations: stratum
                .plans
                .iter()
                .map(|plan| plan.configuration().fingerprint())
                .collect(),
            cpu_seconds_per_game: Vec::new(),
        });
        Manifest {
            program: "xenosim".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            complete: false,
            ending: None,
            experiment: design.name.clone(),
            title: design.title.clone(),
            fingerprint: design.fingerprint(),
            seed: design.seed,
            games: stop.games,
            settles: settles_text(stop.settles, design.measure),
            measure: design.measure.word().into(),
            margin: Some(margin_text(design.margin)),
            level: LEVEL.value(),
            family: design.family(),
            family_level: design.family_level().value(),
            baseline: design.arms[0].name.clone(),
            arms: arms.collect(),
            strata: strata.collect(),
            files: Vec::new(),
            command: command_line(arguments),
            arguments: arguments.to_vec(),
            threads,
            elapsed_seconds: 0.0,
        }
    }

    /// Reads the manifest of a directory.
    pub fn read(directory: &Path) -> Result<Self, SimError> {
        read_json(&directory.join(MANIFEST))
    }

    fn write(&self, directory: &Path) -> Result<(), SimError> {
        write_json(&directory.join(MANIFEST), self)
    }
}

/// What has been played so far.
#[derive(Serialize, Deserialize)]
struct Checkpoint<N> {
    fingerprint: String,
    sums: Vec<StratumSums>,
    notes: Vec<N>,
}

/// An output directory.
pub struct Store {
    directory: PathBuf,
    manifest: Manifest,
    every: Duration,
    kept: Instant,
    started: Instant,
}

impl Store {
    /// Begins a comparison in a directory, which must exist; what an earlier one left is removed.
    pub fn begin(directory: &Path, manifest: Manifest, every: Duration) -> Result<Self, SimError> {
        let names = TABLES.iter();
        let tables = names.flat_map(|name| Format::ALL.map(|format| format!("{name}.{format}")));
        for name in tables.chain([RESULTS, CHECKPOINT].map(String::from)) {
            remove(&directory.join(name))?;
        }
        Store::go_on(directory, manifest, every)
    }

    /// Goes on with a comparison in its directory.
    pub fn go_on(directory: &Path, manifest: Manifest, every: Duration) -> Result<Self, SimError> {
        manifest.write(directory)?;
        Ok(Store {
            directory: directory.to_path_buf(),
            manifest,
            every,
            kept: Instant::now(),
            started: Instant::now(),
        })
    }

    /// What was kept in a directory, if it belongs to this comparison.
    pub fn recover<S: Study>(directory: &Path, study: &S) -> Result<State<S::Notes>, SimError> {
        let design = study.design();
        let path = directory.join(CHECKPOINT);
        if !path.exists() {
            return Ok(State::new(study));
        }
        let kept: Checkpoint<S::Notes> = read_json(&path)?;
        let strata = design.strata.len();
        let fits = kept.fingerprint == design.fingerprint()
            && kept.sums.len() == strata
            && kept.notes.len() == strata;
        match fits {
            true => Ok(State::from_kept(design, kept.sums, kept.notes)),
            false => Err(SimError::Unfit(format!(
                "{}: belongs to another comparison",
                path.display()
            ))),
        }
    }

    /// Keeps the sums so far, if it is time.
    pub fn keep<N: Clone + Serialize>(&mut self, state: &State<N>) -> Result<(), SimError> {
        match self.kept.elapsed() < self.every {
            true => Ok(()),
            false => self.keep_now(state),
        }
    }

    /// Keeps the sums so far.
    pub fn keep_now<N: Clone + Serialize>(&mut self, state: &State<N>) -> Result<(), SimError> {
        self.kept = Instant::now();
        let checkpoint = Checkpoint {
            fingerprint: self.manifest.fingerprint.clone(),
            sums: state.sums.clone(),
            notes: state.notes.clone(),
        };
        write_json(&self.directory.join(CHECKPOINT), &checkpoint)
    }

    /// Writes the tables and the manifest.
    pub fn finish<N: Clone + Serialize>(
        mut self,
        results: &Results,
        ending: Ending,
        state: &State<N>,
        tables: &[(&str, Table)],
        formats: &[Format],
    ) -> Result<serde_json::Value, SimError> {
        self.manifest.complete = ending != Ending::Interrupted;
        self.manifest.ending = Some(ending.word().into());
        for (entry, sums) in self.manifest.strata.iter_mut().zip(&state.sums) {
            entry.games = sums.games;
        }
        for (entry, costs) in self.manifest.strata.iter_mut().zip(&state.costs) {
            entry.cpu_seconds_per_game = costs.iter().map(Cost::per_game).collect();
        }
        match self.manifest.complete {
            true => remove(&self.directory.join(CHECKPOINT))?,
            false => self.keep_now(state)?,
        }
        for (name, table) in tables {
            let written = write_tables(&self.directory, name, table, formats)?;
            self.manifest.files.extend(written);
        }
        let object = self.results(results, tables);
        let path = self.directory.join(RESULTS);
        write_json(&path, &object)?;
        self.manifest.files.push(FileEntry {
            name: RESULTS.into(),
            rows: tables.iter().map(|(_, table)| table.len() as u64).sum(),
            bytes: fs::metadata(&path).map_or(0, |data| data.len()),
        });
        self.manifest.elapsed_seconds = self.started.elapsed().as_secs_f64();
        self.manifest.write(&self.directory)?;
        Ok(object)
    }

    /// Everything as one JSON object; it holds nothing that differs between two runs of one
    /// comparison.
    fn results(&self, results: &Results, tables: &[(&str, Table)]) -> serde_json::Value {
        let manifest = &self.manifest;
        let [rate, mean, difference, test] = methods(results.looks);
        let mut object = json!({
            "experiment": manifest.experiment,
            "title": manifest.title,
            "fingerprint": manifest.fingerprint,
            "complete": manifest.complete,
            "ending": manifest.ending,
            "seed": manifest.seed,
            "games": manifest.games,
            "settles": manifest.settles,
            "measure": manifest.measure,
            "margin": manifest.margin,
            "level": manifest.level,
            "family": manifest.family,
            "family_level": manifest.family_level,
            "baseline": manifest.baseline,
            "methods": {
                "rates": rate,
                "means": mean,
                "differences_of_rates": difference,
                "test": test,
            },
        });
        for (name, table) in tables {
            object[*name] = table_json(table);
        }
        object
    }
}

/// Reads a file of JSON.
pub(crate) fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, SimError> {
    let wrong = |reason: String| SimError::BadManifest {
        path: path.to_path_buf(),
        reason,
    };
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
}

/// Writes a file of JSON.
pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), SimError> {
    let mut text = serde_json::to_string_pretty(value)
        .map_err(|error| SimError::Unfit(format!("{}: {error}", path.display())))?;
    text.push('\n');
    Ok(write_atomically(path, text.as_bytes())?)
}

/// Removes a file, which need not be there.
pub(crate) fn remove(path: &Path) -> Result<(), SimError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(SimError::Unfit(
            format!("{}: cannot be removed: {error}", path.display()),
        )),
        _ => Ok(()),
    }
}
