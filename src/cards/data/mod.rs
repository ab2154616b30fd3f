//! Reads TOML files and reports every error, not only the first, with file, line, subject and
//! field, what was expected, and the nearest valid word.

pub mod fault;
pub mod fields;
mod plain;
pub mod tree;

pub use fault::{Fault, Faults};
pub use fault::{Sink, Spoils, Spot, unknown};
pub use fields::Fields;
pub use tree::{Layer, Location, Node, TomlTable, Value};
