//! An output directory from its claim to its last file.

use super::build::identity;
use super::manifest::{FileEntry, MANIFEST, MERGE, Manifest};
use crate::sim::game::PLAYED;
use crate::sim::{Shard, SimError};
use cpu_time::ProcessTime;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use statistics::looks::Look;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tables::{
    Claim, ExportError, Format, Part, PartStore, Problem, Table, claim_directory, is_empty_but_for,
    remove_if_there, write_table, write_whole,
};

/// The file with the progress, for resuming.
pub const CHECKPOINT: &str = "checkpoint.bin";
/// The directory of rows saved for resuming or merging.
pub const PARTS: &str = "parts";
/// Leftovers of a program that was killed while writing its first file.
const FIRST_LEFTOVER: &str = "manifest.json.xenosim-unfinished";

/// The progress so far.
#[derive(Serialize, Deserialize)]
struct Checkpoint<T> {
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
    place: Place,
    every: Duration,
    kept: Instant,
    started: Instant,
    seconds_before: f64,
}

impl OutputDirectory {
    fn new(manifest: Manifest, place: Place, every: Duration) -> Self {
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
        let earlier = match is_empty_but_for(path, &[FIRST_LEFTOVER])? {
            true => None,
            false if force => earlier(path)?,
            false => {
                return Err(Problem::NotEmpty.of(path).into());
            }
        };
        let manifest = Manifest {
            began_in: number_of(path),
            ..manifest
        };
        let place = Place {
            path: path.to_path_buf(),
            claim,
        };
        let mut directory = OutputDirectory::new(manifest, place, every);
        // The order matters: wherever this is interrupted, the run can be resumed or restarted.
        if let Some(earlier) = earlier {
            remove_kept(path)?;
            directory.manifest.files.clone_from(&earlier.files);
            directory.manifest.write(path)?;
            remove_written(path, &earlier)?;
        }
        directory.manifest.files.clear();
        directory.refuse_strangers([CHECKPOINT, PARTS].into_iter())?;
        directory.announce([])?;
        Ok(directory)
    }

    /// Whether a run can begin at a path without replacing anything.
    pub fn is_free(path: &Path) -> bool {
        path.symlink_metadata().is_err()
            || is_empty_but_for(path, &[FIRST_LEFTOVER]).unwrap_or(false)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.place.path
    }

    /// Adds the time of earlier sessions.
    pub(crate) fn add_seconds(&mut self, seconds: f64) {
        self.seconds_before += seconds;
    }

    /// Time spent in this session.
    pub(crate) fn session_seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// The look at results that are shown because the run is interrupted now.
    pub fn interruption(&self) -> Look {
        Look::Interrupted(self.manifest.interruptions + 1)
    }

    /// How often progress is saved.
    pub fn every(&self) -> Duration {
        self.every
    }

    /// The saved progress, if any; rejected if it is damaged or belongs to another run.
    pub fn recover<T: DeserializeOwned>(&mut self) -> Result<Option<T>, SimError> {
        let path = self.path().join(CHECKPOINT);
        if !path.exists() {
            return Ok(None);
        }
        let kept: Checkpoint<T> = read(&path, &self.manifest.identity()).map_err(|error| {
            SimError::Unfit(format!(
                "{error}; to play everything again, remove this file and resume"
            ))
        })?;
        self.add_seconds(kept.seconds);
        Ok(Some(kept.state))
    }

    /// Rejects saved progress that cannot be valid.
    pub fn implausible(&self, why: &str) -> SimError {
        let path = self.path().join(CHECKPOINT);
        unfit(
            &path,
            &format!("does not match: {why}; to play everything again, remove it and resume"),
        )
    }

    /// Whether it is time to save progress.
    pub fn is_due(&self) -> bool {
        self.kept.elapsed() >= self.every
    }

    /// Saves the progress so far.
    pub fn keep(&mut self, state: &impl Serialize) -> Result<(), SimError> {
        let path = self.path().join(CHECKPOINT);
        let checkpoint = Checkpoint {
            seconds: self.seconds_before + self.session_seconds(),
            state,
        };
        let state = serde_json::to_vec(&checkpoint).map_err(io::Error::from);
        let state = state.map_err(|error| ExportError::from_write(&path, "write", error))?;
        Part::checkpoint(state).write(&path, &self.manifest.identity())?;
        self.kept = Instant::now();
        Ok(())
    }

    /// Lists in the manifest which files will be written, in addition to those that are. A file
    /// that is there already is somebody else's.
    pub fn announce(&mut self, names: impl IntoIterator<Item = String>) -> Result<(), SimError> {
        let is_new = |name: &String| self.manifest.files.iter().all(|file| file.name != *name);
        let new: Vec<String> = names.into_iter().filter(is_new).collect();
        self.refuse_strangers(new.iter().map(String::as_str))?;
        let entries = new.into_iter().map(FileEntry::announced);
        self.manifest.files.extend(entries);
        Ok(self.manifest.write(self.path())?)
    }

    /// Fails if one of these files is there.
    fn refuse_strangers<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<(), SimError> {
        let mut paths = names.map(|name| self.path().join(name));
        match paths.find(|path| path.symlink_metadata().is_ok()) {
            Some(path) => Err(Problem::InTheWay.of(path).into()),
            None => Ok(()),
        }
    }

    /// Notes that an announced file has been written.
    pub(crate) fn record(&mut self, entry: FileEntry) {
        self.manifest.record(entry);
    }

    /// Records the explanations of a table's columns in the manifest.
    pub(crate) fn explain(&mut self, name: &str, table: &Table) {
        self.manifest.explain(name, table);
    }

