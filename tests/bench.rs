//! Measuring, as a person would do it.

use crate::common::{Place, assert_has, json, rows_of};
use serde_json::Value;
use std::fs;

#[test]
fn a_measurement_is_kept_and_compared() {
    let place = Place::new();
    let quick = "bench --repetitions 3 --each 1 --threads 2";
    let first = place.ok(&format!("{quick} --save before.json"));
    for expected in [
        "games/s",
        "games on one core: random, 2 players",
        "playouts/s",
        "playouts on one core: strategist, 1 player",
        "one searched decision: strategist, 2 players",
        "speedup of 2 threads",
        "copy of the state",
        "within one game: pass, 1 player",
        "cores",
        "rustc",
        "opt-level",
    ] {
        assert!(first.contains(expected), "{expected}\n{first}");
    }
    let kept = json(&std::fs::read_to_string(place.path("before.json")).expect("a file"));
    let figures = kept["figures"].as_array().expect("figures");
    let allocations: Vec<&Value> = figures
        .iter()
        .filter(|figure| figure["unit"] == "allocations")
        .collect();
    assert_eq!(allocations.len(), 12);
    for figure in allocations {
        assert_eq!(figure["median"], 0.0, "{figure}");
    }
    let again = place.ok(&format!("{quick} --against before.json --out b --json"));
    let again = json(&again);
    let rows = rows_of(&again, "bench");
    assert_eq!(rows.len(), figures.len());
    let state = rows.iter().find(|row| row["what"] == "state");
    let state = state.expect("the size of the state");
    assert_eq!(state["ratio"], 1.0);
    assert_eq!(state["verdict"], "within the spread");
    assert_eq!(
        crate::common::names(&place.path("b")),
        ["answer.json", "bench.csv", "bench.parquet", "manifest.json"]
    );
    let manifest = place.manifest("b");
    assert_eq!(manifest["complete"], true);
    let command = manifest["command"].as_str().expect("a command");
    assert!(
        command.starts_with("xenosim bench --repetitions 3"),
        "{command}"
    );
}

/// The figures of a result, those that are timed and those that are counted.
fn figures(answer: &Value) -> (Vec<Value>, Vec<Value>) {
    let all = rows_of(answer, "bench").into_iter();
    all.partition(|figure| {
        ["games/s", "playouts/s", "ns", "x"]
            .iter()
            .any(|unit| figure["unit"] == *unit)
    })
}

#[test]
fn a_target_error_repeats_until_it_is_met_or_the_cap_is_reached() {
    let place = Place::new();
    let met = json(&place.ok("bench --games 20 --threads 1 --target-error 20% --json"));
    assert_eq!(met["complete"], true);
    for figure in figures(&met).0 {
        let repetitions = figure["repetitions"].as_u64().expect("a number");
        let error = figure["relative_error"].as_f64().expect("a number");
        assert!((5..=200).contains(&repetitions), "{figure}");
        assert!(error <= 0.2 || repetitions == 200, "{figure}");
    }
    for figure in figures(&met).1 {
        assert_eq!(figure["repetitions"], 1, "{figure}");
    }
    place.says(
        "bench --games 20 --threads 1 --target-error 0.001% --repetitions 6",
        "the target error was not reached for: ",
    );
    assert!(place.names().is_empty(), "nothing is written without --out");
}

#[test]
fn an_interrupted_measurement_resumes_with_what_is_missing() {
    let place = Place::new();
    let options = "bench --games 100 --threads 1 --repetitions 40";
    if place.is_interrupted(&format!("{options} --save half.json")) {
        assert!(!place.path("half.json").exists(), "half is not saved");
        let part = place.answer("part");
        assert_eq!(part["complete"], false);
        let (timed, _) = figures(&part);
        let incomplete = timed.iter().filter(|figure| figure["complete"] == false);
        assert!(incomplete.count() > 0, "{part}");
        // Neither on another machine nor with another program.
        let manifest = place.path("part/manifest.json");
        let text = fs::read_to_string(&manifest).expect("a manifest");
        for field in ["cores", "processor", "version", "build"] {
            fs::write(&manifest, &text).expect("written");
            place.forge("part/manifest.json", |manifest| {
                manifest[field] = "other".into();
                manifest["fingerprint"] = "other".into();
            });
            let refusal = place.refusal("bench --resume part");
            let expected = format!("part: cannot resume: `{field}` was ");
            assert_has(&refusal, &expected);
        }
        fs::write(&manifest, text).expect("written");
        place.ok("bench --resume part --quiet --save whole.json");
        assert!(place.path("whole.json").exists());
    }
    assert_eq!(place.manifest("part")["complete"], true);
    let whole = place.answer("part");
    for figure in figures(&whole).0 {
        assert_eq!(figure["complete"], true);
        assert_eq!(figure["repetitions"], 40);
    }
    assert!(!place.path("part/checkpoint.bin").exists());
    place.says("bench --resume part", "nothing to do");
}

#[test]
fn wrong_use_gets_help() {
    let place = Place::new();
    fs::write(place.path("other.json"), "{}").expect("a file");
    for (arguments, expected) in [
        ("--against nowhere.json", "nowhere.json: cannot be read"),
        ("--against other.json", "not a measurement saved by"),
        ("--save no/such.json", "no is not a directory"),
        ("--repetitions 0", "from 1 to 1000"),
        ("--each 0", "from 1 to 60000"),
        ("--games 0", "expected a whole number from 1"),
        ("--games 10 --each 5", "cannot be used with"),
        ("--target-error 1", "such as 0.2%"),
        ("--target-error 0%", "from 0.001% to 25%"),
        ("--threads 0", "from 1 to 1024"),
        ("--format xml", "csv"),
        ("--resume nowhere", "nowhere/manifest.json: cannot be read"),
        ("--resume nowhere --games 4", "cannot be used with '--games"),
        (
            "--resume nowhere --threads 4",
            "cannot be used with '--threads",
        ),
    ] {
        place.refuses(&format!("bench {arguments}"), expected);
    }
    assert_eq!(place.names(), ["other.json"], "nothing is written");
}
