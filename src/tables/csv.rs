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
use super::whole::WholeNumbers;

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
    lines: Lines,
    rows: u64,
}

impl CsvWriter {
    /// Starts the file `path` and writes its header.
    pub fn create(path: &Path, schema: Schema) -> Result<Self, ExportError> {
        let mut writer = Self {
            path: path.to_path_buf(),
            schema: schema.clone(),
            file: AtomicFile::create(path)?,
            lines: Lines::default(),
            rows: 0,
        };
        let mut header = Vec::new();
        for field in schema.fields() {
            put_text(&field.name, &mut header);
            header.push(b',');
        }
        writer.lines.make_room(header.len() + ROOM_FOR_END);
        let start = writer.lines.length;
        writer.lines.put(&header);
        writer.lines.end_line(start);
        writer.write_lines()?;
        Ok(writer)
    }

    fn write_lines(&mut self) -> Result<(), ExportError> {
        let written = self.file.write_all(self.lines.bytes());
        self.lines.length = 0;
        written.map_err(|error| ExportError::from_write(&self.path, "write", error))
    }
}

/// Lines that are still to be written. The buffer is longer than what is in it: fields are copied in
/// blocks of a fixed size, which takes no call, and only the bytes that belong to them count.
#[derive(Default)]
struct Lines {
    buffer: Vec<u8>,
    length: usize,
}

/// Bytes that the end of a line may need.
const ROOM_FOR_END: usize = 3;

impl Lines {
    fn bytes(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    /// Makes room for this many bytes, which whatever puts some must have done before.
    fn make_room(&mut self, bytes: usize) {
        let needed = self.length + bytes;
        if self.buffer.len() < needed {
            self.buffer.resize(2 * needed, 0);
        }
    }

    /// Puts a block, of which the first bytes count.
    #[inline]
    fn put_block<const N: usize>(&mut self, block: &[u8; N], counting: usize) {
        let place = self.buffer[self.length..].first_chunk_mut();
        *place.expect("room was made") = *block;
        self.length += counting;
    }

    fn put(&mut self, bytes: &[u8]) {
        self.buffer[self.length..][..bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    /// Turns the comma after the last field of the line that begins at `start` into its end.
    fn end_line(&mut self, start: usize) {
        // A single empty field would be an empty line, which is not a row.
        if self.length == start + 1 {
            self.length = start;
            self.put(b"\"\",");
        }
        self.buffer[self.length - 1] = b'\n';
    }
}

/// A piece of every line of a table.
enum Piece<'a> {
    /// Fields that are the same in all rows, each with its comma. Many are: figures of rounds that
    /// nobody reached, of things that hardly ever happen, and of the set-up.
    Same(SameText),
    /// A field of numbers below 256.
    Small(&'a [u8]),
    /// A field of other numbers that are not negative.
    Number(&'a WholeNumbers),
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
        pieces.extend(SameText::take(&mut same));
        pieces.push(match (column.kind(), column.values()) {
            (
                ColumnType::U8 | ColumnType::U16 | ColumnType::U32 | ColumnType::U64,
                Values::Whole(numbers),
            ) => numbers
                .as_bytes()
                .map_or(Piece::Number(numbers), Piece::Small),
            _ => Piece::Field(column),
        });
    }
    pieces.extend(SameText::take(&mut same));
    pieces
}

impl Piece<'_> {
    /// Room for the piece in any row, except for texts, which make their own.
    fn room(&self) -> usize {
        match self {
            Piece::Same(text) => text.blocks.len() * BLOCK,
            Piece::Small(_) => BLOCK,
            Piece::Number(_) | Piece::Field(_) => ROOM_FOR_NUMBER,
        }
    }
}

/// Bytes of the longest number, with its comma.
const ROOM_FOR_NUMBER: usize = 32;

const BLOCK: usize = 16;

/// Bytes that stand in many lines.
struct SameText {
    blocks: Vec<[u8; BLOCK]>,
    length: usize,
}

impl SameText {
    /// A piece of the bytes collected, if there are some.
    fn take<'a>(bytes: &mut Vec<u8>) -> Option<Piece<'a>> {
        let length = bytes.len();
        bytes.resize(length.next_multiple_of(BLOCK), 0);
        let blocks = bytes.as_chunks().0.to_vec();
        bytes.clear();
        (length > 0).then_some(Piece::Same(SameText { blocks, length }))
    }

    #[inline]
    fn put(&self, lines: &mut Lines) {
        let end = lines.length + self.length;
        for block in &self.blocks {
            lines.put_block(block, BLOCK);
        }
        lines.length = end;
    }
}

/// The digits of every small number with a comma after them, and last how many bytes these are.
static SMALL: [[u8; 8]; 256] = {
    let mut all = [[b','; 8]; 256];
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
            all[number][at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        all[number][7] = digits as u8 + 1;
        number += 1;
    }
    all
};

/// Writes a row of the pieces; `field` is room for a field.
fn put_row(pieces: &[Piece<'_>], row: usize, room: usize, lines: &mut Lines, field: &mut Vec<u8>) {
    lines.make_room(room);
    let start = lines.length;
    for piece in pieces {
        match piece {
            Piece::Same(text) => text.put(lines),
            Piece::Small(numbers) => {
                let digits = &SMALL[usize::from(numbers[row])];
                lines.put_block(digits, digits[7].into());
            }
            Piece::Number(numbers) => {
                let mut digits = itoa::Buffer::new();
                lines.put(digits.format(numbers.get(row)).as_bytes());
                lines.put(b",");
            }
            Piece::Field(column) => {
                field.clear();
                put_field(column, row, field);
                lines.make_room(room + field.len());
                lines.put(field);
            }
        }
    }
    lines.end_line(start);
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
        let room = pieces.iter().map(Piece::room).sum::<usize>() + ROOM_FOR_END;
        let mut field = Vec::new();
        for row in 0..table.len() {
            put_row(&pieces, row, room, &mut self.lines, &mut field);
            if self.lines.length >= ENOUGH {
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
