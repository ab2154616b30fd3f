//! `xenosim selftest`, as a person would use it.

use crate::common::{Place, assert_fits, rows_of};
use crate::widths::{assert_narrow, lines};

#[test]
fn the_selftest_passes() {
    let place = Place::new();
    let plain = place.ok("selftest --games 5000 --format csv");
    let told = plain.split_once("\n\n").map(|(_, told)| told);
    let agrees = "The statistics agree with the known truth: 30 of 30 checks passed.";
    assert!(told.is_some_and(|told| told.starts_with(agrees)), "{plain}");
    assert_fits(&plain);
}

/// That it fails is one chance in a thousand at most.
#[test]
fn another_seed_raises_no_alarm_and_every_check_is_shown() {
    let place = Place::new();
    let told = lines(
        &place,
        "selftest --games 5000 --seed 101 --verbose --out one",
        40,
    );
    assert_narrow(&told, 40);
    let told = told
        .join(" ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        told.contains("at most one in 1000 runs") && !told.contains("FAIL"),
        "{told}"
    );
    let checks = rows_of(&place.answer("one"), "checks");
    assert_eq!(checks.len(), 30);
    assert!(checks.iter().all(|check| check["name"] != "null"));
    assert_eq!(checks[0]["statistic"], 0.0);
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
