//! Searching for a setting, as a person would do it.

use crate::common::{Place, json, number};

#[test]
fn the_base_that_was_found_wins_what_was_wanted() {
    let place = Place::new();
    let said = place.ok("target --win-rate 50% --players 1-2 --policy greedy --games 1500 --out t");
    let flat = said.replace('\n', " ");
    assert!(
        flat.starts_with("One player who plays like `greedy` wins 50% of games with a base of "),
        "{said}"
    );
    assert!(
        flat.contains("Two players who play like `greedy` win 50%"),
        "{said}"
    );
    assert!(
        said.lines().all(|line| line.chars().count() <= 80),
        "{said}"
    );
    let answers = place.rows("t/target.csv");
    assert_eq!(answers.len(), 2);
    for answer in &answers {
        let (players, base) = (&answer["players"], number(answer, "value"));
        assert!(number(answer, "low") <= base && base <= number(answer, "high"));
        // Played with that base, on other luck.
        place.ok(&format!(
            "simulate --players {players} --policy greedy --base-hp {base} --games 1500 --seed 9 \
             --play-on off --out direct{players} --format csv --quiet"
        ));
        let summary = place.rows(&format!("direct{players}/summary.csv"));
        let rate = number(&summary[0], "value");
        assert!((rate - 0.5).abs() < 0.06, "{rate} with {base}");
        let curve = place.rows("t/settings.csv");
        let nearest = curve.iter().filter(|row| row["nearest"] == "true");
        assert_eq!(nearest.count(), 2);
    }
    place.assert_made_again("t");
}

#[test]
fn other_settings_are_tried_on_the_same_luck() {
    let place = Place::new();
    let found = json(&place.ok(
        "target --players 2 --vary enemies --base-hp 90 --policy greedy --games 400 --json --out e",
    ));
    let curve = found["curve"].as_array().expect("a curve");
    let rates: Vec<f64> = curve
        .iter()
        .filter_map(|row| row["win_rate"].as_f64())
        .collect();
    assert_eq!(rates.len(), 8);
    assert!(rates.is_sorted_by(|a, b| a >= b), "{rates:?}");
    assert_eq!(found["target"][0]["value"], "3/4/4");
    let hint = place
        .ok("target --vary set.prowler.hp=2..3 --policy greedy --games 300 --out h --format csv");
    let flat = hint.replace('\n', " ");
    assert!(flat.contains("for every value of prowler.hp"), "{hint}");
    assert!(flat.contains("add `--base-hp"), "{hint}");
    place.says("target --vary copies.prowler=1,5 --policy greedy --games 300 --base-hp 90 --out c --format csv", "prowler.copies");
}

#[test]
fn players_who_look_at_their_base_play_with_the_one_that_was_found() {
    let place = Place::new();
    place.says(
        "target --policy expert --games 400 --out t --format csv",
        "These players take their base into account",
    );
    let answer = &place.rows("t/target.csv")[0];
    let base = number(answer, "value");
    assert!((65.0..85.0).contains(&base), "{base}");
}

#[test]
fn wrong_use_gets_help() {
    let place = Place::new();
    for (arguments, expected) in [
        ("--win-rate 0.4", "such as 40%"),
        ("--win-rate 100%", "from 1% to 99%"),
        ("--players 5", "1 to 4 players"),
        ("--players 4-1", "1 to 4 players"),
        ("--vary hp", "expected base-hp, enemies"),
        ("--vary set.prowler.hp=1..99", "at most 12 values"),
        ("--vary set.prowlr.hp=1..3", "did you mean `prowler`?"),
        ("--vary set.prowler.hq=1..3", "hp"),
        (
            "--vary enemies --training on",
            "training games cannot be lost",
        ),
        ("--policy nobody", "nobody"),
    ] {
        place.refuses(&format!("target {arguments}"), expected);
    }
    assert!(place.names().is_empty(), "nothing is written");
}

#[test]
fn a_base_found_in_shards_is_that_of_the_whole() {
    let place = Place::new();
    // Players who look at their base play again with the one that was found.
    let target = "target --players 1,2 --policy expert --games 301 --quiet";
    place.ok(&format!("{target} --out whole"));
    for number in [2, 1] {
        place.ok(&format!(
            "{target} --shard {number}/2 --threads {number} --out s{number}"
        ));
    }
    place.ok("merge s1 s2 --quiet --out m");
    place.assert_same_data("whole", "m");
    place.ok(&format!("{target} --seed 2 --shard 2/2 --out o"));
    place.refuses("merge s1 o --out n", "o: does not belong to s1");
}
