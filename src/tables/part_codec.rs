//! The bytes of a part file.
//!
//! A part is a short plain preamble and a Snappy stream. The stream carries
//! checksums and the contents their lengths, so a part that is cut short or
//! altered does not decode. Numbers are little-endian; texts and lists are
//! preceded by their length.

use std::io::{self, Read, Write};

use super::column::{Column, TextValues, canonical};
use super::schema::{ColumnType, Schema};
use super::table::Table;

/// Marks a part file and the version of its layout.
const PREAMBLE: &[u8; 8] = b"XSPART\x00\x02";

/// The contents of a part file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PartContents {
    pub run: String,
    pub number: u64,
    pub tables: Vec<(String, Table)>,
    pub state: Vec<u8>,
}

/// Writes a part with the given contents.
pub(super) fn encode<W: Write>(
    mut to: W,
    run: &str,
    number: u64,
    tables: &[(&str, &Table)],
    state: &[u8],
) -> io::Result<()> {
    to.write_all(PREAMBLE)?;
    let mut frame = snap::write::FrameEncoder::new(&mut to);
    put_bytes(&mut frame, run.as_bytes())?;
    put_count(&mut frame, number)?;
    put_bytes(&mut frame, state)?;
    put_count(&mut frame, tables.len() as u64)?;
    for (name, table) in tables {
        put_bytes(&mut frame, name.as_bytes())?;
        put_table(&mut frame, table)?;
    }
    frame.flush()
}

/// Reads a part, or says what is wrong with it.
pub(super) fn decode(bytes: &[u8]) -> Result<PartContents, String> {
    let frame = bytes
        .strip_prefix(PREAMBLE)
        .ok_or("it does not begin like a part file of this version")?;
    let mut payload = Vec::new();
    snap::read::FrameDecoder::new(frame)
        .read_to_end(&mut payload)
        .map_err(|error| format!("cut short or altered ({error})"))?;
    let mut input = Input(&payload);
    let contents = take_contents(&mut input).ok_or("its contents do not fit together")?;
    if input.0.is_empty() {
        Ok(contents)
    } else {
        Err("it goes on after its end".to_string())
    }
}

fn put_count<W: Write>(to: &mut W, count: u64) -> io::Result<()> {
    to.write_all(&count.to_le_bytes())
}

fn put_bytes<W: Write>(to: &mut W, bytes: &[u8]) -> io::Result<()> {
    put_count(to, bytes.len() as u64)?;
    to.write_all(bytes)
}

fn put_table<W: Write>(to: &mut W, table: &Table) -> io::Result<()> {
    put_count(to, table.schema().width() as u64)?;
    put_count(to, table.len() as u64)?;
    for (field, column) in table.schema().fields().iter().zip(table.columns()) {
        put_bytes(to, field.name.as_bytes())?;
        put_bytes(to, field.kind.name().as_bytes())?;
        put_column(to, column)?;
    }
    Ok(())
}

macro_rules! put_numbers {
    ($to:expr, $values:expr) => {{
        let bytes: Vec<u8> = $values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        $to.write_all(&bytes)
    }};
}

fn put_column<W: Write>(to: &mut W, column: &Column) -> io::Result<()> {
    match column {
        Column::U8(values) => to.write_all(values),
        Column::U16(values) => put_numbers!(to, values),
        Column::U32(values) => put_numbers!(to, values),
        Column::U64(values) => put_numbers!(to, values),
        Column::I32(values) => put_numbers!(to, values),
        Column::I64(values) => put_numbers!(to, values),
        Column::F64(values) => put_numbers!(to, values),
        Column::Bool(values) => {
            let bytes: Vec<u8> = values.iter().map(|&value| u8::from(value)).collect();
            to.write_all(&bytes)
        }
        Column::Text(values) => values
            .iter()
            .try_for_each(|text| put_bytes(to, text.as_bytes())),
    }
}

/// What is left to decode.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(count)?;
        self.0 = tail;
        Some(head)
    }

    fn count(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn length(&mut self) -> Option<usize> {
        usize::try_from(self.count()?).ok()
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.length()?;
        self.take(length)
    }

    fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }
}

