//! The file formats and what their writers have in common.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::atomic::Committed;
use super::csv::CsvWriter;
use super::error::ExportError;
use super::parquet::ParquetWriter;
use super::table::Table;

/// A file format for tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Comma-separated text with a header line.
    Csv,
    /// Apache Parquet, compressed with Snappy.
    Parquet,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 2] = [Format::Csv, Format::Parquet];

    /// The format's name, which is also its file ending.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The contents of a finished file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// Rows written.
    pub rows: u64,
    /// The file.
    pub file: Committed,
}

/// Streams tables of the same columns into a file.
///
/// The file's bytes depend only on the rows, not on how they were split into
/// calls. Dropping a writer unfinished leaves no file.
pub trait TableWriter: Send {
    /// Adds all rows of `table`.
    fn write(&mut self, table: &Table) -> Result<(), ExportError>;

    /// Completes the file under its final name.
    fn finish(self: Box<Self>) -> Result<Written, ExportError>;
}

/// A writer of the given format for the file `path` of tables with these columns.
pub fn create_writer(
    path: &Path,
    format: Format,
    columns: &Table,
) -> Result<Box<dyn TableWriter>, ExportError> {
    Ok(match format {
        Format::Csv => Box::new(CsvWriter::create(path, columns)?),
        Format::Parquet => Box::new(ParquetWriter::create(path, columns)?),
    })
}

/// Writes a whole table to `path`.
pub fn write_table(path: &Path, format: Format, table: &Table) -> Result<Written, ExportError> {
    let mut writer = create_writer(path, format, table)?;
    writer.write(table)?;
    writer.finish()
}
