//! Typed tables and the files they are written to.
//!
//! Nothing here knows about the game. A [`Table`] holds rows of typed columns; a [`TableWriter`]
//! streams tables of any size into a CSV or Parquet file whose bytes depend only on the rows and
//! never on how callers batched them; a [`PartStore`] keeps the finished chunks of a long run on
//! disk, so that a run killed half-way can be resumed and end in the same bytes. Every file appears
//! under its final name only once it is complete ([`AtomicFile`]).

mod atomic;
mod claim;
mod column;
mod csv;
mod declare;
mod directory;
mod error;
mod fault;
mod format;
mod pages;
mod parquet;
mod part_codec;
mod parts;
mod read;
mod schema;
mod sealed;
mod space;
mod table;
mod texts;
mod thrift;
mod whole;

pub use atomic::{AtomicFile, UNFINISHED_SUFFIX, write_atomically};
pub use claim::Claim;
pub use column::{Column, Native};
pub use csv::CsvWriter;
pub use declare::{Declared, column, declared_table, numbered_column};
pub use directory::{claim_directory, is_empty_but_for, remove_if_there};
pub use error::ExportError;
pub use format::{Format, TableWriter, Written, create_writer, write_table};
pub use parquet::{ParquetWriter, ROW_GROUP_ROWS};
pub use parts::{Part, PartStore};
pub use read::{read_csv, read_parquet};
pub use schema::{ColumnType, Field, Schema, Value};
pub use sealed::{read_sealed, write_sealed};
pub use space::check_room;
pub use table::Table;
