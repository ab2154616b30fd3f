//! Reading tables back from the files written here.

use std::fs::File;
use std::io::Cursor;
use std::path::Path;

use polars::prelude::{
    ArrowField, ArrowSchema, ChunkedArray, DataType, PolarsError, PolarsNumericType, Series,
};
use polars_parquet::read::{
    BasicDecompressor, FileMetadata, PageReader, column_iter_to_arrays, infer_schema, read_metadata,
};
use polars_utils::mmap::{MemReader, MemSlice};

use super::column::Column;
use super::error::ExportError;
use super::schema::{ColumnType, Schema, Value};
use super::table::Table;

/// Reads a whole Parquet file; its own types give the schema.
pub fn read_parquet(path: &Path) -> Result<Table, ExportError> {
    let file = ParquetFile::open(path)?;
    let schema = file.schema(path)?;
    if file.metadata.num_rows == 0 {
        return Ok(Table::new(schema));
    }
    let mut columns = Vec::with_capacity(schema.width());
    for (index, field) in file.fields.iter_values().enumerate() {
        let values = file
            .series(index, field)
            .and_then(|series| from_series(&series))
            .map_err(|error| bad_parquet(path, error))?
            .ok_or_else(|| unsupported(path, field.name.as_str()))?;
        columns.push(values);
    }
    Table::from_columns(schema, columns).ok_or_else(|| ExportError::Parquet {
        path: path.to_path_buf(),
        action: "read",
        reason: "columns of different lengths".to_string(),
    })
}

/// Reads a whole CSV file, which must have the columns of `schema`.
pub fn read_csv(path: &Path, schema: &Schema) -> Result<Table, ExportError> {
    let mut records = open_csv(path, schema)?;
    let mut table = Table::new(schema.clone());
    let mut record = csv::StringRecord::new();
    while records
        .read_record(&mut record)
        .map_err(|error| bad_csv(path, error))?
    {
        push_record(path, &record, &mut table)?;
    }
    Ok(table)
}

fn open_csv(path: &Path, schema: &Schema) -> Result<csv::Reader<File>, ExportError> {
    let file = File::open(path).map_err(|error| ExportError::from_read(path, error))?;
    let mut reader = csv::ReaderBuilder::new()
        .buffer_capacity(1 << 16)
        .from_reader(file);
    let header = reader.headers().map_err(|error| bad_csv(path, error))?;
    let expected = schema.fields().iter().map(|field| field.name.as_str());
    if header.iter().eq(expected.clone()) {
        return Ok(reader);
    }
    Err(ExportError::SchemaMismatch {
        context: path.display().to_string(),
        expected: expected.collect::<Vec<_>>().join(", "),
        found: header.iter().collect::<Vec<_>>().join(", "),
    })
}

fn push_record(
    path: &Path,
    record: &csv::StringRecord,
    table: &mut Table,
) -> Result<(), ExportError> {
    let mut row = Vec::with_capacity(table.schema().width());
    for (cell, field) in record.iter().zip(table.schema().fields()) {
        let value = parse_cell(cell, field.kind).ok_or_else(|| ExportError::BadCell {
            path: path.to_path_buf(),
            row: table.len() as u64 + 1,
            column: field.name.clone(),
            expected: field.kind,
            found: cell.to_string(),
        })?;
        row.push(value);
    }
    table.push_row(&row)
}

fn parse_cell(cell: &str, kind: ColumnType) -> Option<Value<'_>> {
    Some(match kind {
        ColumnType::U8 => Value::U8(cell.parse().ok()?),
        ColumnType::U16 => Value::U16(cell.parse().ok()?),
        ColumnType::U32 => Value::U32(cell.parse().ok()?),
        ColumnType::U64 => Value::U64(cell.parse().ok()?),
        ColumnType::I32 => Value::I32(cell.parse().ok()?),
        ColumnType::I64 => Value::I64(cell.parse().ok()?),
        ColumnType::F64 if cell.is_empty() => Value::F64(f64::NAN),
        ColumnType::F64 => Value::F64(cell.parse().ok()?),
        ColumnType::Bool => Value::Bool(cell.parse().ok()?),
        ColumnType::Text => Value::Text(cell),
    })
}

fn bad_csv(path: &Path, error: csv::Error) -> ExportError {
    let reason = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(error) => ExportError::from_read(path, error),
        _ => ExportError::BadCsv {
            path: path.to_path_buf(),
            reason,
        },
    }
}

