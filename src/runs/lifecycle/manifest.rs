//! The manifest: what an output directory contains and how it was made.

use super::build::{build, identity_by};
use super::directory::unfit;
use crate::sim::{Shard, SimError};
use cards::data::tree::fingerprint;
use files::{Kind, checksum_of};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use tables::{Committed, ExportError, Problem, Table, read_sealed, write_sealed};

/// The file's name in every output directory.
pub const MANIFEST: &str = "manifest.json";
const KIND: Kind = Kind::json("manifest", 3);

/// The ending of a run in progress.
pub const RUNNING: &str = "running";
/// The ending of a merge in progress.
pub const MERGING: &str = "merging";
/// The kind of a directory into which runs on several seeds were merged.
pub const MERGE: &str = "merge";

/// One data file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Its name in the directory.
    pub name: String,
    /// Rows in it.
    pub rows: u64,
    /// Its size.
    pub bytes: u64,
    /// The checksum of all of it (XXH3, 64 bits); `None` until it is written.
    pub xxh3: Option<String>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnEntry {
    /// Its name.
    pub name: String,
    /// What its fields are.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its explanation.
    pub about: String,
}

impl FileEntry {
    /// A file that will be written.
    pub(super) fn announced(name: String) -> Self {
        FileEntry {
            name,
            rows: 0,
            bytes: 0,
            xxh3: None,
        }
    }

    /// A file that was written.
    pub(crate) fn new(name: String, rows: u64, file: Committed) -> Self {
        FileEntry {
            name,
            rows,
            bytes: file.bytes,
            xxh3: Some(format!("{:016x}", file.checksum)),
        }
    }

    /// Fails if the file in a directory is not the one that was written. It may be missing.
    pub(super) fn check(&self, directory: &Path) -> Result<(), ExportError> {
        let path = directory.join(&self.name);
        let Some(written) = &self.xxh3 else {
            return Ok(());
        };
        // Its size first: what was put in its place may have no end.
        let found = path.metadata().and_then(|there| match there.len() {
            bytes if there.is_file() && bytes != self.bytes => Ok(None),
            _ => checksum_of(&path).map(Some),
        });
        match found {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(ExportError::from_read(&path, error)),
            Ok(Some(found)) if *written == format!("{found:016x}") => Ok(()),
            Ok(_) => {
                let reason = "it is not as it was written: its checksum is another";
                Err(ExportError::damaged(&path, reason))
            }
        }
    }
}

/// What an output directory contains and how it was made, for every command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program.
    pub program: String,
    /// Its version.
    pub version: String,
    /// Which build of it: a commit, or a hash of the sources.
    #[serde(default)]
    pub build: String,
    /// The command's name.
    pub kind: String,
    /// Whether it is complete.
    pub complete: bool,
    /// Why it ended.
    pub ending: String,
    /// How often it was interrupted, and what there was shown.
    pub interruptions: u32,
    /// The number that the system gave to the directory in which it began. A manifest alone in
    /// another directory was put there.
    #[serde(default)]
    pub began_in: u64,
    /// Whether it is one of several shards, which keep what is needed for merging.
    pub mergeable: bool,
    /// Fingerprint of everything that determines the results.
    pub fingerprint: String,
    /// The command-specific part.
    #[serde(flatten)]
    pub about: Map<String, Value>,
    /// The answer in sentences.
    #[serde(default)]
    pub answer: Vec<String>,
    /// The data files, listed before they are written.
    pub files: Vec<FileEntry>,
    /// The columns of every table, in order.
    #[serde(default)]
    pub columns: BTreeMap<String, Vec<ColumnEntry>>,
    /// The command that reproduces it.
    pub command: String,
    /// The same, argument by argument: the request, from which it is resumed or merged.
    pub arguments: Vec<String>,
    /// Number of threads.
    pub threads: usize,
    /// Total time of all sessions.
    pub elapsed_seconds: f64,
    /// Processor time of a game in the last session, with everything that was done for it; nothing
    /// if none was played.
    #[serde(default)]
    pub cpu_seconds_per_game: Option<f64>,
}

