//! The parts of the command line that are fuzzed.

use super::CliError;
use super::compare::args::CompareArgs;
use super::lifecycle::Job;
use super::play::transcript::Transcript;
use super::request::Request;
use super::simulate::RunArgs;
use runs::lifecycle::Manifest;
use std::path::Path;

/// Saves a game that has begun.
#[cfg(test)]
pub(crate) fn save_game(file: &Path) -> Result<(), CliError> {
    let arguments = ["play", "--players", "2"].map(String::from).to_vec();
    let mut transcript = Transcript::new(4, arguments);
    transcript.answers = vec![1, 0, 1];
    let seating = transcript.play_args(file)?.seating(transcript.seed)?;
    transcript.save(file, &seating)
}

/// Reads a saved game, and repeats it.
pub(crate) fn saved_game(file: &Path) -> Result<(), CliError> {
    let transcript = Transcript::load(file)?;
    let seating = transcript.play_args(file)?.seating(transcript.seed)?;
    transcript.check(&seating, file)
}

/// Requests as in manifests.
#[cfg(test)]
pub(crate) fn requests() -> Vec<Vec<String>> {
    let commands = [
        "simulate --games 500 --policy random --rounds --rows 1/2 --shard 1/2 --format csv \
         --set prowler.hp=4 --ruling shocker=shielded --players 2 --base-hp 20 --training on",
        "compare --arm a:base-hp=9 --players 1,2 --games 50 --margin 0.1 --until-decided",
    ];
    let words = |line: &str| line.split_whitespace().map(String::from).collect();
    commands.into_iter().map(words).collect()
}

/// Reads the request of a manifest as several commands would; says whether one of them can.
pub(crate) fn can_resume(manifest: &Manifest, directory: &Path) -> bool {
    let simulate = Request::<RunArgs>::of(manifest, directory);
    let compare = Request::<CompareArgs>::of(manifest, directory);
    simulate.is_ok_and(|request| request.job.plan().is_ok())
        | compare.is_ok_and(|request| request.job.plan().is_ok())
}
