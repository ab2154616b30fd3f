//! The parts of the command line that are fuzzed.

use super::bench::BenchArgs;
use super::compare::args::CompareArgs;
use super::lifecycle::Job;
use super::play::transcript::Transcript;
use super::simulate::RunArgs;
use super::simulate::run_file::RunFile;
use super::{Cli, CliError, Command};
use cards::load::Faults;
use clap::Parser;
use runs::lifecycle::Manifest;
use serde_json::{Value, json};
use std::path::Path;

/// Reads a file of options.
pub(crate) fn options_file(name: &str, text: &str) -> Result<(), Faults> {
    RunFile::of_text(name, text).map(drop)
}

/// Reads a saved game and the arguments it was begun with.
pub(crate) fn saved_game(file: &Path) -> Result<(), CliError> {
    let transcript = Transcript::load(file)?;
    transcript.play_args(file).map(drop)
}

/// Requests as in manifests.
pub(crate) fn requests() -> Vec<Value> {
    let commands = [
        "xenosim simulate --games 500 --policy random --rounds --rows 1/2 --shard 1/2 --format csv \
         --set prowler.hp=4 --ruling shocker=shielded --players 2 --base-hp 20 --training on",
        "xenosim compare --arm a:base-hp=9 --players 1,2 --games 50 --margin 0.1 --until-decided",
    ];
    let request = |line: &str| {
        let cli = Cli::try_parse_from(line.split_whitespace()).expect("a command");
        match cli.command {
            Command::Simulate(args) => json!(args.run),
            Command::Compare(args) => json!(args.compare),
            other => panic!("{other:?}"),
        }
    };
    commands.into_iter().map(request).collect()
}

/// Parses the request of a manifest as several commands would; says whether one of them can.
pub(crate) fn can_resume(manifest: &Manifest, directory: &Path) -> bool {
    let _ = manifest.request::<BenchArgs>(directory);
    let simulate = manifest.request::<RunArgs>(directory);
    let compare = manifest.request::<CompareArgs>(directory);
    simulate.is_ok_and(|args| args.plan().is_ok()) | compare.is_ok_and(|args| args.plan().is_ok())
}
