//! Reading TOML files so that every fault can be named: with file, line, subject and field, what
//! was expected, and the nearest valid word; and all of them, not only the first.

pub(crate) mod fault;
pub(crate) mod fields;
pub(crate) mod tree;

pub use fault::{Fault, Faults};
pub(crate) use fault::{Sink, Spot, unknown};
pub(crate) use fields::Fields;
pub(crate) use tree::{Layer, Node, Place, Table, Value};
