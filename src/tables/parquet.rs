//! Writing tables as Parquet, and reading them back.
//!
//! Both go through polars' own crate for the format: its larger ones offer the same writer with all
//! compressions there are, which would take longer to compile than the rest of this program.

use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use polars::prelude::{
    ArrowField, Column, CompatLevel, DataFrame, DataType, PolarsError, PolarsResult, SchemaExt,
    Series,
};
use polars_parquet::read::{
    BasicDecompressor, FileMetadata, PageReader, column_iter_to_arrays, infer_schema, read_metadata,
};
use polars_parquet::write::{
    ColumnWriteOptions, CompressionOptions, Encoding, FieldWriteOptions, FileWriter,
    StatisticsOptions, Version, WriteOptions, row_group_iter,
};
use polars_utils::mmap::{MemReader, MemSlice};

use super::atomic::AtomicFile;
use super::error::{ExportError, Problem};
use super::format::{TableWriter, Written};
use super::table::Table;

/// Rows in every row group but the last one of a file.
pub const ROW_GROUP_ROWS: usize = 1 << 17;

/// How text is laid out in memory while it is written.
const LEVEL: CompatLevel = CompatLevel::newest();

/// Every reader knows Snappy, and it takes less time than stronger compression.
fn options() -> WriteOptions {
    WriteOptions {
        statistics: StatisticsOptions::default(),
        version: Version::V1,
        compression: CompressionOptions::Snappy,
        data_page_size: None,
    }
}

/// Figures repeat, so they are written by dictionary where that pays. Numbers of games grow row by
/// row, and are written as the steps between them.
fn column_options(columns: &DataFrame) -> Vec<ColumnWriteOptions> {
    let encoding = |column: &Column| match column.dtype() {
        DataType::UInt64 => Encoding::DeltaBinaryPacked,
        _ => Encoding::RleDictionary,
    };
    let columns = columns.get_columns().iter();
    let options = columns.map(|column| FieldWriteOptions::default_with_encoding(encoding(column)));
    options
        .map(FieldWriteOptions::into_default_column_write_options)
        .collect()
}

/// Streams frames of the same columns, a row group for each, into anything.
struct Groups<W: Write> {
    file: FileWriter<W>,
    options: Vec<ColumnWriteOptions>,
}

impl<W: Write> Groups<W> {
    fn new(to: W, columns: &DataFrame) -> PolarsResult<Self> {
        let schema = columns.schema().to_arrow(LEVEL);
        let options = column_options(columns);
        Ok(Groups {
            file: FileWriter::try_new(to, schema, self::options(), &options)?,
            options,
        })
    }

    fn write(&mut self, mut rows: DataFrame) -> PolarsResult<()> {
        // A frame in one piece is one batch.
        rows.rechunk_mut();
        for batch in rows.iter_chunks(LEVEL, false) {
            let types = self.file.parquet_schema().fields().to_vec();
            let group = row_group_iter(batch, self.options.clone(), types, options());
            self.file.write(group)?;
        }
        Ok(())
    }

    fn finish(mut self) -> PolarsResult<W> {
        // The types of the format itself say everything; no description by another format.
        self.file.end(Some(Vec::new()), &self.options)?;
        Ok(self.file.into_inner())
    }
}

/// Streams tables into a Parquet file.
///
/// Rows are collected into groups of [`ROW_GROUP_ROWS`], so that neither memory
/// nor the bytes of the file depend on the size of the tables handed in.
pub struct ParquetWriter {
    path: PathBuf,
    pending: Table,
    groups: Groups<Destination>,
    failure: Failure,
    rows: u64,
}

/// Why the file could not be written: polars passes on only the message.
type Failure = Arc<Mutex<Option<io::Error>>>;

/// A file that remembers why it could not be written.
struct Destination {
    file: AtomicFile,
    failure: Failure,
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| {
            let message = io::Error::new(error.kind(), error.to_string());
            if let Ok(mut failure) = self.failure.lock() {
                *failure = Some(error);
            }
            message
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        // The file is flushed when it is committed.
        Ok(())
    }
}

