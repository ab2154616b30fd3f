//! Running the program as a person would, in a directory of its own.

pub mod dice;

use cards::CardSet;
use cards::load::Library;
use cards::ruleset::{Deployment, Difficulty, Preset, Ruleset};
use cards::words::Word;
use files::Kind;
use runs::lifecycle::{CHECKPOINT, Manifest};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tables::Part;
use tempfile::TempDir;

/// A player from outside that plays whole games.
pub const EXAMPLE_BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/policies/bots/example.py");

/// A row of a CSV table, from column to value.
pub type Row = BTreeMap<String, String>;

pub fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().expect("a number")
}

/// The rows of a table of an answer, as objects.
pub fn rows_of(answer: &serde_json::Value, table: &str) -> Vec<serde_json::Value> {
    let mut tables = answer["tables"].as_array().expect("tables").iter();
    let table = tables.find(|one| one["name"] == table).expect(table);
    let names = table["columns"].as_array().expect("columns").iter();
    let names: Vec<&str> = names.map(|one| one["name"].as_str().unwrap()).collect();
    let rows = table["rows"].as_array().expect("rows").iter();
    rows.map(|row| {
        let cells = row.as_array().expect("a row").iter();
        let fields = names.iter().zip(cells);
        let fields = fields.map(|(name, cell)| (name.to_string(), cell.clone()));
        serde_json::Value::Object(fields.collect())
    })
    .collect()
}

/// Text as JSON.
pub fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

/// The built-in cards.
pub fn built_in_cards() -> CardSet {
    Library::embedded()
        .cards()
        .expect("the built-in set is sound")
}

/// The built-in cards that take part under some rules.
pub fn cards_for(rules: &Ruleset) -> CardSet {
    let library = Library::embedded().taking_part(rules);
    library.cards().expect("the built-in set is sound")
}

/// Every preset with every deployment and difficulty.
pub fn all_presets(players: u8) -> Vec<Ruleset> {
    let mut all = Vec::new();
    for (_, preset) in Preset::ALL {
        for (_, deployment) in Deployment::ALL {
            for (_, difficulty) in Difficulty::ALL {
                let mut rules = preset.ruleset(players);
                deployment.apply(*difficulty, &mut rules);
                difficulty.apply_base(&mut rules);
                all.push(rules);
            }
        }
    }
    all
}

/// Nothing is wider than an ordinary terminal but a command, which must be copied whole.
pub fn assert_fits(said: &str) {
    let mut text = said.lines().filter(|line| !line.starts_with("  xenosim "));
    assert!(text.all(|line| line.chars().count() <= 80), "{said}");
}

/// Fails unless something is in a text.
#[track_caller]
pub fn assert_has(text: &str, expected: &str) {
    assert!(text.contains(expected), "`{expected}` is not in:\n{text}");
}

