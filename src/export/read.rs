//! Reading tables back from the files written here.

use std::fs::File;
use std::path::{Path, PathBuf};

use polars::prelude::{
    ChunkedArray, DataFrame, DataType, ParquetReader, PolarsError, PolarsNumericType, SerReader,
    Series,
};

use super::column::{Column, TextValues, canonical};
use super::error::ExportError;
use super::format::Format;
use super::schema::{ColumnType, Schema, Value};
use super::table::Table;

/// Reads a file piece by piece, so that memory does not grow with the file.
///
/// Yields tables of the given number of rows; the last one may be shorter.
pub struct TableReader {
    path: PathBuf,
    schema: Schema,
    piece_rows: usize,
    source: Source,
}

enum Source {
    Csv {
        records: Box<csv::Reader<File>>,
        rows_read: u64,
    },
    Parquet {
        rows_read: usize,
        rows_total: usize,
    },
}

impl TableReader {
    /// Opens `path`, which must have exactly the columns of `schema`.
    pub fn open(
        path: &Path,
        format: Format,
        schema: &Schema,
        piece_rows: usize,
    ) -> Result<Self, ExportError> {
        let source = match format {
            Format::Csv => Source::Csv {
                records: Box::new(open_csv(path, schema)?),
                rows_read: 0,
            },
            Format::Parquet => {
                let (found, rows_total) = parquet_outline(path)?;
                schema.require(&found, &path.display().to_string())?;
                Source::Parquet {
                    rows_read: 0,
                    rows_total,
                }
            }
        };
        Ok(Self {
            path: path.to_path_buf(),
            schema: schema.clone(),
            piece_rows: piece_rows.max(1),
            source,
        })
    }

    fn next_piece(&mut self) -> Result<Option<Table>, ExportError> {
        let table = match &mut self.source {
            Source::Csv { records, rows_read } => {
                let table = csv_piece(
                    &self.path,
                    &self.schema,
                    records,
                    *rows_read,
                    self.piece_rows,
                )?;
                *rows_read += table.len() as u64;
                table
            }
            Source::Parquet {
                rows_read,
                rows_total,
            } => {
                let rows = self.piece_rows.min(*rows_total - *rows_read);
                if rows == 0 {
                    return Ok(None);
                }
                let table = parquet_piece(&self.path, *rows_read, rows)?;
                *rows_read += rows;
                table
            }
        };
        Ok((!table.is_empty()).then_some(table))
    }
}

impl Iterator for TableReader {
    type Item = Result<Table, ExportError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_piece().transpose()
    }
}

/// Reads a whole Parquet file; its own types give the schema.
pub fn read_parquet(path: &Path) -> Result<Table, ExportError> {
    let (schema, rows) = parquet_outline(path)?;
    if rows == 0 {
        return Ok(Table::new(schema));
    }
    parquet_piece(path, 0, rows)
}

/// Reads a whole CSV file, which must have the columns of `schema`.
pub fn read_csv(path: &Path, schema: &Schema) -> Result<Table, ExportError> {
    let mut records = open_csv(path, schema)?;
    csv_piece(path, schema, &mut records, 0, usize::MAX)
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

fn csv_piece(
    path: &Path,
    schema: &Schema,
    records: &mut csv::Reader<File>,
    rows_before: u64,
    limit: usize,
) -> Result<Table, ExportError> {
    let mut table = Table::new(schema.clone());
    let mut record = csv::StringRecord::new();
    let mut row: Vec<Value<'_>>;
    while table.len() < limit
        && records
            .read_record(&mut record)
            .map_err(|error| bad_csv(path, error))?
    {
        row = Vec::with_capacity(schema.width());
        for (cell, field) in record.iter().zip(schema.fields()) {
            let value = parse_cell(cell, field.kind).ok_or_else(|| ExportError::BadCell {
                path: path.to_path_buf(),
                row: rows_before + table.len() as u64 + 1,
                column: field.name.clone(),
                expected: field.kind,
                found: cell.to_string(),
            })?;
            row.push(value);
        }
        table.push_row(&row)?;
    }
    Ok(table)
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

fn parquet_reader(path: &Path) -> Result<ParquetReader<File>, ExportError> {
    if path.is_dir() {
        return Err(ExportError::IsDirectory {
            path: path.to_path_buf(),
        });
    }
    let file = File::open(path).map_err(|error| ExportError::from_read(path, error))?;
    Ok(ParquetReader::new(file))
}

/// The columns and the number of rows, without reading the rows.
fn parquet_outline(path: &Path) -> Result<(Schema, usize), ExportError> {
    let describe = |error| bad_parquet(path, error);
    let mut reader = parquet_reader(path)?;
    let fields = reader.schema().map_err(describe)?;
    let mut columns = Vec::with_capacity(fields.len());
    for field in fields.iter_values() {
        let kind = column_type(&DataType::from_arrow_field(field))
            .ok_or_else(|| unsupported(path, field.name.as_str()))?;
        columns.push((field.name.to_string(), kind));
    }
    Ok((Schema::new(columns)?, reader.num_rows().map_err(describe)?))
}

fn parquet_piece(path: &Path, start: usize, rows: usize) -> Result<Table, ExportError> {
    let frame = parquet_reader(path)?
        .with_slice(Some((start, rows)))
        .finish()
        .map_err(|error| bad_parquet(path, error))?;
    from_frame(path, &frame)
}

fn from_frame(path: &Path, frame: &DataFrame) -> Result<Table, ExportError> {
    let mut fields = Vec::with_capacity(frame.width());
    let mut columns = Vec::with_capacity(frame.width());
    for column in frame.get_columns() {
        let series = column.as_materialized_series();
        let values = from_series(series)
            .map_err(|error| bad_parquet(path, error))?
            .ok_or_else(|| unsupported(path, series.name()))?;
        fields.push((series.name().to_string(), values.kind()));
        columns.push(values);
    }
    let schema = Schema::new(fields)?;
    Table::from_columns(schema, columns).ok_or_else(|| ExportError::Parquet {
        path: path.to_path_buf(),
        action: "read",
        reason: "columns of different lengths".to_string(),
    })
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
        ColumnType::U8 => Column::U8(present(series.u8()?)),
        ColumnType::U16 => Column::U16(present(series.u16()?)),
        ColumnType::U32 => Column::U32(present(series.u32()?)),
        ColumnType::U64 => Column::U64(present(series.u64()?)),
        ColumnType::I32 => Column::I32(present(series.i32()?)),
        ColumnType::I64 => Column::I64(present(series.i64()?)),
        ColumnType::F64 => Column::F64(
            series
                .f64()?
                .iter()
                .map(|value| canonical(value.unwrap_or(f64::NAN)))
                .collect(),
        ),
        ColumnType::Bool => Column::Bool(series.bool()?.iter().flatten().collect()),
        ColumnType::Text => {
            let mut texts = TextValues::default();
            series
                .str()?
                .iter()
                .flatten()
                .for_each(|text| texts.push(text));
            Column::Text(texts)
        }
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
