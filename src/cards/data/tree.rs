//! TOML as a tree that remembers the position of everything. Cards stay in this form until all
//! patches are applied, so that an error can always name the line that caused it, whether in a card
//! file, a ruling, a patch or on the command line.

use super::fault::Spoils;
use super::plain;
use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What a piece of data comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// A file.
    Set,
    /// A patch file or the command line.
    Patch,
}

#[derive(Debug)]
struct Source {
    file: String,
    layer: Layer,
}

/// A line of a file.
#[derive(Clone, Debug)]
pub struct Location {
    source: Arc<Source>,
    line: u32,
}

impl Location {
    /// A whole file.
    pub fn file_only(file: &str, layer: Layer) -> Self {
        Location {
            source: Arc::new(Source {
                file: file.into(),
                layer,
            }),
            line: 0,
        }
    }
    /// The same source at a line.
    pub(super) fn at(&self, line: u32) -> Self {
        Location {
            source: Arc::clone(&self.source),
            line,
        }
    }
    /// The file's name.
    pub fn file(&self) -> &str {
        &self.source.file
    }
    /// The line, where there is one.
    pub fn line(&self) -> Option<u32> {
        (self.line > 0).then_some(self.line)
    }
    /// What the data comes from.
    pub fn layer(&self) -> Layer {
        self.source.layer
    }
}

/// A value with its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// What is written.
    pub value: Value,
    /// Where.
    pub place: Location,
}

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(Word),
    /// True or false.
    Flag(bool),
    /// A list.
    List(Vec<Node>),
    /// A table within the table.
    Table(TomlTable),
    /// Something that our files never use (floats, dates, huge numbers), as written.
    Other(Word),
}

/// A piece of a file: of one that is built in, the piece itself.
pub type Word = Cow<'static, str>;

/// A table in the order of its file.
#[derive(Clone, Debug, Default)]
pub struct TomlTable(pub Vec<Entry>);

/// One `key = value`.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: Word,
    /// Where the key is written.
    pub place: Location,
    /// Its value.
    pub node: Node,
}

impl TomlTable {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.0.iter().find(|e| e.key == key).map(|e| &e.node)
    }

    /// Takes the value of a key out of the table.
    pub fn take(&mut self, key: &str) -> Option<Node> {
        let found = self.0.iter().position(|e| e.key == key)?;
        Some(self.0.remove(found).node)
    }

    /// Sets a key, replacing what was there.
    pub fn set(&mut self, entry: Entry) {
        match self.0.iter_mut().find(|e| e.key == entry.key) {
            Some(old) => *old = entry,
            None => self.0.push(entry),
        }
    }
}

impl Node {
    /// The type of value, for error messages.
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Number(n) => format!("the number {n}"),
            Value::Text(text) => format!("the text `{text}`"),
            Value::Flag(flag) => format!("`{flag}`"),
            Value::List(_) => "a list".into(),
            Value::Table(_) => "a table".into(),
            Value::Other(text) => format!("`{text}`"),
        }
    }

    /// One step below: a field of a table, or an element of a list by its number from 1.
    pub fn step(&self, step: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(table) => table.get(step),
            Value::List(list) => list.get(step.parse::<usize>().ok()?.checked_sub(1)?),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Writes the value in a fixed form that does not depend on layout or key order.
    pub fn canonical(&self, out: &mut String) {
        match &self.value {
            Value::Number(n) => drop(write!(out, "{n}")),
            Value::Text(text) => quote(text, out),
            Value::Flag(flag) => drop(write!(out, "{flag}")),
            Value::Other(text) => out.push_str(text),
            Value::List(nodes) => {
                out.push('[');
                for node in nodes {
                    node.canonical(out);
                    out.push(',');
                }
                out.push(']');
            }
            Value::Table(table) => table.canonical(out),
        }
    }

    /// Whether two values are the same, regardless of their position and of the order of keys.
    pub fn same_as(&self, other: &Node) -> bool {
        match (&self.value, &other.value) {
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::Text(a), Value::Text(b)) | (Value::Other(a), Value::Other(b)) => a == b,
            (Value::Flag(a), Value::Flag(b)) => a == b,
            (Value::List(a), Value::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same_as(b))
            }
            (Value::Table(a), Value::Table(b)) => {
                let same = |entry: &Entry| {
                    let found = b.get(&entry.key);
                    found.is_some_and(|node| node.same_as(&entry.node))
                };
                a.0.len() == b.0.len() && a.0.iter().all(same)
            }
            _ => false,
        }
    }
}

impl TomlTable {
    /// Writes the table in a fixed form.
    pub fn canonical(&self, out: &mut String) {
        let mut entries: Vec<&Entry> = self.0.iter().collect();
        entries.sort_by(|a, b| a.key.cmp(&b.key));
        out.push('{');
        for entry in entries {
            quote(&entry.key, out);
            out.push('=');
            entry.node.canonical(out);
            out.push(',');
        }
        out.push('}');
    }
}

/// Writes a text in quotes, as `{:?}` does, and faster where nothing needs escaping.
fn quote(text: &str, out: &mut String) {
    let plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if text.bytes().all(plain) {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        let _ = write!(out, "{text:?}");
    }
}

/// A syntax error: line and message.
pub struct SyntaxError {
    /// Where.
    pub place: Location,
    /// What is wrong.
    pub message: String,
    /// What else cannot be read because of it.
    pub spoils: Spoils,
}

/// Reads a TOML text. What can be read is returned even if there are errors.
pub fn read(text: &str, source: &Location) -> (TomlTable, Vec<SyntaxError>) {
    read_keeping(text, source, |piece| Cow::Owned(piece.to_string()))
}

