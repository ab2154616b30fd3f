//! `xenosim selftest`, as a person would use it.

use crate::common::{Place, assert_has, json};

#[test]
fn the_selftest_passes_and_is_the_same_for_any_number_of_threads() {
    let place = Place::new();
    let plain = place.ok("selftest");
    assert!(
        plain.starts_with("The statistics agree with the known truth: 23 of 23"),
        "{plain}"
    );
    assert!(
        plain.lines().all(|line| line.chars().count() <= 80),
        "{plain}"
    );
    let small = "selftest --games 5000";
    let table = place.ok(&format!("{small} --verbose"));
    for name in [
        "placebo",
        "renamed card",
        "shards, merged",
        "win-rate curve",
        "two seeds",
        "families, intervals",
        "families, Holm",
        "families, Holm with effects",
        "coverage, few differ",
        "twin card",
        "coverage, rate",
        "peeking, pairs",
        "rules differ",
        "pairs, arithmetic",
        "coverage, close pairs",
        "signs",
    ] {
        assert!(table.contains(name), "{name}\n{table}");
    }
    assert_has(&table, "23 of 23 checks passed");
    assert_has(&table, "at most one in 1000 runs");
    assert!(!table.contains("FAIL"), "{table}");
    // The same again needs no leave to replace itself.
    place.ok(&format!("{small} --quiet"));
    let common = "selftest --games 10000 --seed 5";
    let one = place.ok(&format!("{common} --json --threads 1 --out one"));
    assert_eq!(
        one,
        place.ok(&format!("{common} --json --threads 3 --out three"))
    );
    place.assert_same_data("one", "three");
    let one = json(&one);
    assert_eq!(one["checks"].as_array().map(Vec::len), Some(23));
    let names = one["checks"].as_array().expect("checks").iter();
    assert!(names.clone().all(|check| check["name"] != "null"));
    assert_eq!(one["checks"][0]["statistic"], 0.0);
    assert_eq!(
        crate::common::names(&place.path("one")),
        [
            "checks.csv",
            "checks.parquet",
            "manifest.json",
            "results.json"
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
    if place.is_interrupted("selftest --thorough --format csv --checkpoint 0") {
        let made = place.rows("part/checks.csv");
        assert!(made.len() < 20, "{made:?}");
        assert!(
            made.iter().all(|check| check["passed"] == "true"),
            "{made:?}"
        );
    }
}

#[test]
fn a_target_error_says_how_many_replications_are_made() {
    let place = Place::new();
    // 1.96 squared times 0.95 times 0.05 over 0.05 squared: 73 replications of 100 games, in whole
    // thousands of games.
    let said = place.ok("selftest --target-error 5% --out t --verbose");
    assert_has(&said, "8,000 games, 80 replications");
    assert_has(&said, "of 80 intervals");
    assert_has(&said, "of 80 runs");
    place.says(
        "selftest --target-error 2.5% --games 6000 --out u",
        "6,000 games, 60 replications",
    );
}

#[test]
fn other_seeds_raise_no_more_alarms_than_stated() {
    // One in a thousand each at the most: that any of twelve fails is one chance in eighty.
    let place = Place::new();
    for seed in 101..=112 {
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
        ("--target-error 0", "such as 0.2%"),
        ("--target-error 0.01%", "smallest possible target is 0.14%"),
        ("--thorough --games 6000", "cannot be used with"),
        ("--seed x", "expected a whole number"),
        ("--format xml", "csv"),
        ("--resume nowhere", "nowhere/manifest.json: cannot be read"),
        ("--resume nowhere --seed 4", "cannot be used with"),
    ] {
        place.refuses(&format!("selftest {arguments}"), expected);
    }
    assert!(place.names().is_empty(), "nothing is written");
}
