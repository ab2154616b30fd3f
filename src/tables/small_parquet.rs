//! Small tables as Parquet, without the library that writes large ones.
//!
//! A run writes half a dozen tables of a few rows each. The library spends over 100,000 instructions
//! on every column of them, more than on the values: on options, encodings, statistics and a second
//! copy of the schema. Few rows need none of that, so the whole file is put together here: one row
//! group, one page for each column, plain values, no compression, no statistics. The columns have the
//! same types as in large files.
//!
//! The format is described at <https://parquet.apache.org/docs/file-format/>; its metadata are
//! structures of Thrift's compact protocol ([`Metadata`]).

use super::column::Column;
use super::schema::ColumnType;
use super::table::Table;

/// The beginning and the end of every Parquet file.
const MAGIC: &[u8] = b"PAR1";

/// The bytes of a file with this table.
pub(super) fn file(table: &Table) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let mut pages = Vec::with_capacity(table.columns().len());
    for column in table.columns().iter().filter(|_| !table.is_empty()) {
        let start = bytes.len();
        bytes = page(column, bytes);
        let length = bytes.len() - start;
        pages.push(Page { start, length });
    }
    let start = bytes.len();
    let mut bytes = description(table, &pages, bytes);
    let length = (bytes.len() - start) as u32;
    bytes.extend(length.to_le_bytes());
    bytes.extend(MAGIC);
    bytes
}

/// The place of a page in the file.
struct Page {
    start: usize,
    length: usize,
}

/// Appends the only page of a column.
fn page(column: &Column, file: Vec<u8>) -> Vec<u8> {
    let mut data = Vec::new();
    presence(column, &mut data);
    plain(column, &mut data);
    let mut header = Metadata::after(file);
    header.number(1, PAGE_OF_DATA);
    header.number(2, data.len() as i32);
    header.number(3, data.len() as i32);
    header.structure(5, |header| {
        header.number(1, column.len() as i32);
        header.number(2, PLAIN);
        header.number(3, RLE);
        header.number(4, RLE);
    });
    let mut file = header.end();
    file.extend(data);
    file
}

/// Which values are present, in runs: the length of the runs in bytes, then for each twice its
/// length and whether its values are present.
fn presence(column: &Column, out: &mut Vec<u8>) {
    let mut runs = Vec::new();
    let mut run = |present: bool, length: usize| {
        varint(2 * length as u64, &mut runs);
        runs.push(u8::from(present));
    };
    match column {
        Column::F64(values) => values
            .chunk_by(|a, b| a.is_nan() == b.is_nan())
            .for_each(|values| run(!values[0].is_nan(), values.len())),
        _ => run(true, column.len()),
    }
    out.extend((runs.len() as u32).to_le_bytes());
    out.extend(runs);
}

/// The values that are present; numbers of 8 and 16 bits have 32 in a file.
fn plain(column: &Column, out: &mut Vec<u8>) {
    match column {
        Column::U8(values) => each(values, out, |value| u32::from(value).to_le_bytes()),
        Column::U16(values) => each(values, out, |value| u32::from(value).to_le_bytes()),
        Column::U32(values) => each(values, out, u32::to_le_bytes),
        Column::U64(values) => each(values, out, u64::to_le_bytes),
        Column::I32(values) => each(values, out, i32::to_le_bytes),
        Column::I64(values) => each(values, out, i64::to_le_bytes),
        Column::F64(values) => {
            let present = values.iter().filter(|value| !value.is_nan());
            present.for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
        }
        Column::Bool(values) => out.extend(values.chunks(8).map(|values| {
            let bits = values.iter().rev();
            bits.fold(0, |byte, value| 2 * byte + u8::from(*value))
        })),
        Column::Text(values) => {
            for text in values.iter() {
                out.extend((text.len() as u32).to_le_bytes());
                out.extend(text.as_bytes());
            }
        }
    }
}

fn each<T: Copy, const N: usize>(values: &[T], out: &mut Vec<u8>, bytes: impl Fn(T) -> [u8; N]) {
    out.reserve(N * values.len());
    values
        .iter()
        .for_each(|value| out.extend_from_slice(&bytes(*value)));
}

// Words of the format.
const PAGE_OF_DATA: i32 = 0;
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const UNCOMPRESSED: i32 = 0;
const OPTIONAL: i32 = 1;

