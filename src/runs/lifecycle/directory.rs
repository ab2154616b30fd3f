//! An output directory from its claim to its last file.

use super::manifest::{FileEntry, MANIFEST, Manifest};
use crate::sim::SimError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tables::{
    Claim, ExportError, Format, PartStore, Schema, Table, claim_directory, is_empty_but_for,
    read_sealed, remove_if_there, write_atomically, write_sealed, write_table,
};

/// The file with the results as JSON.
pub const RESULTS: &str = "results.json";
/// The file with the progress, for resuming.
pub const CHECKPOINT: &str = "checkpoint.json";
/// The directory of rows saved for resuming or merging.
pub const PARTS: &str = "parts";
/// Leftovers of a program that was killed while writing its first file.
const FIRST_LEFTOVER: &str = "manifest.json.tmp";

/// The progress so far, and of which run.
#[derive(Serialize, Deserialize)]
struct Checkpoint<T> {
    fingerprint: String,
    seconds: f64,
    state: T,
}

/// A claimed directory.
#[derive(Debug)]
struct Place {
    path: PathBuf,
    #[allow(dead_code, reason = "held, not used")]
    claim: Claim,
}

/// An output directory that is being filled.
#[derive(Debug)]
pub struct OutputDirectory {
    /// Its manifest.
    pub manifest: Manifest,
    /// Its path; `None` if nothing is to be written.
    place: Option<Place>,
    every: Duration,
    kept: Instant,
    started: Instant,
    seconds_before: f64,
}

impl OutputDirectory {
    /// Writes and saves nothing.
    pub fn nowhere(manifest: Manifest) -> Self {
        OutputDirectory::new(manifest, None, Duration::MAX)
    }

    fn new(manifest: Manifest, place: Option<Place>, every: Duration) -> Self {
        OutputDirectory {
            manifest,
            place,
            every,
            kept: Instant::now(),
            started: Instant::now(),
            seconds_before: 0.0,
        }
    }

    /// Starts in a directory, which is created if needed. A directory that is not empty is rejected
    /// unless forced; then only the files of an earlier run are removed.
    pub fn begin(
        path: &Path,
        manifest: Manifest,
        force: bool,
        every: Duration,
    ) -> Result<Self, SimError> {
        let claim = claim_directory(path)?;
        if !force && !is_empty_but_for(path, &[FIRST_LEFTOVER])? {
            let path = path.to_path_buf();
            return Err(ExportError::NotEmpty { path }.into());
        }
        // The order matters: wherever this is interrupted, the run can be resumed or restarted.
        remove_kept(path)?;
        let earlier = written_by_earlier(path);
        let mut directory = OutputDirectory::new(
            manifest,
            Some(Place {
                path: path.to_path_buf(),
                claim,
            }),
            every,
        );
        if !earlier.is_empty() {
            directory.announce(earlier.clone())?;
            remove_written(path, &earlier)?;
        }
        directory.announce([])?;
        Ok(directory)
    }

    /// Its path, if it has one.
    pub fn path(&self) -> Option<&Path> {
        self.place.as_ref().map(|place| place.path.as_path())
    }

    /// Adds the time of earlier sessions.
    pub(crate) fn add_seconds(&mut self, seconds: f64) {
        self.seconds_before += seconds;
    }

    /// Time spent in this session.
    pub(crate) fn session_seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// How often progress is saved.
    pub fn every(&self) -> Duration {
        self.every
    }

    /// The saved progress, if any; rejected if it is damaged or belongs to another run.
    pub fn recover<T: DeserializeOwned>(&mut self) -> Result<Option<T>, SimError> {
        let Some(path) = self.path().map(|path| path.join(CHECKPOINT)) else {
            return Ok(None);
        };
        if !path.exists() {
            return Ok(None);
        }
        let kept: Checkpoint<T> = read_sealed(&path).map_err(|error| {
            SimError::Unfit(format!(
                "{error}; to play everything again, remove this file and resume"
            ))
        })?;
        if kept.fingerprint != self.manifest.fingerprint {
            return Err(unfit(
                &path,
                "belongs to another run than the manifest next to it",
            ));
        }
        self.add_seconds(kept.seconds);
        Ok(Some(kept.state))
    }

    /// Rejects saved progress that cannot be valid.
    pub fn implausible(&self, why: &str) -> SimError {
        let path = self.path().unwrap_or(Path::new("")).join(CHECKPOINT);
        unfit(
            &path,
            &format!("does not match: {why}; to play everything again, remove it and resume"),
        )
    }

