//! Reads the plain TOML that card sets and policies are written in, quickly.
//!
//! Every start of the program reads its card sets, and with the `toml` crate that was a sixth of the
//! cost of a small run. This reader knows only what such files consist of: headings, bare keys,
//! texts without escapes, numbers, lists and inline tables. It gives up on everything else, above
//! all on errors; then the `toml` crate reads the file, with its messages. What both can read, they
//! read alike, to the line; the tests compare them on every file of the repository.

use super::tree::{Entry, Location, Node, TomlTable, Value, Word};

/// More entries than most tables under a heading have.
const USUAL_ENTRIES: usize = 8;
/// Tables with more entries are left to a reader that does not search them for duplicates.
const MOST_ENTRIES: usize = 64;
/// Deeper nesting is left to a reader that limits it.
const DEEPEST: usize = 16;

/// Reads a text, if it is plain and without errors. `keep` makes what is kept of it.
pub(super) fn read<'a>(
    text: &'a str,
    source: &Location,
    keep: fn(&'a str) -> Word,
) -> Option<TomlTable> {
    let odd = |byte: u8| (byte < b' ' && byte != b'\n' && byte != b'\t') || byte == 0x7f;
    // Looks at all bytes, many at once, instead of stopping at the first odd one.
    let is_odd = text.bytes().fold(false, |found, byte| found | odd(byte));
    if is_odd || !text.contains('\n') {
        return None;
    }
    let mut reader = Reader {
        text,
        at: 0,
        line: 1,
        source: source.clone(),
        keep,
        headings: Vec::new(),
        dotted: Vec::new(),
    };
    let mut root = TomlTable::default();
    reader.entries(&mut root)?;
    while reader.peek().is_some() {
        reader.section(&mut root)?;
    }
    Some(root)
}

