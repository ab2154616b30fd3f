//! Writing tables as CSV.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use polars::prelude::{AnyValue, Series};

use super::atomic::AtomicFile;
use super::error::ExportError;
use super::format::{TableWriter, Written};
use super::table::Table;

/// Streams tables into a CSV file with a header line.
///
/// Numbers are printed so that reading them gives the same number back, truth
/// values as `true` and `false`, a missing number as an empty field.
pub struct CsvWriter {
    path: PathBuf,
    columns: Table,
    lines: csv::Writer<AtomicFile>,
    rows: u64,
}

impl CsvWriter {
    /// Starts the file `path` of tables with these columns and writes its header.
    pub fn create(path: &Path, columns: &Table) -> Result<Self, ExportError> {
        let mut lines = csv::Writer::from_writer(AtomicFile::create(path)?);
        let header = columns.columns().map(|column| column.name);
        lines
            .write_record(header)
            .map_err(|error| failure(path, error))?;
        Ok(Self {
            path: path.to_path_buf(),
            columns: columns.empty(),
            lines,
            rows: 0,
        })
    }

    fn write_rows(&mut self, table: &Table) -> Result<(), csv::Error> {
        let columns = table.frame().get_columns().iter();
        let columns: Vec<Series> = columns
            .map(|column| column.as_materialized_series().rechunk())
            .collect();
        let mut cells: Vec<Cells<'_>> = columns.iter().map(cells).collect();
        let mut text = Vec::new();
        for _ in 0..table.len() {
            for put_next in &mut cells {
                text.clear();
                put_next(&mut text)?;
                self.lines.write_field(&text)?;
            }
            self.lines.write_record(None::<&[u8]>)?;
        }
        Ok(())
    }
}

/// Writes the cells of a column, one with each call.
type Cells<'a> = Box<dyn FnMut(&mut Vec<u8>) -> io::Result<()> + 'a>;

/// The cells of a column. Nearly all are whole numbers, for which polars' own iterators are slow:
/// that part of it is not optimised.
fn cells(column: &Series) -> Cells<'_> {
    macro_rules! whole_numbers {
        ($($values:ident),*) => {
            $(if let Ok(Ok(values)) = column.$values().map(|values| values.cont_slice()) {
                let (mut values, mut digits) = (values.iter(), itoa::Buffer::new());
                return Box::new(move |text| {
                    let value = values.next().map_or("", |value| digits.format(*value));
                    text.write_all(value.as_bytes())
                });
            })*
        };
    }
    whole_numbers!(u8, u16, u32, u64, i32, i64);
    let mut values = column.phys_iter();
    Box::new(move |text| match values.next() {
        // The shortest digits that read back as the same number.
        Some(AnyValue::Float64(value)) => write!(text, "{value:?}"),
        Some(AnyValue::String(value)) => text.write_all(value.as_bytes()),
        Some(AnyValue::Boolean(value)) => write!(text, "{value}"),
        _ => Ok(()),
    })
}

fn failure(path: &Path, error: csv::Error) -> ExportError {
    let reason = error.to_string();
    let error = match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        _ => io::Error::other(reason),
    };
    ExportError::from_write(path, "write", error)
}

impl TableWriter for CsvWriter {
    fn write(&mut self, table: &Table) -> Result<(), ExportError> {
        self.columns.require(table, &self.path)?;
        self.rows += table.len() as u64;
        let written = self.write_rows(table);
        written.map_err(|error| failure(&self.path, error))
    }

    fn finish(self: Box<Self>) -> Result<Written, ExportError> {
        let path = self.path;
        let file = self.lines.into_inner().map_err(|error| {
            let error = io::Error::new(error.error().kind(), error.error().to_string());
            ExportError::from_write(&path, "write", error)
        })?;
        Ok(Written {
            rows: self.rows,
            file: file.commit()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::{Format, write_table};
    use crate::{columns, declared_table};
    use std::fs;
    use tempfile::tempdir;

    #[test]
    fn values_are_printed_plainly() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("t.csv");
        let columns = columns![(u64, f64, bool, &str);
            ("id", U64, "", row => row.0),
            ("share", F64, "", row => row.1),
            ("won", Bool, "", row => row.2),
            ("name", Text, "", row => row.3),
        ];
        let rows = [
            (u64::MAX, 0.1, true, "a"),
            (0, f64::NAN, false, "x,y"),
            (1, 1e300, true, ""),
            (2, -3.0, false, "q\"q"),
        ];
        let table = declared_table(&columns, rows).unwrap();
        let written = write_table(&path, Format::Csv, &table).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(
            text,
            "id,share,won,name\n18446744073709551615,0.1,true,a\n0,,false,\"x,y\"\n\
             1,1e300,true,\n2,-3.0,false,\"q\"\"q\"\n"
        );
        assert_eq!((written.rows, written.file.bytes), (4, text.len() as u64));
    }

    #[test]
    fn a_single_empty_field_is_a_row_all_the_same() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("t.csv");
        let columns = columns![&str; ("name", Text, "", name => *name)];
        let table = declared_table(&columns, ["", "a\r", ""]).unwrap();
        write_table(&path, Format::Csv, &table).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "name\n\"\"\n\"a\r\"\n\"\"\n");
    }
}
