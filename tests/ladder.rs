//! A ladder of policies, as a person would play it.

use crate::common::{Place, assert_has, number, text};
use std::fs;

#[test]
fn rungs_are_compared_with_the_one_below() {
    let place = Place::new();
    place.ok("ladder --policies random,pass,greedy --players 2 --games 300 --format csv --out l");
    let ladder = place.rows("l/ladder.csv");
    let all = |column: &str| ladder.iter().map(|row| &row[column]).collect::<Vec<_>>();
    assert_eq!(all("policy"), ["random", "pass", "greedy"]);
    assert_eq!(all("below"), ["", "random", "pass"]);
    assert_eq!(all("verdict"), ["", "stronger", "stronger"]);
    assert_eq!(all("decided_by")[1..], ["endurance"; 2]);
    assert_eq!(all("paired_games")[1..], ["300"; 2]);
    for row in &ladder[1..] {
        assert!(number(row, "family_low") < number(row, "difference_low"));
    }
}

#[test]
fn where_damage_decides_less_is_better() {
    let place = Place::new();
    place.ok(
        "ladder --policies pass,greedy --players 1 --games 300 --training on --measure damage \
         --format csv --out l",
    );
    let ladder = place.rows("l/ladder.csv");
    assert_eq!(ladder[1]["decided_by"], "base_damage");
    assert!(number(&ladder[1], "difference") < 0.0);
    assert_eq!(ladder[1]["verdict"], "stronger");
}

#[test]
fn a_target_error_ends_all_rungs_together() {
    let place = Place::new();
    let common = "--policies random,pass,greedy --players 1 --target-error 0.1 --format csv";
    place.says(
        &format!("ladder {common} --threads 1 --out one"),
        "its error was at most 0.1 of endurance",
    );
    let manifest = place.manifest("one");
    assert_eq!(manifest["ending"], "settled");
    assert_eq!(manifest["settles"], "target error 0.1");
    let ladder = place.rows("one/ladder.csv");
    let games: Vec<&str> = ladder.iter().map(|row| row["games"].as_str()).collect();
    assert!(games.iter().all(|count| *count == games[0]), "{games:?}");
    assert!(number(&ladder[0], "games") < 100_000.0);
    for row in &ladder[1..] {
        assert_eq!(row["paired_games"], row["games"]);
        let width = number(row, "difference_high") - number(row, "difference_low");
        assert!(width <= 0.2, "{row:?}");
    }
    place.ok(&format!("ladder {common} --threads 2 --quiet --out two"));
    place.assert_same_data("one", "two");
    place.assert_made_again("one");
}

#[test]
fn a_policy_that_searches_plays_fewer_games() {
    let place = Place::new();
    let quick = "description = \"Quick.\"\n[search]\npolicy = \"pass\"\nplayouts = 4\n";
    fs::write(place.path("quick.toml"), quick).unwrap();
    place.ok(
        "ladder --policies random,pass,quick.toml --players 1 --games 50 --search-games 7 \
         --format csv --out l",
    );
    let ladder = place.rows("l/ladder.csv");
    let games: Vec<&str> = ladder.iter().map(|row| row["games"].as_str()).collect();
    assert_eq!(games, ["50", "50", "7"]);
    assert_eq!(ladder[2]["paired_games"], "7");
    assert_eq!(ladder[1]["paired_games"], "50");
}

/// Buys whatever costs most: what becomes cheaper is bought less.
const FOOL: &str = r#"
description = "A fool."
[purchase]
strategy = "greedy"
power = 0.0
hp = 0.0
thrift = -5.0
[deployment]
strategy = "lane-balancing"
[reaction]
strategy = "never"
[wrap-up]
strategy = "by-worth"
"#;

#[test]
fn a_gift_that_hurts_is_named_and_fails() {
    let place = Place::new();
    fs::write(place.path("fool.toml"), FOOL).unwrap();
    let asked = "ladder --gifts --policies fool.toml --players 1 --games 300 --out g";
    let said = place.run(asked);
    assert_eq!(said.status.code(), Some(1));
    assert_has(&text(&said.stdout), "3 of 187 gifts clearly hurt");
    assert_has(&text(&said.stdout), "medical-shuttle cost-1");
    assert_has(
        &text(&said.stderr),
        "fool.toml plays worse with 3 of the cards",
    );
}

/// With few games only great harm is clear; more are played before a player is made the default.
#[test]
fn no_gift_hurts_the_default_player() {
    let place = Place::new();
    let said = place.ok("ladder --gifts --players 1 --games 150 --out g");
    assert_has(&said, "none of 187 gifts clearly hurts");
}
