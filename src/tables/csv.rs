//! Writing tables as CSV. Most fields are small numbers, for which checking for quotes costs more
//! than writing them. So rows are formatted here; the output can be read by the `csv` package.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::atomic::AtomicFile;
use super::column::{Column, Values};
use super::error::ExportError;
use super::format::{TableWriter, Written};
use super::schema::{ColumnType, Schema, Value};
use super::table::Table;

/// Bytes of lines that are collected before they are written.
const ENOUGH: usize = 1 << 16;

/// Streams tables into a CSV file with a header line.
///
/// Numbers are printed so that reading them gives the same number back, truth
/// values as `true` and `false`, a missing number as an empty field.
pub struct CsvWriter {
    path: PathBuf,
    schema: Schema,
    file: AtomicFile,
    /// Lines that are still to be written.
    lines: Vec<u8>,
    rows: u64,
}

impl CsvWriter {
    /// Starts the file `path` and writes its header.
    pub fn create(path: &Path, schema: Schema) -> Result<Self, ExportError> {
        let mut writer = Self {
            path: path.to_path_buf(),
            schema: schema.clone(),
            file: AtomicFile::create(path)?,
            lines: Vec::new(),
            rows: 0,
        };
        let start = writer.lines.len();
        for field in schema.fields() {
            put_text(&field.name, &mut writer.lines);
            writer.lines.push(b',');
        }
        end_line(start, &mut writer.lines);
        writer.write_lines()?;
        Ok(writer)
    }

    fn write_lines(&mut self) -> Result<(), ExportError> {
        let written = self.file.write_all(&self.lines);
        self.lines.clear();
        written.map_err(|error| ExportError::from_write(&self.path, "write", error))
    }
}

/// A piece of every line of a table.
enum Piece<'a> {
    /// Fields that are the same in all rows, each with its comma. Many are: figures of rounds that
    /// nobody reached, of things that hardly ever happen, and of the set-up.
    Same(FixedText),
    /// A field of small numbers.
    Small(&'a [u8]),
    /// Any other field.
    Field(&'a Column),
}

fn pieces(table: &Table) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut same = Vec::new();
    for column in table.columns() {
        if column.is_repeated() {
            put_field(column, 0, &mut same);
            continue;
        }
        pieces.extend(FixedText::take(&mut same));
        pieces.push(match column.values() {
            Values::Whole(numbers) if is_unsigned(column.kind()) => numbers
                .as_bytes()
                .map_or(Piece::Field(column), Piece::Small),
            _ => Piece::Field(column),
        });
    }
    pieces.extend(FixedText::take(&mut same));
    pieces
}

fn is_unsigned(kind: ColumnType) -> bool {
    matches!(
        kind,
        ColumnType::U8 | ColumnType::U16 | ColumnType::U32 | ColumnType::U64
    )
}

/// Bytes that are appended to many lines. Blocks of a fixed size are copied without a call, and what
/// is too much is taken back.
struct FixedText {
    blocks: Vec<[u8; BLOCK]>,
    length: usize,
}

const BLOCK: usize = 16;

impl FixedText {
    /// The bytes collected, if there are some.
    fn take<'a>(bytes: &mut Vec<u8>) -> Option<Piece<'a>> {
        let length = bytes.len();
        bytes.resize(length.next_multiple_of(BLOCK), 0);
        let blocks = bytes.as_chunks().0.to_vec();
        bytes.clear();
        (length > 0).then_some(Piece::Same(FixedText { blocks, length }))
    }

    #[inline]
    fn put(&self, line: &mut Vec<u8>) {
        let end = line.len() + self.length;
        for block in &self.blocks {
            line.extend_from_slice(block);
        }
        line.truncate(end);
    }
}

/// The digits of every small number with a comma after them, and how many bytes these are.
static SMALL: [([u8; 4], u8); 256] = {
    let mut all = [([b','; 4], 0); 256];
    let mut number = 0;
    while number < 256 {
        let digits = if number < 10 {
            1
        } else if number < 100 {
            2
        } else {
            3
        };
        let (mut at, mut rest) = (digits, number);
        while at > 0 {
            at -= 1;
            all[number].0[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        all[number].1 = digits as u8 + 1;
        number += 1;
    }
    all
};

/// Writes a small number with a comma after it: four bytes, of which some may be taken back.
#[inline]
fn put_small(number: u8, line: &mut Vec<u8>) {
    let (bytes, length) = &SMALL[usize::from(number)];
    let end = line.len() + usize::from(*length);
    line.extend_from_slice(bytes);
    line.truncate(end);
}

/// Turns the comma after the last field of the line that begins at `start` into its end.
fn end_line(start: usize, lines: &mut Vec<u8>) {
    // A single empty field would be an empty line, which is not a row.
    if lines.len() == start + 1 {
        lines.splice(start..start, *b"\"\"");
    }
    if let Some(last) = lines.last_mut() {
        *last = b'\n';
    }
}

/// Writes the field of a row with a comma after it.
#[inline]
fn put_field(column: &Column, row: usize, line: &mut Vec<u8>) {
    match column.value(row) {
        Value::U8(value) => put_number(value.into(), line),
        Value::U16(value) => put_number(value.into(), line),
        Value::U32(value) => put_number(value.into(), line),
        Value::U64(value) => put_number(value, line),
        Value::I32(value) => put_signed(value.into(), line),
        Value::I64(value) => put_signed(value, line),
        Value::F64(value) => put_float(value, line),
        Value::Bool(true) => line.extend_from_slice(b"true"),
        Value::Bool(false) => line.extend_from_slice(b"false"),
        Value::Text(value) => put_text(value, line),
    }
    line.push(b',');
}

fn put_number(value: u64, line: &mut Vec<u8>) {
    line.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

fn put_signed(value: i64, line: &mut Vec<u8>) {
    line.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
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
        let pieces = pieces(table);
        for row in 0..table.len() {
            let start = self.lines.len();
            for piece in &pieces {
                match piece {
                    Piece::Same(fields) => fields.put(&mut self.lines),
                    Piece::Small(numbers) => put_small(numbers[row], &mut self.lines),
                    Piece::Field(column) => put_field(column, row, &mut self.lines),
                }
            }
            end_line(start, &mut self.lines);
            if self.lines.len() >= ENOUGH {
                self.write_lines()?;
            }
        }
        self.write_lines()?;
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
        // In a table of one row, every column is constant.
        for rows in [1, 2, 37] {
            let schema = whole.schema().clone();
            let mut writer = Box::new(CsvWriter::create(&in_pieces, schema).unwrap());
            for start in (0..1000).step_by(rows as usize) {
                let piece = samples::awkward_rows(start..(start + rows).min(1000));
                writer.write(&piece).unwrap();
            }
            writer.finish().unwrap();
            assert_eq!(fs::read(&at_once).unwrap(), fs::read(&in_pieces).unwrap());
        }
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
