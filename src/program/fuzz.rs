//! Mutated files of every format that the program reads: none may make it panic or hang. Card sets,
//! patches and scenarios that are accepted all the same are played.
//!
//! The usual run is short. `XENOSIM_FUZZ=100000 cargo test --release --lib -p xenosim fuzz` tries as
//! many inputs of each format; with `--config profile.release.package.CRATE.overflow-checks=true` for
//! the crates of the game, sums are watched, too. The corpora are the files of the repository and the
//! few lines below. An input that fails is printed.

use crate::cli::fuzzed::{can_resume, options_file, saved_game};
use cards::CardSet;
use cards::load::{Faults, Library};
use cards::rng::GameKey;
use cards::ruleset::Preset;
use game::observe::Event;
use game::rules::{play, set_up};
use game::state::GameState;
use players::Random;
use players::registry::{BUILT_IN, PreparedPolicies};
use players::spec::PolicySpec;
use reports::pages::Report;
use runs::lifecycle::{CHECKPOINT, MANIFEST, Manifest, OutputDirectory, Recorded};
use scenarios::Scenario;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use studies::compare::experiment::Experiment;
use tables::{Column, ColumnType, Part, PartStore, Schema, Table, write_sealed};
use value::file::Learned;

/// Inputs of each format in a usual run.
const USUAL: u64 = 150;
/// Longer than anything takes on a busy machine.
const HANGS: Duration = Duration::from_secs(20);

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most.max(1)
    }

    fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

/// Pieces of syntax and numbers at the limits, to be put in anywhere.
const PIECES: [&str; 22] = [
    "\"",
    "[",
    "]",
    "{",
    "}",
    "=",
    "\n",
    "#",
    ".",
    ",",
    "-1",
    "0",
    "256",
    "65536",
    "99999999999",
    "9223372036854775808",
    "1e308",
    "nan",
    "''",
    "..",
    "\u{feff}",
    "é",
];

/// Changes a text or some bytes at a few places.
fn mutate(seed: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = bytes.len().min(at + 1 + dice.below(30));
        match dice.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 => bytes.truncate(at),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            4 => {
                let from = dice.below(other.len() + 1);
                let to = other.len().min(from + 1 + dice.below(60));
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            5 => swap_lines(&mut bytes, dice),
            _ => {
                let piece = dice.one(&PIECES);
                bytes.splice(at..at, piece.bytes());
            }
        }
    }
    bytes
}

fn swap_lines(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let (a, b) = (dice.below(lines.len()), dice.below(lines.len()));
    if !lines.is_empty() {
        lines.swap(a, b);
        *bytes = lines.concat();
    }
}

/// Tries mutated seeds on a reader.
fn fuzz(name: &str, seeds: &[Vec<u8>], read: impl Fn(&[u8])) {
    let wanted = std::env::var("XENOSIM_FUZZ").ok();
    let inputs = wanted.and_then(|text| text.parse().ok()).unwrap_or(USUAL);
    assert!(!seeds.is_empty(), "{name}: no seeds");
    let mut dice = Dice(0x5eed ^ (name.len() as u64) << 32);
    for number in 0..inputs {
        let (seed, other) = (dice.below(seeds.len()), dice.below(seeds.len()));
        let input = mutate(&seeds[seed], &seeds[other], &mut dice);
        let started = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| read(&input)));
        let shown = || String::from_utf8_lossy(&input).into_owned();
        assert!(outcome.is_ok(), "{name}, input {number}:\n{}", shown());
        assert!(
            started.elapsed() < HANGS,
            "{name}, input {number}:\n{}",
            shown()
        );
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// The TOML files in a directory and in those below it, the shortest few.
fn files(directory: &str) -> Vec<Vec<u8>> {
    let mut waiting = vec![root().join(directory)];
    let mut found = Vec::new();
    while let Some(path) = waiting.pop() {
        for entry in fs::read_dir(&path).expect("a directory").flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|ending| ending == "toml") {
                found.push(fs::read(path).expect("a file"));
            }
        }
    }
    found.sort_by_key(|bytes| (bytes.len(), bytes.clone()));
    found.truncate(40);
    found
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
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

