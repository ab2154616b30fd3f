//! `xenosim verify`: whether directories of results are as they were written.

use super::{CliError, Output};
use runs::lifecycle::{CHECKPOINT, Manifest, PARTS};
use std::io::Write;
use std::path::{Path, PathBuf};
use tables::{Part, PartStore, Problem};

const EXAMPLES: &str = "`report`, `merge` and --resume check what they use themselves.

Examples:
  After copying results from another machine:
    xenosim verify reports/solo reports/rank

  All shards of a run:
    xenosim verify part1 part2";

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Directories written by other commands
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let mut faults = Vec::new();
        for directory in &self.directories {
            match verify(directory) {
                Ok(what) => writeln!(out, "{}: intact: {what}", directory.display())?,
                Err(error) => faults.push(error.to_string()),
            }
        }
        match faults.is_empty() {
            true => Ok(()),
            false => Err(CliError::Usage(faults.join("\n"))),
        }
    }
}

/// What a directory holds; fails if anything is not as it was written.
fn verify(directory: &Path) -> Result<String, CliError> {
    let manifest = Manifest::verify(directory)?;
    let checkpoint = directory.join(CHECKPOINT);
    if checkpoint.exists() {
        Part::read(&checkpoint, &manifest.identity())?;
    }
    let parts = directory.join(PARTS);
    let parts = match parts.is_dir() {
        true => PartStore::verify(&parts, &manifest.identity())?,
        false => 0,
    };
    let state = match manifest.complete {
        true => "complete",
        false => "not complete",
    };
    let files = manifest.files.iter().filter(|file| file.xxh3.is_some());
    let mut paths = files.clone().map(|file| directory.join(&file.name));
    if let Some(path) = paths.find(|path| !path.exists()) {
        return Err(Problem::MissingFile.of(path).into());
    }
    let (kind, files) = (&manifest.kind, files.count());
    Ok(format!("{kind}, {state}, {files} files, {parts} parts"))
}
