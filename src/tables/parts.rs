//! The finished chunks of a long run, saved until the run is complete.
//!
//! A run is cut into numbered chunks. Each finished chunk becomes one part file
//! with its rows of every table and the caller's own bytes (counters, sums), and
//! so either counts in full or not at all. A killed run loses at most the chunks
//! that were under way; once all are there, the tables are written from the
//! parts in the order of their numbers, which makes the result independent of
//! how often the run was interrupted and of which thread finished first.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::atomic::{UNFINISHED_SUFFIX, write_atomically};
use super::error::ExportError;
use super::fault;
use super::part_codec::{PartContents, decode, encode};
use super::schema::Schema;
use super::table::Table;

const NAME_START: &str = "part-";
const NAME_END: &str = ".bin";

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

/// A directory of part files of one run.
#[derive(Debug, Clone)]
pub struct PartStore {
    directory: PathBuf,
    run: String,
    layout: Vec<(String, Schema)>,
}

impl PartStore {
    /// Uses (and if needed creates) `directory` for the parts of a run.
    ///
    /// `run` identifies the run: everything that determines its results, for example a digest of
    /// the configuration. Parts of other runs are rejected. `layout` names the tables of every
    /// part.
    pub fn open(
        directory: &Path,
        run: &str,
        layout: Vec<(String, Schema)>,
    ) -> Result<Self, ExportError> {
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
        self.check_layout(&path, part.tables.iter().map(|table| (None, table)))?;
        let tables: Vec<(&str, &Table)> = self
            .layout
            .iter()
            .map(|(name, _)| name.as_str())
            .zip(&part.tables)
            .collect();
        let bytes = encode(&self.run, part.number, &tables, &part.state)
            .map_err(|reason| ExportError::from_write(&path, "write", io::Error::other(reason)))?;
        write_atomically(&path, &bytes)
    }

    /// Reads a chunk back.
    pub fn read(&self, number: u64) -> Result<Part, ExportError> {
        let path = self.path(number);
        let contents = self.load(&path).map_err(|error| match error {
            ExportError::MissingFile { .. } => ExportError::MissingPart {
                directory: self.directory.clone(),
                number,
            },
            other => other,
        })?;
        if contents.number != number {
            return Err(ExportError::Damaged {
                path,
                reason: format!("it is named part {number} but holds {}", contents.number),
            });
        }
        self.check_layout(
            &path,
            contents
                .tables
                .iter()
                .map(|(name, table)| (Some(name.as_str()), table)),
        )?;
        Ok(Part {
            number,
            tables: contents
                .tables
                .into_iter()
                .map(|(_, table)| table)
                .collect(),
            state: contents.state,
        })
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
                    Err(ExportError::Damaged { .. }) => {}
                    Err(other) => return Err(other),
                },
                None if is_unfinished_part(&name) => {}
                None => continue,
            }
            remove_file(&self.directory.join(&name))?;
        }
        Ok(complete)
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

    fn path(&self, number: u64) -> PathBuf {
        self.directory.join(part_name(number))
    }

    fn load(&self, path: &Path) -> Result<PartContents, ExportError> {
        let bytes = fs::read(path).map_err(|error| ExportError::from_read(path, error))?;
        let contents = decode(&bytes).map_err(|reason| ExportError::Damaged {
            path: path.to_path_buf(),
            reason,
        })?;
        if contents.run == self.run {
            return Ok(contents);
        }
        Err(ExportError::ForeignPart {
            path: path.to_path_buf(),
            expected: self.run.clone(),
            found: contents.run,
        })
    }

    /// Checks the number, the columns and (where known) the names of tables.
    fn check_layout<'a>(
        &self,
        path: &Path,
        tables: impl ExactSizeIterator<Item = (Option<&'a str>, &'a Table)>,
    ) -> Result<(), ExportError> {
        let mismatch = |expected: String, found: String| ExportError::SchemaMismatch {
            context: path.display().to_string(),
            expected,
            found,
        };
        if tables.len() != self.layout.len() {
            return Err(mismatch(
                format!("of {} tables", self.layout.len()),
                format!("{} tables", tables.len()),
            ));
        }
        for ((name, table), (expected_name, schema)) in tables.zip(&self.layout) {
            schema.require(
                table.schema(),
                &format!("{}: {expected_name}", path.display()),
            )?;
            if let Some(name) = name
                && name != expected_name
            {
                return Err(mismatch(
                    format!("of table {expected_name}"),
                    format!("table {name}"),
                ));
            }
        }
        Ok(())
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

#[cfg(test)]
#[path = "parts_tests.rs"]
mod tests;
