//! The searching policy, as a person would use it.

use crate::common::{Place, assert_has};
use std::fs;

const QUICK: &str = "description = \"Quick.\"\n[search]\npolicy = \"balanced\"\nplayouts = 8\n";

#[test]
fn games_do_not_depend_on_threads_and_seats_can_differ() {
    let place = Place::new();
    fs::write(place.path("quick.toml"), QUICK).unwrap();
    let options = "--games 4 --players 2 --policy quick.toml,balanced --format csv --quiet";
    place.ok(&format!("simulate {options} --threads 1 --out one"));
    place.ok(&format!("simulate {options} --threads 2 --out two"));
    place.assert_same_data("one", "two");
    // The replay shows the game that was played.
    place.says(
        "replay --game 1 --players 2 --policy quick.toml,balanced",
        "The game is lost",
    );
}

#[test]
fn it_is_listed_and_explained() {
    let place = Place::new();
    assert!(place.ok("policies list").contains("strategist"));
    let shown = place.ok("policies show strategist");
    assert_has(&shown, "search: value");
    assert_has(&shown, "playouts = ");
    // Prose is wrapped, anywhere between two words.
    let words: Vec<&str> = shown.split_whitespace().collect();
    assert!(words.join(" ").contains("dealt again"), "{shown}");
    assert_has(&shown, "policy = veteran");
    let json = place.ok("policies show strategist --json");
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(object["sections"]["search"]["strategy"], "value");
}

#[test]
fn sections_of_its_own_replace_those_of_its_policy() {
    let place = Place::new();
    let text = format!("{QUICK}[purchase]\nstrategy = \"none\"\n");
    fs::write(place.path("mine.toml"), text).unwrap();
    let shown = place.ok("policies show mine.toml");
    assert_has(&shown, "purchase: none");
    assert_has(&shown, "deployment: lane-balancing");
}
