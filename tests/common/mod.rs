//! Running the program as a person would, in a directory of its own.
#![allow(dead_code)] // Every test file uses its own selection.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

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
        let output = self.run(arguments);
        let errors = text(&output.stderr);
        assert!(output.status.success(), "{arguments}\n{errors}");
        text(&output.stdout)
    }

    /// Runs the program, which must refuse in a single line, and returns that line.
    pub fn refusal(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}\n{errors}");
        assert!(output.stdout.is_empty(), "{arguments}");
        assert_eq!(errors.lines().count(), 1, "{arguments}\n{errors}");
        assert!(errors.starts_with("error: "), "{errors}");
        errors
    }

    /// Starts the program and leaves it running.
    pub fn start(&self, arguments: &str) -> Child {
        self.command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    pub fn names(&self) -> Vec<String> {
        names(self.dir.path())
    }

    pub fn manifest(&self, name: &str) -> serde_json::Value {
        let text = fs::read_to_string(self.path(name).join("manifest.json")).expect("a manifest");
        serde_json::from_str(&text).expect("JSON")
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

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

pub fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(directory)
        .expect("a directory")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    names.sort();
    names
}

/// Waits until a file is there. The limit only keeps a broken test from hanging.
pub fn wait_for(path: &Path) {
    let start = Instant::now();
    while !path.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "{path:?}");
        thread::sleep(Duration::from_millis(2));
    }
}
