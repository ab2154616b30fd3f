//! `xenosim selftest`, as a person would use it.

use crate::common::{Place, assert_fits, assert_has, json, rows_of};

#[test]
fn the_selftest_passes_and_is_the_same_for_any_number_of_threads() {
    let place = Place::new();
    let plain = place.ok("selftest --games 5000 --format csv");
    let told = plain.split_once("\n\n").map(|(_, told)| told);
    let agrees = "The statistics agree with the known truth: 30 of 30 checks passed.";
    assert!(told.is_some_and(|told| told.starts_with(agrees)), "{plain}");
    assert_fits(&plain);
    let common = "selftest --games 5000 --seed 5";
    let table = place.ok(&format!("{common} --verbose --threads 1 --out one"));
    for name in [
        "placebo",
        "renamed card",
        "shards, merged",
        "two seeds",
        "families, intervals",
        "families, Holm",
        "families, Holm with effects",
        "coverage, few differ",
        "twin card",
        "coverage, rate",
        "looking again, pairs",
        "coverage, close pairs",
        "simulate, figures",
        "compare, figures",
        "compare, early",
        "rank, figures",
        "card, figures",
        "target, base",
        "target, values",
        "ladder, figures",
        "merge, figures",
        "calibration",
    ] {
        assert!(table.contains(name), "{name}\n{table}");
    }
    assert_has(&table, "30 of 30 checks passed");
    assert_has(&table, "at most one in 1000 runs");
    assert!(!table.contains("FAIL"), "{table}");
    let three = json(&place.ok(&format!("{common} --json --threads 3 --out three")));
    place.assert_same_data("one", "three");
    let checks = rows_of(&three, "checks");
    assert_eq!(checks.len(), 30);
    assert!(checks.iter().all(|check| check["name"] != "null"));
    assert_eq!(checks[0]["statistic"], 0.0);
    assert_eq!(
        crate::common::names(&place.path("one")),
        [
            "answer.json",
            "checks.csv",
            "checks.parquet",
            "manifest.json"
        ]
    );
    place.assert_made_again("one");
}

#[test]
fn an_interrupted_selftest_resumes_to_the_same_end() {
    let place = Place::new();
    place.assert_goes_on("selftest --games 5000 --seed 3 --format csv --checkpoint 0");
}

#[test]
fn an_interrupted_selftest_makes_only_checks_whose_games_are_complete() {
    let place = Place::new();
    if place.is_interrupted("selftest --games 400000 --format csv --checkpoint 0") {
        let made = place.rows("part/checks.csv");
        assert!(made.len() < 20, "{made:?}");
        assert!(
            made.iter().all(|check| check["passed"] == "true"),
            "{made:?}"
        );
    }
}

#[test]
fn other_seeds_raise_no_more_alarms_than_stated() {
    // One in a thousand each at the most: that any of four fails is one chance in 250.
    let place = Place::new();
    for seed in 101..=104 {
        place.ok(&format!("selftest --games 5000 --seed {seed} --quiet"));
    }
}

#[test]
fn wrong_use_gets_help() {
    let place = Place::new();
    for (arguments, expected) in [
        ("--threads 0", "from 1 to 1024"),
        ("--games 0", "from 5000 to 10000000"),
        ("--games 99999999999", "from 5000 to 10000000"),
        ("--thorough --games 6000", "cannot be used with"),
        ("--seed x", "expected a whole number"),
        ("--format xml", "csv"),
        ("--resume nowhere", "nowhere/manifest.json: no such file"),
        ("--resume nowhere --seed 4", "cannot be used with"),
    ] {
        place.refuses(&format!("selftest {arguments}"), expected);
    }
    assert!(place.names().is_empty(), "nothing is written");
}