/// A Parquet file in memory.
struct ParquetFile {
    bytes: MemSlice,
    metadata: FileMetadata,
    fields: ArrowSchema,
}

impl ParquetFile {
    fn open(path: &Path) -> Result<Self, ExportError> {
        if path.is_dir() {
            return Err(ExportError::IsDirectory {
                path: path.to_path_buf(),
            });
        }
        let bytes = std::fs::read(path).map_err(|error| ExportError::from_read(path, error))?;
        let describe = |error| bad_parquet(path, error);
        let metadata = read_metadata(&mut Cursor::new(&bytes)).map_err(describe)?;
        let fields = infer_schema(&metadata).map_err(describe)?;
        Ok(Self {
            bytes: MemSlice::from_vec(bytes),
            metadata,
            fields,
        })
    }

    fn schema(&self, path: &Path) -> Result<Schema, ExportError> {
        let mut columns = Vec::with_capacity(self.fields.len());
        for field in self.fields.iter_values() {
            let kind = column_type(&DataType::from_arrow_field(field))
                .ok_or_else(|| unsupported(path, field.name.as_str()))?;
            columns.push((field.name.to_string(), kind));
        }
        Schema::new(columns)
    }

    /// A column over all row groups.
    fn series(&self, index: usize, field: &ArrowField) -> Result<Series, PolarsError> {
        let mut pieces = Vec::new();
        for group in &self.metadata.row_groups {
            let chunk = &group.parquet_columns()[index];
            let range = chunk.byte_range();
            let bytes = self.bytes.slice(range.start as usize..range.end as usize);
            let pages = PageReader::new(MemReader::new(bytes), chunk, Vec::new(), usize::MAX);
            let pages = BasicDecompressor::new(pages, Vec::new());
            let kind = &chunk.descriptor().descriptor.primitive_type;
            let (arrays, _) = column_iter_to_arrays(vec![pages], vec![kind], field.clone(), None)?;
            pieces.extend(arrays);
        }
        Series::try_from((field, pieces))
    }
}

fn column_type(found: &DataType) -> Option<ColumnType> {
    Some(match found {
        DataType::UInt8 => ColumnType::U8,
        DataType::UInt16 => ColumnType::U16,
        DataType::UInt32 => ColumnType::U32,
        DataType::UInt64 => ColumnType::U64,
        DataType::Int32 => ColumnType::I32,
        DataType::Int64 => ColumnType::I64,
        DataType::Float64 => ColumnType::F64,
        DataType::Boolean => ColumnType::Bool,
        DataType::String => ColumnType::Text,
        _ => return None,
    })
}

/// `None` if the type is unknown here or a value is missing where none may be.
fn from_series(series: &Series) -> Result<Option<Column>, PolarsError> {
    let Some(kind) = column_type(series.dtype()) else {
        return Ok(None);
    };
    if kind != ColumnType::F64 && series.null_count() > 0 {
        return Ok(None);
    }
    Ok(Some(match kind {
        ColumnType::U8 => Column::from(&present(series.u8()?)[..]),
        ColumnType::U16 => Column::from(&present(series.u16()?)[..]),
        ColumnType::U32 => Column::from(&present(series.u32()?)[..]),
        ColumnType::U64 => Column::from(&present(series.u64()?)[..]),
        ColumnType::I32 => Column::from(&present(series.i32()?)[..]),
        ColumnType::I64 => Column::from(&present(series.i64()?)[..]),
        ColumnType::F64 => {
            let values = series.f64()?.iter();
            let values: Vec<f64> = values.map(|value| value.unwrap_or(f64::NAN)).collect();
            Column::from(&values[..])
        }
        ColumnType::Bool => {
            let values: Vec<bool> = series.bool()?.iter().flatten().collect();
            Column::from(&values[..])
        }
        ColumnType::Text => series.str()?.iter().flatten().collect(),
    }))
}

fn present<T: PolarsNumericType>(values: &ChunkedArray<T>) -> Vec<T::Native> {
    values.into_no_null_iter().collect()
}

fn unsupported(path: &Path, column: &str) -> ExportError {
    ExportError::Parquet {
        path: path.to_path_buf(),
        action: "read",
        reason: format!("column `{column}` has missing values or a type not written here"),
    }
}

fn bad_parquet(path: &Path, error: PolarsError) -> ExportError {
    ExportError::Parquet {
        path: path.to_path_buf(),
        action: "read",
        reason: error.to_string(),
    }
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
