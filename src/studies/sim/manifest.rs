//! The manifest: what an output directory holds and how it came about.

use super::SimError;
use super::plan::Configuration;
use super::shard::Shard;
use cards::words::{Word, words};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fs;
use std::path::Path;
use tables::{ExportError, Format, Table, Written, write_atomically, write_table};

/// The file's name in every output directory.
pub const MANIFEST: &str = "manifest.json";

words! {
    /// Why a run ended.
    pub enum StopReason as "stop reason" {
        /// It has not ended.
        Running = "running",
        /// All games were played.
        Games = "games",
        /// The win rate is known well enough.
        TargetError = "target-error",
        /// Somebody stopped it; it can go on.
        Interrupted = "interrupted",
    }
}

impl StopReason {
    /// Whether the run is whole.
    pub fn is_complete(self) -> bool {
        matches!(self, StopReason::Games | StopReason::TargetError)
    }
}

impl Serialize for StopReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl<'de> Deserialize<'de> for StopReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        StopReason::parse_word(&word)
            .ok_or_else(|| serde::de::Error::custom(format!("`{word}` is no known stop reason")))
    }
}

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

/// Writes a table in some formats into a directory.
pub fn write_tables(
    directory: &Path,
    name: &str,
    table: &Table,
    formats: &[Format],
) -> Result<Vec<FileEntry>, ExportError> {
    let write = |format: &Format| {
        let name = format!("{name}.{format}");
        let written = write_table(&directory.join(&name), *format, table)?;
        Ok(FileEntry::new(name, written))
    };
    formats.iter().map(write).collect()
}

/// Which games were to be played, and how many were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSpan {
    /// Index of the first game.
    pub first: u64,
    /// Index after the last game played.
    pub end: u64,
    /// Games played.
    pub played: u64,
    /// Games won.
    pub won: u64,
}

/// What an output directory holds and how it came about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program.
    pub program: String,
    /// Whether everything asked for is there.
    pub complete: bool,
    /// Why the run ended.
    pub stop_reason: StopReason,
    /// What was played.
    pub configuration: Configuration,
    /// A short name of the configuration.
    pub configuration_fingerprint: String,
    /// Which part of the run this is, if it is one.
    pub shard: Option<String>,
    /// Which games.
    pub games: GameSpan,
    /// The data files.
    pub files: Vec<FileEntry>,
    /// The command that makes it again.
    pub command: String,
    /// The same, argument by argument.
    pub arguments: Vec<String>,
    /// The directories this was put together from.
    pub merged_from: Vec<String>,
    /// Threads that played.
    pub threads: usize,
    /// Time taken, over all sessions of a resumed run.
    pub elapsed_seconds: f64,
    /// Games played in a second, in the last session.
    pub games_per_second: f64,
}

impl Manifest {
    /// The manifest of a run that is about to begin.
    pub fn new(configuration: Configuration, shard: Option<Shard>, arguments: &[String]) -> Self {
        Manifest {
            program: "xenosim".into(),
            complete: false,
            stop_reason: StopReason::Running,
            configuration_fingerprint: configuration.fingerprint(),
            configuration,
            shard: shard.map(|shard| shard.to_string()),
            games: GameSpan {
                first: 0,
                end: 0,
                played: 0,
                won: 0,
            },
            files: Vec::new(),
            command: command_line(arguments),
            arguments: arguments.to_vec(),
            merged_from: Vec::new(),
            threads: 0,
            elapsed_seconds: 0.0,
            games_per_second: 0.0,
        }
    }

    /// Reads the manifest of a directory.
    pub fn read(directory: &Path) -> Result<Self, SimError> {
        let path = directory.join(MANIFEST);
        let wrong = |reason: String| SimError::BadManifest {
            path: path.clone(),
            reason,
        };
        let text = fs::read_to_string(&path).map_err(|error| wrong(error.to_string()))?;
        serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
    }

    /// Writes the manifest of a directory.
    pub fn write(&self, directory: &Path) -> Result<(), ExportError> {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        write_atomically(&directory.join(MANIFEST), text.as_bytes())
    }

    /// The shard this directory holds.
    pub fn shard(&self) -> Option<Shard> {
        self.shard.as_deref().and_then(|shard| shard.parse().ok())
    }
}

/// A command with arguments quoted where a shell needs it.
pub fn command_line(arguments: &[String]) -> String {
    let mut line = "xenosim".to_string();
    for argument in arguments {
        line.push(' ');
        line += &quoted(argument);
    }
    line
}

fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,%:+".contains(c);
    match !argument.is_empty() && argument.chars().all(plain) {
        true => argument.to_string(),
        false => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_pasted_into_a_shell() {
        let arguments = ["simulate", "--set", "a.name=It's", ""].map(String::from);
        assert_eq!(
            command_line(&arguments),
            r"xenosim simulate --set 'a.name=It'\''s' ''"
        );
    }
}
