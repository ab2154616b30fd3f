//! `xenosim selftest`, as a person would use it.

use crate::common::{Place, assert_fits, assert_has, rows_of};

#[test]
fn the_selftest_passes_and_is_the_same_for_any_number_of_threads() {
    let place = Place::new();
    let plain = place.ok("selftest --games 5000 --format csv");
    let told = plain.split_once("\n\n").map(|(_, told)| told);
    let agrees = "The statistics agree with the known truth: 30 of 30 checks passed.";
    assert!(told.is_some_and(|told| told.starts_with(agrees)), "{plain}");
    assert_fits(&plain);
    let table = place.ok("selftest --games 5000 --seed 5 --verbose --threads 3 --out one");
    assert_has(&table, "30 of 30 checks passed");
    assert_has(&table, "at most one in 1000 runs");
    assert!(!table.contains("FAIL"), "{table}");
    let checks = rows_of(&place.answer("one"), "checks");
    assert_eq!(checks.len(), 30);
    assert!(checks.iter().all(|check| check["name"] != "null"));
    assert_eq!(checks[0]["statistic"], 0.0);
    place.assert_made_again("one");
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
    // One in a thousand each at the most: that either fails is one chance in 500.
    let place = Place::new();
    for seed in 101..=102 {
        place.ok(&format!("selftest --games 5000 --seed {seed} --quiet"));
    }
}
