//! Measuring and self-examination, as a person would do it.

mod common;

use common::{Place, names};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn the_examination_passes_and_is_the_same_for_any_number_of_threads() {
    let place = Place::new();
    let table = place.ok("selftest");
    for name in ["placebo", "null", "twin", "coverage", "peeking", "shards"] {
        assert!(table.contains(name), "{name}\n{table}");
    }
    assert!(table.contains("9 of 9 checks passed"), "{table}");
    assert!(!table.contains("FAIL"), "{table}");
    let one = place.ok("selftest --json --threads 1 --seed 5");
    assert_eq!(one, place.ok("selftest --json --threads 3 --seed 5"));
    let one = json(&one);
    assert_eq!(one["passed"], true);
    assert_eq!(one["checks"].as_array().map(Vec::len), Some(9));
    assert_eq!(one["checks"][0]["statistic"], 0.0);
    assert!(place.names().is_empty(), "nothing is written");
    assert!(place.refusal("selftest --threads 0").contains("threads"));
}

#[test]
fn a_measurement_is_kept_and_compared() {
    let place = Place::new();
    let quick = "bench --repetitions 3 --each 1 --threads 2";
    let first = place.ok(&format!("{quick} --save before.json"));
    for expected in [
        "games/s",
        "games on one core: random, 2 players",
        "2 threads over one",
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
    let rows = again["figures"].as_array().expect("rows");
    assert_eq!(rows.len(), figures.len());
    let state = rows.iter().find(|row| row["what"] == "state");
    let state = state.expect("the size of the state");
    assert_eq!(state["ratio"], 1.0);
    assert_eq!(state["verdict"], "within the spread");
    assert_eq!(
        names(&place.path("b")),
        ["bench.csv", "bench.parquet", "manifest.json"]
    );
    let manifest = place.manifest("b");
    assert_eq!(manifest["complete"], true);
    let command = manifest["command"].as_str().expect("a command");
    assert!(
        command.starts_with("xenosim bench --repetitions 3"),
        "{command}"
    );
}

#[test]
fn wrong_use_gets_help() {
    let place = Place::new();
    let refusal = place.refusal("bench --against nowhere.json");
    assert!(
        refusal.contains("nowhere.json: cannot be read"),
        "{refusal}"
    );
    std::fs::write(place.path("other.json"), "{}").expect("a file");
    let refusal = place.refusal("bench --against other.json");
    assert!(refusal.contains("no measurement kept by"), "{refusal}");
    assert!(place.refusal("bench --repetitions 0").contains("1..=1000"));
}
