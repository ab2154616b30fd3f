//! Ranking cards, as a person would do it.

use crate::common::{Place, Row, assert_has, number, rows_of};
use std::fs;

/// The row of a card, method and measure.
fn effect<'a>(rows: &'a [Row], card: &str, method: &str, measure: &str) -> &'a Row {
    let wanted =
        |row: &&Row| row["card"] == card && row["method"] == method && row["measure"] == measure;
    rows.iter().find(wanted).expect("every effect has a row")
}

#[test]
fn a_rigged_enemy_is_the_most_dangerous_by_every_method() {
    let place = Place::new();
    place.ok(
        "rank --type enemy --set swarmer.power=12 --set swarmer.hp=12 --policy greedy --games 1000 \
         --method ablation,addition,exposure --format csv --quiet --out r",
    );
    let ranks = place.rows("r/ranks.csv");
    assert_eq!(ranks.len(), 18);
    let first = &ranks[0];
    assert_eq!(first["card"], "swarmer");
    for column in ["rank", "best_rank", "worst_rank", "tier"] {
        assert_eq!(first[column], "1", "{column}");
    }
    assert_eq!(
        (first["found"].as_str(), first["measure"].as_str()),
        ("true", "endurance")
    );
    assert_eq!(
        first["replaced_by"],
        "the next of the 15 other wave 1 enemies"
    );
    let effects = place.rows("r/effects.csv");
    for method in ["ablation", "addition", "exposure"] {
        let row = effect(&effects, "swarmer", method, "endurance");
        // It costs the players rounds.
        assert!(number(row, "high") < 0.0, "{method}: {row:?}");
        assert!(number(row, "strength") > 0.0, "{method}");
    }
    // Ranks and tiers are in order, and every rank lies in its set.
    for (index, row) in ranks.iter().enumerate() {
        assert_eq!(row["rank"], (index + 1).to_string());
        assert!(number(row, "best_rank") <= number(row, "rank"));
        assert!(number(row, "worst_rank") >= number(row, "rank"));
    }
    assert!(
        ranks
            .windows(2)
            .all(|pair| number(&pair[0], "tier") <= number(&pair[1], "tier"))
    );
}

#[test]
fn a_rigged_item_is_the_strongest() {
    let place = Place::new();
    place.ok(
        "rank --type item --set hi-ex-grenade.cost=0 --set hi-ex-grenade.ability.1.do.1.damage=30 \
         --policy greedy --games 500 --method all --format csv --quiet --out r",
    );
    let ranks = place.rows("r/ranks.csv");
    assert_eq!(ranks[0]["card"], "hi-ex-grenade");
    assert_eq!(ranks[0]["worst_rank"], "1");
    let effects = place.rows("r/effects.csv");
    for method in ["ablation", "exposure"] {
        let row = effect(&effects, "hi-ex-grenade", method, "endurance");
        assert!(number(row, "low") > 0.0, "{method}: {row:?}");
    }
}

#[test]
fn a_card_that_nobody_buys_is_not_judged() {
    let place = Place::new();
    let out = place.ok(
        "rank ranger daedalus charger --set daedalus.cost=90 --policy greedy --games 300 \
         --method ablation --format csv --out r",
    );
    assert_has(&out, "Not ranked: 1 of 3 cards");
    assert_has(&out, "These games say too little about them");
    let ranks = place.rows("r/ranks.csv");
    assert!(ranks.iter().all(|row| row["card"] != "daedalus"));
    for row in &ranks {
        let share = if row["type"] == "enemy" {
            "in_play"
        } else {
            "bought"
        };
        assert!(number(row, share) >= 0.05, "{row:?}");
        assert!(number(row, "bought") <= number(row, "offered"));
    }
    let not_judged = place.rows("r/not_judged.csv");
    assert_eq!(not_judged.len(), 1);
    assert_eq!(not_judged[0]["card"], "daedalus");
    assert_eq!(number(&not_judged[0], "bought"), 0.0);
    assert!(number(&not_judged[0], "offered") > 0.0);
}

