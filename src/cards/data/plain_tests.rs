//! The plain reader gives up, or reads what the `toml` crate reads.

use super::super::tree::{Layer, Location, TomlTable, read_any};
use std::borrow::Cow;
use std::path::Path;

fn source() -> Location {
    Location::file_only("file", Layer::Set)
}

fn read(text: &str, source: &Location) -> Option<TomlTable> {
    super::read(text, source, |piece| Cow::Owned(piece.to_string()))
}

/// Reads a text with both readers, if the plain one can, and compares the results to the line; says
/// whether it could.
fn both_agree(text: &str, name: &str) -> bool {
    let Some(plain) = read(text, &source()) else {
        return false;
    };
    let (table, errors) = read_any(text, &source());
    let errors: Vec<&String> = errors.iter().map(|error| &error.message).collect();
    assert!(errors.is_empty(), "{name}: {errors:?} in:\n{text}");
    assert!(
        format!("{plain:?}") == format!("{table:?}"),
        "{name}:\n{text}\n{plain:#?}\n{table:#?}"
    );
    true
}

/// The TOML files of card sets, policies and scenarios.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let directories = ["data", "policies", "tests/scenarios"];
    let mut open = directories.map(|directory| root.join(directory)).to_vec();
    let mut found = Vec::new();
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "toml") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path.display().to_string(), text));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn files_are_read_alike_and_built_in_ones_are_plain() {
    let built_in = |name: &str| {
        ["/sets/", "/policies/"]
            .iter()
            .any(|dir| name.contains(dir))
    };
    let (mut plain, mut slow) = (0, Vec::new());
    for (name, text) in files() {
        match both_agree(&text, &name) {
            true => plain += 1,
            false if built_in(&name) => slow.push(name),
            false => {}
        }
    }
    assert!(plain > 100, "{plain}");
    assert!(slow.is_empty(), "not plain, so slow to read: {slow:?}");
}

/// Small changes that matter to TOML.
const PUT: [&str; 23] = [
    "",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "=",
    ".",
    ",",
    "#",
    "\n",
    "\\",
    "_",
    "0",
    "-",
    "e1",
    " ",
    "\r",
    "[a]\n",
    "[[card]]\n",
    "x = 1\n",
    "\u{7f}",
];

#[test]
fn damaged_files_are_left_to_the_toml_crate_or_read_alike() {
    let (mut alike, mut left) = (0, 0);
    for (name, text) in files() {
        let characters: Vec<(usize, char)> = text.char_indices().collect();
        for (number, (at, character)) in characters.into_iter().step_by(41).enumerate() {
            // Instead of a character, or before it.
            let after = match number % 3 {
                0 => at,
                _ => at + character.len_utf8(),
            };
            let put = PUT[number % PUT.len()];
            let damaged = format!("{}{put}{}", &text[..at], &text[after..]);
            match both_agree(&damaged, &name) {
                true => alike += 1,
                false => left += 1,
            }
        }
    }
    assert!(alike > 100 && left > 100, "{alike} read, {left} left");
}

#[test]
fn what_is_not_plain_is_left_to_the_toml_crate() {
    for text in [
        "a = 1\na = 2\n",
        "a . b = 1\n",
        "a.b = 1\na.b = 2\n",
        "a.b = 1\na.b.c = 2\n",
        "a.b = {}\na.b.c = 2\n",
        "a = {}\na.b = 2\n",
        "a = [{}]\na.b = 2\n",
        "a.b = 1\n[a]\n",
        "a.b = 1\n[a.c]\n",
        "a.b = [{}]\n[[a.b]]\n",
        "a = {b.c = 1}\n",
        "a = 'b\\'\n",
        "a = 01\n",
        "a = 1_000\n",
        "a = +1\n",
        "a = 1e3\n",
        "a = .5\n",
        "a = 5.\n",
        "a = 2020-01-01\n",
        "a = 99999999999999999999\n",
        "a = \"\\n\"\n",
        "a = \"\"\"b\"\"\"\n",
        "a = '''b'''\n",
        "a = \"b\n",
        "a = {b = 1,}\n",
        "a = {b = 1, b = 2}\n",
        "a = {\nb = 1}\n",
        "a = {b = {}}\n[a.b.c]\n",
        "a = [{}]\n[[a]]\n",
        "a = []\n[[a]]\n",
        "a = [1 2]\n",
        "a = truer\n",
        "a = 1 b = 2\n",
        "a = 1",
        "a\n",
        "[a]\n[a]\n",
        "[a.b]\n[a]\n",
        "[[a.b]]\n[a]\n",
        "[a]\n[[a]]\n",
        "[[a]]\n[a]\n",
        "[a]\nb = 1\n[a.b]\n",
        "[a]]\n",
        "[[a]\n",
        "[]\n",
        "[a] b = 1\n",
        "[ a ]\n",
        "\u{feff}a = 1\n",
    ] {
        assert!(read(text, &source()).is_none(), "{text}");
    }
}

#[test]
fn plain_texts_are_read_alike() {
    for text in [
        "\n",
        "# only a comment\n",
        "a = [] # b\n",
        "a = [ # b\n 1, # c\n]\n",
        "a = [[1], [], ]\n",
        "a = -0\nb = -0.50\nc = '\"'\nd = \"ä\"\ne = true",
        "a.b = 1\na.c.d = {}\ne = 1\na.c.e = [\n]\n",
        "[a]\nb.c = 1\nb.d = 1\n[e]\nb.c = 1\n",
        "a.\"b.c\" = \"\\\"\\\\\"\n[\"d e\"]\n",
        "[a.b]\n[a.c]\nd = 1\n",
        "[[a]]\n[[a.b]]\n[a.b.c]\n[[a]]\n[[a.b]]\n",
        "[a.b.c]\n[[a.b.d]]\ne = {f = [{}]}\n",
    ] {
        assert!(both_agree(text, "a text"), "{text}");
    }
}