/// A position in a text. Every method gives up with `None`.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    source: Location,
    keep: fn(&'a str) -> Word,
    /// The lines of the headings so far.
    headings: Vec<u32>,
    /// The lines of the keys with dots so far, and the number of tables that each passes through.
    dotted: Vec<(u32, usize)>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether this byte is next; if so, it is read.
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.take(byte).then_some(())
    }

    /// Reads bytes as long as they are of some kind.
    fn while_is(&mut self, kind: impl Fn(u8) -> bool) -> &'a str {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let length = rest.iter().position(|byte| !kind(*byte));
        self.at += length.unwrap_or(rest.len());
        &self.text[start..self.at]
    }

    fn spaces(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Skips spaces, line ends and comments.
    fn blank(&mut self) {
        loop {
            self.spaces();
            if self.peek() == Some(b'#') {
                self.while_is(|byte| byte != b'\n');
            }
            if !self.take(b'\n') {
                return;
            }
            self.line += 1;
        }
    }

    /// The end of a line, with nothing before it but a comment.
    fn line_end(&mut self) -> Option<()> {
        self.spaces();
        let ends = matches!(self.peek(), None | Some(b'\n' | b'#'));
        ends.then(|| self.blank())
    }

    fn place(&self) -> Location {
        self.source.at(self.line)
    }

    fn word(&mut self) -> &'a str {
        self.while_is(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    }

    fn key(&mut self) -> Option<Word> {
        match self.peek()? {
            b'"' => self.quoted(b'"'),
            _ => Some(self.word())
                .filter(|key| !key.is_empty())
                .map(self.keep),
        }
    }

    /// Reads keys with dots between them: those before the last dot, and the last.
    fn path(&mut self) -> Option<(Vec<Word>, Word)> {
        let mut path = Vec::new();
        let mut last = self.key()?;
        while self.take(b'.') {
            path.push(last);
            last = self.key()?;
        }
        Some((path, last))
    }

    /// Reads `key = value` lines up to the next heading.
    fn entries(&mut self, table: &mut TomlTable) -> Option<()> {
        self.blank();
        while !matches!(self.peek(), None | Some(b'[')) {
            let place = self.place();
            let (path, last) = self.path()?;
            if !path.is_empty() {
                self.dotted.push((self.line, path.len()));
            }
            let node = self.assigned(0)?;
            let passed = |place: &Location, depth| {
                let line = place.line().unwrap_or_default();
                let found = self.dotted.binary_search_by_key(&line, |(line, _)| *line);
                found.is_ok_and(|found| depth < self.dotted[found].1)
            };
            add(open(table, path, &place, passed)?, last, place, node)?;
            self.line_end()?;
        }
        Some(())
    }

    /// Reads `= value`.
    fn assigned(&mut self, depth: usize) -> Option<Node> {
        self.spaces();
        self.expect(b'=')?;
        self.spaces();
        self.value(depth)
    }

    fn value(&mut self, depth: usize) -> Option<Node> {
        if depth > DEEPEST {
            return None;
        }
        let place = self.place();
        let value = match self.peek()? {
            quote @ (b'"' | b'\'') => Value::Text(self.quoted(quote)?),
            b'[' => Value::List(self.list(depth)?),
            b'{' => Value::Table(self.inline_table(depth)?),
            b't' | b'f' => match self.word() {
                "true" => Value::Flag(true),
                "false" => Value::Flag(false),
                _ => return None,
            },
            _ => self.number()?,
        };
        Some(Node { value, place })
    }

    /// Reads a text of one line, with at most quotes and backslashes escaped.
    fn quoted(&mut self, quote: u8) -> Option<Word> {
        self.expect(quote)?;
        let plain = |byte: u8| byte != quote && byte != b'\\' && byte != b'\n';
        let mut text = (self.keep)(self.while_is(plain));
        while !self.take(quote) {
            if quote == b'\'' {
                return None;
            }
            self.expect(b'\\')?;
            let escaped = self.peek().filter(|byte| b"\"\\".contains(byte))?;
            text.to_mut().push(escaped.into());
            self.at += 1;
            text.to_mut().push_str(self.while_is(plain));
        }
        // Three quotes begin a text of several lines.
        let several = text.is_empty() && self.peek() == Some(quote);
        (!several).then_some(text)
    }

    /// Reads a whole number, or one with a fraction, which is kept as written.
    fn number(&mut self) -> Option<Value> {
        let start = self.at;
        self.take(b'-');
        let whole = self.while_is(|byte| byte.is_ascii_digit());
        if whole.is_empty() || (whole.len() > 1 && whole.starts_with('0')) {
            return None;
        }
        let fraction = self.take(b'.');
        if fraction && self.while_is(|byte| byte.is_ascii_digit()).is_empty() {
            return None;
        }
        let written = &self.text[start..self.at];
        // Dates, exponents and the like go on.
        let ends = matches!(
            self.peek(),
            None | Some(b' ' | b'\t' | b'\n' | b',' | b']' | b'}' | b'#')
        );
        match (ends, fraction) {
            (false, _) => None,
            (true, true) => Some(Value::Other((self.keep)(written))),
            (true, false) => written.parse().ok().map(Value::Number),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Vec<Node>> {
        self.expect(b'[')?;
        let mut list = Vec::new();
        self.blank();
        while !self.take(b']') {
            list.push(self.value(depth + 1)?);
            self.blank();
            if !self.take(b',') {
                self.expect(b']')?;
                break;
            }
            self.blank();
        }
        Some(list)
    }

    fn inline_table(&mut self, depth: usize) -> Option<TomlTable> {
        self.expect(b'{')?;
        let mut table = TomlTable::default();
        self.spaces();
        if self.take(b'}') {
            return Some(table);
        }
        loop {
            let place = self.place();
            let key = self.key()?;
            let node = self.assigned(depth + 1)?;
            add(&mut table, key, place, node)?;
            self.spaces();
            if self.take(b'}') {
                return Some(table);
            }
            self.expect(b',')?;
            self.spaces();
        }
    }

    /// Reads a heading and the entries under it.
    fn section(&mut self, root: &mut TomlTable) -> Option<()> {
        let place = self.place();
        self.headings.push(self.line);
        self.expect(b'[')?;
        let listed = self.take(b'[');
        let (path, last) = self.path()?;
        self.expect(b']')?;
        if listed {
            self.expect(b']')?;
        }
        self.line_end()?;
        let mut section = TomlTable(Vec::with_capacity(USUAL_ENTRIES));
        self.entries(&mut section)?;
        let node = Node {
            value: Value::Table(section),
            place: place.clone(),
        };
        // What is written as `key = value` is complete.
        let headed = |place: &Location| {
            let line = place.line().unwrap_or_default();
            self.headings.binary_search(&line).is_ok()
        };
        let table = open(root, path, &place, |place, _| headed(place))?;
        if !listed {
            return add(table, last, place, node);
        }
        let Some(entry) = table.0.iter_mut().find(|entry| entry.key == last) else {
            let list = Node {
                value: Value::List(vec![node]),
                place: place.clone(),
            };
            return add(table, last, place, list);
        };
        match &mut entry.node.value {
            Value::List(list) if headed(&entry.place) => list.push(node),
            _ => return None,
        }
        Some(())
    }
}

/// The table at a path, of lists the last one; made if it is not there. `may_enter` says whether a
/// table that is there, by its place and depth, may be added to.
fn open<'t>(
    mut table: &'t mut TomlTable,
    path: Vec<Word>,
    place: &Location,
    may_enter: impl Fn(&Location, usize) -> bool,
) -> Option<&'t mut TomlTable> {
    for (depth, key) in path.into_iter().enumerate() {
        let known = table.0.iter().position(|entry| entry.key == key);
        let index = known.unwrap_or(table.0.len());
        if known.is_none() {
            let empty = Node {
                value: Value::Table(TomlTable::default()),
                place: place.clone(),
            };
            add(table, key, place.clone(), empty)?;
        }
        let entry = &mut table.0[index];
        if !may_enter(&entry.place, depth) {
            return None;
        }
        let value = match &mut entry.node.value {
            Value::List(list) => &mut list.last_mut()?.value,
            value => value,
        };
        table = match value {
            Value::Table(inner) => inner,
            _ => return None,
        };
    }
    Some(table)
}

/// Adds an entry whose key must be new.
fn add(table: &mut TomlTable, key: Word, place: Location, node: Node) -> Option<()> {
    if table.0.len() >= MOST_ENTRIES || table.get(&key).is_some() {
        return None;
    }
    table.0.push(Entry { key, place, node });
    Some(())
}

#[cfg(test)]
#[path = "plain_tests.rs"]
mod tests;
