//! The output directory of a run of tuning.

use super::run::{Generation, Progress, Setting};
use crate::compare::store::{read_json, remove, write_json};
use crate::export::{ColumnType, ExportError, Format, Schema, Table};
use crate::sim::SimError;
use crate::sim::manifest::{FileEntry, MANIFEST, command_line};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The file from which an interrupted run goes on.
const CHECKPOINT: &str = "checkpoint.json";
/// The tables of a run.
const TABLES: [&str; 3] = ["generations", "arms", "differences"];

/// What an output directory holds and how it came about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The program.
    pub program: String,
    /// Its version.
    pub version: String,
    /// Whether everything asked for is there.
    pub complete: bool,
    /// Fingerprint of everything that decides the results.
    pub fingerprint: String,
    /// The policy that tuning started from.
    pub start: String,
    /// The weights that were tuned.
    pub weights: usize,
    /// The tuned policy against the start, in words.
    pub judgement: Vec<String>,
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
    /// The manifest of a run that is about to begin or go on.
    pub fn new(setting: &Setting, arguments: &[String], threads: usize) -> Self {
        Manifest {
            program: "xenosim".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            complete: false,
            fingerprint: setting.fingerprint(),
            start: setting.start.name.clone(),
            weights: setting.tuned().len(),
            judgement: Vec::new(),
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

    /// Writes the manifest of a directory.
    pub fn write(&self, directory: &Path) -> Result<(), SimError> {
        write_json(&directory.join(MANIFEST), self)
    }
}

/// Removes what an earlier run left in a directory.
pub fn clear(directory: &Path) -> Result<(), SimError> {
    let tables = TABLES.iter();
    let tables = tables.flat_map(|name| Format::ALL.map(|format| format!("{name}.{format}")));
    for name in tables.chain([CHECKPOINT.to_string()]) {
        remove(&directory.join(name))?;
    }
    Ok(())
}

/// Keeps what has come of a run so far.
pub fn keep(directory: &Path, progress: &Progress) -> Result<(), SimError> {
    write_json(&directory.join(CHECKPOINT), progress)
}

/// What is kept in a directory, if it belongs to this run.
pub fn recover(directory: &Path, setting: &Setting) -> Result<Option<Progress>, SimError> {
    let path = directory.join(CHECKPOINT);
    if !path.exists() {
        return Ok(None);
    }
    let kept: Progress = read_json(&path)?;
    match kept.fingerprint == setting.fingerprint() {
        true => Ok(Some(kept)),
        false => Err(SimError::Unfit(format!(
            "{}: belongs to another run",
            path.display()
        ))),
    }
}

/// Forgets what was kept: the run is complete.
pub fn forget(directory: &Path) -> Result<(), SimError> {
    remove(&directory.join(CHECKPOINT))
}

/// The generations as a table.
pub fn generations_table(history: &[Generation]) -> Result<Table, ExportError> {
    let mut table = Table::new(Schema::new([
        ("generation", ColumnType::U64),
        ("first_game", ColumnType::U64),
        ("best", ColumnType::F64),
        ("mean", ColumnType::F64),
        ("worst", ColumnType::F64),
        ("step", ColumnType::F64),
    ])?);
    for generation in history {
        table.push_row(&[
            generation.number.into(),
            generation.first_game.into(),
            generation.best.into(),
            generation.mean.into(),
            generation.worst.into(),
            generation.step.into(),
        ])?;
    }
    Ok(table)
}