impl ParquetWriter {
    /// Starts the file `path` of tables with these columns.
    pub fn create(path: &Path, columns: &Table) -> Result<Self, ExportError> {
        let failure = Failure::default();
        let to = Destination {
            file: AtomicFile::create(path)?,
            failure: Arc::clone(&failure),
        };
        let groups = Groups::new(to, columns.frame());
        Ok(Self {
            path: path.to_path_buf(),
            pending: columns.empty(),
            groups: groups.map_err(|error| failed(path, &failure, &error))?,
            failure,
            rows: 0,
        })
    }

    fn write_group(&mut self, rows: DataFrame) -> Result<(), ExportError> {
        let written = self.groups.write(rows);
        written.map_err(|error| failed(&self.path, &self.failure, &error))
    }
}

fn failed(path: &Path, failure: &Failure, error: &PolarsError) -> ExportError {
    match failure.lock().ok().and_then(|mut failure| failure.take()) {
        Some(error) => ExportError::from_write(path, "write", error),
        None => Problem::Parquet("write", error.to_string()).of(path),
    }
}

impl TableWriter for ParquetWriter {
    fn write(&mut self, table: &Table) -> Result<(), ExportError> {
        self.pending.require(table, &self.path)?;
        self.pending.append(table)?;
        self.rows += table.len() as u64;
        while self.pending.len() >= ROW_GROUP_ROWS {
            let group = self.pending.take_front(ROW_GROUP_ROWS);
            self.write_group(group)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Written, ExportError> {
        if !self.pending.is_empty() {
            let rest = self.pending.take_front(self.pending.len());
            self.write_group(rest)?;
        }
        let ParquetWriter {
            path,
            groups,
            failure,
            rows,
            ..
        } = *self;
        let to = groups
            .finish()
            .map_err(|error| failed(&path, &failure, &error))?;
        Ok(Written {
            rows,
            file: to.file.commit()?,
        })
    }
}

/// A table as the bytes of a Parquet file.
pub(super) fn to_parquet(table: &Table) -> PolarsResult<Vec<u8>> {
    let mut groups = Groups::new(Vec::new(), table.frame())?;
    if !table.is_empty() {
        groups.write(table.frame().clone())?;
    }
    groups.finish()
}

/// Reads a whole Parquet file; its own types give those of the columns.
pub fn read_parquet(path: &Path) -> Result<Table, ExportError> {
    if path.is_dir() {
        return Err(Problem::IsDirectory.of(path));
    }
    let bytes = std::fs::read(path).map_err(|error| ExportError::from_read(path, error))?;
    from_parquet(bytes).map_err(|error| Problem::Parquet("read", error.to_string()).of(path))
}

/// The table in the bytes of a Parquet file.
pub(super) fn from_parquet(bytes: Vec<u8>) -> PolarsResult<Table> {
    let metadata = read_metadata(&mut Cursor::new(&bytes))?;
    let fields = infer_schema(&metadata)?;
    let bytes = MemSlice::from_vec(bytes);
    let columns = fields.iter_values().enumerate().map(|(index, field)| {
        let series = column(&bytes, &metadata, index, field)?;
        Ok(Column::from(series))
    });
    let columns = columns.collect::<PolarsResult<Vec<Column>>>()?;
    Ok(Table::of_frame(DataFrame::new(columns)?))
}

/// A column over all row groups.
fn column(
    bytes: &MemSlice,
    metadata: &FileMetadata,
    index: usize,
    field: &ArrowField,
) -> PolarsResult<Series> {
    let mut pieces = Vec::new();
    for group in &metadata.row_groups {
        let chunk = &group.parquet_columns()[index];
        let range = chunk.byte_range();
        let bytes = bytes.slice(range.start as usize..range.end as usize);
        let pages = PageReader::new(MemReader::new(bytes), chunk, Vec::new(), usize::MAX);
        let pages = BasicDecompressor::new(pages, Vec::new());
        let kind = &chunk.descriptor().descriptor.primitive_type;
        let (arrays, _) = column_iter_to_arrays(vec![pages], vec![kind], field.clone(), None)?;
        pieces.extend(arrays);
    }
    if pieces.is_empty() {
        let kind = DataType::from_arrow_field(field);
        return Ok(Series::new_empty(field.name.clone(), &kind));
    }
    Series::try_from((field, pieces))
}

#[cfg(test)]
#[path = "parquet_tests.rs"]
mod tests;
