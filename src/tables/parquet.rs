//! Writing tables as Parquet.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use polars::prelude::{
    Column as FrameColumn, CompatLevel, DataFrame, DataType, Field as FrameField, IntoSeries,
    NamedFrom, NewChunkedArray, PolarsError, Schema as FrameSchema, SchemaExt, Series,
    StringChunked,
};
use polars_arrow::array::{Array, DictionaryArray, PrimitiveArray};
use polars_arrow::datatypes::{ArrowDataType, IntegerType};
use polars_parquet::read::ParquetError;
use polars_parquet::write::{
    ChildWriteOptions, ColumnWriteOptions, CompressedPage, CompressionOptions, Compressor, DynIter,
    DynStreamingIterator, Encoding, FallibleStreamingIterator, FieldWriteOptions, FileWriter,
    ParquetType, StatisticsOptions, Version, WriteOptions, array_to_columns,
};

use super::atomic::AtomicFile;
use super::column::Column;
use super::error::ExportError;
use super::format::{TableWriter, Written};
use super::schema::{ColumnType, Field, Schema};
use super::small_parquet;
use super::table::Table;

/// Rows in every row group but the last one of a file.
pub const ROW_GROUP_ROWS: usize = 1 << 17;

/// Tables with fewer rows are written without the library, which would take longer to prepare
/// columns than to write the values ([`small_parquet`]).
const FEW_ROWS: usize = 1 << 10;

/// Every reader knows Snappy, and it takes less time than stronger compression.
const OPTIONS: WriteOptions = WriteOptions {
    statistics: StatisticsOptions {
        min_value: true,
        max_value: true,
        distinct_count: false,
        null_count: true,
    },
    version: Version::V1,
    compression: CompressionOptions::Snappy,
    data_page_size: None,
};

/// Streams tables into a Parquet file, compressed with Snappy unless it is small.
///
/// Rows are collected into groups of [`ROW_GROUP_ROWS`], so that neither memory
/// nor the bytes of the file depend on the size of the tables handed in.
pub struct ParquetWriter {
    path: PathBuf,
    pending: Table,
    /// The groups written so far, if any.
    groups: Option<RowGroups>,
    file: SharedFile,
    rows: u64,
}

impl ParquetWriter {
    /// Starts the file `path`.
    pub fn create(path: &Path, schema: Schema) -> Result<Self, ExportError> {
        Ok(Self {
            path: path.to_path_buf(),
            pending: Table::new(schema),
            groups: None,
            file: SharedFile::create(path)?,
            rows: 0,
        })
    }

    fn write_group(&mut self) -> Result<(), ExportError> {
        let result = self.try_write_group();
        self.pending.clear();
        result.map_err(|error| self.failure(&error))
    }

    fn try_write_group(&mut self) -> Result<(), PolarsError> {
        let frame = to_frame(&self.pending)?;
        let groups = match &mut self.groups {
            Some(groups) => groups,
            none => none.insert(RowGroups::begin(&self.file, self.pending.schema())?),
        };
        groups.write(&frame, self.pending.columns())
    }

    /// Writes the last rows and what belongs at the end of the file.
    fn write_end(&mut self) -> Result<(), ExportError> {
        if self.groups.is_none() && self.pending.len() < FEW_ROWS {
            let written = self.file.write_all(&small_parquet::file(&self.pending));
            return written.map_err(|error| ExportError::from_write(&self.path, "write", error));
        }
        if !self.pending.is_empty() {
            self.write_group()?;
        }
        let ended = self.groups.as_mut().map_or(Ok(()), RowGroups::end);
        ended.map_err(|error| self.failure(&error))
    }

    /// Prefers the system's error below the library's, which may be only text.
    fn failure(&self, error: &PolarsError) -> ExportError {
        let cause = self.file.with(|file| file.as_mut()?.take_failure());
        match cause {
            Some(cause) => ExportError::from_write(&self.path, "write", cause),
            None => ExportError::Parquet {
                path: self.path.clone(),
                action: "write",
                reason: error.to_string(),
            },
        }
    }
}

/// The row groups of a large file.
struct RowGroups {
    writer: FileWriter<SharedFile>,
    encodings: Vec<ColumnWriteOptions>,
}

