//! Writing tables as CSV. Most fields are small numbers, for which checking for quotes costs more
//! than writing them. So rows are formatted here; the output can be read by the `csv` package.

use std::io::Write;
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
    file: AtomicFile,
    line: Vec<u8>,
    rows: u64,
}

impl CsvWriter {
    /// Starts the file `path` and writes its header.
    pub fn create(path: &Path, schema: Schema) -> Result<Self, ExportError> {
        let mut writer = Self {
            path: path.to_path_buf(),
            schema: schema.clone(),
            file: AtomicFile::create(path)?,
            line: Vec::new(),
            rows: 0,
        };
        let names = schema.fields().iter().map(|field| Value::Text(&field.name));
        writer.write_row(names)?;
        Ok(writer)
    }

    fn write_row<'a>(
        &mut self,
        values: impl Iterator<Item = Value<'a>>,
    ) -> Result<(), ExportError> {
        self.line.clear();
        for value in values {
            put(value, &mut self.line);
            self.line.push(b',');
        }
        // A single empty field would be an empty line, which is not a row.
        if self.line.len() == 1 {
            self.line.splice(0..0, *b"\"\"");
        }
        if let Some(last) = self.line.last_mut() {
            *last = b'\n';
        }
        self.file
            .write_all(&self.line)
            .map_err(|error| ExportError::from_write(&self.path, "write", error))
    }
}

/// Writes a field.
fn put(value: Value<'_>, line: &mut Vec<u8>) {
    match value {
        Value::U8(value) => put_number(value.into(), line),
        Value::U16(value) => put_number(value.into(), line),
        Value::U32(value) => put_number(value.into(), line),
        Value::U64(value) => put_number(value, line),
        Value::I32(value) => put_signed(value.into(), line),
        Value::I64(value) => put_signed(value, line),
        Value::F64(value) => put_float(value, line),
        Value::Bool(true) => line.extend_from_slice(b"true"),
        Value::Bool(false) => line.extend_from_slice(b"false"),
        Value::Text(text) => put_text(text, line),
    }
}

fn put_number(value: u64, line: &mut Vec<u8>) {
    match value {
        0..=9 => line.push(b'0' + value as u8),
        _ => line.extend_from_slice(itoa::Buffer::new().format(value).as_bytes()),
    }
}

fn put_signed(value: i64, line: &mut Vec<u8>) {
    if value < 0 {
        line.push(b'-');
    }
    put_number(value.unsigned_abs(), line);
}

/// Writes the shortest digits that read back as `value`; nothing for a missing one.
fn put_float(value: f64, line: &mut Vec<u8>) {
    // Counts and many shares are whole, and whole numbers are quickly written.
    let whole = value as u64;
    if value.is_sign_positive() && whole < LARGE && whole as f64 == value {
        put_number(whole, line);
        line.extend_from_slice(b".0");
    } else if !value.is_nan() {
        // Writing into memory cannot fail.
        let _ = write!(line, "{value:?}");
    }
}

/// Ten times as large a number is written with an exponent.
const LARGE: u64 = 1_000_000_000_000_000;

/// Writes a text, in quotes if needed.
fn put_text(text: &str, line: &mut Vec<u8>) {
    let quoted = |byte: u8| matches!(byte, b',' | b'"' | b'\n' | b'\r');
    if !text.bytes().any(quoted) {
        line.extend_from_slice(text.as_bytes());
        return;
    }
    line.push(b'"');
    line.extend_from_slice(text.replace('"', "\"\"").as_bytes());
    line.push(b'"');
}

impl TableWriter for CsvWriter {
    fn write(&mut self, table: &Table) -> Result<(), ExportError> {
        self.schema
            .require(table.schema(), &self.path.display().to_string())?;
        for row in 0..table.len() {
            self.write_row(table.columns().iter().map(|column| column.value(row)))?;
        }
        self.rows += table.len() as u64;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Written, ExportError> {
        Ok(Written {
            rows: self.rows,
            bytes: self.file.commit()?,
        })
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
    fn floats_are_written_as_they_are_shown_elsewhere() {
        let near_limit = [LARGE - 1, LARGE, 10 * LARGE, u64::MAX];
        let near_limit = near_limit.map(|whole| whole as f64);
        let odd = [0.5, 1e-7, 9_999.75, f64::MAX, f64::INFINITY];
        let small = (0..2_000).map(f64::from);
        for value in small.chain(near_limit).chain(odd) {
            for value in [value, -value] {
                let mut line = Vec::new();
                put_float(value, &mut line);
                assert_eq!(String::from_utf8(line).unwrap(), format!("{value:?}"));
            }
        }
    }

    #[test]
    fn a_single_empty_field_is_a_row_all_the_same() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("t.csv");
        let mut table = Table::new(Schema::new([("name", ColumnType::Text)]).unwrap());
        for name in ["", "a\r", ""] {
            table.push_row(&[name.into()]).unwrap();
        }
        write_table(&path, Format::Csv, &table).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "name\n\"\"\n\"a\r\"\n\"\"\n");
        let read = super::super::read_csv(&path, table.schema()).unwrap();
        assert_eq!(read, table);
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