#[test]
fn card_sets() {
    let dir = tempfile::tempdir().expect("a directory");
    let set = root().join("data/sets/homebrew");
    let mut seeds = Vec::new();
    let mut names = Vec::new();
    for entry in fs::read_dir(&set).expect("a set").flatten() {
        let path = entry.path();
        if path.is_file() {
            fs::copy(&path, dir.path().join(entry.file_name())).expect("copied");
            if path.extension().is_some_and(|ending| ending == "toml") {
                names.push(entry.file_name());
                seeds.push(fs::read(path).expect("a file"));
            }
        }
    }
    fuzz("card set", &seeds, |input| {
        let place = dir.path().join(&names[input.len() % names.len()]);
        let sound = fs::read(&place).expect("a file");
        fs::write(&place, input).expect("written");
        let library = Library::from_dir(dir.path());
        let _ = library.check();
        let _ = try_out(library);
        fs::write(&place, sound).expect("written");
    });
}

#[test]
fn patches() {
    let seeds = texts(&[
        "[prowler]\nhp = 4\n[ranger]\ncost = 2\npower = 3\n",
        "[[card]]\nid = \"new\"\nname = \"New\"\nclass = \"troop\"\nwave = 1\ncopies = 3\ncost = 2\n\
         power = 1\nhp = 2\n",
    ]);
    fuzz("patch", &seeds, |input| {
        let _ = try_out(Library::embedded().with_patch("p.toml", &text(input)));
    });
}

#[test]
fn policies() {
    let (cards, _) = Library::embedded()
        .compile::<String, String>(&[])
        .expect("sound");
    let seeds: Vec<Vec<u8>> = BUILT_IN
        .iter()
        .map(|one| one.text.as_bytes().to_vec())
        .collect();
    fuzz("policy", &seeds, |input| {
        if let Ok(policy) = PolicySpec::parse("p", "p.toml", &text(input), &cards) {
            let _ = PreparedPolicies::new(&[policy], &cards);
        }
    });
}

#[test]
fn scenarios() {
    fuzz("scenario", &files("tests/scenarios"), |input| {
        if let Ok(scenario) = Scenario::parse("s.toml", &text(input)) {
            let _ = scenario.run();
        }
    });
}

#[test]
fn experiments() {
    let library = Library::embedded();
    fuzz("experiment", &files("data/experiments"), |input| {
        if let Ok(experiment) = Experiment::parse("e.toml", &text(input)) {
            let _ = experiment.all_arms(&library);
        }
    });
}

#[test]
fn learned_values() {
    let value = fs::read(root().join("policies/standard.value")).expect("a value");
    fuzz("learned value", &[value], |input| {
        let _ = Learned::from_bytes("v.value", input);
    });
}

#[test]
fn saved_games() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("game.json");
    let seeds = texts(&[
        r#"{"program":"xenosim","version":"0.1.0","arguments":["play","--players","2","--seat","1"],
            "seed":7,"cards":"a","policies":"b","complete":false,"answers":[0,1,2,0,3]}"#,
    ]);
    fuzz("saved game", &seeds, |input| {
        fs::write(&path, input).expect("written");
        let _ = saved_game(&path);
    });
}

/// Directories of results with one table that is not as it was written.
#[test]
fn tables_of_reports() {
    for command in ["simulate", "deployment", "rank"] {
        let dir = tempfile::tempdir().expect("a directory");
        let mut names = Vec::new();
        for entry in fs::read_dir(root().join("reports/results").join(command)).expect("results") {
            let path = entry.expect("an entry").path();
            let to = path.file_name().map(|name| dir.path().join(name));
            if let Some(to) = to.filter(|_| path.is_file()) {
                fs::copy(&path, &to).expect("copied");
                names.extend(
                    to.extension()
                        .is_some_and(|kind| kind == "csv")
                        .then_some(to),
                );
            }
        }
        names.sort();
        for name in names {
            let sound = fs::read(&name).expect("a table");
            let label = format!("{} of {command}", name.display());
            fuzz(&label, std::slice::from_ref(&sound), |input| {
                fs::write(&name, input).expect("written");
                let _ = Report::read(&[dir.path().to_path_buf()]);
            });
            fs::write(&name, sound).expect("written");
        }
    }
}

