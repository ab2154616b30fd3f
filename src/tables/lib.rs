//! Typed tables and the files they are written to.
//!
//! Nothing here knows about the game. A [`Table`] is a frame of polars with an explanation of each
//! column; a [`TableWriter`] streams tables of any size into a CSV or Parquet file whose bytes
//! depend only on the rows and never on how callers batched them; a [`PartStore`] keeps what a long
//! run has done so far, so that a run killed half-way can be resumed and end in the same bytes.
//! Every file appears under its final name only once it is complete ([`AtomicFile`]).

mod atomic;
mod claim;
mod csv;
mod declare;
mod directory;
mod error;
mod fault;
mod format;
mod parquet;
mod parts;
mod sealed;
mod space;
mod table;

pub use atomic::{
    AtomicFile, Committed, UNFINISHED_SUFFIX, replace_alike, write_atomically, write_whole,
};
pub use claim::Claim;
pub use declare::{Declared, Native, declared_table, kinds};
pub use directory::{claim_directory, is_empty_but_for, remove_if_there};
pub use error::{ExportError, Problem};
pub use fault::failing_allocation;
pub use format::{Format, TableWriter, Written, create_writer, write_table};
pub use parquet::{ROW_GROUP_ROWS, read_parquet};
pub use parts::{Part, PartStore};
pub use polars::prelude::{AnyValue, PlSmallStr, Series};
pub use sealed::{read_sealed, write_sealed};
pub use space::check_room;
pub use table::Table;