/// Reads a TOML text that is built in, and need not be copied.
pub fn read_built_in(text: &'static str, source: &Location) -> (TomlTable, Vec<SyntaxError>) {
    read_keeping(text, source, Cow::Borrowed)
}

fn read_keeping<'a>(
    text: &'a str,
    source: &Location,
    keep: fn(&'a str) -> Word,
) -> (TomlTable, Vec<SyntaxError>) {
    match plain::read(text, source, keep) {
        Some(table) => (table, Vec::new()),
        None => read_any(text, source),
    }
}

/// Reads any TOML text, plain or not.
pub(super) fn read_any(text: &str, source: &Location) -> (TomlTable, Vec<SyntaxError>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let lines = Lines::new(text, source);
    // Where a bracket is never closed, all later errors follow from it.
    let unclosed = errors
        .iter()
        .any(|error| error.message().contains("unclosed"));
    let mut found: Vec<SyntaxError> = Vec::new();
    let mut last = None;
    for error in &errors {
        let line = error.span().map_or(0, |span| lines.number(span.start));
        // One mistake also makes the lines after it unreadable.
        let follows = last.is_some_and(|last| unclosed || line <= last + 2);
        if !follows {
            found.push(SyntaxError {
                place: source.at(line),
                message: format!("invalid TOML: {}", error.message()),
                spoils: if unclosed {
                    Spoils::Everything
                } else {
                    Spoils::FromLine(heading_before(text, line))
                },
            });
        }
        last = last.max(Some(line));
    }
    (lines.table(table.get_ref()), found)
}

/// The line of the last heading (`[...]`) not after a line, or that line if there is none.
fn heading_before(text: &str, line: u32) -> u32 {
    let headings = (1..=line).zip(text.lines());
    let headings = headings.filter(|(_, text)| text.trim_start().starts_with('['));
    headings.last().map_or(line, |(number, _)| number)
}

/// Reads a single TOML value, as on the command line; words need no quotes there.
pub fn read_value(text: &str, source: &Location) -> Node {
    let lines = Lines::new("", source);
    match DeValue::parse(text) {
        Ok(value) => lines.node(&value),
        Err(_) => Node {
            value: Value::Text(text.to_string().into()),
            place: source.clone(),
        },
    }
}

/// Turns byte offsets into line numbers.
struct Lines<'a> {
    starts: Vec<usize>,
    source: &'a Location,
}

impl<'a> Lines<'a> {
    fn new(text: &str, source: &'a Location) -> Self {
        let starts = text.match_indices('\n').map(|(i, _)| i + 1).collect();
        Lines { starts, source }
    }

    fn number(&self, offset: usize) -> u32 {
        self.starts.partition_point(|start| *start <= offset) as u32 + 1
    }

    fn place(&self, span: std::ops::Range<usize>) -> Location {
        if self.starts.is_empty() {
            self.source.clone()
        } else {
            self.source.at(self.number(span.start))
        }
    }

    fn table(&self, table: &DeTable<'_>) -> TomlTable {
        let mut entries: Vec<(usize, Entry)> = table
            .iter()
            .map(|(key, value)| {
                let entry = Entry {
                    key: key.get_ref().to_string().into(),
                    place: self.place(key.span()),
                    node: self.node(value),
                };
                (key.span().start, entry)
            })
            .collect();
        entries.sort_by_key(|(start, _)| *start);
        TomlTable(entries.into_iter().map(|(_, entry)| entry).collect())
    }

    fn node(&self, value: &Spanned<DeValue<'_>>) -> Node {
        let read = match value.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string().into()),
            DeValue::Integer(number) => {
                match i64::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) => Value::Number(number),
                    Err(_) => Value::Other(number.as_str().to_string().into()),
                }
            }
            DeValue::Float(number) => Value::Other(number.as_str().to_string().into()),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Datetime(date) => Value::Other(date.to_string().into()),
            DeValue::Array(list) => Value::List(list.iter().map(|v| self.node(v)).collect()),
            DeValue::Table(table) => Value::Table(self.table(table)),
        };
        Node {
            value: read,
            place: self.place(value.span()),
        }
    }
}

/// A fingerprint of a text that is the same on every machine and in every version (FNV-1a).
pub fn fingerprint(text: &str) -> u64 {
    fingerprint_of(text.as_bytes())
}

/// The same of anything.
#[inline]
pub const fn fingerprint_of(bytes: &[u8]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_same_whatever_their_place_and_the_order_of_keys() {
        let source = Location::file_only("file", Layer::Set);
        let same = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|text| read_value(text, &source));
            assert_eq!(one.same_as(&other), other.same_as(&one));
            one.same_as(&other)
        };
        let list = "[{ damage = 3, to = [\"one-enemy\"], may = true }, 1.5]";
        assert!(same(list, "[{to=['one-enemy'],may=true,damage=3},1.5]"));
        for other in [
            "[{ damage = 4, to = [\"one-enemy\"], may = true }, 1.5]",
            "[{ damage = 3, to = [\"one-troop\"], may = true }, 1.5]",
            "[{ damage = 3, to = \"one-enemy\", may = true }, 1.5]",
            "[{ damage = 3, to = [\"one-enemy\"], may = false }, 1.5]",
            "[{ damage = 3, to = [\"one-enemy\"] }, 1.5]",
            "[{ damage = 3, to = [\"one-enemy\"], if = true }, 1.5]",
            "[{ damage = 3, to = [\"one-enemy\"], may = true }, 2.5]",
            "[{ damage = 3, to = [\"one-enemy\"], may = true }]",
            "[1.5, { damage = 3, to = [\"one-enemy\"], may = true }]",
        ] {
            assert!(!same(list, other), "{other}");
        }
        assert!(!same("3", "\"3\"") && !same("true", "\"true\""));
    }
}