    /// Whether it is time to save progress.
    pub fn is_due(&self) -> bool {
        self.place.is_some() && self.kept.elapsed() >= self.every
    }

    /// Saves the progress so far.
    pub fn keep(&mut self, state: &impl Serialize) -> Result<(), SimError> {
        let Some(path) = self.path().map(|path| path.join(CHECKPOINT)) else {
            return Ok(());
        };
        let checkpoint = Checkpoint {
            fingerprint: self.manifest.fingerprint.clone(),
            seconds: self.seconds_before + self.session_seconds(),
            state,
        };
        write_sealed(&path, &checkpoint)?;
        self.kept = Instant::now();
        Ok(())
    }

    /// Lists in the manifest which files will be written.
    pub fn announce(&mut self, names: impl IntoIterator<Item = String>) -> Result<(), SimError> {
        let entry = |name| FileEntry {
            name,
            rows: 0,
            bytes: 0,
        };
        self.manifest.files = names.into_iter().map(entry).collect();
        match self.path() {
            Some(path) => Ok(self.manifest.write(path)?),
            None => Ok(()),
        }
    }

    /// Replaces the command-specific part of the manifest.
    pub fn describe(&mut self, about: Value) {
        if let Value::Object(about) = about {
            self.manifest.about = about;
        }
    }

    /// Notes that an announced file has been written.
    pub(crate) fn record(&mut self, entry: FileEntry) {
        self.manifest.record(entry);
    }

    /// Records the explanations of a table's columns in the manifest.
    pub(crate) fn explain(&mut self, table: &str, schema: &Schema) {
        self.manifest.explain(table, schema);
    }

    /// Writes a file of text that has been announced, with its number of entries.
    pub fn write_text(&mut self, name: &str, text: &str, rows: u64) -> Result<(), SimError> {
        self.write_bytes(name, text.as_bytes(), rows)
    }

    /// Writes a file that has been announced, with its number of entries.
    pub fn write_bytes(&mut self, name: &str, bytes: &[u8], rows: u64) -> Result<(), SimError> {
        if let Some(path) = self.path() {
            write_atomically(&path.join(name), bytes)?;
        }
        self.record(FileEntry {
            name: name.into(),
            rows,
            bytes: bytes.len() as u64,
        });
        Ok(())
    }

    /// Writes a table that has been announced, in some formats.
    pub fn write_table(
        &mut self,
        name: &str,
        table: &Table,
        formats: &[Format],
    ) -> Result<(), SimError> {
        self.explain(name, table.schema());
        for format in formats {
            let name = format!("{name}.{format}");
            if let Some(path) = self.path() {
                let written = write_table(&path.join(&name), *format, table)?;
                self.record(FileEntry::new(name, written));
            }
        }
        Ok(())
    }

    /// Announces and writes tables and the results as JSON, in addition to existing files.
    pub fn write_results(
        &mut self,
        tables: &[(&str, Table)],
        formats: &[Format],
        results: &Value,
    ) -> Result<(), SimError> {
        let there = std::mem::take(&mut self.manifest.files);
        let names = there.iter().map(|file| file.name.clone());
        let tables_written = tables
            .iter()
            .flat_map(|(name, _)| formats.iter().map(move |format| format!("{name}.{format}")));
        let names: Vec<String> = names
            .chain(tables_written)
            .chain([RESULTS.into()])
            .collect();
        self.announce(names)?;
        there.into_iter().for_each(|entry| self.record(entry));
        for (name, table) in tables {
            self.write_table(name, table, formats)?;
        }
        let rows = tables.iter().map(|(_, table)| table.len() as u64).sum();
        self.write_text(RESULTS, &format!("{results:#}\n"), rows)
    }

    /// Records in the manifest how the run ended. When it is complete, the saved progress is
    /// removed, unless it is to be merged; otherwise the caller has saved what is needed to resume.
    pub fn finish(mut self, complete: bool, ending: &str) -> Result<Manifest, SimError> {
        self.manifest.complete = complete;
        self.manifest.ending = ending.into();
        self.manifest.elapsed_seconds = self.seconds_before + self.session_seconds();
        if let Some(path) = self.path() {
            self.manifest.write(path)?;
            if complete && !self.manifest.mergeable {
                remove_kept(path)?;
            }
        }
        Ok(self.manifest)
    }
}