/// Sends a signal to the program.
pub fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args([format!("-{name}"), child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(status.success());
}

/// Kills the program, and waits until it has ended.
pub fn kill(mut child: Child) {
    child.kill().expect("killed");
    child.wait().expect("ended");
}

/// A directory of its own to run the program in.
pub struct Place {
    dir: TempDir,
}

impl Place {
    pub fn new() -> Self {
        Place {
            dir: tempfile::tempdir().expect("a directory"),
        }
    }

    /// Writes a program that can be run.
    pub fn write_program(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("written");
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755))
            .expect("executable");
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xenosim"));
        command
            .args(arguments.split_whitespace())
            .current_dir(self.dir.path())
            .stdin(Stdio::null());
        command
    }

    /// Runs the program with arguments separated by blanks.
    pub fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().expect("the program runs")
    }

    /// Runs the program, which must succeed, and returns what it printed.
    pub fn ok(&self, arguments: &str) -> String {
        succeeds(&mut self.command(arguments))
    }

    /// The same in a terminal of this width.
    pub fn with_columns(&self, width: usize, arguments: &str) -> String {
        let mut command = self.command(arguments);
        succeeds(command.env("COLUMNS", width.to_string()))
    }

    /// Runs the program, which must refuse with a single error, and returns what it says.
    pub fn refusal(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}\n{errors}");
        assert!(output.stdout.is_empty(), "{arguments}");
        let count = errors.lines().filter(|line| line.starts_with("error: "));
        assert_eq!(count.count(), 1, "{arguments}\n{errors}");
        assert!(errors.starts_with("error: "), "{errors}");
        errors
    }

    /// Runs the program, which must refuse and say this.
    #[track_caller]
    pub fn refuses(&self, arguments: &str, expected: &str) {
        assert_has(&self.refusal(arguments), expected);
    }

    /// Runs the program, which must succeed and say this.
    #[track_caller]
    pub fn says(&self, arguments: &str, expected: &str) {
        assert_has(&self.ok(arguments), expected);
    }

    /// Fails unless the command in a directory's manifest makes the same data again.
    pub fn assert_made_again(&self, directory: &str) {
        let manifest = self.manifest(directory);
        let command = manifest["command"].as_str().expect("a command");
        let again = command.strip_prefix("xenosim ").expect("a command");
        self.ok(&format!("{again} --threads 1 --quiet --out again"));
        self.assert_same_data(directory, "again");
    }

    /// Starts the program and leaves it running.
    pub fn start(&self, arguments: &str) -> Child {
        self.command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    /// The rows of a CSV table.
    pub fn rows(&self, file: &str) -> Vec<Row> {
        let mut reader = csv::Reader::from_path(self.path(file)).expect("a table");
        let rows = reader.deserialize();
        rows.map(|row| row.expect("a row")).collect()
    }

    /// Runs a command into the directory `part` and presses Ctrl-C as soon as something is kept.
    /// What is complete must be kept and labelled. False: a quick machine had finished before.
    pub fn is_interrupted(&self, arguments: &str) -> bool {
        let child = self.start(&format!("{arguments} --out part"));
        wait_for(&self.path("part/checkpoint.bin"));
        signal(&child, "INT");
        let output = child.wait_with_output().expect("it ends");
        let errors = text(&output.stderr);
        if output.status.success() {
            return false;
        }
        assert_eq!(output.status.code(), Some(130), "{errors}");
        assert!(errors.contains("--resume part"), "{errors}");
        assert_eq!(self.manifest("part")["complete"], false);
        assert!(self.path("part/checkpoint.bin").exists());
        true
    }

    /// Interrupts a command, resumes it, and fails unless that ends like an uninterrupted run.
    pub fn assert_goes_on(&self, arguments: &str) {
        let command = arguments.split_whitespace().next().expect("a command");
        if self.is_interrupted(arguments) {
            self.ok(&format!("{command} --resume part --quiet"));
        }
        assert_eq!(self.manifest("part")["complete"], true);
        self.ok(&format!("{arguments} --quiet --out whole"));
        self.assert_same_data("part", "whole");
        let again = self.ok(&format!("{command} --resume part"));
        assert!(again.contains("nothing to do"), "{again}");
    }

    /// A copy of the built-in card set in the directory `set`, with one file changed.
    pub fn copy_set(&self, changed: &str, change: impl Fn(String) -> String) {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/sets/hive");
        fs::create_dir_all(self.path("set")).expect("a directory");
        for name in names(&source) {
            let text = fs::read_to_string(source.join(&name)).expect("text");
            let text = if name == changed { change(text) } else { text };
            fs::write(self.path("set").join(name), text).expect("written");
        }
    }

    pub fn names(&self) -> Vec<String> {
        names(self.dir.path())
    }

    /// The answer in a directory.
    pub fn answer(&self, name: &str) -> serde_json::Value {
        let path = self.path(name).join("answer.json");
        json(&std::fs::read_to_string(path).expect("an answer"))
    }

    /// The manifest of a directory.
    pub fn manifest(&self, name: &str) -> serde_json::Value {
        let text = fs::read_to_string(self.path(name).join("manifest.json")).expect("a manifest");
        serde_json::from_str(&text).expect("JSON")
    }

    /// Changes a manifest and seals it again.
    pub fn forge(&self, file: &str, change: impl FnOnce(&mut serde_json::Value)) {
        let path = self.path(file);
        let kind = Kind::json("manifest", 3);
        let (mut value, origin): (serde_json::Value, String) =
            tables::read_sealed(&path, kind).expect("sealed");
        change(&mut value);
        tables::write_sealed(&path, kind, &origin, &value).expect("written");
    }

    /// Changes what the checkpoint of a directory holds and seals it again.
    pub fn forge_checkpoint(&self, name: &str, change: impl FnOnce(&mut serde_json::Value)) {
        let manifest = Manifest::read(&self.path(name)).expect("a manifest");
        let run = manifest.identity();
        let path = self.path(name).join(CHECKPOINT);
        let mut part = Part::read(&path, &run).expect("a checkpoint");
        let mut value = serde_json::from_slice(&part.state).expect("JSON");
        change(&mut value);
        part.state = serde_json::to_vec(&value).expect("JSON");
        part.write(&path, &run).expect("written");
    }

    /// The data files of a directory: everything but the manifest.
    pub fn data(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        let directory = self.path(name);
        names(&directory)
            .into_iter()
            .filter(|file| file != "manifest.json")
            .map(|file| {
                let bytes = fs::read(directory.join(&file)).expect("a plain file");
                (file, bytes)
            })
            .collect()
    }

    /// Fails unless two directories hold the same data, byte for byte.
    #[track_caller]
    pub fn assert_same_data(&self, a: &str, b: &str) {
        let (first, second) = (self.data(a), self.data(b));
        let files = |data: &BTreeMap<String, Vec<u8>>| data.keys().cloned().collect::<Vec<_>>();
        assert_eq!(files(&first), files(&second), "{a} and {b}");
        for (file, bytes) in &first {
            assert!(*bytes == second[file], "{file} differs in {a} and {b}");
        }
    }
}

/// Runs a command, which must succeed, and returns what it printed.
fn succeeds(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{errors}");
    text(&output.stdout)
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

pub fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.into_string().expect("text"))
        .collect();
    names.sort();
    names
}

/// Waits until a file is there. The limit only keeps a broken test from hanging: on a busy machine,
/// time passes without anything being done.
pub fn wait_for(path: &Path) {
    let start = Instant::now();
    while !path.exists() {
        assert!(start.elapsed() < Duration::from_secs(900), "{path:?}");
        thread::sleep(Duration::from_millis(2));
    }
}
