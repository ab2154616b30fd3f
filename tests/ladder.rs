//! A ladder of policies, as a person would play it.

use crate::common::{Place, Row, assert_has, number, text};
use std::fs;

/// Rows of a table that are about a measure.
fn of(place: &Place, file: &str, measure: &str) -> Vec<Row> {
    let rows = place.rows(file).into_iter();
    rows.filter(|row| row["measure"] == measure).collect()
}

#[test]
fn rungs_are_compared_with_the_one_below() {
    let place = Place::new();
    place.ok("ladder --policies random,pass,greedy --players 2 --games 300 --format csv --out l");
    let steps = of(&place, "l/differences.csv", "endurance");
    let all = |column: &str| steps.iter().map(|row| &row[column]).collect::<Vec<_>>();
    assert_eq!(all("arm"), ["pass", "greedy"]);
    assert_eq!(all("baseline"), ["random", "pass"]);
    assert_eq!(all("verdict"), ["stronger"; 2]);
    assert_eq!(all("games"), ["300"; 2]);
    for step in &steps {
        assert!(number(step, "family_low") < number(step, "low"));
    }
}

#[test]
fn where_damage_decides_less_is_better() {
    let place = Place::new();
    place.ok(
        "ladder --policies pass,greedy --players 1 --games 300 --training on --measure damage \
         --format csv --out l",
    );
    let step = &of(&place, "l/differences.csv", "base_damage")[0];
    assert!(number(step, "difference") < 0.0);
    assert_eq!(step["verdict"], "stronger");
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
    let rungs = of(&place, "one/arms.csv", "endurance");
    let games: Vec<&str> = rungs.iter().map(|row| row["games"].as_str()).collect();
    assert!(games.iter().all(|count| *count == games[0]), "{games:?}");
    assert!(number(&rungs[0], "games") < 100_000.0);
    for row in of(&place, "one/differences.csv", "endurance") {
        assert_eq!(row["games"], games[0]);
        let width = number(&row, "high") - number(&row, "low");
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
    let games = |file: &str| -> Vec<String> {
        let rows = of(&place, file, "endurance").into_iter();
        rows.map(|row| row["games"].clone()).collect()
    };
    assert_eq!(games("l/arms.csv"), ["50", "50", "7"]);
    assert_eq!(games("l/differences.csv"), ["50", "7"]);
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
