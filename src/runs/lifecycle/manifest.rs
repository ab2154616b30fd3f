//! The manifest: what an output directory contains and how it was made.

use crate::sim::SimError;
use cards::data::tree::fingerprint;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tables::{ExportError, Schema, Written, read_sealed, write_sealed};

/// The file's name in every output directory.
pub const MANIFEST: &str = "manifest.json";

/// The ending of a run in progress.
pub const RUNNING: &str = "running";
/// The ending of a merge in progress.
pub const MERGING: &str = "merging";

/// One data file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Its name in the directory.
    pub name: String,
    /// Rows in it.
    pub rows: u64,
    /// Its size.
    pub bytes: u64,
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
    /// A table that was written.
    pub fn new(name: String, written: Written) -> Self {
        FileEntry {
            name,
            rows: written.rows,
            bytes: written.bytes,
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
    /// The command's name.
    pub kind: String,
    /// Whether it is complete.
    pub complete: bool,
    /// Why it ended.
    pub ending: String,
    /// Whether it is one of several shards, which keep what is needed for merging.
    pub mergeable: bool,
    /// Fingerprint of everything that determines the results.
    pub fingerprint: String,
    /// The command-specific part.
    #[serde(flatten)]
    pub about: Map<String, Value>,
    /// The data files, listed before they are written.
    pub files: Vec<FileEntry>,
    /// The columns of every table, in order.
    #[serde(default)]
    pub columns: BTreeMap<String, Vec<ColumnEntry>>,
    /// The command that reproduces it.
    pub command: String,
    /// The same, argument by argument.
    pub arguments: Vec<String>,
    /// The request as data, from which it is resumed or merged.
    pub request: Value,
    /// Number of threads.
    pub threads: usize,
    /// Total time of all sessions.
    pub elapsed_seconds: f64,
}

impl Manifest {
    /// The manifest of a run that is about to start or resume. `arguments` are those of an
    /// equivalent command line, starting with the command; `about` is a JSON object.
    pub fn new(
        arguments: Vec<String>,
        request: Value,
        fingerprint: String,
        about: Value,
        threads: usize,
    ) -> Self {
        Manifest {
            program: "xenosim".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            kind: arguments.first().cloned().unwrap_or_default(),
            complete: false,
            ending: RUNNING.into(),
            mergeable: false,
            fingerprint,
            about: match about {
                Value::Object(about) => about,
                _ => Map::new(),
            },
            files: Vec::new(),
            columns: BTreeMap::new(),
            command: command_line(&arguments),
            arguments,
            request,
            threads,
            elapsed_seconds: 0.0,
        }
    }

    /// Reads the manifest of a directory; rejected if it is damaged.
    pub fn read(directory: &Path) -> Result<Self, SimError> {
        let path = directory.join(MANIFEST);
        let mut manifest: Manifest = read_sealed(&path).map_err(|error| match error {
            ExportError::Damaged { .. } => SimError::Unfit(format!(
                "{error}; the results there cannot be trusted: start again with --force, or in \
                 another directory"
            )),
            other => SimError::Unfit(format!("{}: cannot be read: {other}", path.display())),
        })?;
        manifest.about.remove("checksum");
        Ok(manifest)
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
        write_sealed(&directory.join(MANIFEST), self)
    }

    /// The request that made it.
    pub fn request<R: DeserializeOwned>(&self, directory: &Path) -> Result<R, SimError> {
        R::deserialize(&self.request).map_err(|error| {
            let path = directory.join(MANIFEST);
            SimError::Unfit(format!("{}: bad request: {error}", path.display()))
        })
    }

    /// A short name of the request.
    pub fn request_fingerprint(&self) -> String {
        format!("{:016x}", fingerprint(&self.request.to_string()))[..6].to_string()
    }

    /// The command-specific part as its own type.
    pub fn about<A: DeserializeOwned>(&self, directory: &Path) -> Result<A, SimError> {
        A::deserialize(Value::Object(self.about.clone())).map_err(|error| {
            let path = directory.join(MANIFEST);
            SimError::Unfit(format!("{}: {error}", path.display()))
        })
    }

    /// Notes that a file has been written.
    pub(super) fn record(&mut self, entry: FileEntry) {
        match self.files.iter_mut().find(|file| file.name == entry.name) {
            Some(file) => *file = entry,
            None => self.files.push(entry),
        }
    }

    /// Records the explanations of a table's columns.
    pub(super) fn explain(&mut self, table: &str, schema: &Schema) {
        let columns = schema.fields().iter().map(|field| ColumnEntry {
            name: field.name.clone(),
            kind: field.kind.name().into(),
            about: field.about.to_string(),
        });
        self.columns.insert(table.into(), columns.collect());
    }

    /// The first difference to another manifest in what determines the results: its name, its value
    /// here and its value there.
    pub fn difference(&self, other: &Manifest) -> Option<(String, String, String)> {
        if self.version != other.version {
            return Some((
                "version".into(),
                self.version.clone(),
                other.version.clone(),
            ));
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
