//! What a long run has done so far, saved until it is complete.
//!
//! A part file holds rows of every table and the caller's own bytes (counters, sums) under a seal,
//! and so either counts in full or not at all. A checkpoint is a single part
//! without rows; runs that write rows are cut into numbered chunks, each a part of a
//! [`PartStore`]. A killed run loses at most the chunks that were under way; once all are there,
//! the tables are written from the parts in the order of their numbers, which makes the result
//! independent of how often the run was interrupted and of which thread finished first.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use files::{Kind, read_own};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use super::atomic::{UNFINISHED_SUFFIX, write_atomically};
use super::error::{ExportError, Problem};
use super::fault;
use super::parquet::{from_parquet, to_parquet};
use super::table::Table;

const NAME_START: &str = "part-";
const NAME_END: &str = ".bin";

const KIND: Kind = Kind::bytes("part", 6);

/// A finished chunk of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The chunk's place in the run.
    pub number: u64,
    /// Its rows, one table for each of the store's tables.
    pub tables: Vec<Table>,
    /// Any other state of the chunk.
    pub state: Vec<u8>,
}

/// What a part file holds, compressed.
#[derive(Serialize, Deserialize)]
struct Contents {
    number: u64,
    state: ByteBuf,
    /// Every table as a Parquet file.
    tables: Vec<ByteBuf>,
}

impl Part {
    /// A checkpoint: a part of a run that has only one, without rows.
    pub fn checkpoint(state: Vec<u8>) -> Self {
        Part {
            number: 0,
            tables: Vec::new(),
            state,
        }
    }

    /// Saves the part as a file. `run` identifies the run: everything that determines its results.
    pub fn write(&self, path: &Path, run: &str) -> Result<(), ExportError> {
        let bytes = self.encode(run);
        let bytes = bytes
            .map_err(|reason| ExportError::from_write(path, "write", io::Error::other(reason)))?;
        write_atomically(path, &bytes)
    }

    /// Reads a part of the run back.
    pub fn read(path: &Path, run: &str) -> Result<Self, ExportError> {
        let bytes = read_own(path).map_err(|error| ExportError::from_read(path, error))?;
        let sealed = KIND.open(&bytes);
        let sealed = sealed.map_err(|reason| ExportError::damaged(path, reason))?;
        if sealed.origin != run {
            let (expected, found) = (run.to_string(), sealed.origin.to_string());
            return Err(Problem::ForeignPart { expected, found }.of(path));
        }
        decode(sealed.body).map_err(|reason| ExportError::damaged(path, reason))
    }

    fn encode(&self, run: &str) -> Result<Vec<u8>, String> {
        let tables = self.tables.iter();
        let tables = tables.map(|table| to_parquet(table).map(ByteBuf::from));
        let contents = Contents {
            number: self.number,
            state: ByteBuf::from(self.state.as_slice()),
            tables: tables
                .collect::<Result<_, _>>()
                .map_err(|error| error.to_string())?,
        };
        let plain = postcard::to_stdvec(&contents).map_err(|error| error.to_string())?;
        let compressed = snap::raw::Encoder::new().compress_vec(&plain);
        let compressed = compressed.map_err(|error| error.to_string())?;
        Ok(KIND.seal(run, &compressed))
    }
}

/// The part in the body of a file.
fn decode(compressed: &[u8]) -> Result<Part, String> {
    let plain = snap::raw::Decoder::new().decompress_vec(compressed);
    let plain = plain.map_err(|error| error.to_string())?;
    let contents: Contents = postcard::from_bytes(&plain).map_err(|error| error.to_string())?;
    // At some bytes that it has not written, the library panics.
    let read = |table: ByteBuf| match catch_unwind(|| from_parquet(table.into_vec())) {
        Ok(table) => table.map_err(|error| error.to_string()),
        Err(_) => Err("a table cannot be read".into()),
    };
    let tables = contents.tables.into_iter().map(read);
    Ok(Part {
        number: contents.number,
        tables: tables.collect::<Result<_, _>>()?,
        state: contents.state.into_vec(),
    })
}

/// A directory of part files of one run.
#[derive(Debug, Clone)]
pub struct PartStore {
    directory: PathBuf,
    run: String,
    /// The tables of every part, without rows.
    layout: Vec<Table>,
}

impl PartStore {
    /// Uses (and if needed creates) `directory` for the parts of a run.
    ///
    /// `run` identifies the run: everything that determines its results, for example a digest of
    /// the configuration. Parts of other runs are rejected. `layout` has the columns of every
    /// table of a part.
    pub fn open(directory: &Path, run: &str, layout: Vec<Table>) -> Result<Self, ExportError> {
        fault::point()
            .and_then(|()| fs::create_dir_all(directory))
            .map_err(|error| ExportError::from_write(directory, "create this directory", error))?;
        Ok(Self {
            directory: directory.to_path_buf(),
            run: run.to_string(),
            layout,
        })
    }

