//! Tuning a policy, as a person would do it.

use crate::common::{Place, assert_has, rows_of};
use std::fs;

const SMALL: &str = "--players 1,2 --generations 3 --population 6 --games 20 --judge-games 60 \
                     --seed 3 --name mine";

#[test]
fn the_file_says_how_to_make_it_again() {
    let place = Place::new();
    place.ok(&format!("tune balanced {SMALL} --quiet --out one"));
    // The file says how it was made, and doing so makes it again.
    let text = fs::read_to_string(place.path("one/mine.toml")).unwrap();
    let command = text
        .lines()
        .find_map(|line| line.strip_prefix("#   xenosim "));
    let command = command.expect("a command");
    assert_eq!(
        format!("xenosim {command}"),
        place.manifest("one")["command"]
    );
    place.ok(&format!("{command} --threads 2 --quiet --out two"));
    place.assert_same_data("one", "two");
    assert_has(&text, "(games 0 to 59 of seed 3)");
    assert_has(&text, "on 60 fresh games");
    assert_has(&text, "endurance of");
    // The tuned policy is a sound policy that differs from the one tuned.
    place.says("policies check one/mine.toml", "no errors");
    place.ok("compare --arm mine:policy=one/mine.toml --policy balanced --games 20 --out c");
}

#[test]
fn tuning_finds_better_weights() {
    let place = Place::new();
    // A policy that values all the wrong things has much to gain.
    let bad = "description = \"Bad.\"\n[purchase]\nstrategy = \"greedy\"\npower = -3\n\
               hp = 0\n[deployment]\nstrategy = \"lane-balancing\"\n\
               [reaction]\nstrategy = \"never\"\n[wrap-up]\nstrategy = \"discard-all\"\n";
    fs::write(place.path("bad.toml"), bad).unwrap();
    let said = place.ok(
        "tune bad.toml --players 1 --generations 12 --population 10 --games 60 \
         --section purchase --judge-games 500 --json --out t",
    );
    let object: serde_json::Value = serde_json::from_str(&said).unwrap();
    let differences = rows_of(&object, "differences");
    let rounds = differences
        .iter()
        .find(|row| row["measure"] == "rounds_survived")
        .unwrap();
    assert!(rounds["low"].as_f64().unwrap() > 0.0, "{rounds}");
    let mut sections = object["sections"].as_array().unwrap().iter();
    let weights = sections
        .find(|section| section["title"] == "Weights")
        .unwrap();
    let weights = weights["grid"]["rows"].as_array().unwrap();
    let value = |section: &str, name: &str| {
        let found = weights
            .iter()
            .find(|weight| weight[0] == section && weight[1] == name);
        found.unwrap()[2].as_str().unwrap().parse::<f64>().unwrap()
    };
    assert_ne!(value("purchase", "power"), -3.0);
    // Other sections are left alone.
    assert_eq!(value("deployment", "own-lane"), 10.0);
    assert_eq!(rows_of(&object, "generations").len(), 12);
}

#[test]
fn tuning_is_for_the_rules_and_the_measure_it_is_given() {
    let place = Place::new();
    let tune = |options: &str, out: &str| {
        place.ok(&format!(
            "tune balanced {SMALL} --quiet --out {out} {options}"
        ));
        fs::read_to_string(place.path(&format!("{out}/mine.toml"))).unwrap()
    };
    let weights = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(str::to_string).collect()
    };
    let plain = tune("", "plain");
    // Other rules: other games, so other weights come out, and the judgement is of these rules.
    let stacks = tune("--market stacks --divisions onslaught", "stacks");
    assert_ne!(weights(&plain), weights(&stacks));
    assert_has(&stacks, "--market stacks");
    let judged = place.manifest("stacks");
    let strata = judged["command"].as_str().unwrap();
    assert_has(strata, "--divisions onslaught");
    // Another measure on the same games: the sets of weights are ranked by it.
    let rounds = tune("--measure rounds", "rounds");
    assert_has(&rounds, "Goal: maximise rounds survived");
    assert_has(&rounds, "rounds survived of");
    let best = |out: &str| {
        let rows = place.rows(&format!("{out}/generations.csv"));
        rows[0]["best"].parse::<f64>().unwrap()
    };
    assert!(
        best("rounds") < best("plain"),
        "rounds with 15 HP are fewer"
    );
    // Where less is better, the best is the least.
    tune("--measure needed-hp", "needed");
    let rows = place.rows("needed/generations.csv");
    let number = |name: &str| rows[0][name].parse::<f64>().unwrap();
    assert!(number("best") < number("mean") && number("mean") < number("worst"));
}
