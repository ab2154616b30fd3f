//! The output directory of a command that keeps what is done in one file: comparisons, studies of
//! cards, tuning, measuring, self-examination. (A run of plain games has rows to keep; see
//! [`super::checkpoint`].)
//!
//! The manifest is written first and says that nothing is complete. A checkpoint holds all that is
//! needed to go on; tables and the results as JSON come at the end, and the checkpoint goes when
//! everything asked for is there.

use super::SimError;
use super::manifest::{FileEntry, MANIFEST, command_line, write_tables};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tables::{Format, Table, write_atomically};

/// The file with the results as JSON.
pub const RESULTS: &str = "results.json";
/// The file from which something broken off goes on.
pub const CHECKPOINT: &str = "checkpoint.json";
/// All tables that can lie in such a directory.
const TABLES: [&str; 10] = [
    "arms",
    "bench",
    "checks",
    "differences",
    "effects",
    "explained",
    "generations",
    "ladder",
    "ranks",
    "sensitivity",
];

/// What an output directory holds and how it came about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The program.
    pub program: String,
    /// Its version.
    pub version: String,
    /// Whether everything asked for is there.
    pub complete: bool,
    /// Why it ended; nothing while it goes on.
    pub ending: Option<String>,
    /// Fingerprint of everything that decides the results.
    pub fingerprint: String,
    /// What is particular to the command.
    #[serde(flatten)]
    pub about: Map<String, Value>,
    /// The data files.
    pub files: Vec<FileEntry>,
    /// The command that makes it again.
    pub command: String,
    /// The same, argument by argument.
    pub arguments: Vec<String>,
    /// Threads that worked.
    pub threads: usize,
    /// Time taken by the last session.
    pub elapsed_seconds: f64,
}

impl Manifest {
    /// The manifest of something that is about to begin or go on; `about` is a JSON object.
    pub fn new(fingerprint: String, about: Value, arguments: &[String], threads: usize) -> Self {
        Manifest {
            program: "xenosim".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            complete: false,
            ending: None,
            fingerprint,
            about: match about {
                Value::Object(about) => about,
                _ => Map::new(),
            },
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
}

/// What has been done so far, and of what.
#[derive(Serialize, Deserialize)]
struct Checkpoint<T> {
    fingerprint: String,
    state: T,
}

/// An output directory.
#[derive(Debug)]
pub struct Store {
    /// What it holds.
    pub manifest: Manifest,
    directory: PathBuf,
    every: Duration,
    kept: Instant,
    started: Instant,
}

impl Store {
    /// Begins in a directory, which must exist; what an earlier command left is removed.
    pub fn begin(directory: &Path, manifest: Manifest, every: Duration) -> Result<Self, SimError> {
        let names = TABLES.iter();
        let tables = names.flat_map(|name| Format::ALL.map(|format| format!("{name}.{format}")));
        for name in tables.chain([RESULTS, CHECKPOINT].map(String::from)) {
            remove(&directory.join(name))?;
        }
        Store::go_on(directory, manifest, every)
    }

    /// Goes on in a directory.
    pub fn go_on(directory: &Path, manifest: Manifest, every: Duration) -> Result<Self, SimError> {
        write_json(&directory.join(MANIFEST), &manifest)?;
        Ok(Store {
            directory: directory.to_path_buf(),
            manifest,
            every,
            kept: Instant::now(),
            started: Instant::now(),
        })
    }

    /// What was kept, if anything was; refused if it belongs to something else.
    pub fn recover<T: DeserializeOwned>(&self) -> Result<Option<T>, SimError> {
        let path = self.directory.join(CHECKPOINT);
        if !path.exists() {
            return Ok(None);
        }
        let kept: Checkpoint<T> = read_json(&path)?;
        match kept.fingerprint == self.manifest.fingerprint {
            true => Ok(Some(kept.state)),
            false => Err(SimError::Unfit(format!(
                "{}: belongs to something else than the manifest beside it",
                path.display()
            ))),
        }
    }

    /// Whether it is time to keep what has been done.
    pub fn is_due(&self) -> bool {
        self.kept.elapsed() >= self.every
    }

    /// Keeps what has been done so far.
    pub fn keep(&mut self, state: &impl Serialize) -> Result<(), SimError> {
        self.kept = Instant::now();
        let checkpoint = Checkpoint {
            fingerprint: self.manifest.fingerprint.clone(),
            state,
        };
        write_json(&self.directory.join(CHECKPOINT), &checkpoint)
    }

    /// Writes tables, results and manifest. When everything asked for is there, the checkpoint
    /// goes; otherwise the caller has kept what is needed to go on.
    pub fn finish(
        mut self,
        complete: bool,
        ending: &str,
        tables: &[(&str, Table)],
        formats: &[Format],
        results: &Value,
    ) -> Result<(), SimError> {
        self.manifest.complete = complete;
        self.manifest.ending = Some(ending.into());
        for (name, table) in tables {
            let written = write_tables(&self.directory, name, table, formats)?;
            self.manifest.files.extend(written);
        }
        let path = self.directory.join(RESULTS);
        write_json(&path, results)?;
        self.manifest.files.push(FileEntry {
            name: RESULTS.into(),
            rows: tables.iter().map(|(_, table)| table.len() as u64).sum(),
            bytes: fs::metadata(&path).map_or(0, |data| data.len()),
        });
        self.manifest.elapsed_seconds = self.started.elapsed().as_secs_f64();
        write_json(&self.directory.join(MANIFEST), &self.manifest)?;
        match complete {
            true => remove(&self.directory.join(CHECKPOINT)),
            false => Ok(()),
        }
    }
}

/// Reads a file of JSON.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, SimError> {
    let wrong = |reason: String| SimError::BadManifest {
        path: path.to_path_buf(),
        reason,
    };
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
}

/// Writes a file of JSON.
fn write_json(path: &Path, value: &impl Serialize) -> Result<(), SimError> {
    let mut text = serde_json::to_string_pretty(value)
        .map_err(|error| SimError::Unfit(format!("{}: {error}", path.display())))?;
    text.push('\n');
    Ok(write_atomically(path, text.as_bytes())?)
}

/// Removes a file, which need not be there.
fn remove(path: &Path) -> Result<(), SimError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(SimError::Unfit(
            format!("{}: cannot be removed: {error}", path.display()),
        )),
        _ => Ok(()),
    }
}
