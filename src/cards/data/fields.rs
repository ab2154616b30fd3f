//! Reads values and tables: every field is requested by name, and all others are unknown. Whatever
//! is wrong is noted, and reading goes on.

use super::fault::{Sink, Spot, unknown};
use super::tree::{Node, TomlTable, Value};
use crate::words::Word;
use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A value being read.
#[derive(Clone)]
pub struct Item<'a> {
    /// What is written.
    pub node: &'a Node,
    /// Where.
    pub spot: Spot,
    sink: &'a Sink,
}

impl<'a> Item<'a> {
    /// Starts reading a value.
    pub fn new(node: &'a Node, spot: Spot, sink: &'a Sink) -> Self {
        Item { node, spot, sink }
    }

    /// The same value as something of its own, which messages name.
    pub fn about(&self, subject: impl Into<Arc<str>>) -> Self {
        Item::new(self.node, Spot::new(&self.node.place, subject), self.sink)
    }

    /// Where faults are noted.
    pub fn sink(&self) -> &'a Sink {
        self.sink
    }

    /// Notes a fault about it.
    pub fn fault(&self, message: impl Into<String>) {
        self.sink.add(&self.spot, message);
    }

    /// Notes that it should be something else.
    pub fn expected(&self, what: &str) {
        self.fault(format!("expected {what}, found {}", self.node.describe()));
    }

    /// The same value, as what was `expected` if that has been found.
    fn or_expected<T>(&self, found: Option<T>, expected: impl FnOnce() -> String) -> Option<T> {
        if found.is_none() {
            self.expected(&expected());
        }
        found
    }

    /// A text that is not empty.
    pub fn text(&self) -> Option<&'a str> {
        let text = self.node.text().filter(|text| !text.trim().is_empty());
        self.or_expected(text, || "a text".into())
    }

    /// A whole number within limits.
    pub fn number(&self, range: RangeInclusive<i64>) -> Option<i64> {
        let number = match self.node.value {
            Value::Number(number) => Some(number).filter(|number| range.contains(number)),
            _ => None,
        };
        self.or_expected(number, || whole_number(&range))
    }

    /// A number, with or without a fraction, within limits.
    pub fn decimal(&self, range: RangeInclusive<f32>) -> Option<f32> {
        let number = match &self.node.value {
            Value::Number(number) => Some(*number as f32),
            Value::Other(text) => text.replace('_', "").parse::<f32>().ok(),
            _ => None,
        };
        // Infinities and "not a number" are outside every range.
        let found = number.filter(|number| range.contains(number));
        self.or_expected(found, || {
            format!("a number from {} to {}", range.start(), range.end())
        })
    }

    /// `true` or `false`.
    pub fn flag(&self) -> Option<bool> {
        let flag = match self.node.value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        };
        self.or_expected(flag, || "`true` or `false`".into())
    }

    /// A word of a vocabulary.
    pub fn word<W: Word>(&self) -> Option<W> {
        let Some(text) = self.node.text() else {
            self.expected(&any_word::<W>());
            return None;
        };
        self.parsed(text)
    }

    /// A word of a vocabulary, out of a longer text.
    pub fn parsed<W: Word>(&self, word: &str) -> Option<W> {
        let found = W::parse_word(word);
        if found.is_none() {
            self.fault(unknown(W::WHAT, word, W::all_words()));
        }
        found
    }

    /// The number of a name in a list; `what` is named in the list.
    pub fn position<'n>(
        &self,
        what: &str,
        name: &str,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> Option<usize> {
        let found = names.clone().position(|known| known == name);
        if found.is_none() {
            self.fault(unknown(what, name, names));
        }
        found
    }

    /// The elements of a list.
    pub fn items(&self) -> Option<Vec<Item<'a>>> {
        let Value::List(nodes) = &self.node.value else {
            self.expected("a list");
            return None;
        };
        let element = |(index, node): (usize, &'a Node)| {
            Item::new(node, self.spot.element(&node.place, index), self.sink)
        };
        Some(nodes.iter().enumerate().map(element).collect())
    }

    /// The tables of a list, each written under a heading `[[name]]`.
    pub fn tables(&self, name: &str) -> Vec<Item<'a>> {
        if !matches!(self.node.value, Value::List(_)) {
            let message = format!("expected {name}s, each under its own `[[{name}]]`");
            self.about("").fault(message);
            return Vec::new();
        }
        self.items().unwrap_or_default()
    }

    /// The elements of a list, or the value itself.
    pub fn each(&self) -> Vec<Item<'a>> {
        match &self.node.value {
            Value::List(_) => self.items().unwrap_or_default(),
            _ => vec![self.clone()],
        }
    }

    /// The fields of a table.
    pub fn fields(&self) -> Option<Fields<'a>> {
        match &self.node.value {
            Value::Table(table) => Some(Fields::new(table, self.spot.clone(), self.sink)),
            _ => {
                self.expected("a table");
                None
            }
        }
    }
}

