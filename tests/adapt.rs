//! Players who adapt to what they are asked about, and means adjusted for luck.

use crate::common::{Place, rows_of};

const COMPARED: &str = "compare --arm tough:set.charger.hp=9 --games 600 --adapt --format csv";

#[test]
fn effects_come_without_and_with_adaptation_the_same_on_any_threads_and_from_shards() {
    let place = Place::new();
    let said = place.ok(&format!("{COMPARED} --threads 1 --out one"));
    for wanted in [
        "policy veteran adapted",
        "Without and with adaptation: 1 player, policy veteran",
        "do not include the luck of training",
    ] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    let manifest = place.manifest("one");
    assert_eq!(manifest["adapt"]["value_games"], 3000);
    let adapted = manifest["strata"][1]["adapted"].as_array().expect("files");
    assert_eq!(adapted.len(), 2);
    assert_ne!(adapted[0], adapted[1]);
    assert_eq!(
        manifest["strata"][0]["adapted"].as_array().unwrap().len(),
        0
    );
    assert!(
        manifest["command"].as_str().unwrap().contains("--adapt"),
        "{}",
        manifest["command"]
    );
    // The players can be looked at and played with.
    let file = adapted[0].as_str().unwrap().replace(".value", ".toml");
    place.ok(&format!(
        "simulate --policy one/{file} --games 5 --quiet --out s"
    ));
    // An interrupted shard goes on with the players it had, and merging takes those of the shards.
    let shard = format!("{COMPARED} --threads 2 --checkpoint 0 --shard");
    if place.is_interrupted(&format!("{shard} 1/2")) {
        place.ok("compare --resume part --quiet");
    }
    place.ok(&format!("{shard} 2/2 --quiet --out part2"));
    place.ok("merge part part2 --out merged --quiet");
    place.assert_same_data("one", "merged");
}

#[test]
fn adjusting_for_luck_makes_means_sharper_and_is_the_same_in_shards() {
    let place = Place::new();
    let run = "simulate --players 1 --policy balanced --games 400 --adjust luck --format csv";
    place.says(&format!("{run} --threads 1 --out one"), "luck-adjusted");
    let width = |statistic: &str| {
        let rows = place.rows("one/summary.csv").into_iter();
        let mut rows = rows.filter(|row| row["measure"] == "endurance");
        let row = rows
            .find(|row| row["statistic"] == statistic)
            .expect("a row");
        row["high"].parse::<f64>().unwrap() - row["low"].parse::<f64>().unwrap()
    };
    let (plain, adjusted) = (width("mean"), width("mean adjusted for luck"));
    assert!(adjusted < 0.9 * plain, "{adjusted} {plain}");
    for shard in [1, 2, 3] {
        place.ok(&format!(
            "{run} --shard {shard}/3 --quiet --out part{shard}"
        ));
    }
    place.ok("merge part1 part2 part3 --out merged --quiet");
    place.assert_same_data("one", "merged");
}

#[test]
fn differences_are_adjusted_beyond_pairing() {
    let place = Place::new();
    place.says(
        "compare --arm tough:set.charger.hp=6 --policy balanced --games 300 --adjust luck --out c",
        "with pairing alone",
    );
    let rows = rows_of(&place.answer("c"), "differences");
    let mut rows = rows.iter().filter(|row| row["measure"] == "endurance");
    let row = rows.next().expect("a row");
    assert_eq!(row["interval"], "normal (paired, adjusted for luck)");
    assert!(row["luck_gain"].as_f64().unwrap() > 1.1, "{row}");
    // The same games without adjusting: the same effect within the plain interval.
    place.ok("compare --arm tough:set.charger.hp=6 --policy balanced --games 300 --out d");
    let rows = rows_of(&place.answer("d"), "differences");
    let mut rows = rows.iter().filter(|row| row["measure"] == "endurance");
    let plain = rows.next().expect("a row");
    let (low, high) = (
        plain["low"].as_f64().unwrap(),
        plain["high"].as_f64().unwrap(),
    );
    let adjusted = row["difference"].as_f64().unwrap();
    assert!((low..=high).contains(&adjusted), "{adjusted} {low} {high}");
}