#[test]
fn conditions_that_reverse_an_effect_are_flagged() {
    let place = Place::new();
    // Under one setting the card is a gift, under the other it takes the place of every purchase.
    place.says(
        "rank charger smoker --policy greedy --games 600 --method ablation --format csv --out r \
         --setting harmless:set.charger.power=0,set.charger.hp=1 \
         --setting deadly:set.charger.power=20,set.charger.hp=20",
        "Conditions clearly disagree on the sign (!c): Charger",
    );
    let ranks = place.rows("r/ranks.csv");
    let charger: Vec<_> = ranks
        .iter()
        .filter(|row| row["card"] == "charger")
        .collect();
    assert_eq!(charger.len(), 2);
    assert!(charger.iter().all(|row| row["conditions"] == "opposed"));
    assert_eq!(charger[0]["setting"], "harmless");
}

#[test]
fn a_renamed_twin_has_its_twins_effects() {
    let place = Place::new();
    let patch = "[swarmer]\ncopies = 0\n[[card]]\nid = \"twin\"\nname = \"Twin\"\n\
                 like = \"swarmer\"\ncopies = 3\n";
    fs::write(place.path("twin.toml"), patch).expect("a file");
    let common = "--policy random --games 700 --method all --format csv --quiet";
    place.ok(&format!("rank swarmer charger {common} --out a"));
    place.ok(&format!(
        "rank twin charger {common} --patch twin.toml --out b"
    ));
    let (original, twin) = (place.rows("a/effects.csv"), place.rows("b/effects.csv"));
    let of = |rows: &[Row], card: &str| -> Vec<Row> {
        let mine = rows.iter().filter(|row| row["card"] == card).cloned();
        mine.map(|mut row| {
            row.remove("card");
            row.remove("name");
            row
        })
        .collect()
    };
    let (original, twin) = (of(&original, "swarmer"), of(&twin, "twin"));
    assert_eq!(original.len(), 3 * 5);
    assert_eq!(original, twin);
    assert!(original.iter().any(|row| number(row, "effect") != 0.0));
}

#[test]
fn ablation_is_a_comparison_with_the_card_taken_out() {
    let place = Place::new();
    let common = "--policy random --games 700 --seed 9 --format csv --quiet";
    place.ok(&format!("rank charger smoker --all-games {common} --out r"));
    place.ok(&format!(
        "compare --arm without:set.charger.copies=0 {common} --out c"
    ));
    let effects = place.rows("r/effects.csv");
    for row in place.rows("c/differences.csv") {
        if row["measure"].starts_with("damage_wave") || row["measure"].ends_with("at_base") {
            continue;
        }
        let effect = effect(&effects, "charger", "ablation", &row["measure"]);
        assert_eq!(number(effect, "effect"), 0.0 - number(&row, "difference"));
        assert_eq!(effect["standard_error"], row["standard_error"]);
        assert_eq!(effect["p_value"], row["p_value"]);
        assert_eq!(number(effect, "low"), 0.0 - number(&row, "high"));
    }
}

#[test]
fn games_are_spent_where_ranks_are_open() {
    let place = Place::new();
    let out = place.ok(
        "rank --type enemy --set swarmer.power=15 --set swarmer.hp=15 --policy random --base-hp 60 \
         --method ablation --games 3000 --top 1 --format csv --out r",
    );
    let told = out.replace('\n', " ");
    assert!(told.contains("whether they are in the top 1"), "{out}");
    let ranks = place.rows("r/ranks.csv");
    assert_eq!(
        (ranks[0]["card"].as_str(), ranks[0]["worst_rank"].as_str()),
        ("swarmer", "1")
    );
    assert!(ranks.iter().all(|row| row["settled"] == "true"));
    assert!(
        ranks.iter().all(|row| number(row, "games") < 3000.0),
        "settled early"
    );
    assert_eq!(place.manifest("r")["ending"], "settled");
    // Only those that may be first are shown.
    assert!(out.contains("Swarmer") && !out.contains("Hydra  "), "{out}");
}

#[test]
fn every_policy_has_its_ranks_and_is_compared() {
    let place = Place::new();
    let arguments =
        "rank --type boss --policies random,greedy --games 300 --method all --set overseer.hp=6";
    let out = place.ok(arguments);
    for policy in ["random", "greedy"] {
        assert_has(&out, &format!("(1 player, policy {policy})"));
    }
    let ranks = place.rows("reports/rank/ranks.csv");
    assert!(ranks.iter().all(|row| !row["policies"].is_empty()));
    let answer = place.answer("reports/rank");
    assert_eq!(rows_of(&answer, "ranks").len(), 18);
    assert_eq!(rows_of(&answer, "effects").len(), 2 * 9 * 3 * 5);
}