impl Manifest {
    /// The manifest of a run that is about to start or resume. `arguments` start with the
    /// command; `about` is a JSON object.
    pub fn new(arguments: Vec<String>, fingerprint: String, about: Value, threads: usize) -> Self {
        Manifest {
            program: "xenosim".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            build: build().into(),
            kind: arguments.first().cloned().unwrap_or_default(),
            complete: false,
            ending: RUNNING.into(),
            interruptions: 0,
            began_in: 0,
            mergeable: false,
            fingerprint,
            about: match about {
                Value::Object(about) => about,
                _ => Map::new(),
            },
            answer: Vec::new(),
            files: Vec::new(),
            columns: BTreeMap::new(),
            command: command_line(&arguments),
            arguments,
            threads,
            elapsed_seconds: 0.0,
            cpu_seconds_per_game: None,
        }
    }

    /// Reads the manifest of a directory; rejected if it is damaged.
    pub fn read(directory: &Path) -> Result<Self, SimError> {
        let path = directory.join(MANIFEST);
        let manifest = read_sealed(&path, KIND).map_err(|error| match error.problem {
            Problem::Damaged(_) => SimError::Unfit(format!(
                "{error}; the results there cannot be trusted: remove the directory, or choose \
                 another one"
            )),
            _ => SimError::Unfit(error.to_string()),
        })?;
        Ok(manifest.0)
    }

    /// Reads the manifest of a directory and checks all files that it lists. Some may have been moved
    /// elsewhere.
    pub fn verify(directory: &Path) -> Result<Self, SimError> {
        let manifest = Manifest::read(directory)?;
        for file in &manifest.files {
            let checked = file.check(directory);
            checked.map_err(|error| SimError::Unfit(error.to_string()))?;
        }
        Ok(manifest)
    }

    /// Fails unless a file in the directory is listed and as it was written.
    pub fn require(&self, directory: &Path, name: &str) -> Result<(), SimError> {
        let mut written = self.files.iter().filter(|file| file.xxh3.is_some());
        let Some(file) = written.find(|file| file.name == name) else {
            return Err(SimError::Unfit(format!(
                "{}: was not written by this run, expected a directory of results, such as that of \
                 `xenosim simulate --out DIR`",
                directory.join(name).display()
            )));
        };
        Ok(file.check(directory)?)
    }

    /// The same for a merge of shards, which plays nothing and starts again if it was killed.
    pub fn of_merge(self) -> Self {
        Manifest {
            ending: MERGING.into(),
            ..self
        }
    }

    /// Whether it belongs to a merge that was killed.
    pub fn is_broken_merge(&self) -> bool {
        !self.complete && self.ending == MERGING
    }

    /// Writes the manifest of a directory.
    pub fn write(&self, directory: &Path) -> Result<(), ExportError> {
        write_sealed(&directory.join(MANIFEST), KIND, &self.identity(), self)
    }

    /// Which shard it is, if it is one.
    pub fn shard(&self) -> Option<Shard> {
        let shard = self.about.get("shard")?;
        shard.as_str()?.parse().ok()
    }

    /// The identity of what the run saves.
    pub fn identity(&self) -> String {
        identity_by(&self.build, &self.fingerprint, self.shard())
    }

    /// A short name of the request.
    pub fn request_fingerprint(&self) -> String {
        format!("{:016x}", fingerprint(&self.command))[..6].to_string()
    }

    /// Notes that a file has been written.
    pub(super) fn record(&mut self, entry: FileEntry) {
        match self.files.iter_mut().find(|file| file.name == entry.name) {
            Some(file) => *file = entry,
            None => self.files.push(entry),
        }
    }

    /// Records the explanations of a table's columns.
    pub(super) fn explain(&mut self, name: &str, table: &Table) {
        let columns = table.columns().map(|column| ColumnEntry {
            name: column.name.into(),
            kind: column.kind,
            about: column.about.into(),
        });
        self.columns.insert(name.into(), columns.collect());
    }

