//! A run from a file: the same names and values as on the command line.
//!
//! ```toml
//! games = 100_000
//! seed = 7
//! policy = "random"
//! rules = "dreadmire"
//! players = 2
//! format = ["parquet"]
//! set = ["prowler.hp=4"]
//!
//! [ruling]
//! shocker = "shielded"
//! ```

use super::values;
use cards::data::{Faults, Fields, Layer, Location, Node, Sink, Spot, TomlTable, Value};
use cards::data::{text_of, tree};
use cards::load::SetChoice;
use cards::ruleset::OnOff;
use cards::ruleset::file::RulesFile;
use runs::sim::stop::parse_target_error;
use runs::sim::{Rows, Shard};
use statistics::confseq::TargetError;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tables::Format;

/// The choices a run file makes.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct RunFile {
    pub(super) games: Option<u64>,
    pub(super) target_error: Option<TargetError>,
    pub(super) seed: Option<u64>,
    pub(super) policy: Option<String>,
    pub(super) threads: Option<usize>,
    pub(super) shard: Option<Shard>,
    pub(super) out: Option<PathBuf>,
    pub(super) format: Vec<Format>,
    pub(super) rows: Option<Rows>,
    pub(super) rounds: bool,
    pub(super) play_on: Option<OnOff>,
    pub(super) checkpoint: Option<Duration>,
    pub(super) force: bool,
    pub(super) json: bool,
    pub(super) quiet: bool,
    pub(super) data: Option<PathBuf>,
    pub(super) sets: SetChoice,
    pub(super) patch: Vec<PathBuf>,
    pub(super) set: Vec<String>,
    pub(super) rules_file: Option<PathBuf>,
    pub(super) rules: RulesFile,
}

impl RunFile {
    /// Reads a file.
    pub(super) fn load(path: &Path) -> Result<Self, Faults> {
        RunFile::of(&table(path)?, path)
    }

    /// Which entry of a file is wrong if all of them together do not work: the first one without
    /// which the others do.
    pub(super) fn culprit(path: &Path, works: impl Fn(RunFile) -> bool) -> Option<String> {
        let TomlTable(entries) = table(path).ok()?;
        let culprit = entries.iter().find(|culprit| {
            let others = entries.iter().filter(|entry| entry.key != culprit.key);
            let others = TomlTable(others.cloned().collect());
            RunFile::of(&others, path).is_ok_and(&works)
        })?;
        let line = culprit.place.line().unwrap_or_default();
        Some(format!(
            "{}:{line}: field `{}`",
            path.display(),
            culprit.key
        ))
    }

    /// Reads the entries of a file.
    fn of(table: &TomlTable, path: &Path) -> Result<Self, Faults> {
        let source = Location::file_only(&path.display().to_string(), Layer::Set);
        let sink = Sink::default();
        let fields = Fields::new(table, Spot::new(&source, ""), &sink);
        let file = RunFile::read(&fields, &sink);
        fields.finish();
        sink.finish(file)
    }

    fn read(fields: &Fields<'_>, sink: &Sink) -> Self {
        let reader = Reader { fields, sink };
        if fields.has("data") && fields.has("sets") {
            fields.fault("`data` names one set, `sets` several: use one of them");
        }
        RunFile {
            games: reader.value("games", values::games),
            target_error: reader.value("target-error", parse_target_error),
            seed: reader.value("seed", values::seed),
            policy: reader.value("policy", plain_text),
            threads: reader.value("threads", values::threads),
            shard: reader.value("shard", str::parse),
            out: reader.value("out", path),
            format: reader.list("format", values::format),
            rows: reader.value("rows", str::parse),
            rounds: fields.flag("rounds").unwrap_or(false),
            play_on: fields.word("play-on"),
            checkpoint: reader.value("checkpoint", values::checkpoint),
            force: fields.flag("force").unwrap_or(false),
            json: fields.flag("json").unwrap_or(false),
            quiet: fields.flag("quiet").unwrap_or(false),
            data: reader.value("data", path),
            sets: SetChoice::read(fields, sink),
            patch: reader.list("patch", path),
            set: reader.list("set", plain_text),
            rules_file: reader.value("rules-file", path),
            rules: RulesFile::read(fields, sink),
        }
    }
}

/// The entries of a file.
fn table(path: &Path) -> Result<TomlTable, Faults> {
    parse(&path.display().to_string(), &text_of(path)?)
}

