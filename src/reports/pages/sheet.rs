//! Tables as text, independent of their contents.

use crate::ReportError;
use std::collections::BTreeMap;
use std::path::Path;
use tables::{Table, Value, read_parquet};

/// A table of texts with named columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// Its name.
    pub(super) name: String,
    /// Names of the columns.
    pub(super) columns: Vec<String>,
    /// Explanations of columns by name, if the manifest has them.
    pub(super) about: BTreeMap<String, String>,
    /// The rows; empty text where there is no value.
    pub(super) rows: Vec<Vec<String>>,
}

/// A row of a sheet, whose cells are found by name.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    sheet: &'a Sheet,
    cells: &'a [String],
}

impl Sheet {
    /// Reads a CSV or Parquet file.
    pub(super) fn read(name: &str, path: &Path) -> Result<Self, ReportError> {
        let mut sheet = Sheet {
            name: name.to_string(),
            ..Sheet::default()
        };
        if is_parquet(path) {
            let table = read_parquet(path)?;
            sheet.columns = column_names(&table);
            let row = |row| (0..table.columns().len()).map(move |column| (row, column));
            let rows = (0..table.len()).map(|index| {
                row(index)
                    .map(|(row, column)| cell(table.value(row, column)))
                    .collect()
            });
            sheet.rows = rows.collect();
            return Ok(sheet);
        }
        let mut reader = open(path)?;
        sheet.columns = header(&mut reader, path)?;
        for record in reader.records() {
            let record = record.map_err(|error| bad_csv(path, &error))?;
            sheet.rows.push(record.iter().map(str::to_string).collect());
        }
        Ok(sheet)
    }

    /// Whether there is a column of this name.
    pub(super) fn has(&self, column: &str) -> bool {
        self.position(column).is_some()
    }

    fn position(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|name| name == column)
    }

    /// The rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let rows = self.rows.iter();
        rows.map(|cells| Row { sheet: self, cells })
    }

    /// The distinct texts of a column, in the order in which they first appear.
    pub(super) fn distinct(&self, column: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for row in self.rows() {
            let text = row.text(column);
            if !found.iter().any(|known| known == text) {
                found.push(text.to_string());
            }
        }
        found
    }
}

impl<'a> Row<'a> {
    /// A cell as text; empty if there is no such column.
    pub(super) fn text(&self, column: &str) -> &'a str {
        let cell = self
            .sheet
            .position(column)
            .and_then(|at| self.cells.get(at));
        cell.map_or("", String::as_str)
    }

    /// A cell as a finite number.
    pub(super) fn number(&self, column: &str) -> Option<f64> {
        let number: f64 = self.text(column).parse().ok()?;
        number.is_finite().then_some(number)
    }

    /// Whether a column differs between rows of the sheet.
    pub(super) fn varies(&self, column: &str) -> bool {
        let own = self.text(column);
        self.sheet.rows().any(|row| row.text(column) != own)
    }

    /// Whether a cell says true.
    pub(super) fn is_true(&self, column: &str) -> bool {
        self.text(column) == "true"
    }
}

/// Some columns of a long table as numbers. True is 1, false is 0, and missing values are NaN.
#[derive(Debug, Default)]
pub(super) struct Columns {
    columns: Vec<(String, Vec<f64>)>,
}

impl Columns {
    /// Reads the requested columns that exist.
    pub(super) fn read(path: &Path, wanted: &[&str]) -> Result<Self, ReportError> {
        if is_parquet(path) {
            return Ok(Columns::from_table(&read_parquet(path)?, wanted));
        }
        let mut reader = open(path)?;
        let names = header(&mut reader, path)?;
        let wanted = wanted.iter().filter_map(|wanted| {
            let position = names.iter().position(|name| name == wanted)?;
            Some((position, wanted.to_string()))
        });
        let (positions, names): (Vec<usize>, Vec<String>) = wanted.unzip();
        let mut columns: Vec<(String, Vec<f64>)> =
            names.into_iter().map(|name| (name, Vec::new())).collect();
        let mut record = csv::StringRecord::new();
        while reader
            .read_record(&mut record)
            .map_err(|error| bad_csv(path, &error))?
        {
            for (position, (_, values)) in positions.iter().zip(&mut columns) {
                values.push(as_number(&record[*position]));
            }
        }
        Ok(Columns { columns })
    }

    fn from_table(table: &Table, wanted: &[&str]) -> Self {
        let columns = wanted.iter().filter_map(|wanted| {
            let column = table.column(wanted).ok()?;
            let values = (0..column.len()).map(|row| as_number(&cell(column.value(row))));
            Some((wanted.to_string(), values.collect()))
        });
        Columns {
            columns: columns.collect(),
        }
    }

    /// A column, if there is one of this name with at least one value.
    pub(super) fn get(&self, name: &str) -> Option<&[f64]> {
        let found = self.columns.iter().find(|(known, _)| known == name);
        let values = found.map(|(_, values)| values.as_slice());
        values.filter(|values| values.iter().any(|value| value.is_finite()))
    }
}

fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "parquet")
}

fn column_names(table: &Table) -> Vec<String> {
    let fields = table.schema().fields().iter();
    fields.map(|field| field.name.clone()).collect()
}

fn open(path: &Path) -> Result<csv::Reader<std::fs::File>, ReportError> {
    csv::Reader::from_path(path).map_err(|error| bad_csv(path, &error))
}

fn header(
    reader: &mut csv::Reader<std::fs::File>,
    path: &Path,
) -> Result<Vec<String>, ReportError> {
    let header = reader.headers().map_err(|error| bad_csv(path, &error))?;
    Ok(header.iter().map(str::to_string).collect())
}

fn bad_csv(path: &Path, error: &csv::Error) -> ReportError {
    ReportError::Unreadable(format!("{}: {error}", path.display()))
}

fn as_number(text: &str) -> f64 {
    match text {
        "true" => 1.0,
        "false" => 0.0,
        _ => text.parse().unwrap_or(f64::NAN),
    }
}

/// A value as CSV has it.
fn cell(value: Value<'_>) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::F64(value) if value.is_nan() => String::new(),
        Value::F64(value) => format!("{value:?}"),
        Value::U8(value) => value.to_string(),
        Value::U16(value) => value.to_string(),
        Value::U32(value) => value.to_string(),
        Value::U64(value) => value.to_string(),
        Value::I32(value) => value.to_string(),
        Value::I64(value) => value.to_string(),
    }
}