#[test]
fn files_of_options() {
    let seeds = texts(&[
        "games = 100_000\ntarget-error = \"0.5%\"\nseed = 7\nformat = [\"csv\"]\nrows = \"1/10\"\n",
        "policy = \"random,pass\"\nplayers = 2\nset = [\"prowler.hp=4\"]\nrules = \"dreadmire\"\n\
         shard = \"1/2\"\ncheckpoint = 2.5\n[ruling]\nshocker = \"shielded\"\n",
    ]);
    fuzz("file of options", &seeds, |input| {
        let _ = options_file("run.toml", &text(input));
    });
}

/// A manifest of a small run, for the files beside it.
fn manifest() -> Manifest {
    let request = serde_json::json!({"games": 5, "seed": 3});
    let about = serde_json::json!({"configuration": {"seed": 3}});
    Manifest::new(vec!["simulate".into()], request, "f".into(), about, 1)
}

/// Gives a mutated file of JSON a checksum that matches, where it still is JSON.
fn sealed(path: &Path, input: &[u8]) {
    match serde_json::from_slice::<serde_json::Value>(input) {
        Ok(value) if value.as_object().is_some_and(|object| !object.is_empty()) => {
            write_sealed(path, &value).expect("written");
        }
        _ => fs::write(path, input).expect("written"),
    }
}

#[test]
fn manifests() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join(MANIFEST);
    let requests = crate::cli::fuzzed::requests().into_iter();
    let seeds: Vec<Vec<u8>> = requests
        .map(|request| {
            let manifest = Manifest {
                request,
                ..manifest()
            };
            serde_json::to_vec_pretty(&manifest).expect("JSON")
        })
        .collect();
    for seed in &seeds {
        sealed(&path, seed);
        let manifest = Manifest::read(dir.path()).expect("sound");
        assert!(can_resume(&manifest, dir.path()), "{manifest:?}");
    }
    fuzz("manifest", &seeds, |input| {
        sealed(&path, input);
        if let Ok(manifest) = Manifest::read(dir.path()) {
            can_resume(&manifest, dir.path());
        }
        fs::write(&path, input).expect("written");
        assert!(Manifest::read(dir.path()).is_err());
    });
}

#[test]
fn checkpoints() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut begun =
        OutputDirectory::begin(dir.path(), manifest(), true, Duration::ZERO).expect("begun");
    let state = serde_json::json!({"sums": [{"games": 3, "settled": [true]}], "notes": [null]});
    begun.keep(&state).expect("kept");
    drop(begun);
    let path = dir.path().join(CHECKPOINT);
    let seeds = [fs::read(&path).expect("a checkpoint")];
    fuzz("checkpoint", &seeds, |input| {
        let recover = || {
            let recorded = Recorded::open(dir.path()).expect("sound");
            let mut directory = recorded.resume(manifest(), Duration::MAX).expect("resumed");
            directory.recover::<serde_json::Value>()
        };
        fs::write(&path, input).expect("written");
        assert!(recover().is_err() || input == seeds[0]);
        sealed(&path, input);
        let _ = recover();
    });
}

#[test]
fn parts() {
    let dir = tempfile::tempdir().expect("a directory");
    let schema =
        Schema::new([("game", ColumnType::U64), ("name", ColumnType::Text)]).expect("sound");
    let layout = vec![("games".to_string(), schema.clone())];
    let store = PartStore::open(dir.path(), "run", layout).expect("a store");
    let columns = vec![
        Column::from(&[0_u64, 1, 2, 3, 4, 5, 6, 7, 8][..]),
        ["a", "bc", ""].into_iter().cycle().take(9).collect(),
    ];
    let part = Part {
        number: 0,
        tables: vec![Table::from_columns(schema, columns).expect("sound")],
        state: b"{}".to_vec(),
    };
    store.write(&part).expect("written");
    let path = dir.path().join("part-000000.bin");
    let seeds = [fs::read(&path).expect("a part")];
    fuzz("part", &seeds, |input| {
        fs::write(&path, input).expect("written");
        match store.read(0) {
            Ok(read) => assert_eq!(read, part),
            Err(_) => assert!(input != seeds[0]),
        }
    });
}
