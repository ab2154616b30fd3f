//! Gathering rows and sums into the files of an output directory.

use super::SimError;
use super::checkpoint::PARTS;
use super::columns::RowTables;
use super::manifest::{FileEntry, MANIFEST, write_tables};
use super::results::{self, Monitoring};
use super::totals::Totals;
use cards::CardSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tables::{ExportError, Format, PartStore, Table, TableWriter, create_writer};

/// Every table a run can write.
const TABLES: [&str; 6] = ["games", "rounds", "cards", "summary", "curve", "targets"];

/// A table being written.
struct Output {
    table: usize,
    name: String,
    writer: Box<dyn TableWriter>,
}

/// Takes rows and sums in the order of the games.
pub(super) struct Collector {
    directory: PathBuf,
    formats: Vec<Format>,
    totals: Totals,
    outputs: Vec<Output>,
}

impl Collector {
    /// Begins the row tables in `directory`.
    pub(super) fn create(
        directory: &Path,
        formats: &[Format],
        tables: &RowTables,
        kinds: usize,
    ) -> Result<Self, ExportError> {
        let mut outputs = Vec::new();
        for (table, (name, schema)) in tables.layout().iter().enumerate() {
            for format in formats {
                let name = format!("{name}.{format}");
                let writer = create_writer(&directory.join(&name), *format, schema)?;
                outputs.push(Output {
                    table,
                    name,
                    writer,
                });
            }
        }
        Ok(Collector {
            outputs,
            ..Self::without_files(directory, formats, kinds)
        })
    }

    /// Keeps sums only, for a shard whose rows wait in its parts.
    pub(super) fn without_files(directory: &Path, formats: &[Format], kinds: usize) -> Self {
        Collector {
            directory: directory.to_path_buf(),
            formats: formats.to_vec(),
            totals: Totals::new(kinds),
            outputs: Vec::new(),
        }
    }

    /// Adds the next games.
    pub(super) fn add(&mut self, tables: &[Table], totals: &Totals) -> Result<(), ExportError> {
        self.totals.merge(totals);
        for output in &mut self.outputs {
            output.writer.write(&tables[output.table])?;
        }
        Ok(())
    }

    /// The sums so far.
    pub(super) fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The sums alone.
    pub(super) fn into_totals(self) -> Totals {
        self.totals
    }

    /// Completes all files.
    pub(super) fn finish(
        self,
        cards: &CardSet,
        players: u8,
        looks: Monitoring,
    ) -> Result<(Totals, Vec<FileEntry>), SimError> {
        let mut files = Vec::new();
        for output in self.outputs {
            files.push(FileEntry::new(output.name, output.writer.finish()?));
        }
        for (name, table) in results::tables(&self.totals, cards, players, looks)? {
            files.extend(write_tables(&self.directory, name, &table, &self.formats)?);
        }
        Ok((self.totals, files))
    }
}

/// Removes the tables of an earlier run, finished or not.
pub(super) fn remove_tables(directory: &Path) -> Result<(), ExportError> {
    for table in TABLES {
        for format in Format::ALL {
            remove_if_there(&directory.join(format!("{table}.{format}")))?;
            remove_if_there(&directory.join(format!("{table}.{format}.tmp")))?;
        }
    }
    Ok(())
}

/// Removes everything an earlier run left in a directory, and nothing else.
pub fn remove_run(directory: &Path) -> Result<(), ExportError> {
    // The manifest goes first: without it nothing looks like a result.
    remove_if_there(&directory.join(MANIFEST))?;
    remove_tables(directory)?;
    let parts = directory.join(PARTS);
    if parts.is_dir() {
        PartStore::open(&parts, "", Vec::new())?.remove()?;
    }
    Ok(())
}

fn remove_if_there(path: &Path) -> Result<(), ExportError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(ExportError::from_write(path, "remove", error))
        }
        _ => Ok(()),
    }
}
