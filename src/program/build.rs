//! Tells builds of the program apart: by the commit, or by a hash of the sources where they differ
//! from it or where there is no git.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Everything that results may depend on.
const SOURCES: [&str; 5] = ["src", "data", "policies", "Cargo.toml", "Cargo.lock"];

fn main() {
    for path in SOURCES {
        println!("cargo::rerun-if-changed={path}");
    }
    // Grows with every commit, even one that changes no source.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
    let build = commit().unwrap_or_else(|| format!("sources-{:016x}", hash()));
    println!("cargo::rustc-env=XENOSIM_BUILD={build}");
}

/// The commit, if the sources are as they were committed.
fn commit() -> Option<String> {
    let changed = [
        &["--no-optional-locks", "status", "--porcelain", "--"],
        &SOURCES[..],
    ]
    .concat();
    let is_clean = git(&changed)?.is_empty();
    is_clean.then(|| git(&["rev-parse", "--short=12", "HEAD"]))?
}

/// What git says; `None` where there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}

fn hash() -> u64 {
    let mut files = BTreeSet::new();
    for path in SOURCES {
        add_files(Path::new(path), &mut files);
    }
    let mut hasher = DefaultHasher::new();
    for file in files {
        hasher.write(file.as_os_str().as_encoded_bytes());
        hasher.write(&fs::read(&file).unwrap_or_default());
    }
    hasher.finish()
}

fn add_files(path: &Path, files: &mut BTreeSet<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => entries
            .flatten()
            .for_each(|entry| add_files(&entry.path(), files)),
        Err(_) => drop(files.insert(path.to_path_buf())),
    }
}