fn take_contents(input: &mut Input<'_>) -> Option<PartContents> {
    let run = input.text()?.to_string();
    let number = input.count()?;
    let state = input.bytes()?.to_vec();
    let mut tables = Vec::new();
    for _ in 0..input.count()? {
        let name = input.text()?.to_string();
        tables.push((name, take_table(input)?));
    }
    Some(PartContents {
        run,
        number,
        tables,
        state,
    })
}

fn take_table(input: &mut Input<'_>) -> Option<Table> {
    let width = input.count()?;
    let rows = input.length()?;
    let mut fields = Vec::new();
    let mut columns = Vec::new();
    for _ in 0..width {
        let name = input.text()?.to_string();
        let kind = kind_named(input.text()?)?;
        columns.push(take_column(input, kind, rows)?);
        fields.push((name, kind));
    }
    Table::from_columns(Schema::new(fields).ok()?, columns)
}

fn kind_named(name: &str) -> Option<ColumnType> {
    use ColumnType::{Bool, F64, I32, I64, Text, U8, U16, U32, U64};
    [U8, U16, U32, U64, I32, I64, F64, Bool, Text]
        .into_iter()
        .find(|kind| kind.name() == name)
}

macro_rules! take_numbers {
    ($input:expr, $rows:expr, $number:ty) => {{
        let bytes = $input.take($rows.checked_mul(size_of::<$number>())?)?;
        bytes
            .as_chunks()
            .0
            .iter()
            .map(|chunk| <$number>::from_le_bytes(*chunk))
            .collect()
    }};
}

fn take_column(input: &mut Input<'_>, kind: ColumnType, rows: usize) -> Option<Column> {
    Some(match kind {
        ColumnType::U8 => Column::U8(input.take(rows)?.to_vec()),
        ColumnType::U16 => Column::U16(take_numbers!(input, rows, u16)),
        ColumnType::U32 => Column::U32(take_numbers!(input, rows, u32)),
        ColumnType::U64 => Column::U64(take_numbers!(input, rows, u64)),
        ColumnType::I32 => Column::I32(take_numbers!(input, rows, i32)),
        ColumnType::I64 => Column::I64(take_numbers!(input, rows, i64)),
        ColumnType::F64 => {
            let values: Vec<f64> = take_numbers!(input, rows, f64);
            Column::F64(values.into_iter().map(canonical).collect())
        }
        ColumnType::Bool => Column::Bool(input.take(rows)?.iter().map(|&byte| byte != 0).collect()),
        ColumnType::Text => {
            let mut texts = TextValues::default();
            for _ in 0..rows {
                texts.push(input.text()?);
            }
            Column::Text(texts)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::table::samples;
    use super::*;

    fn encoded(table: &Table, state: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        encode(&mut bytes, "run", 5, &[("games", table)], state).unwrap();
        bytes
    }

    #[test]
    fn a_part_comes_back_whole() {
        let table = samples::awkward_rows(0..500);
        let contents = decode(&encoded(&table, b"state")).unwrap();
        let expected = PartContents {
            run: "run".to_string(),
            number: 5,
            tables: vec![("games".to_string(), table)],
            state: b"state".to_vec(),
        };
        assert_eq!(contents, expected);
    }

    #[test]
    fn empty_tables_keep_their_columns() {
        let table = Table::new(samples::every_type());
        let contents = decode(&encoded(&table, b"")).unwrap();
        assert_eq!(contents.tables[0].1, table);
    }

    #[test]
    fn every_truncation_is_noticed() {
        let bytes = encoded(&samples::awkward_rows(0..40), b"state");
        for length in 0..bytes.len() {
            assert!(decode(&bytes[..length]).is_err(), "cut to {length} bytes");
        }
    }

    #[test]
    fn every_altered_byte_is_noticed() {
        let whole = encoded(&samples::awkward_rows(0..40), b"state");
        let original = decode(&whole).unwrap();
        for index in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[index] ^= 0x10;
            // A flipped bit that the format ignores may pass if nothing changed.
            if let Ok(contents) = decode(&bytes) {
                assert_eq!(contents, original, "byte {index}");
            }
        }
    }

    #[test]
    fn trailing_bytes_are_noticed() {
        let mut bytes = encoded(&samples::awkward_rows(0..3), b"");
        bytes.push(0);
        assert!(decode(&bytes).is_err());
    }
}