/// The entries of a file with the given text.
fn parse(name: &str, text: &str) -> Result<TomlTable, Faults> {
    let source = Location::file_only(name, Layer::Set);
    let (table, errors) = tree::read(text, &source);
    match errors.into_iter().next() {
        None => Ok(table),
        Some(error) => {
            // After a syntax error everything else is guesswork, so only the first is reported.
            let sink = Sink::default();
            sink.add(&Spot::new(&error.place, ""), error.message);
            Err(Faults(sink.into_faults()))
        }
    }
}

fn plain_text(text: &str) -> Result<String, String> {
    Ok(text.to_string())
}

fn path(text: &str) -> Result<PathBuf, String> {
    Ok(PathBuf::from(text))
}

/// Parses values with the same functions as the command line.
struct Reader<'a> {
    fields: &'a Fields<'a>,
    sink: &'a Sink,
}

impl Reader<'_> {
    fn value<T>(&self, name: &'static str, parse: impl Fn(&str) -> Result<T, String>) -> Option<T> {
        let (node, spot) = self.fields.get(name)?;
        self.parsed(node, &spot, &parse)
    }

    /// A list, or a text with commas in it.
    fn list<T>(&self, name: &'static str, parse: impl Fn(&str) -> Result<T, String>) -> Vec<T> {
        let Some((node, spot)) = self.fields.get(name) else {
            return Vec::new();
        };
        match &node.value {
            Value::List(nodes) => nodes
                .iter()
                .enumerate()
                .filter_map(|(i, node)| self.parsed(node, &spot.element(&node.place, i), &parse))
                .collect(),
            Value::Text(text) => text
                .split(',')
                .filter_map(|text| self.checked(parse(text), node, &spot))
                .collect(),
            _ => self.parsed(node, &spot, &parse).into_iter().collect(),
        }
    }

    fn parsed<T>(
        &self,
        node: &Node,
        spot: &Spot,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Option<T> {
        let text = match &node.value {
            Value::Text(text) | Value::Other(text) => text.to_string(),
            Value::Number(number) => number.to_string(),
            _ => {
                let message = format!("expected a single value, found {}", node.describe());
                self.sink.add(spot, message);
                return None;
            }
        };
        self.checked(parse(&text), node, spot)
    }

    fn checked<T>(&self, result: Result<T, String>, node: &Node, spot: &Spot) -> Option<T> {
        result
            .map_err(|message| {
                let message = format!("{message}; found {}", node.describe());
                self.sink.add(spot, message);
            })
            .ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::ruleset::Preset;

    impl RunFile {
        /// Reads a file with the given text.
        pub(in crate::cli) fn of_text(name: &str, text: &str) -> Result<RunFile, Faults> {
            RunFile::of(&parse(name, text)?, Path::new(name))
        }
    }

    #[test]
    fn every_kind_of_value_is_read() {
        let text = "games = 100_000\ntarget-error = \"0.5%\"\nseed = 7\nformat = [\"csv\"]\n\
                    rows = \"1/10\"\nrounds = true\nset = [\"prowler.hp=4\"]\ncheckpoint = 2.5\n\
                    rules = \"dreadmire\"\nshard = \"1/2\"\n[ruling]\nshocker = \"shielded\"\n";
        let file = RunFile::of_text("run.toml", text).unwrap();
        assert_eq!((file.games, file.seed), (Some(100_000), Some(7)));
        assert_eq!(file.format, [Format::Csv]);
        assert_eq!(file.rows, Some(Rows::OneIn(10)));
        assert!(file.rounds && !file.force);
        assert_eq!(file.set, ["prowler.hp=4"]);
        assert_eq!(file.checkpoint, Some(Duration::from_millis(2500)));
        assert_eq!(file.rules.switches.preset, Some(Preset::Dreadmire));
        assert_eq!(file.rules.rulings.len(), 1);
    }

    #[test]
    fn faults_name_line_and_nearest_key() {
        let text = "gmes = 5\nseed = \"x\"\nformat = \"csv,parqet\"\nplayers = 7\n";
        let faults = RunFile::of_text("run.toml", text).unwrap_err().to_string();
        for expected in [
            "run.toml:1: field `gmes`: unknown field `gmes`; did you mean `games`?",
            "run.toml:2: field `seed`: expected a whole number from 0",
            "run.toml:3: field `format`: unknown format `parqet`",
            "run.toml:4: field `players`: expected a whole number from 1 to 4",
        ] {
            assert!(faults.contains(expected), "{expected}\n{faults}");
        }
    }
}