    /// Writes a file of text that has been announced, with its number of entries.
    pub fn write_text(&mut self, name: &str, text: &str, rows: u64) -> Result<(), SimError> {
        self.write_bytes(name, text.as_bytes(), rows)
    }

    /// Writes a file that has been announced, with its number of entries.
    pub fn write_bytes(&mut self, name: &str, bytes: &[u8], rows: u64) -> Result<(), SimError> {
        let written = write_whole(&self.path().join(name), bytes)?;
        self.record(FileEntry::new(name.into(), rows, written));
        Ok(())
    }

    /// Writes a table that has been announced, in some formats.
    pub fn write_table(
        &mut self,
        name: &str,
        table: &Table,
        formats: &[Format],
    ) -> Result<(), SimError> {
        self.explain(name, table);
        for format in formats {
            let name = format!("{name}.{format}");
            let written = write_table(&self.path().join(&name), *format, table)?;
            self.record(FileEntry::new(name, written.rows, written.file));
        }
        Ok(())
    }

    /// Records in the manifest how the run ended. When it is complete, the saved progress is
    /// removed, unless it is to be merged; otherwise the caller has saved what is needed to resume.
    pub fn finish(mut self, complete: bool, ending: &str) -> Result<Manifest, SimError> {
        self.manifest.complete = complete;
        self.manifest.ending = ending.into();
        self.manifest.interruptions += u32::from(!complete);
        self.manifest.elapsed_seconds = self.seconds_before + self.session_seconds();
        let (games, time) = (PLAYED.load(Ordering::Relaxed), ProcessTime::now());
        let per_game = time.as_duration().as_secs_f64() / games as f64;
        self.manifest.cpu_seconds_per_game = (games > 0).then_some(per_game);
        self.manifest.write(self.path())?;
        if complete && !self.manifest.mergeable {
            remove_kept(self.path())?;
        }
        Ok(self.manifest)
    }
}

/// The saved state of a run or a shard; rejected if it is damaged or belongs to another.
pub fn kept_by<T: DeserializeOwned>(
    directory: &Path,
    fingerprint: &str,
    shard: Option<Shard>,
) -> Result<T, SimError> {
    let path = directory.join(CHECKPOINT);
    let kept: Checkpoint<T> = read(&path, &identity(fingerprint, shard))?;
    Ok(kept.state)
}

/// Reads a checkpoint.
fn read<T: DeserializeOwned>(path: &Path, run: &str) -> Result<T, ExportError> {
    let part = Part::read(path, run)?;
    serde_json::from_slice(&part.state)
        .map_err(|error| ExportError::damaged(path, error.to_string()))
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

    /// Fails if another command made the directory.
    pub fn refuse_command(&self, command: &str) -> Result<(), SimError> {
        let path = self.path();
        let advice = match self.manifest.kind.as_str() {
            kind if kind == command => return Ok(()),
            MERGE => "is a merge of runs: raise the games of those, and merge them again".into(),
            kind => format!(
                "contains a run of `{kind}`: use `xenosim {kind} --resume {}`",
                path.display()
            ),
        };
        Err(unfit(path, &advice))
    }

    /// Fails if the manifest began elsewhere and nothing else says that this is the same run.
    fn refuse_stranger(&self) -> Result<(), SimError> {
        let path = self.path();
        let parts = path.join(PARTS);
        let is_bound = self.manifest.complete
            || path.join(CHECKPOINT).exists()
            || (parts.is_dir() && !is_empty_but_for(&parts, &[])?);
        match is_bound || self.manifest.began_in == number_of(path) {
            true => Ok(()),
            false => Err(unfit(
                &path.join(MANIFEST),
                "is of a run that began in another directory, and nothing was played: start it again",
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
        self.refuse_stranger()?;
        check_written(self.path(), &self.manifest)?;
        remove_written(self.path(), &self.manifest)?;
        let manifest = Manifest {
            interruptions: self.manifest.interruptions,
            began_in: self.manifest.began_in,
            ..manifest
        };
        let mut directory = OutputDirectory::new(manifest, self.place, every);
        directory.announce([])?;
        Ok(directory)
    }
}

/// The number that the system gave to a directory, which no other has at the same time.
fn number_of(path: &Path) -> u64 {
    path.metadata().map_or(0, |found| found.ino())
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

/// The manifest of an earlier run whose files may be replaced. What it does not list, or what has
/// changed since it was written, is not its own.
fn earlier(path: &Path) -> Result<Option<Manifest>, SimError> {
    if !path.join(MANIFEST).exists() {
        return Ok(None);
    }
    let manifest = Manifest::read(path)?;
    check_written(path, &manifest)?;
    Ok(Some(manifest))
}

/// Fails if a file that a manifest lists has changed.
fn check_written(path: &Path, manifest: &Manifest) -> Result<(), SimError> {
    for file in written(manifest) {
        file.check(path).map_err(|error| {
            SimError::Unfit(format!("{error}; move it away, because it would be lost"))
        })?;
    }
    Ok(())
}

/// The data files directly in the directory.
fn written(manifest: &Manifest) -> impl Iterator<Item = &FileEntry> {
    manifest.files.iter().filter(|file| {
        let name = Path::new(&file.name).file_name();
        file.name != MANIFEST && name.is_some_and(|name| name == file.name.as_str())
    })
}

fn remove_written(path: &Path, manifest: &Manifest) -> Result<(), SimError> {
    for file in written(manifest) {
        remove_with_leftover(&path.join(&file.name))?;
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
