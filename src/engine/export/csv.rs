//! Writing tables as CSV.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::atomic::AtomicFile;
use super::error::ExportError;
use super::format::{TableWriter, Written};
use super::schema::{Schema, Value};
use super::table::Table;

/// Streams tables into a CSV file with a header line.
///
/// Numbers are printed so that reading them gives the same number back, truth
/// values as `true` and `false`, a missing number as an empty field.
pub struct CsvWriter {
    path: PathBuf,
    schema: Schema,
    writer: csv::Writer<AtomicFile>,
    rows: u64,
}

impl CsvWriter {
    /// Starts the file `path` and writes its header.
    pub fn create(path: &Path, schema: Schema) -> Result<Self, ExportError> {
        let mut writer = csv::WriterBuilder::new()
            .buffer_capacity(1 << 16)
            .from_writer(AtomicFile::create(path)?);
        writer
            .write_record(schema.fields().iter().map(|field| &field.name))
            .map_err(|error| csv_failure(path, error))?;
        Ok(Self {
            path: path.to_path_buf(),
            schema,
            writer,
            rows: 0,
        })
    }

    fn write_rows(&mut self, table: &Table) -> Result<(), csv::Error> {
        let mut digits = itoa::Buffer::new();
        let mut float = Vec::new();
        for row in 0..table.len() {
            for column in table.columns() {
                let field: &[u8] = match column.value(row) {
                    Value::U8(value) => digits.format(value).as_bytes(),
                    Value::U16(value) => digits.format(value).as_bytes(),
                    Value::U32(value) => digits.format(value).as_bytes(),
                    Value::U64(value) => digits.format(value).as_bytes(),
                    Value::I32(value) => digits.format(value).as_bytes(),
                    Value::I64(value) => digits.format(value).as_bytes(),
                    Value::F64(value) => format_float(value, &mut float)?,
                    Value::Bool(true) => b"true",
                    Value::Bool(false) => b"false",
                    Value::Text(value) => value.as_bytes(),
                };
                self.writer.write_field(field)?;
            }
            self.writer.write_record(None::<&[u8]>)?;
        }
        Ok(())
    }
}

/// The shortest digits that read back as `value`; nothing for a missing one.
fn format_float(value: f64, buffer: &mut Vec<u8>) -> std::io::Result<&[u8]> {
    buffer.clear();
    if !value.is_nan() {
        write!(buffer, "{value:?}")?;
    }
    Ok(buffer)
}

impl TableWriter for CsvWriter {
    fn write(&mut self, table: &Table) -> Result<(), ExportError> {
        self.schema
            .require(table.schema(), &self.path.display().to_string())?;
        self.write_rows(table)
            .map_err(|error| csv_failure(&self.path, error))?;
        self.rows += table.len() as u64;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Written, ExportError> {
        let file = self
            .writer
            .into_inner()
            .map_err(|error| ExportError::from_write(&self.path, "write", error.into_error()))?;
        Ok(Written {
            rows: self.rows,
            bytes: file.commit()?,
        })
    }
}

fn csv_failure(path: &Path, error: csv::Error) -> ExportError {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => ExportError::from_write(path, "write", error),
        other => ExportError::BadCsv {
            path: path.to_path_buf(),
            reason: format!("{other:?}"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::{Format, write_table};
    use super::super::schema::ColumnType;
    use super::super::table::samples;
    use super::*;
    use std::fs;
    use tempfile::tempdir;

    #[test]
    fn values_are_printed_plainly() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("t.csv");
        let schema = Schema::new([
            ("id", ColumnType::U64),
            ("share", ColumnType::F64),
            ("won", ColumnType::Bool),
            ("name", ColumnType::Text),
        ])
        .unwrap();
        let mut table = Table::new(schema);
        let rows: [(u64, f64, bool, &str); 4] = [
            (u64::MAX, 0.1, true, "a"),
            (0, f64::NAN, false, "x,y"),
            (1, 1e300, true, ""),
            (2, -3.0, false, "q\"q"),
        ];
        for (id, share, won, name) in rows {
            table
                .push_row(&[id.into(), share.into(), won.into(), name.into()])
                .unwrap();
        }
        let written = write_table(&path, Format::Csv, &table).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(
            text,
            "id,share,won,name\n18446744073709551615,0.1,true,a\n0,,false,\"x,y\"\n\
             1,1e300,true,\n2,-3.0,false,\"q\"\"q\"\n"
        );
        assert_eq!((written.rows, written.bytes), (4, text.len() as u64));
    }

    #[test]
    fn batching_does_not_show_in_the_bytes() {
        let dir = tempdir().unwrap();
        let whole = samples::awkward_rows(0..1000);
        let at_once = dir.path().join("a.csv");
        write_table(&at_once, Format::Csv, &whole).unwrap();
        let in_pieces = dir.path().join("b.csv");
        let mut writer = Box::new(CsvWriter::create(&in_pieces, whole.schema().clone()).unwrap());
        for start in (0..1000).step_by(37) {
            let piece = samples::awkward_rows(start..(start + 37).min(1000));
            writer.write(&piece).unwrap();
        }
        writer.finish().unwrap();
        assert_eq!(fs::read(at_once).unwrap(), fs::read(in_pieces).unwrap());
    }

    #[test]
    fn another_schema_is_refused_and_no_file_stays() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("t.csv");
        let schema = Schema::new([("only", ColumnType::U8)]).unwrap();
        let mut writer = CsvWriter::create(&path, schema).unwrap();
        let error = writer.write(&samples::awkward_rows(0..1)).unwrap_err();
        assert!(
            matches!(error, ExportError::SchemaMismatch { .. }),
            "{error}"
        );
        drop(writer);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_reported() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("t.csv");
        std::os::unix::fs::symlink("/dev/full", dir.path().join("t.csv.tmp")).unwrap();
        let error = write_table(&path, Format::Csv, &samples::awkward_rows(0..50_000)).unwrap_err();
        assert!(matches!(error, ExportError::DiskFull { .. }), "{error}");
        assert!(!path.exists());
    }
}
