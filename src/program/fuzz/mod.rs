//! The readers of every format that the program reads, to be tried with any input: none may make it
//! panic or hang. Card sets, patches and scenarios that are accepted all the same are played.
//!
//! The tests try mutated files, and inputs that were kept because they reach something of their own
//! (`tests/fuzz/corpus`). With a nightly compiler, coverage finds more of them: `tests/fuzz`.

#[cfg(test)]
mod tests;

use crate::cli::fuzzed::{can_resume, saved_game};
use cards::CardSet;
use cards::load::{Faults, Library};
use cards::rng::GameKey;
use cards::ruleset::Preset;
use files::Kind;
use files::seal::FREE;
use game::observe::Event;
use game::rules::{play, set_up};
use game::state::GameState;
use players::Random;
use players::registry::PreparedPolicies;
use players::spec::PolicySpec;
use reports::html::Report;
use runs::lifecycle::{CHECKPOINT, MANIFEST, Manifest, OutputDirectory, Recorded, build};
use scenarios::Scenario;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;
use studies::compare::experiment::Experiment;
use tables::{Part, PartStore, write_sealed};
use tempfile::TempDir;
use value::file::Learned;
use value::options::file::Learned as Networks;

/// Tries an input.
pub type Reader = fn(&[u8]);

/// Every format with its reader.
pub const FORMATS: [(&str, Reader); 11] = [
    ("card-set", card_set),
    ("patch", patch),
    ("policy", policy),
    ("scenario", scenario),
    ("experiment", experiment),
    ("weights", weights),
    ("game", game),
    ("answer", answer),
    ("manifest", manifest),
    ("checkpoint", checkpoint),
    ("part", part),
];

thread_local! {
    /// Where files are written. A thread tries one format.
    static PLACE: TempDir = tempfile::tempdir().expect("a directory");
}

fn place() -> PathBuf {
    PLACE.with(|place| place.path().to_path_buf())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Plays a game of two with the cards of a library, where it is sound.
fn try_out(library: Library) -> Result<(), Faults> {
    let rules = Preset::Pnp.ruleset(2);
    let (cards, _) = library.taking_part(&rules).compile::<String, String>(&[])?;
    let key = GameKey::new(5, 0);
    let mut state = set_up(&cards, &rules, key);
    let watch = &mut |_: &GameState, _: &CardSet, _: &Event| {};
    play(&cards, &rules, &mut state, &mut Random::new(key), watch);
    Ok(())
}

/// The files of a card set, by name.
static CARD_SET: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    let set = root().join("data/sets/homebrew");
    let files = fs::read_dir(&set).expect("a set").flatten();
    let files = files.filter(|file| file.path().is_file());
    let mut files: Vec<(String, Vec<u8>)> = files
        .map(|file| {
            let name = file.file_name().to_string_lossy().into_owned();
            (name, fs::read(file.path()).expect("a file"))
        })
        .collect();
    files.sort();
    files
});

/// One of the files of a card set is replaced.
fn card_set(input: &[u8]) {
    let names = CARD_SET.iter().map(|(name, _)| name);
    let names: Vec<&String> = names.filter(|name| name.ends_with(".toml")).collect();
    for (name, sound) in CARD_SET.iter() {
        fs::write(place().join(name), sound).expect("written");
    }
    let changed = place().join(names[input.len() % names.len()]);
    fs::write(changed, input).expect("written");
    let library = Library::from_dir(&place());
    let _ = library.check();
    let _ = try_out(library);
}

fn patch(input: &[u8]) {
    let _ = try_out(Library::embedded().with_patch("p.toml", &text(input)));
}

fn policy(input: &[u8]) {
    static CARDS: LazyLock<CardSet> = LazyLock::new(|| {
        let compiled = Library::embedded().compile::<String, String>(&[]);
        compiled.expect("sound").0
    });
    if let Ok(policy) = PolicySpec::parse("p", "p.toml", &text(input)) {
        let _ = PreparedPolicies::new(&[policy], &CARDS);
    }
}

fn scenario(input: &[u8]) {
    if let Ok(scenario) = Scenario::parse("s.toml", &text(input)) {
        let _ = scenario.run();
    }
}

fn experiment(input: &[u8]) {
    if let Ok(experiment) = Experiment::parse("e.toml", &text(input)) {
        let _ = experiment.all_arms(&Library::embedded());
    }
}

/// What has a sound seal is read further.
fn weights(input: &[u8]) {
    for kind in [Kind::bytes("value", 2), Kind::bytes("networks", 2)] {
        let file = kind.seal(FREE, input);
        let _ = Learned::from_bytes("v.value", &file);
        let _ = Networks::from_bytes("n.net", &file);
    }
}

fn game(input: &[u8]) {
    let path = place().join("game.json");
    let origin = format!("build {}", build());
    fs::write(&path, Kind::json("game", 3).seal(&origin, input)).expect("written");
    let _ = saved_game(&path);
}

fn answer(input: &[u8]) {
    if let Ok(answer) = serde_json::from_slice(input) {
        let _ = Report::new(vec![answer]).write(&place().join("report.html"));
    }
}

/// Seals a mutated file of JSON, where it still is JSON.
fn sealed(path: &Path, input: &[u8]) {
    match serde_json::from_slice::<serde_json::Value>(input) {
        Ok(value) if value.as_object().is_some_and(|object| !object.is_empty()) => {
            write_sealed(path, Kind::json("manifest", 3), "test", &value).expect("written");
        }
        _ => fs::write(path, input).expect("written"),
    }
}

fn manifest(input: &[u8]) {
    let path = place().join(MANIFEST);
    sealed(&path, input);
    if let Ok(manifest) = Manifest::read(&place()) {
        can_resume(&manifest, &place());
    }
    fs::write(&path, input).expect("written");
    assert!(Manifest::read(&place()).is_err());
}

/// A manifest of a small run, for the files beside it.
fn small_run() -> Manifest {
    let about = serde_json::json!({"configuration": {"seed": 3}});
    Manifest::new(vec!["simulate".into()], "f".into(), about, 1)
}

fn recovered() -> Option<serde_json::Value> {
    let recorded = Recorded::open(&place()).expect("sound");
    let resumed = recorded.resume(small_run(), Duration::MAX);
    let mut directory = resumed.expect("resumed");
    directory.recover().ok().flatten()
}

/// Any state in a sound frame.
fn checkpoint(input: &[u8]) {
    if !place().join(MANIFEST).exists() {
        let begun = OutputDirectory::begin(&place(), small_run(), true, Duration::ZERO);
        drop(begun.expect("begun"));
    }
    let part = Part::checkpoint(input.to_vec());
    let written = part.write(&place().join(CHECKPOINT), &small_run().identity());
    written.expect("written");
    let _ = recovered();
}

/// Any contents under a sound seal.
fn part(input: &[u8]) {
    let store = PartStore::open(&place(), "run", Vec::new()).expect("a store");
    let file = Kind::bytes("part", 6).seal("run", input);
    fs::write(place().join("part-000000.bin"), file).expect("written");
    let _ = store.read(0);
}
