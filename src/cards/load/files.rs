//! The files of a set: built in, or in a directory.

use super::set::SetFile;
use super::{Faults, Library, divisions, editions, patch, rulings};
use crate::data::{Fields, Layer, Location, Sink, Spot, read_text, unknown};
use std::path::{Component, Path};
use std::sync::OnceLock;

/// The file that describes a set.
const SET_FILE: &str = "set.toml";
/// The file with the divisions, which a set may have without listing it.
const DIVISIONS_FILE: &str = "divisions.toml";

/// A built-in set: its name and its files.
struct BuiltIn {
    id: &'static str,
    files: &'static [(&'static str, &'static str)],
}

macro_rules! built_in {
    ($id:literal: $($file:literal),* $(,)?) => {
        BuiltIn {
            id: $id,
            files: &[$((
                $file,
                include_str!(concat!("../../../data/sets/", $id, "/", $file)),
            )),*],
        }
    };
}

/// The built-in sets, the default first.
const BUILT_IN: [BuiltIn; 3] = [
    built_in!("hive": "set.toml", "resources.toml", "troops.toml", "enemies.toml", "bosses.toml",
        "items.toml", "divisions.toml", "rulings.toml", "editions.toml"),
    built_in!("homebrew": "set.toml", "enemies.toml", "nortec.toml", "weather.toml"),
    built_in!("workshop": "set.toml", "nortec.toml", "enemies.toml"),
];

/// The names of the built-in sets.
pub(super) fn built_in_names() -> impl Iterator<Item = &'static str> + Clone {
    BUILT_IN.iter().map(|set| set.id)
}

/// A built-in set by its number.
pub(super) fn built_in(number: usize) -> Library {
    // Read once: it is the same for every use in a process.
    static READ: [OnceLock<Library>; BUILT_IN.len()] = [const { OnceLock::new() }; BUILT_IN.len()];
    let set = &BUILT_IN[number];
    let prefix = format!("{}/", set.id);
    READ[number]
        .get_or_init(|| from_texts(&prefix, set.files))
        .clone()
}

/// A built-in set by name, or one in a directory; `option` is where it was requested.
pub(super) fn find(name: &str, option: &str) -> Library {
    if let Some(number) = built_in_names().position(|known| known == name) {
        return built_in(number);
    }
    let dir = Path::new(name);
    if name.contains(['/', '\\']) || dir.is_dir() {
        return from_dir(dir);
    }
    let mut library = unread(Location::file_only(option, Layer::Patch));
    let message = format!(
        "{}; other sets are named by their directory",
        unknown("built-in set", name, built_in_names())
    );
    library.faults = Faults::single(option, message).0;
    library
}

/// A library with one set that has not been read.
fn unread(place: Location) -> Library {
    Library {
        sets: vec![SetFile {
            place,
            ..SetFile::default()
        }],
        ..Library::default()
    }
}

/// A set whose files are in memory.
pub(super) fn from_texts(prefix: &str, files: &[(&str, &str)]) -> Library {
    let present = files.iter().map(|(name, _)| name.to_string()).collect();
    load(prefix, present, &|name| {
        let found = files.iter().find(|(known, _)| *known == name);
        found
            .map(|(_, text)| text.to_string())
            .ok_or_else(|| "cannot be read: no such file".to_string())
    })
}

/// The set in a directory.
pub(super) fn from_dir(dir: &Path) -> Library {
    let present = std::fs::read_dir(dir)
        .map(|entries| {
            let names = entries.flatten().map(|entry| entry.file_name());
            let mut names: Vec<String> = names
                .map(|name| name.to_string_lossy().into_owned())
                .filter(|name| name.ends_with(".toml"))
                .collect();
            names.sort();
            names
        })
        .unwrap_or_default();
    let prefix = format!("{}/", dir.display());
    load(&prefix, present, &|name| {
        read_inside(dir, name).map_err(|error| format!("cannot be read: {error}"))
    })
}