    /// Saves a finished chunk; an older part of that number is replaced.
    pub fn write(&self, part: &Part) -> Result<(), ExportError> {
        let path = self.path(part.number);
        self.check_layout(&path, &part.tables)?;
        part.write(&path, &self.run)
    }

    /// Reads a chunk back.
    pub fn read(&self, number: u64) -> Result<Part, ExportError> {
        let part = self.numbered(number)?;
        self.check_layout(&self.path(number), &part.tables)?;
        Ok(part)
    }

    /// A chunk with any tables.
    fn numbered(&self, number: u64) -> Result<Part, ExportError> {
        let path = self.path(number);
        let part = Part::read(&path, &self.run).map_err(|error| match error.problem {
            Problem::MissingFile => Problem::MissingPart(number).of(&self.directory),
            _ => error,
        })?;
        if part.number != number {
            let reason = format!("it is named part {number} but holds {}", part.number);
            return Err(ExportError::damaged(&path, reason));
        }
        Ok(part)
    }

    /// Checks the directory after an interruption; returns the numbers of the complete chunks.
    ///
    /// Every part is read in full; unfinished and damaged ones are removed, so
    /// that their chunks are done again. A sound part of another run is an error,
    /// because it should not be here at all, and it is left alone.
    pub fn recover(&self) -> Result<BTreeSet<u64>, ExportError> {
        let mut complete = BTreeSet::new();
        for name in self.file_names()? {
            match part_number(&name) {
                Some(number) => match self.read(number) {
                    Ok(_) => {
                        complete.insert(number);
                        continue;
                    }
                    Err(error) if matches!(error.problem, Problem::Damaged(_)) => {}
                    Err(other) => return Err(other),
                },
                None if is_unfinished_part(&name) => {}
                None => continue,
            }
            remove_file(&self.directory.join(&name))?;
        }
        Ok(complete)
    }

    /// Reads all parts of a run in a directory, whatever their tables, and counts them.
    pub fn verify(directory: &Path, run: &str) -> Result<usize, ExportError> {
        let store = PartStore::open(directory, run, Vec::new())?;
        let names = store.file_names()?;
        let mut numbers = names.iter().filter_map(|name| part_number(name));
        numbers.try_fold(0, |count, number| store.numbered(number).map(|_| count + 1))
    }

    /// Deletes a single part.
    pub fn remove_part(&self, number: u64) -> Result<(), ExportError> {
        remove_file(&self.path(number))
    }

    /// Deletes the parts, and the directory if nothing else is in it.
    pub fn remove(self) -> Result<(), ExportError> {
        let mut strangers = false;
        for name in self.file_names()? {
            if part_number(&name).is_some() || is_unfinished_part(&name) {
                remove_file(&self.directory.join(&name))?;
            } else {
                strangers = true;
            }
        }
        if strangers {
            return Ok(());
        }
        fault::point()
            .and_then(|()| fs::remove_dir(&self.directory))
            .map_err(|error| ExportError::from_write(&self.directory, "remove", error))
    }

    /// Where a chunk is saved.
    pub fn path(&self, number: u64) -> PathBuf {
        self.directory.join(part_name(number))
    }

    /// Checks the number and the columns of tables.
    fn check_layout(&self, path: &Path, tables: &[Table]) -> Result<(), ExportError> {
        if tables.len() != self.layout.len() {
            let expected = format!("of {} tables", self.layout.len());
            let found = format!("{} tables", tables.len());
            return Err(Problem::OtherColumns { expected, found }.of(path));
        }
        let mut pairs = self.layout.iter().zip(tables);
        pairs.try_for_each(|(expected, found)| expected.require(found, path))
    }

    fn file_names(&self) -> Result<Vec<String>, ExportError> {
        let failure = |error| ExportError::from_read(&self.directory, error);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.directory).map_err(failure)? {
            // A name that is not text is not one of ours.
            if let Ok(name) = entry.map_err(failure)?.file_name().into_string() {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }
}

fn part_name(number: u64) -> String {
    format!("{NAME_START}{number:06}{NAME_END}")
}

/// The number in a part's file name; `None` for any other name.
fn part_number(name: &str) -> Option<u64> {
    let digits = name.strip_prefix(NAME_START)?.strip_suffix(NAME_END)?;
    let number = digits.parse().ok()?;
    (part_name(number) == name).then_some(number)
}

fn is_unfinished_part(name: &str) -> bool {
    name.strip_suffix(UNFINISHED_SUFFIX)
        .is_some_and(|name| part_number(name).is_some())
}

fn remove_file(path: &Path) -> Result<(), ExportError> {
    let removed = fault::point().and_then(|()| fs::remove_file(path));
    removed.map_err(|error| ExportError::from_write(path, "remove", error))
}