/// How a type is stored, and what the stored values stand for.
fn types(kind: ColumnType) -> (i32, Option<i32>) {
    const INT32: i32 = 1;
    const INT64: i32 = 2;
    match kind {
        ColumnType::Bool => (0, None),
        ColumnType::U8 => (INT32, Some(11)),
        ColumnType::U16 => (INT32, Some(12)),
        ColumnType::U32 => (INT32, Some(13)),
        ColumnType::U64 => (INT64, Some(14)),
        ColumnType::I32 => (INT32, None),
        ColumnType::I64 => (INT64, None),
        ColumnType::F64 => (5, None),
        ColumnType::Text => (6, Some(0)),
    }
}

/// Appends the metadata at the end of the file.
fn description(table: &Table, pages: &[Page], file: Vec<u8>) -> Vec<u8> {
    let mut out = Metadata::after(file);
    let fields = table.schema().fields();
    out.number(1, 1);
    out.list(2, STRUCTURE, fields.len() + 1);
    out.element(|root| {
        root.text(4, "root");
        root.number(5, fields.len() as i32);
    });
    for field in fields {
        let (stored, meaning) = types(field.kind);
        out.element(|column| {
            column.number(1, stored);
            column.number(3, OPTIONAL);
            column.text(4, &field.name);
            if let Some(meaning) = meaning {
                column.number(6, meaning);
            }
        });
    }
    out.wide(3, table.len());
    out.list(4, STRUCTURE, usize::from(!pages.is_empty()));
    if !pages.is_empty() {
        out.element(|group| describe_group(table, pages, group));
    }
    out.text(6, "xenosim");
    out.end()
}

/// The metadata of the only row group.
fn describe_group(table: &Table, pages: &[Page], out: &mut Metadata) {
    out.list(1, STRUCTURE, pages.len());
    for (page, field) in pages.iter().zip(table.schema().fields()) {
        out.element(|chunk| {
            chunk.wide(2, page.start);
            chunk.structure(3, |column| {
                column.number(1, types(field.kind).0);
                column.list(2, NUMBER, 2);
                column.bare_number(PLAIN);
                column.bare_number(RLE);
                column.list(3, TEXT, 1);
                column.bare_text(&field.name);
                column.number(4, UNCOMPRESSED);
                column.wide(5, table.len());
                column.wide(6, page.length);
                column.wide(7, page.length);
                column.wide(9, page.start);
            });
        });
    }
    out.wide(2, pages.iter().map(|page| page.length).sum());
    out.wide(3, table.len());
}

/// A structure of Thrift's compact protocol. Fields are written in the order of their numbers,
/// each after its distance from the one before and its type.
struct Metadata {
    bytes: Vec<u8>,
    /// The number of the last field of the structure being written.
    last: u8,
}

// Types of fields and of elements of lists. Numbers of 32 and 64 bits are written alike, but readers
// skip a field whose type is not the expected one.
const NUMBER: u8 = 5;
const WIDE_NUMBER: u8 = 6;
const TEXT: u8 = 8;
const LIST: u8 = 9;
const STRUCTURE: u8 = 12;

impl Metadata {
    /// Continues the bytes with a structure.
    fn after(bytes: Vec<u8>) -> Self {
        Metadata { bytes, last: 0 }
    }

    fn field(&mut self, number: u8, kind: u8) {
        self.bytes.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    fn number(&mut self, field: u8, value: i32) {
        self.field(field, NUMBER);
        self.bare_number(value);
    }

    fn wide(&mut self, field: u8, value: usize) {
        self.field(field, WIDE_NUMBER);
        varint(2 * value as u64, &mut self.bytes);
    }

    fn text(&mut self, field: u8, value: &str) {
        self.field(field, TEXT);
        self.bare_text(value);
    }

    /// Begins a list, whose elements must follow.
    fn list(&mut self, field: u8, kind: u8, length: usize) {
        self.field(field, LIST);
        match length < 15 {
            true => self.bytes.push((length as u8) << 4 | kind),
            false => {
                self.bytes.push(0xf0 | kind);
                varint(length as u64, &mut self.bytes);
            }
        }
    }

    fn structure(&mut self, field: u8, write: impl FnOnce(&mut Self)) {
        self.field(field, STRUCTURE);
        self.element(write);
    }

    /// A structure in a list.
    fn element(&mut self, write: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.last);
        write(self);
        self.bytes.push(0);
        self.last = outer;
    }

    /// A number in a list. None here is negative.
    fn bare_number(&mut self, value: i32) {
        varint(2 * value as u64, &mut self.bytes);
    }

    /// A text in a list.
    fn bare_text(&mut self, value: &str) {
        varint(value.len() as u64, &mut self.bytes);
        self.bytes.extend(value.as_bytes());
    }

    /// Ends the structure.
    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Seven bits in each byte, the lowest first; the eighth says that more follow.
fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
