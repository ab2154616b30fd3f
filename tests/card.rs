//! `xenosim card`, as a person would use it.

use crate::common::{Place, Row, assert_fits, assert_has, number};
use std::fs;

#[test]
fn steps_are_comparisons_with_a_figure_changed_by_one() {
    let place = Place::new();
    let common = "--policy greedy --games 500 --format csv --quiet";
    place.ok(&format!("card charger militia {common} --out s"));
    place.ok(&format!(
        "compare --arm up:set.charger.hp=2 --arm weak:set.militia.power=1 {common} --out c"
    ));
    let steps = place.rows("s/contrasts.csv");
    let step = |card: &str, field: &str, by: &str, measure: &str| {
        let found = steps.iter().find(|row| {
            row["card"] == card
                && row["variant"] == format!("{field} {by}")
                && row["measure"] == measure
        });
        found.expect("every step has a row")
    };
    for row in place.rows("c/differences.csv") {
        if row["measure"].starts_with("damage_wave") || row["measure"].ends_with("at_base") {
            continue;
        }
        let measure = row["measure"].as_str();
        let same = match row["arm"].as_str() {
            "up" => step("charger", "hp", "+1", measure),
            _ => step("militia", "power", "-1", measure),
        };
        for column in ["difference", "low", "high", "standard_error", "p_value"] {
            assert_eq!(same[column], row[column], "{column}");
        }
    }
    // What cannot be done stands there with the reason.
    let refused = step("charger", "hp", "-1", "");
    assert_eq!(refused["note"], "hp is 1, the smallest possible value");
    assert_eq!(
        step("militia", "cost", "+1", "")["note"],
        "it is not for sale"
    );
    // Holm covers the measure that decides.
    let judged = step("charger", "power", "+1", "endurance");
    assert!(number(judged, "holm_p") >= number(judged, "p_value"));
    assert_eq!(step("charger", "power", "+1", "base_damage")["holm_p"], "");
}

#[test]
fn figures_are_shown_both_ways_and_written_down() {
    let place = Place::new();
    let out = place.ok("card overseer med-pack atlas --policy random --games 200");
    for expected in [
        "Overseer",
        "cost: it is not for sale",
        "power: an instant has no power",
        ": it gives no power",
        "What matters most",
    ] {
        assert!(out.contains(expected), "{expected}\n{out}");
    }
}

#[test]
fn a_custom_card_is_judged_against_similar_ones() {
    let place = Place::new();
    let patch = "[[card]]\nid = \"giant\"\nname = \"Giant\"\nlike = \"ranger\"\ncopies = 3\n\
                 power = 30\nhp = 30\n";
    fs::write(place.path("mine.toml"), patch).expect("a file");
    let out = place.ok("card giant --patch mine.toml --policy greedy --games 400 --out j");
    assert_has(&out, "Giant is strong");
    assert_has(&out, "It costs");
    let rows = place.rows("j/contrasts.csv");
    let fair: Vec<&Row> = rows.iter().filter(|row| row["part"] == "fair").collect();
    let mut itself = fair.iter().filter(|row| row["variant"] == "as it is");
    let itself = itself.next().expect("a row");
    assert!(number(itself, "low") > 0.0, "{itself:?}");
    let peers = fair.iter().filter(|row| row["variant"].starts_with("peer"));
    let sum: f64 = peers.map(|row| number(row, "difference")).sum();
    assert!(sum.abs() < 1e-9, "{sum}");
}

#[test]
fn the_sheet_says_what_the_card_is_worth_and_how_it_becomes_average() {
    let place = Place::new();
    let strong = "--set ranger.power=9 --set ranger.hp=9";
    let said = place.ok(&format!(
        "card ranger {strong} --policy greedy --games 600 --out s --format csv"
    ));
    for expected in [
        "Ranger is strong",
        "Having Ranger in the game is worth",
        "On offer in",
        "troop, wave 1",
        "What one more is worth: Ranger",
    ] {
        assert_has(&said, expected);
    }
    let sheet = &place.rows("s/cards.csv")[0];
    let share = |column: &str| number(sheet, column);
    assert!(share("offered") >= share("bought") && share("payable") >= share("bought"));
    assert!(share("strength_low") <= share("strength") && share("strength") > 0.0);
    assert_eq!(sheet["verdict"], "strong");
    // Of all changes that were tried, the one named brings it closest, or close enough first.
    let left = share("advantage_left").abs();
    assert!(left < share("advantage"), "{sheet:?}");
    let tried = place.rows("s/contrasts.csv");
    let tried = tried.iter().filter(|row| row["part"] == "fair");
    let closest = tried
        .filter(|row| {
            row["variant"].starts_with(['p', 'h', 'c']) && !row["variant"].starts_with("peer")
        })
        .map(|row| number(row, "difference").abs())
        .fold(f64::INFINITY, f64::min);
    assert!(
        left <= 0.02 || (left - closest).abs() < 1e-9,
        "{left} {closest}"
    );
}

#[test]
fn all_cards_of_a_kind_are_one_table_with_those_that_stand_out_first() {
    let place = Place::new();
    let said = place.ok(
        "card --type troop --wave 2 --set field-medic.power=30 --policy greedy --games 150 --out all --html",
    );
    assert_fits(&said);
    assert_has(&said, "All cards, those that stand out first");
    let rows = place.rows("all/cards.csv");
    assert!(rows.len() > 5);
    assert!(
        rows.iter()
            .all(|row| row["type"] == "troop" && row["wave"] == "2")
    );
    let settled = |row: &Row| ["strong", "weak"].contains(&row["verdict"].as_str());
    assert!(rows.is_sorted_by_key(|row| !settled(row)));
    let page = fs::read_to_string(place.path("all/report.html")).expect("a page");
    assert!(
        page.contains("id=\"s1-cards\" open"),
        "the table is shown at once"
    );
}

#[test]
fn pairs_are_tried_together() {
    let place = Place::new();
    let common = "--policy greedy --games 300 --format csv";
    let out = place.ok(&format!(
        "card ranger hercules med-pack --show partners {common} --out s"
    ));
    assert_has(&out, "Cards together");
    let pairs = place.rows("s/contrasts.csv");
    assert_eq!(pairs.len(), 3);
    for pair in &pairs {
        let value = number(pair, "difference");
        assert!(number(pair, "low") < value && value < number(pair, "high"));
    }
    // A card with others: the same pairs, and what the sheet of a card shows besides.
    place.ok(&format!(
        "card ranger --with hercules,med-pack {common} --out w"
    ));
    let with = place.rows("w/contrasts.csv");
    let with: Vec<&Row> = with
        .iter()
        .filter(|row| row["part"] == "partners")
        .collect();
    let of_ranger = |row: &&Row| row["card"] == "ranger" || row["partner"] == "ranger";
    let same: Vec<&Row> = pairs.iter().filter(of_ranger).collect();
    assert_eq!((with.len(), same.len()), (2, 2));
    for (one, other) in with.iter().zip(same) {
        for column in ["card", "partner", "difference", "low", "high", "p_value"] {
            assert_eq!(one[column], other[column], "{column}");
        }
    }
}

#[test]
fn a_starting_card_is_not_judged_but_its_figures_are() {
    let place = Place::new();
    let out = place.ok("card militia --policy greedy --games 100 --format csv --out m");
    assert_has(&out, "Whether Militia is fair is not judged");
    let rows = place.rows("m/contrasts.csv");
    assert!(rows.iter().all(|row| row["part"] == "figures"));
}
