//! Ranking cards, as a person would do it.

use crate::common::{Place, Row, number};

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
        assert_eq!(
            number(effect, "difference"),
            0.0 - number(&row, "difference")
        );
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
