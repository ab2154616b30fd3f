//! Reads the fields of a table: every field is requested by name, and all others are unknown.

use super::fault::{Sink, Spot, unknown};
use super::tree::{Node, TomlTable, Value};
use crate::words::Word;
use std::cell::RefCell;
use std::ops::RangeInclusive;

/// More fields than nearly all tables are asked for.
const USUAL_FIELDS: usize = 24;

/// A table being read.
pub struct Fields<'a> {
    table: &'a TomlTable,
    /// Where it is.
    pub spot: Spot,
    sink: &'a Sink,
    asked: RefCell<Vec<&'static str>>,
}

impl<'a> Fields<'a> {
    /// Starts reading a table.
    pub fn new(table: &'a TomlTable, spot: Spot, sink: &'a Sink) -> Self {
        Fields {
            table,
            spot,
            sink,
            asked: RefCell::new(Vec::with_capacity(USUAL_FIELDS)),
        }
    }

    /// The field, if it is there.
    pub fn get(&self, name: &'static str) -> Option<(&'a Node, Spot)> {
        self.asked.borrow_mut().push(name);
        let node = self.table.get(name)?;
        Some((node, self.spot.field(&node.place, name)))
    }

    /// Whether the field is there; this does not count as reading it.
    pub fn has(&self, name: &str) -> bool {
        self.table.get(name).is_some()
    }

    /// Notes that a field is known, although it has been taken out of the table.
    pub fn allow(&self, name: &'static str) {
        self.asked.borrow_mut().push(name);
    }

    /// Notes a fault about the table as a whole.
    pub fn fault(&self, message: impl Into<String>) {
        self.sink.add(&self.spot, message);
    }

    /// Notes a fault about a field.
    pub fn fault_in(&self, name: &'static str, message: impl Into<String>) {
        match self.table.get(name) {
            Some(node) => self.sink.add(&self.spot.field(&node.place, name), message),
            None => self.fault(message),
        }
    }

    /// Notes that a field must be there.
    pub fn missing(&self, name: &str, expected: &str) {
        self.fault(format!(
            "the field `{name}` is missing: expected {expected}"
        ));
    }

    /// A text.
    pub fn text(&self, name: &'static str) -> Option<String> {
        let (node, spot) = self.get(name)?;
        let text = node.text().filter(|text| !text.trim().is_empty());
        if text.is_none() {
            self.sink
                .add(&spot, format!("expected a text, found {}", node.describe()));
        }
        text.map(str::to_string)
    }

    /// A text that must be there.
    pub fn required_text(&self, name: &'static str) -> Option<String> {
        if !self.has(name) {
            self.missing(name, "a text");
        }
        self.text(name)
    }

    /// A whole number within limits.
    pub fn number(&self, name: &'static str, range: RangeInclusive<i64>) -> Option<i64> {
        let (node, spot) = self.get(name)?;
        number(node, &spot, range, self.sink)
    }

    /// A whole number that must be there.
    pub fn required_number(&self, name: &'static str, range: RangeInclusive<i64>) -> Option<i64> {
        if !self.has(name) {
            self.missing(
                name,
                &format!("a whole number from {} to {}", range.start(), range.end()),
            );
        }
        self.number(name, range)
    }

    /// A number, with or without a fraction, within limits.
    pub fn decimal(&self, name: &'static str, range: RangeInclusive<f32>) -> Option<f32> {
        let (node, spot) = self.get(name)?;
        decimal(node, &spot, range, self.sink)
    }

    /// `true` or `false`.
    pub fn flag(&self, name: &'static str) -> Option<bool> {
        let (node, spot) = self.get(name)?;
        match node.value {
            Value::Flag(flag) => Some(flag),
            _ => {
                let message = format!("expected `true` or `false`, found {}", node.describe());
                self.sink.add(&spot, message);
                None
            }
        }
    }

    /// A word of a vocabulary.
    pub fn word<W: Word>(&self, name: &'static str) -> Option<W> {
        let (node, spot) = self.get(name)?;
        word(node, &spot, self.sink)
    }

    /// A word that must be there.
    pub fn required_word<W: Word>(&self, name: &'static str) -> Option<W> {
        if !self.has(name) {
            let words = W::all_words().join(", ");
            self.missing(name, &format!("a {} ({words})", W::WHAT));
        }
        self.word(name)
    }

    /// The elements of a list.
    pub fn list(&self, name: &'static str) -> Option<Vec<(&'a Node, Spot)>> {
        let (node, spot) = self.get(name)?;
        let Value::List(nodes) = &node.value else {
            let message = format!("expected a list, found {}", node.describe());
            self.sink.add(&spot, message);
            return None;
        };
        Some(
            nodes
                .iter()
                .enumerate()
                .map(|(i, node)| (node, spot.element(&node.place, i)))
                .collect(),
        )
    }

    /// A table.
    pub fn table(&self, name: &'static str) -> Option<(&'a TomlTable, Spot)> {
        let (node, spot) = self.get(name)?;
        Some((table(node, &spot, self.sink)?, spot))
    }

    /// Ends the reading: every field that was not requested is an error.
    pub fn finish(self) {
        let asked = self.asked.into_inner();
        for entry in &self.table.0 {
            if !asked.contains(&&*entry.key) {
                let spot = self.spot.field(&entry.place, entry.key.clone());
                self.sink
                    .add(&spot, unknown("field", &entry.key, asked.clone()));
            }
        }
    }
}

/// Reads a word.
pub fn word<W: Word>(node: &Node, spot: &Spot, sink: &Sink) -> Option<W> {
    let found = node.text().and_then(W::parse_word);
    if found.is_none() {
        sink.add(
            spot,
            match node.text() {
                Some(text) => unknown(W::WHAT, text, W::all_words()),
                None => format!(
                    "expected a {} ({}), found {}",
                    W::WHAT,
                    W::all_words().join(", "),
                    node.describe()
                ),
            },
        );
    }
    found
}

/// Reads a whole number within limits.
pub fn number(node: &Node, spot: &Spot, range: RangeInclusive<i64>, sink: &Sink) -> Option<i64> {
    match node.value {
        Value::Number(number) if range.contains(&number) => Some(number),
        _ => {
            sink.add(
                spot,
                format!(
                    "expected a whole number from {} to {}, found {}",
                    range.start(),
                    range.end(),
                    node.describe()
                ),
            );
            None
        }
    }
}

/// Reads a number, with or without a fraction, within limits.
pub fn decimal(node: &Node, spot: &Spot, range: RangeInclusive<f32>, sink: &Sink) -> Option<f32> {
    let number = match &node.value {
        Value::Number(number) => Some(*number as f32),
        Value::Other(text) => text.replace('_', "").parse::<f32>().ok(),
        _ => None,
    };
    // Infinities and "not a number" are outside every range.
    let found = number.filter(|number| range.contains(number));
    if found.is_none() {
        sink.add(
            spot,
            format!(
                "expected a number from {} to {}, found {}",
                range.start(),
                range.end(),
                node.describe()
            ),
        );
    }
    found
}

/// Reads a table.
pub fn table<'a>(node: &'a Node, spot: &Spot, sink: &Sink) -> Option<&'a TomlTable> {
    match &node.value {
        Value::Table(table) => Some(table),
        _ => {
            sink.add(spot, format!("expected a table, found {}", node.describe()));
            None
        }
    }
}

/// Reads a table that is no longer needed where it is.
pub fn into_table(node: Node, spot: &Spot, sink: &Sink) -> Option<TomlTable> {
    table(&node, spot, sink)?;
    match node.value {
        Value::Table(table) => Some(table),
        _ => None,
    }
}
