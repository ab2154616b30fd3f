//! Writing tables as Parquet.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use polars::prelude::{
    BatchedWriter, Column as FrameColumn, DataFrame, DataType, Field as FrameField, NamedFrom,
    ParquetCompression, PolarsError, Schema as FrameSchema, Series, StringChunked, ZstdLevel,
};
use polars::prelude::{IntoSeries, NewChunkedArray};

use super::atomic::AtomicFile;
use super::column::Column;
use super::error::ExportError;
use super::format::{TableWriter, Written};
use super::schema::{ColumnType, Field, Schema};
use super::table::Table;

/// Rows in every row group but the last one of a file.
pub const ROW_GROUP_ROWS: usize = 1 << 17;

/// Level 3 is the library's usual one: higher ones cost time and gain little here.
const ZSTD_LEVEL: i32 = 3;

/// Streams tables into a Parquet file, compressed with zstd.
///
/// Rows are collected into groups of [`ROW_GROUP_ROWS`], so that neither memory
/// nor the bytes of the file depend on the size of the tables handed in.
pub struct ParquetWriter {
    path: PathBuf,
    pending: Table,
    frames: BatchedWriter<SharedFile>,
    file: SharedFile,
    rows: u64,
    group_rows: usize,
}

impl ParquetWriter {
    /// Starts the file `path`.
    pub fn create(path: &Path, schema: Schema) -> Result<Self, ExportError> {
        Self::with_group_rows(path, schema, ROW_GROUP_ROWS)
    }

    fn with_group_rows(
        path: &Path,
        schema: Schema,
        group_rows: usize,
    ) -> Result<Self, ExportError> {
        let file = SharedFile::create(path)?;
        let describe = |error: PolarsError| parquet_failure(path, &file, &error);
        let level = ZstdLevel::try_new(ZSTD_LEVEL).map_err(describe)?;
        let frames = polars::prelude::ParquetWriter::new(file.clone())
            .with_compression(ParquetCompression::Zstd(Some(level)))
            // Encoding in the calling thread keeps a one-thread run to one thread.
            .set_parallel(false)
            .batched(&frame_schema(&schema))
            .map_err(describe)?;
        Ok(Self {
            path: path.to_path_buf(),
            pending: Table::new(schema),
            frames,
            file,
            rows: 0,
            group_rows,
        })
    }

    fn write_group(&mut self) -> Result<(), ExportError> {
        let result = to_frame(&self.pending).and_then(|frame| self.frames.write_batch(&frame));
        self.pending.clear();
        result.map_err(|error| parquet_failure(&self.path, &self.file, &error))
    }
}

impl TableWriter for ParquetWriter {
    fn write(&mut self, table: &Table) -> Result<(), ExportError> {
        self.pending
            .schema()
            .require(table.schema(), &self.path.display().to_string())?;
        let mut next = 0;
        while next < table.len() {
            let room = self.group_rows - self.pending.len();
            let end = table.len().min(next + room);
            self.pending.append_rows(table, next..end)?;
            next = end;
            if self.pending.len() == self.group_rows {
                self.write_group()?;
            }
        }
        self.rows += table.len() as u64;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Written, ExportError> {
        if !self.pending.is_empty() {
            self.write_group()?;
        }
        self.frames
            .finish()
            .map_err(|error| parquet_failure(&self.path, &self.file, &error))?;
        Ok(Written {
            rows: self.rows,
            bytes: self.file.commit()?,
        })
    }
}

/// The file under the frame writer, which does not give it back.
#[derive(Clone)]
struct SharedFile(Arc<Mutex<Option<AtomicFile>>>);

impl SharedFile {
    fn create(path: &Path) -> Result<Self, ExportError> {
        let file = AtomicFile::create(path)?;
        Ok(Self(Arc::new(Mutex::new(Some(file)))))
    }

    fn with<T>(&self, act: impl FnOnce(&mut Option<AtomicFile>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn commit(&self) -> Result<u64, ExportError> {
        // A writer is finished once, by value, so the file is always there.
        self.with(Option::take).map_or(Ok(0), AtomicFile::commit)
    }
}

impl Write for SharedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|file| match file {
            Some(file) => file.write(bytes),
            None => Err(io::Error::other("the file is already complete")),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.with(|file| file.as_mut().map_or(Ok(()), |file| file.flush()))
    }
}

/// Prefers the system's error below the library's, which may be only text.
fn parquet_failure(path: &Path, file: &SharedFile, error: &PolarsError) -> ExportError {
    match file.with(|file| file.as_mut().and_then(AtomicFile::take_failure)) {
        Some(cause) => ExportError::from_write(path, "write", cause),
        None => ExportError::Parquet {
            path: path.to_path_buf(),
            action: "write",
            reason: error.to_string(),
        },
    }
}

fn frame_schema(schema: &Schema) -> FrameSchema {
    schema
        .fields()
        .iter()
        .map(|field| FrameField::new(field.name.as_str().into(), frame_type(field.kind)))
        .collect()
}

/// The frame library's type for a column type.
pub(super) fn frame_type(kind: ColumnType) -> DataType {
    match kind {
        ColumnType::U8 => DataType::UInt8,
        ColumnType::U16 => DataType::UInt16,
        ColumnType::U32 => DataType::UInt32,
        ColumnType::U64 => DataType::UInt64,
        ColumnType::I32 => DataType::Int32,
        ColumnType::I64 => DataType::Int64,
        ColumnType::F64 => DataType::Float64,
        ColumnType::Bool => DataType::Boolean,
        ColumnType::Text => DataType::String,
    }
}

fn to_frame(table: &Table) -> Result<DataFrame, PolarsError> {
    let columns = table
        .schema()
        .fields()
        .iter()
        .zip(table.columns())
        .map(|(field, column)| FrameColumn::from(to_series(field, column)))
        .collect();
    DataFrame::new(columns)
}

fn to_series(field: &Field, column: &Column) -> Series {
    let name = field.name.as_str().into();
    match column {
        Column::U8(values) => Series::new(name, values),
        Column::U16(values) => Series::new(name, values),
        Column::U32(values) => Series::new(name, values),
        Column::U64(values) => Series::new(name, values),
        Column::I32(values) => Series::new(name, values),
        Column::I64(values) => Series::new(name, values),
        Column::F64(values) => with_missing(name, values),
        Column::Bool(values) => Series::new(name, values),
        Column::Text(values) => StringChunked::from_iter_values(name, values.iter()).into_series(),
    }
}

/// Missing numbers become nulls, which every reader leaves out of averages.
fn with_missing(name: polars::prelude::PlSmallStr, values: &[f64]) -> Series {
    if values.iter().any(|value| value.is_nan()) {
        let values: Vec<Option<f64>> = values
            .iter()
            .map(|value| (!value.is_nan()).then_some(*value))
            .collect();
        Series::new(name, values)
    } else {
        Series::new(name, values)
    }
}
