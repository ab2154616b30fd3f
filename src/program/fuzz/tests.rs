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
use answers::{Answer, Axis, Chart, Column as GridColumn, Grid, Number, Picture, Row, Rows};
use answers::{Section, Tone, Unit};
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

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

#[test]
fn kept_inputs() {
    for (format, read) in FORMATS {
        let corpus = root().join("tests/fuzz/corpus").join(format);
        let inputs = fs::read_dir(&corpus).unwrap_or_else(|_| panic!("{corpus:?}: no inputs"));
        let mut count = 0;
        for input in inputs.flatten() {
            read(&fs::read(input.path()).expect("a file"));
            count += 1;
        }
        assert!(count > 0, "{corpus:?}");
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
    let seeds = texts(&[
        "[prowler]\nhp = 4\n[ranger]\ncost = 2\npower = 3\n",
        "[[card]]\nid = \"new\"\nname = \"New\"\nclass = \"troop\"\nwave = 1\ncopies = 3\ncost = 2\n\
         power = 1\nhp = 2\n",
    ]);
    fuzz("patch", &seeds, patch);
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

/// Whatever is put in the place of a file, it is not taken for one.
#[test]
fn no_kind_of_file_is_taken_for_another() {
    let policies = root().join("policies");
    let path = place().join("any");
    save_game(&path).expect("saved");
    let game = fs::read(&path).expect("a file");
    write_sealed(&path, Kind::json("manifest", 3), "test", &small_run()).expect("written");
    let manifest = fs::read(&path).expect("a file");
    Part::checkpoint(Vec::new())
        .write(&path, "run")
        .expect("written");
    let part = fs::read(&path).expect("a file");
    let read = |name| fs::read(policies.join(name)).expect("a file");
    type Opens<'a> = &'a dyn Fn(&[u8]) -> bool;
    let readers: [(Vec<u8>, Opens<'_>); 5] = [
        (read("veteran.value"), &|input| {
            Learned::from_bytes("v", input).is_ok()
        }),
        (read("veteran.net"), &|input| {
            Networks::from_bytes("n", input).is_ok()
        }),
        (game, &|input| {
            fs::write(&path, input).expect("written");
            saved_game(&path).is_ok()
        }),
        (manifest, &|input| {
            fs::write(place().join(MANIFEST), input).expect("written");
            Manifest::read(&place()).is_ok()
        }),
        (part, &|input| {
            fs::write(&path, input).expect("written");
            Part::read(&path, "run").is_ok()
        }),
    ];
    for (kind, (_, opens)) in readers.iter().enumerate() {
        for (other, (file, _)) in readers.iter().enumerate() {
            assert_eq!(opens(file), kind == other, "{other} read as {kind}");
        }
    }
}

/// Answers that are not as they were written.
#[test]
fn answers_of_reports() {
    let mut answer = Answer::new("simulate", "2 players");
    answer.say("They win `half` of the games.");
    let rate = Number::new(0.5, Unit::Share).between(0.4, 0.6);
    answer.figure("win_rate", "Win rate", rate);
    let mut grid = Grid::new([
        GridColumn::words("base"),
        GridColumn::numbers("wins").halves(),
    ]);
    grid.row(["15".into(), rate.into()]);
    let chart = Chart::Rows(Rows {
        axis: Axis::new("win rate", Unit::Share),
        series: Vec::new(),
        bars: true,
        margin: None,
        rows: vec![Row::new("15", rate, Tone::Better)],
    });
    let section = Section::new("Win rates").grid(grid);
    answer.section(section.pictures([Picture::new("Win rates", "curve", chart)]));
    let seeds = [serde_json::to_vec(&answer).expect("an answer")];
    fuzz("answer.json", &seeds, super::answer);
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