/// The saved state of a shard, for merging; rejected if it is damaged or belongs to another run.
pub fn kept_by<T: DeserializeOwned>(shard: &Path, fingerprint: &str) -> Result<T, SimError> {
    let path = shard.join(CHECKPOINT);
    let kept: Checkpoint<T> = read_sealed(&path)?;
    if kept.fingerprint == fingerprint {
        Ok(kept.state)
    } else {
        Err(unfit(&path, "belongs to another run"))
    }
}

/// A directory written by an earlier session.
#[derive(Debug)]
pub struct Recorded {
    /// Its manifest.
    pub manifest: Manifest,
    place: Place,
}

impl Recorded {
    /// Claims a directory and reads its manifest.
    pub fn open(path: &Path) -> Result<Self, SimError> {
        let claim = Claim::new(path)?;
        Ok(Recorded {
            manifest: Manifest::read(path)?,
            place: Place {
                path: path.to_path_buf(),
                claim,
            },
        })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.place.path
    }

    /// The request to `command`; rejected if another command made the directory.
    pub fn request<R: DeserializeOwned>(&self, command: &str) -> Result<R, SimError> {
        let path = self.path();
        if self.manifest.kind != command {
            let kind = &self.manifest.kind;
            let advice = format!(
                "contains a run of `{kind}`: use `xenosim {kind} --resume {}`",
                path.display()
            );
            return Err(unfit(path, &advice));
        }
        self.manifest.request(path)
    }

    /// Fails unless the current request matches the recorded one.
    pub fn refuse_another(&self, now: &Manifest) -> Result<(), SimError> {
        match now.difference(&self.manifest) {
            None => Ok(()),
            Some((name, now, then)) => Err(unfit(
                self.path(),
                &format!("cannot resume: `{name}` was {then} and is now {now}"),
            )),
        }
    }

    /// Removes leftovers of a run that was killed after it was complete.
    pub fn tidy(self) -> Result<(), SimError> {
        let path = self.path();
        remove_if_there(&path.join(FIRST_LEFTOVER))?;
        if self.manifest.mergeable {
            Ok(())
        } else {
            remove_kept(path)
        }
    }

    /// Resumes an incomplete run; `manifest` agrees with the recorded one. Files are written again.
    pub fn resume(self, manifest: Manifest, every: Duration) -> Result<OutputDirectory, SimError> {
        let written = names_of(&self.manifest);
        remove_written(self.path(), &written)?;
        let mut directory = OutputDirectory::new(manifest, Some(self.place), every);
        directory.announce([])?;
        Ok(directory)
    }
}

/// Removes the saved progress.
fn remove_kept(path: &Path) -> Result<(), SimError> {
    remove_with_leftover(&path.join(CHECKPOINT))?;
    let parts = path.join(PARTS);
    if parts.is_dir() {
        PartStore::open(&parts, "", Vec::new())?.remove()?;
    }
    Ok(())
}

/// The files that an earlier run wrote to a directory, by its manifest. Even a damaged manifest
/// lists most of them.
fn written_by_earlier(path: &Path) -> Vec<String> {
    if let Ok(manifest) = Manifest::read(path) {
        return names_of(&manifest);
    }
    let text = fs::read_to_string(path.join(MANIFEST)).unwrap_or_default();
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    let files = value["files"].as_array().into_iter().flatten();
    let names = files.filter_map(|file| file["name"].as_str());
    names
        .filter(|name| is_plain(name))
        .map(String::from)
        .collect()
}

fn names_of(manifest: &Manifest) -> Vec<String> {
    let names = manifest.files.iter().map(|file| file.name.clone());
    names.filter(|name| is_plain(name)).collect()
}

/// Whether this is the name of a data file directly in the directory.
fn is_plain(name: &str) -> bool {
    name != MANIFEST && Path::new(name).file_name().is_some_and(|file| file == name)
}

fn remove_written(path: &Path, names: &[String]) -> Result<(), SimError> {
    for name in names {
        remove_with_leftover(&path.join(name))?;
    }
    Ok(())
}

/// Removes a file and the leftovers of a killed writer.
fn remove_with_leftover(path: &Path) -> Result<(), SimError> {
    remove_if_there(path)?;
    let mut leftover = path.as_os_str().to_os_string();
    leftover.push(tables::UNFINISHED_SUFFIX);
    Ok(remove_if_there(Path::new(&leftover))?)
}

/// A directory that cannot be used, and why.
pub fn unfit(path: &Path, reason: &str) -> SimError {
    SimError::Unfit(format!("{}: {reason}", path.display()))
}
