//! TOML as a tree that remembers the position of everything. Cards stay in this form until all
//! patches are applied, so that an error can always name the line that caused it, whether in a card
//! file, a ruling, a patch or on the command line.

use super::fault::Spoils;
use std::cell::RefCell;
use std::fmt::Write;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml_parser::lexer::{Token, TokenKind};

/// What a piece of data comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layer {
    /// A file.
    #[default]
    Set,
    /// A patch file or the command line.
    Patch,
}

#[derive(Debug, Default)]
struct Origin {
    file: String,
    layer: Layer,
}

/// A line of a file.
#[derive(Clone, Debug, Default)]
pub struct Location {
    source: Arc<Origin>,
    line: u32,
}

impl Location {
    /// A whole file.
    pub fn file_only(file: &str, layer: Layer) -> Self {
        Location {
            source: Arc::new(Origin {
                file: file.into(),
                layer,
            }),
            line: 0,
        }
    }
    /// The same source at a line.
    fn at(&self, line: u32) -> Self {
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
    pub(crate) fn layer(&self) -> Layer {
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
    Text(String),
    /// True or false.
    Flag(bool),
    /// A list.
    List(Vec<Node>),
    /// A table within the table.
    Table(TomlTable),
    /// Something that our files never use (floats, dates, huge numbers), as written.
    Other(String),
}

/// A table in the order of its file.
#[derive(Clone, Debug, Default)]
pub struct TomlTable(pub Vec<Entry>);

/// One `key = value`.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: String,
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
    pub(crate) fn canonical(&self, out: &mut String) {
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
    pub(crate) fn same_as(&self, other: &Node) -> bool {
        let [mut own, mut others] = [String::new(), String::new()];
        self.canonical(&mut own);
        other.canonical(&mut others);
        own == others
    }
}

impl TomlTable {
    /// Writes the table in a fixed form.
    pub(crate) fn canonical(&self, out: &mut String) {
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
    let unescaped = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if text.bytes().all(unescaped) {
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
    let lines = Lines::new(text, source);
    if let Some(at) = too_deep(text) {
        let message = format!("a key has more than {DEEPEST} parts");
        let error = lines.error(at, message, Spoils::Everything);
        return (TomlTable::default(), vec![error]);
    }
    let (table, errors) = DeTable::parse_recoverable(text);
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
    let table = lines.table(table.get_ref());
    found.extend(lines.controls.take());
    (table, found)
}

/// The most parts that a key may have: every part is a table within a table.
const DEEPEST: usize = 64;

/// Where a key begins to have too many parts.
fn too_deep(text: &str) -> Option<usize> {
    // Keys are within a line, and few lines have as many dots.
    if text.lines().all(|line| line.matches('.').count() < DEEPEST) {
        return None;
    }
    let mut parts = 1;
    let tokens = toml_parser::Source::new(text).lex();
    let too_deep = |token: &Token| {
        match token.kind() {
            TokenKind::Dot => parts += 1,
            TokenKind::Atom | TokenKind::Whitespace => {}
            TokenKind::BasicString | TokenKind::LiteralString => {}
            _ => parts = 1,
        }
        parts > DEEPEST
    };
    tokens
        .into_iter()
        .find(too_deep)
        .map(|token| token.span().start())
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
    let parsed = match too_deep(text) {
        None => DeValue::parse(text).ok(),
        Some(_) => None,
    };
    match parsed {
        Some(value) => lines.node(&value),
        None => Node {
            value: Value::Text(text.to_string()),
            place: source.clone(),
        },
    }
}

/// Turns byte offsets into line numbers.
struct Lines<'a> {
    starts: Vec<usize>,
    source: &'a Location,
    /// Texts that a terminal would obey.
    controls: RefCell<Vec<SyntaxError>>,
}

impl<'a> Lines<'a> {
    fn new(text: &str, source: &'a Location) -> Self {
        let starts = text.match_indices('\n').map(|(i, _)| i + 1).collect();
        Lines {
            starts,
            source,
            controls: RefCell::default(),
        }
    }

    fn error(&self, offset: usize, message: String, spoils: Spoils) -> SyntaxError {
        SyntaxError {
            place: self.source.at(self.number(offset)),
            message,
            spoils,
        }
    }

    /// A text, which may have several lines but nothing else that a terminal would obey.
    fn text(&self, text: &str, span: &std::ops::Range<usize>) -> String {
        let is_obeyed = |c: &char| c.is_control() && !"\n\t".contains(*c);
        if let Some(control) = text.chars().find(is_obeyed) {
            let message = format!("has the control character {control:?}: only text is allowed");
            let error = self.error(span.start, message, Spoils::FromLine(u32::MAX));
            self.controls.borrow_mut().push(error);
            return text.replace(|c| is_obeyed(&c), "?");
        }
        text.to_string()
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
                    key: self.text(key.get_ref(), &key.span()),
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
            DeValue::String(text) => Value::Text(self.text(text, &value.span())),
            DeValue::Integer(number) => {
                match i64::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) => Value::Number(number),
                    Err(_) => Value::Other(number.as_str().to_string()),
                }
            }
            DeValue::Float(number) => Value::Other(number.as_str().to_string()),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Datetime(date) => Value::Other(date.to_string()),
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
    fn deep_keys_and_control_characters_are_refused_with_their_line() {
        let source = Location::file_only("file", Layer::Set);
        let deep = format!("a{}", ".a".repeat(100_000));
        for text in [
            format!("x = 1\n{deep} = 1"),
            format!("x = 1\n[{deep}]"),
            format!("x = 1\ny = {{ {deep} = 1 }}"),
        ] {
            let (_, errors) = read(&text, &source);
            assert_eq!(errors.len(), 1);
            assert_eq!(errors[0].place.line(), Some(2));
            assert_eq!(errors[0].message, "a key has more than 64 parts");
        }
        assert!(matches!(
            read_value(&format!("{{ {deep} = 1 }}"), &source).value,
            Value::Text(_)
        ));
        // Dots in texts and comments are none of keys.
        let dots = ".a".repeat(1000);
        let (_, errors) = read(&format!("x = \"{dots}\" # {dots}\n"), &source);
        assert!(errors.is_empty());

        let (table, errors) = read("x = 1\nname = \"a\\u001b[2Jb\"\ny = \"a\\nb\"\n", &source);
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].place.line(), Some(2));
        assert!(
            errors[0].message.contains(r"'\u{1b}'"),
            "{}",
            errors[0].message
        );
        assert_eq!(table.get("name").and_then(Node::text), Some("a?[2Jb"));
        assert_eq!(table.get("y").and_then(Node::text), Some("a\nb"));
    }

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