    /// Fails if a request no longer means what is recorded in a directory.
    pub fn refuse_other(&self, recorded: &Manifest, path: &Path, so: &str) -> Result<(), SimError> {
        match self.difference(recorded) {
            None => Ok(()),
            Some((name, now, then)) => {
                let reason = format!("{so}: `{name}` was {then} and is now {now}");
                Err(unfit(path, &reason))
            }
        }
    }

    /// The first difference to another manifest in what determines the results: its name, its value
    /// here and its value there.
    pub fn difference(&self, other: &Manifest) -> Option<(String, String, String)> {
        let programs = [
            ("version", &self.version, &other.version),
            ("build", &self.build, &other.build),
        ];
        if let Some((name, here, there)) = programs.into_iter().find(|(_, a, b)| a != b) {
            return Some((name.into(), here.clone(), there.clone()));
        }
        if self.fingerprint == other.fingerprint {
            return None;
        }
        let about = |manifest: &Manifest| match manifest.about.get("configuration") {
            Some(configuration) => configuration.clone(),
            None => Value::Object(manifest.about.clone()),
        };
        difference(&about(self), &about(other)).or_else(|| {
            let (here, there) = (self.fingerprint.clone(), other.fingerprint.clone());
            Some(("fingerprint".into(), here, there))
        })
    }
}

/// The first difference between two JSON objects: its name, the value in the first and in the
/// second. Fields that only the second has are ignored, except within a field.
pub fn difference(a: &Value, b: &Value) -> Option<(String, String, String)> {
    let mut pairs = Vec::new();
    for (name, value) in a.as_object()? {
        match (value.as_object(), b[name].as_object()) {
            (Some(inner), Some(other)) => {
                let keys: BTreeSet<&String> = inner.keys().chain(other.keys()).collect();
                let pair = |key| (format!("{name}.{key}"), &value[key], &b[name][key]);
                pairs.extend(keys.into_iter().map(pair));
            }
            _ => pairs.push((name.clone(), value, &b[name])),
        }
    }
    // Options explain more than what follows from them, so plain fields come first.
    pairs.sort_by_key(|(name, ..)| name.contains('.'));
    let text = |value: &Value| match value {
        Value::Null => "absent".to_string(),
        value => value.to_string(),
    };
    let (name, a, b) = pairs.into_iter().find(|(_, a, b)| a != b)?;
    Some((name, text(a), text(b)))
}

/// A command with its arguments quoted for a shell.
pub fn command_line(arguments: &[String]) -> String {
    let mut line = "xenosim".to_string();
    for argument in arguments {
        line.push(' ');
        line += &quoted(argument);
    }
    line
}

/// The command that replays the game with these arguments.
pub fn replay_command(arguments: &[String]) -> String {
    command_line(&[&["replay".to_string()], arguments].concat())
}

/// An argument, quoted for a shell if needed.
pub fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,%:+".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_string()
    } else {
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn commands_can_be_pasted_into_a_shell() {
        let arguments = ["simulate", "--set", "a.name=It's", ""].map(String::from);
        assert_eq!(
            command_line(&arguments),
            r"xenosim simulate --set 'a.name=It'\''s' ''"
        );
    }

    #[test]
    fn differences_are_named_with_both_values() {
        let a = json!({"seed": 1, "switches": {"burn": "leaves-game", "market": "pool"}});
        let mut b = a.clone();
        assert_eq!(difference(&a, &b), None);
        b["switches"]["burn"] = "returns-to-stack".into();
        let (name, here, there) = difference(&a, &b).unwrap();
        assert_eq!(name, "switches.burn");
        assert_eq!(
            (here.as_str(), there.as_str()),
            ("\"leaves-game\"", "\"returns-to-stack\"")
        );
        b["seed"] = 9.into();
        assert_eq!(difference(&a, &b).unwrap().0, "seed");
    }
}
