//! Searching for a setting, as a person would do it.

use crate::common::{Place, assert_fits, assert_has, json, number, rows_of};
use std::fs;

#[test]
fn the_base_is_named_for_every_number_of_players() {
    let place = Place::new();
    let said = place.ok("target --win-rate 50% --players 1-2 --policy greedy --games 600 --out t");
    let (title, told) = said.split_once("\n\n").expect("a title");
    assert_eq!(title, "The base HP per player for a win rate of 50%");
    let told = told.replace('\n', " ");
    let one = "One player who plays like `greedy` wins 50% of games with a base of ";
    assert!(told.starts_with(one), "{said}");
    let two = told.split_once(". ").map(|(_, two)| two);
    assert!(two.is_some_and(|two| two.starts_with("Two players who play like `greedy` win 50%")));
    assert_fits(&said);
    let answers = place.rows("t/target.csv");
    assert_eq!(answers.len(), 2);
    for answer in &answers {
        let base = number(answer, "value");
        assert!(number(answer, "low") <= base && base <= number(answer, "high"));
        let curve = place.rows("t/settings.csv");
        let nearest = curve.iter().filter(|row| row["nearest"] == "true");
        assert_eq!(nearest.count(), 2);
    }
}

#[test]
fn other_settings_are_tried_on_the_same_luck() {
    let place = Place::new();
    let found = json(&place.ok(
        "target --players 2 --vary enemies --base-hp 90 --policy greedy --games 400 --json --out e",
    ));
    let curve = rows_of(&found, "settings");
    let rates: Vec<f64> = curve
        .iter()
        .filter_map(|row| row["win_rate"].as_f64())
        .collect();
    assert_eq!(rates.len(), 8);
    assert!(rates.is_sorted_by(|a, b| a >= b), "{rates:?}");
    assert_eq!(rows_of(&found, "target")[0]["value"], "3/4/4");
    let hint = place
        .ok("target --vary set.prowler.hp=2..3 --policy greedy --games 300 --out h --format csv");
    let flat = hint.replace('\n', " ");
    assert!(flat.contains("for every value of Prowler hp"), "{hint}");
    assert!(flat.contains("add `--base-hp"), "{hint}");
    place.says("target --vary copies.prowler=1,5 --policy greedy --games 300 --base-hp 90 --out c --format csv", "Prowler copies");
}

#[test]
fn players_who_look_at_their_base_play_with_the_one_that_was_found() {
    let place = Place::new();
    // Networks without a base of their own play for the one that is left.
    let policy = "description = \"Plays for its base.\"\n[networks]\nfile = \"veteran\"\nvalue = \"veteran\"\n";
    fs::write(place.path("mine.toml"), policy).expect("a file");
    place.says(
        "target --policy mine.toml --games 400 --out t --format csv",
        "These players take their base into account",
    );
    let answer = &place.rows("t/target.csv")[0];
    let base = number(answer, "value");
    assert!((40.0..65.0).contains(&base), "{base}");
}

#[test]
fn several_win_rates_are_found_in_the_same_games() {
    let place = Place::new();
    let said = place.ok("target --win-rate 70,0.4,15% --policy greedy --games 600 --out t");
    for share in ["70%", "40%", "15%"] {
        let sentence = format!("One player who plays like `greedy` wins {share} of games with");
        assert_has(&said.replace('\n', " "), &sentence);
    }
    let bases = |directory: &str| -> Vec<String> {
        let answers = place.rows(&format!("{directory}/target.csv")).into_iter();
        answers.map(|row| row["value"].clone()).collect()
    };
    place.ok("target --win-rate 40% --policy greedy --games 600 --quiet --out one");
    let (three, one) = (bases("t"), bases("one"));
    assert_eq!(three[1], one[0]);
    let number = |base: &String| base.parse::<u32>().expect("a base");
    assert!(
        three.iter().map(number).is_sorted_by(|a, b| a > b),
        "{three:?}"
    );
    // Any setting can be tried value by value, the base too.
    place.ok("target --vary base-hp=80..100/10 --policy greedy --games 300 --quiet --out v");
    assert_eq!(place.rows("v/settings.csv").len(), 3);
}