fn whole_number(range: &RangeInclusive<i64>) -> String {
    format!("a whole number from {} to {}", range.start(), range.end())
}

fn any_word<W: Word>() -> String {
    format!("a {} ({})", W::WHAT, W::all_words().join(", "))
}

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
            asked: RefCell::default(),
        }
    }

    /// The field, if it is there.
    pub fn item(&self, name: &'static str) -> Option<Item<'a>> {
        self.allow(name);
        self.find(name)
    }

    fn find(&self, name: &'static str) -> Option<Item<'a>> {
        let node = self.table.get(name)?;
        let spot = self.spot.field(&node.place, name);
        Some(Item::new(node, spot, self.sink))
    }

    /// A field that must be there.
    pub fn required(&self, name: &'static str, expected: &str) -> Option<Item<'a>> {
        let item = self.item(name);
        if item.is_none() {
            self.missing(name, expected);
        }
        item
    }

    /// What is written in a field; this does not count as reading it.
    pub fn peek(&self, name: &str) -> Option<&'a Node> {
        self.table.get(name)
    }

    /// Whether the field is there; this does not count as reading it.
    pub fn has(&self, name: &str) -> bool {
        self.peek(name).is_some()
    }

    /// Notes that a field is known, although it is not read here.
    pub fn allow(&self, name: &'static str) {
        let mut asked = self.asked.borrow_mut();
        if !asked.contains(&name) {
            asked.push(name);
        }
    }

    /// Where faults are noted.
    pub fn sink(&self) -> &'a Sink {
        self.sink
    }

    /// Notes a fault about the table as a whole.
    pub fn fault(&self, message: impl Into<String>) {
        self.sink.add(&self.spot, message);
    }

    /// Notes a fault about a field.
    pub fn fault_in(&self, name: &'static str, message: impl Into<String>) {
        match self.find(name) {
            Some(item) => item.fault(message),
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
        self.item(name)?.text().map(str::to_string)
    }

    /// A text that must be there.
    pub fn required_text(&self, name: &'static str) -> Option<String> {
        self.required(name, "a text")?.text().map(str::to_string)
    }

    /// A whole number within limits.
    pub fn number(&self, name: &'static str, range: RangeInclusive<i64>) -> Option<i64> {
        self.item(name)?.number(range)
    }

    /// A whole number that must be there.
    pub(crate) fn required_number(
        &self,
        name: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        self.required(name, &whole_number(&range))?.number(range)
    }

    /// A number, with or without a fraction, within limits.
    pub fn decimal(&self, name: &'static str, range: RangeInclusive<f32>) -> Option<f32> {
        self.item(name)?.decimal(range)
    }

    /// `true` or `false`.
    pub fn flag(&self, name: &'static str) -> Option<bool> {
        self.item(name)?.flag()
    }

    /// A word of a vocabulary.
    pub fn word<W: Word>(&self, name: &'static str) -> Option<W> {
        self.item(name)?.word()
    }

    /// A word that must be there.
    pub fn required_word<W: Word>(&self, name: &'static str) -> Option<W> {
        self.required(name, &any_word::<W>())?.word()
    }

    /// The elements of a list; none where there is no list.
    pub fn items(&self, name: &'static str) -> Vec<Item<'a>> {
        let list = self.item(name).and_then(|item| item.items());
        list.unwrap_or_default()
    }

    /// The texts of a list, or a single one.
    pub fn texts(&self, name: &'static str) -> Vec<String> {
        let items = self.item(name).map_or(Vec::new(), |item| item.each());
        let texts = items.iter().filter_map(Item::text);
        texts.map(str::to_string).collect()
    }

    /// The tables that are written one by one, each under a heading `[[name]]`.
    pub fn tables(&self, name: &'static str) -> Vec<Item<'a>> {
        let item = self.item(name);
        item.map_or(Vec::new(), |item| item.tables(name))
    }

    /// The fields of a table within the table.
    pub fn fields(&self, name: &'static str) -> Option<Fields<'a>> {
        self.item(name)?.fields()
    }

    /// All fields, whatever their names.
    pub fn entries(&self) -> impl Iterator<Item = (&'a str, Item<'a>)> {
        self.table.0.iter().map(|entry| {
            let spot = self.spot.field(&entry.place, &entry.key);
            (entry.key.as_str(), Item::new(&entry.node, spot, self.sink))
        })
    }

    /// The table without some of its fields.
    pub fn without(&self, names: &[&str]) -> TomlTable {
        let entries = self.table.0.iter();
        let others = entries.filter(|entry| !names.contains(&entry.key.as_str()));
        TomlTable(others.cloned().collect())
    }

    /// Ends the reading: every field that was not requested is an error.
    pub fn finish(self) {
        let asked = self.asked.take();
        for (name, item) in self.entries() {
            if !asked.contains(&name) {
                item.fault(unknown("field", name, asked.iter().copied()));
            }
        }
    }
}
