//! Reads TOML files and reports every error, not only the first, with file, line, subject and
//! field, what was expected, and the nearest valid word.

pub mod fault;
mod fields;
pub mod tree;

pub use fault::{Fault, Faults};
pub use fault::{Sink, Spoils, Spot, unknown};
pub use fields::{Fields, Item};
use std::path::Path;
pub use tree::{Layer, Location, Node, TomlTable, Value};

/// The text of a file.
pub fn text_of(path: &Path) -> Result<String, Faults> {
    files::read_text(path).map_err(|error| {
        let name = path.display().to_string();
        Faults::single(&name, format!("cannot be read: {error}"))
    })
}

/// Reads the fields of a file with the given text; lists all errors if there are any.
pub fn read_fields<T>(
    name: &str,
    text: &str,
    read: impl FnOnce(&Fields<'_>) -> T,
) -> Result<T, Faults> {
    let sink = Sink::default();
    let read = read_text(text, &Location::file_only(name, Layer::Set), &sink, read);
    sink.finish(read)
}

/// The same where errors are noted with others.
pub fn read_text<T>(
    text: &str,
    source: &Location,
    sink: &Sink,
    read: impl FnOnce(&Fields<'_>) -> T,
) -> T {
    let (table, errors) = tree::read(text, source);
    sink.add_syntax(errors);
    let fields = Fields::new(&table, Spot::new(source, ""), sink);
    let read = read(&fields);
    fields.finish();
    read
}