/// Reads a file of a directory, unless a link leads outside.
fn read_inside(dir: &Path, name: &str) -> std::io::Result<String> {
    let (dir, file) = (dir.canonicalize()?, dir.join(name).canonicalize()?);
    if file.starts_with(&dir) {
        files::read_text(&file)
    } else {
        Err(std::io::Error::other("it is outside the set's directory"))
    }
}

/// Loads a set. `present` are the files that are there; each must be listed by the set.
fn load(
    prefix: &str,
    present: Vec<String>,
    read: &dyn Fn(&str) -> Result<String, String>,
) -> Library {
    let sink = Sink::default();
    let place = |name: &str| Location::file_only(&format!("{prefix}{name}"), Layer::Set);
    let mut library = unread(place(SET_FILE));
    let read_one = |name: &str, library: &mut Library| match read(name) {
        Ok(text) => read_file(library, &text, &place(name), &sink),
        Err(message) => sink.add(&Spot::new(&place(name), ""), message),
    };
    read_one(SET_FILE, &mut library);
    let mut listed = vec![SET_FILE.to_string()];
    if present.contains(&listed[0]) {
        listed.extend(listed_files(&library, &sink));
        let unlisted = |name: &&String| *name == DIVISIONS_FILE && !listed.contains(name);
        listed.extend(present.iter().find(unlisted).cloned());
    }
    for name in &listed[1..] {
        read_one(name, &mut library);
    }
    for name in present.iter().filter(|name| !listed.contains(name)) {
        sink.add(
            &Spot::new(&place(name), ""),
            format!("is not used: it is not listed in `files` of {SET_FILE}"),
        );
    }
    library.faults = sink.into_faults();
    library.number_cards(0);
    library
}

/// The files that `[set]` lists.
fn listed_files(library: &Library, sink: &Sink) -> Vec<String> {
    let set = &library.sets[0];
    let fields = Fields::new(&set.table, Spot::new(&set.place, "the set"), sink);
    let list = fields.required("files", "the list of the set's files");
    let mut names = Vec::new();
    for item in list.and_then(|list| list.items()).unwrap_or_default() {
        match item.node.text() {
            Some(name) if names.iter().any(|known| known == name) => {
                item.fault(format!("`{name}` is listed twice"));
            }
            Some(name) if !is_file_name(name) => item.fault(format!(
                "`{name}` is not a file of the set: list only files in its directory"
            )),
            Some(name) => names.push(name.to_string()),
            None => item.expected("a file"),
        }
    }
    names
}

/// Whether a name is that of a file in the directory itself, not somewhere else.
fn is_file_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let first = parts.next();
    matches!(first, Some(Component::Normal(_)))
        && parts.next().is_none()
        && !name.contains(['/', '\\'])
        && !name.contains('\0')
}

/// Reads one file: `[set]`, `[[card]]`, `[[division]]`, `[[ruling]]` and `[[edition]]` may be in
/// any.
fn read_file(library: &mut Library, text: &str, source: &Location, sink: &Sink) {
    read_text(text, source, sink, |fields| read_set(library, fields));
}

fn read_set(library: &mut Library, fields: &Fields<'_>) {
    if let Some(item) = fields.item("set")
        && let Some(set) = item.fields()
    {
        if !library.sets[0].table.0.is_empty() {
            item.fault("there is already a `[set]`");
        }
        library.sets[0] = SetFile::new(&set, &item.node.place);
    }
    let cards = fields.item("card").map(|list| patch::cards(&list));
    library.cards.extend(cards.into_iter().flatten());
    let tables = fields.tables("division").into_iter();
    let divisions = tables.filter_map(|item| divisions::raw_division(&item));
    library.divisions.extend(divisions);
    let tables = fields.tables("ruling").into_iter();
    library
        .rulings
        .extend(tables.filter_map(|item| rulings::ruling(&item)));
    for item in fields.tables("edition") {
        library.editions.extend(editions::edition(&item));
    }
}