impl RowGroups {
    fn begin(file: &SharedFile, schema: &Schema) -> Result<Self, PolarsError> {
        let columns = frame_schema(schema).to_arrow(CompatLevel::newest());
        let encodings: Vec<_> = schema.fields().iter().map(encoding).collect();
        Ok(RowGroups {
            writer: FileWriter::try_new(file.clone(), columns, OPTIONS, &encodings)?,
            encodings,
        })
    }

    /// Writes a frame of these columns as one row group. Encoding in the calling thread keeps a
    /// one-thread run to one thread.
    fn write(&mut self, frame: &DataFrame, from: &[Column]) -> Result<(), PolarsError> {
        for batch in frame.iter_chunks(CompatLevel::newest(), false) {
            let types = self.writer.parquet_schema().fields();
            let mut columns = Vec::with_capacity(types.len());
            let arrays = batch.columns().iter().zip(from);
            for (((values, from), kind), encoding) in arrays.zip(types).zip(&self.encodings) {
                columns.extend(match repeated(values.as_ref(), from)? {
                    Some(values) => compressed_pages(&values, kind, encoding)?,
                    None => compressed_pages(values.as_ref(), kind, encoding)?,
                });
            }
            self.writer.write(DynIter::new(columns.into_iter()))?;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), PolarsError> {
        self.writer.end(None, &self.encodings)?;
        Ok(())
    }
}

/// Encoded and compressed pages, column by column.
type Pages = Vec<Result<DynStreamingIterator<'static, CompressedPage, PolarsError>, PolarsError>>;

/// The pages of one column of a row group. (A column of plain values makes one run of pages.)
fn compressed_pages(
    values: &dyn Array,
    kind: &ParquetType,
    encoding: &ColumnWriteOptions,
) -> Result<Pages, PolarsError> {
    let runs = array_to_columns(values, kind.clone(), encoding, OPTIONS)?;
    let compressed = runs.into_iter().map(|pages| {
        let pages = pages
            .map(|page| page.map_err(|error| ParquetError::FeatureNotSupported(error.to_string())));
        let compressor = Compressor::new_from_vec(pages, OPTIONS.compression, Vec::new());
        Ok(DynStreamingIterator::new(
            compressor.map_err(PolarsError::from),
        ))
    });
    Ok(compressed.collect())
}

/// The dictionary of a column of whole numbers that are all the same, as the library would make it
/// with more work. Many columns are like that: figures of rounds that nobody reached, of things that
/// hardly ever happen, and of the set-up.
fn repeated(
    values: &dyn Array,
    from: &Column,
) -> Result<Option<DictionaryArray<u32>>, PolarsError> {
    let is_whole = !matches!(from, Column::F64(_) | Column::Bool(_) | Column::Text(_));
    if !is_whole || !from.is_constant() {
        return Ok(None);
    }
    let kind =
        ArrowDataType::Dictionary(IntegerType::UInt32, Box::new(values.dtype().clone()), false);
    let keys = PrimitiveArray::from_vec(vec![0; values.len()]);
    DictionaryArray::try_new(kind, keys, values.sliced(0, 1)).map(Some)
}

/// Whole numbers and texts repeat often in our tables: they are written by dictionary.
fn encoding(field: &Field) -> ColumnWriteOptions {
    let encoding = match field.kind {
        ColumnType::F64 | ColumnType::Bool => Encoding::Plain,
        _ => Encoding::RleDictionary,
    };
    ColumnWriteOptions {
        field_id: None,
        metadata: Vec::new(),
        required: None,
        children: ChildWriteOptions::Leaf(FieldWriteOptions { encoding }),
    }
}

impl TableWriter for ParquetWriter {
    fn write(&mut self, table: &Table) -> Result<(), ExportError> {
        self.pending
            .schema()
            .require(table.schema(), &self.path.display().to_string())?;
        let mut next = 0;
        while next < table.len() {
            let room = ROW_GROUP_ROWS - self.pending.len();
            let end = table.len().min(next + room);
            self.pending.append_rows(table, next..end)?;
            next = end;
            if self.pending.len() == ROW_GROUP_ROWS {
                self.write_group()?;
            }
        }
        self.rows += table.len() as u64;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Written, ExportError> {
        self.write_end()?;
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
