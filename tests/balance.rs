//! `xenosim balance`, as a person would use it.

use crate::common::{Place, assert_fits, assert_has, number};
use std::fs;

const FEW: &str = "--policy greedy --games 60 --confirm none --format csv";

#[test]
fn the_first_set_reaches_the_goal_again_as_a_patch() {
    let place = Place::new();
    fs::write(place.path("fault.toml"), "[hydra]\npower = 15\n").expect("a file");
    let said = place.ok(&format!(
        "balance --goal 40%..60%:base-hp=100 --patch fault.toml --change enemy.power=6,enemies=2 {FEW} --out b"
    ));
    assert_fits(&said);
    assert_has(&said, "--patch set-1.toml");
    let sets = place.rows("b/sets.csv");
    let best = &sets[1];
    assert_eq!(
        (best["stage"].as_str(), best["policy"].as_str()),
        ("confirmed", "greedy")
    );
    // Played on other luck with what the file says.
    let patch = fs::read_to_string(place.path("b/set-1.toml")).expect("a patch");
    let options = patch
        .lines()
        .find_map(|line| line.strip_prefix("# together with "));
    place.ok(&format!(
        "simulate --base-hp 100 --patch fault.toml --patch b/set-1.toml {} --policy greedy --games 1200 \
         --seed 99 --rows none --format csv --out played --quiet",
        options.unwrap_or_default()
    ));
    let again = &place.rows("played/summary.csv")[0];
    let apart = number(again, "value") - number(best, "value");
    assert!(apart.abs() < 0.08, "{again:?} {best:?}");
}

#[test]
fn a_goal_out_of_reach_is_said_to_be_and_names_the_closest() {
    let place = Place::new();
    let said = place.ok(&format!(
        "balance --goal 90%:base-hp=5 --change item.cost --at-most 1 {FEW} --out b"
    ));
    assert_has(
        &said.replace('\n', " "),
        "reaches the goals; the closest is",
    );
    assert!(
        place
            .rows("b/sets.csv")
            .iter()
            .all(|row| row["reaches_all"] == "no")
    );
}
