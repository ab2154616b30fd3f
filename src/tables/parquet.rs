//! Writing tables as Parquet.
//!
//! We write these files ourselves, because our columns are already stored much as the format stores
//! them ([`super::whole`]), and reading them back is left to a library. The format is described at
//! <https://parquet.apache.org/docs/file-format/>.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::atomic::AtomicFile;
use super::error::ExportError;
use super::format::{TableWriter, Written};
use super::pages::{PLAIN, Pages, RLE, Statistics, pages};
use super::schema::{ColumnType, Schema};
use super::table::Table;
use super::thrift::{Metadata, NUMBER, STRUCTURE, TEXT};

/// Rows in every row group but the last one of a file.
pub const ROW_GROUP_ROWS: usize = 1 << 17;

/// The beginning and the end of every Parquet file.
const MAGIC: &[u8] = b"PAR1";

// Words of the format.
const UNCOMPRESSED: i32 = 0;
/// Every reader knows Snappy, and it takes less time than stronger compression.
const SNAPPY: i32 = 1;
const OPTIONAL: i32 = 1;

/// Streams tables into a Parquet file, compressed with Snappy where that makes it smaller.
///
/// Rows are collected into groups of [`ROW_GROUP_ROWS`], so that neither memory
/// nor the bytes of the file depend on the size of the tables handed in.
pub struct ParquetWriter {
    path: PathBuf,
    pending: Table,
    /// The groups written so far.
    groups: Vec<RowGroup>,
    file: AtomicFile,
    /// The length of the file so far.
    length: usize,
    rows: usize,
    encoder: snap::raw::Encoder,
}

/// A row group of the file.
struct RowGroup {
    rows: usize,
    columns: Vec<ColumnChunk>,
}

/// A column of a row group: where it is in the file, and what it is like.
struct ColumnChunk {
    start: usize,
    length: usize,
    encoding: i32,
    dictionary: usize,
    uncompressed: usize,
    is_compressed: bool,
    statistics: Statistics,
}

impl ParquetWriter {
    /// Starts the file `path`.
    pub fn create(path: &Path, schema: Schema) -> Result<Self, ExportError> {
        let mut writer = Self {
            path: path.to_path_buf(),
            pending: Table::new(schema),
            groups: Vec::new(),
            file: AtomicFile::create(path)?,
            length: 0,
            rows: 0,
            encoder: snap::raw::Encoder::new(),
        };
        writer.put(MAGIC)?;
        Ok(writer)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), ExportError> {
        self.length += bytes.len();
        let written = self.file.write_all(bytes);
        written.map_err(|error| ExportError::from_write(&self.path, "write", error))
    }

    /// Writes the rows collected so far as a group.
    fn write_group(&mut self) -> Result<(), ExportError> {
        let mut columns = Vec::with_capacity(self.pending.columns().len());
        for index in 0..self.pending.columns().len() {
            let start = self.length;
            let pages = pages(&self.pending.columns()[index], &mut self.encoder);
            self.put(&pages.bytes)?;
            columns.push(ColumnChunk::new(start, pages));
        }
        let rows = self.pending.len();
        self.groups.push(RowGroup { rows, columns });
        self.pending.clear();
        Ok(())
    }

    /// Writes the last rows, and the metadata at the end of the file.
    fn write_end(&mut self) -> Result<(), ExportError> {
        if !self.pending.is_empty() {
            self.write_group()?;
        }
        let mut end = description(self.pending.schema(), &self.groups, self.rows);
        end.extend((end.len() as u32).to_le_bytes());
        end.extend(MAGIC);
        self.put(&end)
    }
}

impl ColumnChunk {
    fn new(start: usize, pages: Pages) -> Self {
        ColumnChunk {
            start,
            length: pages.bytes.len(),
            encoding: pages.encoding,
            dictionary: pages.dictionary,
            uncompressed: pages.uncompressed,
            is_compressed: pages.is_compressed,
            statistics: pages.statistics,
        }
    }
}

impl TableWriter for ParquetWriter {
    fn write(&mut self, table: &Table) -> Result<(), ExportError> {
        self.pending
            .schema()
            .require(table.schema(), &self.path.display().to_string())?;
        let mut next = 0;
        while next < table.len() {
            let room = ROW_GROUP_ROWS - self.pending.len();
            let end = table.len().min(next + room);
            self.pending.append_rows(table, next..end)?;
            next = end;
            if self.pending.len() == ROW_GROUP_ROWS {
                self.write_group()?;
            }
        }
        self.rows += table.len();
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Written, ExportError> {
        self.write_end()?;
        Ok(Written {
            rows: self.rows as u64,
            bytes: self.file.commit()?,
        })
    }
}

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

/// The metadata at the end of the file.
fn description(schema: &Schema, groups: &[RowGroup], rows: usize) -> Vec<u8> {
    let mut out = Metadata::after(Vec::new());
    let fields = schema.fields();
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
    out.wide(3, rows);
    out.list(4, STRUCTURE, groups.len());
    for group in groups {
        out.element(|out| describe_group(schema, group, out));
    }
    out.text(6, "xenosim");
    // Values are ordered by their type, without which readers ignore ranges.
    out.list(7, STRUCTURE, fields.len());
    for _ in fields {
        out.element(|order| order.structure(1, |_| {}));
    }
    out.end()
}

fn describe_group(schema: &Schema, group: &RowGroup, out: &mut Metadata) {
    out.list(1, STRUCTURE, group.columns.len());
    for (chunk, field) in group.columns.iter().zip(schema.fields()) {
        out.element(|out| {
            out.wide(2, chunk.start);
            out.structure(3, |out| {
                out.number(1, types(field.kind).0);
                describe_chunk(&field.name, chunk, group.rows, out);
            });
        });
    }
    out.wide(
        2,
        group.columns.iter().map(|chunk| chunk.uncompressed).sum(),
    );
    out.wide(3, group.rows);
}

fn describe_chunk(name: &str, chunk: &ColumnChunk, rows: usize, out: &mut Metadata) {
    // Dictionaries are plain.
    let encodings = [PLAIN, RLE, chunk.encoding];
    let encodings = &encodings[..if chunk.encoding == PLAIN { 2 } else { 3 }];
    out.list(2, NUMBER, encodings.len());
    encodings
        .iter()
        .for_each(|encoding| out.bare_number(*encoding));
    out.list(3, TEXT, 1);
    out.bare_bytes(name.as_bytes());
    out.number(
        4,
        if chunk.is_compressed {
            SNAPPY
        } else {
            UNCOMPRESSED
        },
    );
    out.wide(5, rows);
    out.wide(6, chunk.uncompressed);
    out.wide(7, chunk.length);
    out.wide(9, chunk.start + chunk.dictionary);
    if chunk.dictionary > 0 {
        out.wide(11, chunk.start);
    }
    out.structure(12, |out| {
        out.wide(3, chunk.statistics.missing);
        if let Some((least, most)) = &chunk.statistics.range {
            out.bytes(5, most);
            out.bytes(6, least);
        }
    });
}
