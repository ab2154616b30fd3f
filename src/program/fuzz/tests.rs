//! Mutated files of every format, and inputs that were kept.
//!
//! The usual run is short. `XENOSIM_FUZZ=100000 cargo test --release --lib -p xenosim fuzz` tries as
//! many inputs of each format; with `--config profile.release.package.CRATE.overflow-checks=true` for
//! the crates of the game, sums are watched, too. The corpora are the files of the repository and the
//! few lines below. An input that fails is printed.

#[path = "../../../tests/common/dice.rs"]
mod dice;

use super::*;
use crate::cli::fuzzed::{requests, save_game};
use dice::{Dice, mutate};
use players::registry::BUILT_IN;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tables::{columns, declared_table};

/// Inputs of each format in a usual run.
const USUAL: u64 = 300;
/// More CPU time than any input takes.
const HANGS: Duration = Duration::from_secs(20);

/// The CPU time of this thread: on a busy machine, time passes without anything being done.
fn cpu_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split_whitespace().next();
    Duration::from_nanos(first.and_then(|nanos| nanos.parse().ok()).unwrap_or(0))
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
        let started = cpu_time();
        let outcome = catch_unwind(AssertUnwindSafe(|| read(&input)));
        let shown = || String::from_utf8_lossy(&input).into_owned();
        assert!(outcome.is_ok(), "{name}, input {number}:\n{}", shown());
        assert!(
            cpu_time() - started < HANGS,
            "{name}, input {number}:\n{}",
            shown()
        );
    }
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

/// The inputs that were kept of a format.
fn kept(format: &str) -> Vec<Vec<u8>> {
    let corpus = root().join("tests/fuzz/corpus").join(format);
    let inputs = fs::read_dir(&corpus).unwrap_or_else(|_| panic!("{corpus:?}: no inputs"));
    let mut paths: Vec<PathBuf> = inputs.flatten().map(|input| input.path()).collect();
    paths.sort();
    let read = |path| fs::read(path).expect("a file");
    paths.into_iter().map(read).collect()
}

#[test]
fn kept_inputs() {
    for (format, read) in FORMATS {
        let inputs = kept(format);
        assert!(!inputs.is_empty(), "{format}");
        inputs.iter().for_each(|input| read(input));
        // The next format has a place of its own.
        PLACE.with(|place| {
            for entry in fs::read_dir(place.path()).expect("a directory").flatten() {
                let path = entry.path();
                let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
            }
        });
    }
}

#[test]
fn card_sets() {
    let files = CARD_SET.iter();
    let files = files.filter(|(name, _)| name.ends_with(".toml"));
    let seeds: Vec<Vec<u8>> = files.map(|(_, bytes)| bytes.clone()).collect();
    fuzz("card set", &seeds, card_set);
}

#[test]
fn patches() {
    fuzz("patch", &kept("patch"), patch);
}

#[test]
fn policies() {
    let texts = BUILT_IN.iter().map(|one| one.text.as_bytes().to_vec());
    fuzz("policy", &texts.collect::<Vec<_>>(), policy);
}

#[test]
fn scenarios() {
    fuzz("scenario", &files("tests/scenarios"), scenario);
}

#[test]
fn experiments() {
    fuzz("experiment", &files("data/experiments"), experiment);
}

/// Every file that is not as it was written must be refused.
fn refuses(name: &str, sound: &[u8], accepts: impl Fn(&[u8]) -> bool) {
    assert!(accepts(sound), "{name}");
    fuzz(name, &[sound.to_vec()], |input| {
        assert_eq!(accepts(input), input == sound, "{name}");
    });
}

#[test]
fn learned_values_and_networks() {
    let read = |name| fs::read(root().join("policies").join(name)).expect("a file");
    refuses("learned value", &read("veteran.value"), |input| {
        Learned::from_bytes("v.value", input).is_ok()
    });
    refuses("learned networks", &read("veteran.net"), |input| {
        Networks::from_bytes("n.net", input).is_ok()
    });
    let seeds = [read("veteran.value"), read("veteran.net")];
    fuzz("sealed weights", &seeds, weights);
}

#[test]
fn saved_games() {
    let path = place().join("saved.json");
    save_game(&path).expect("saved");
    let sound = fs::read(&path).expect("a file");
    refuses("saved game", &sound, |input| {
        fs::write(&path, input).expect("written");
        saved_game(&path).is_ok()
    });
    let opened = Kind::json("game", 3).open(&sound).expect("sealed");
    fuzz("sealed game", &[opened.body.to_vec()], game);
}

/// Answers that are not as they were written.
#[test]
fn answers_of_reports() {
    fuzz("answer.json", &kept("answer"), super::answer);
}

#[test]
fn manifests() {
    let path = place().join(MANIFEST);
    let seeds: Vec<Vec<u8>> = requests()
        .into_iter()
        .map(|arguments| {
            let manifest = Manifest {
                arguments,
                ..small_run()
            };
            serde_json::to_vec_pretty(&manifest).expect("JSON")
        })
        .collect();
    for seed in &seeds {
        sealed(&path, seed);
        let manifest = Manifest::read(&place()).expect("sound");
        assert!(can_resume(&manifest, &place()), "{manifest:?}");
    }
    fuzz("manifest", &seeds, manifest);
}

#[test]
fn checkpoints() {
    let begun = OutputDirectory::begin(&place(), small_run(), true, Duration::ZERO);
    let mut begun = begun.expect("begun");
    let state = serde_json::json!({"sums": [{"games": 3, "settled": [true]}], "notes": [null]});
    begun.keep(&state).expect("kept");
    drop(begun);
    let path = place().join(CHECKPOINT);
    let sound = fs::read(&path).expect("a checkpoint");
    refuses("checkpoint", &sound, |input| {
        fs::write(&path, input).expect("written");
        recovered().is_some()
    });
    fuzz("sealed checkpoint", &[sound], checkpoint);
}

#[test]
fn parts() {
    let columns = columns![u64;
        ("game", U64, "", game => *game),
        ("name", Text, "", game => ["a", "bc", ""][*game as usize % 3]),
    ];
    let table = declared_table(&columns, 0..9).expect("sound");
    let store = PartStore::open(&place(), "run", vec![table.empty()]).expect("a store");
    let whole = Part {
        number: 0,
        tables: vec![table],
        state: b"{}".to_vec(),
    };
    store.write(&whole).expect("written");
    let path = place().join("part-000000.bin");
    let sound = fs::read(&path).expect("a part");
    refuses("part", &sound, |input| {
        fs::write(&path, input).expect("written");
        store.read(0).is_ok_and(|read| read == whole)
    });
    let body = Kind::bytes("part", 6).open(&sound).expect("sealed").body;
    fuzz("sealed part", &[body.to_vec()], part);
}
