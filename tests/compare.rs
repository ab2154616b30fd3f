//! Comparing variants, as a person would do it.

use crate::common::{Place, Row, assert_has, number, rows_of, text};
use std::fs;

/// What can be worked out from the rows of two runs on the same games.
struct ByHand {
    only_arm: u64,
    only_baseline: u64,
    damage: Vec<f64>,
}

fn by_hand(place: &Place, baseline: &str, arm: &str) -> ByHand {
    let (a, b) = (
        place.rows(&format!("{baseline}/games.csv")),
        place.rows(&format!("{arm}/games.csv")),
    );
    assert_eq!(a.len(), b.len());
    let won = |row: &Row| row["won"] == "true";
    let pairs = || a.iter().zip(&b);
    ByHand {
        only_arm: pairs().filter(|(a, b)| !won(a) && won(b)).count() as u64,
        only_baseline: pairs().filter(|(a, b)| won(a) && !won(b)).count() as u64,
        damage: pairs()
            .map(|(a, b)| number(b, "base_damage") - number(a, "base_damage"))
            .collect(),
    }
}

#[test]
fn a_paired_result_is_that_of_two_runs_on_the_same_games() {
    let place = Place::new();
    let common = "--games 700 --seed 5 --policy balanced --base-hp 90 --players 1";
    place.ok(&format!("simulate {common} --format csv --out a"));
    place.ok(&format!(
        "simulate {common} --set charger.hp=3 --format csv --out b"
    ));
    place.ok(&format!(
        "compare {common} --arm tough:set.charger.hp=3 --format csv --out c"
    ));
    let expected = by_hand(&place, "a", "b");
    let differences = place.rows("c/differences.csv");
    let row = |measure: &str| {
        let found = differences.iter().find(|row| row["measure"] == measure);
        found.expect("every measure has a row")
    };
    let wins = row("win_rate");
    assert!(
        expected.only_arm + expected.only_baseline > 0,
        "some games must flip"
    );
    assert_eq!(wins["only_arm_won"], expected.only_arm.to_string());
    assert_eq!(
        wins["only_baseline_won"],
        expected.only_baseline.to_string()
    );
    let delta = (expected.only_arm as f64 - expected.only_baseline as f64) / 700.0;
    assert!((number(wins, "difference") - delta).abs() < 1e-12);
    let mean = expected.damage.iter().sum::<f64>() / 700.0;
    let squares = expected.damage.iter().map(|d| (d - mean).powi(2));
    let error = (squares.sum::<f64>() / 699.0 / 700.0).sqrt();
    let damage = row("base_damage");
    assert!((number(damage, "difference") - mean).abs() < 1e-9);
    assert!((number(damage, "standard_error") - error).abs() < 1e-9);
    // The arms' own figures are those of the two runs.
    for (run, arm) in [("a", "base"), ("b", "tough")] {
        let games = place.rows(&format!("{run}/games.csv"));
        let won = games.iter().filter(|row| row["won"] == "true").count();
        let arms = place.rows("c/arms.csv");
        let own = arms
            .iter()
            .find(|row| row["arm"] == arm && row["measure"] == "win_rate");
        assert!((number(own.unwrap(), "value") - won as f64 / 700.0).abs() < 1e-12);
    }
}

#[test]
fn endurance_and_needed_hp_are_those_of_games_played_on() {
    let place = Place::new();
    let common = "--games 300 --seed 5 --policy greedy --players 2 --format csv";
    for (run, set) in [("a", ""), ("b", "--set charger.hp=3")] {
        place.ok(&format!("simulate {common} {set} --out {run}"));
    }
    place.ok(&format!(
        "compare {common} --arm tough:set.charger.hp=3 --out c"
    ));
    let mean = |run: &str, column: &str| {
        let games = place.rows(&format!("{run}/games.csv"));
        let sum: f64 = games.iter().map(|row| number(row, column)).sum();
        sum / games.len() as f64
    };
    let differences = place.rows("c/differences.csv");
    for (measure, column) in [
        ("endurance", "endurance"),
        ("needed_hp", "needed_hp_per_player"),
    ] {
        let row = differences.iter().find(|row| row["measure"] == measure);
        let expected = mean("b", column) - mean("a", column);
        let found = number(row.expect("a row"), "difference");
        assert!(
            (found - expected).abs() < 1e-9,
            "{measure}: {found} {expected}"
        );
    }
    // Damage by wave adds up to what is needed, less the last point.
    let waves: f64 = (1..=3)
        .map(|wave| {
            let name = format!("damage_wave_{wave}");
            let row = differences.iter().find(|row| row["measure"] == name);
            number(row.expect("a row"), "difference")
        })
        .sum();
    let needed = differences.iter().find(|row| row["measure"] == "needed_hp");
    assert!((waves - number(needed.unwrap(), "difference")).abs() < 1e-9);
}

#[test]
fn a_floor_gets_no_verdict_and_the_reason() {
    let place = Place::new();
    let out = place.ok(
        "compare --arm tough:set.charger.hp=3 --measure win-rate --policy random --games 200 --out c",
    );
    assert_has(&out, "nearly every game is lost");
    let flat = out.replace('\n', " ");
    assert!(flat.contains("Try --measure endurance"), "{out}");
    let rows = place.rows("c/differences.csv");
    assert!(rows.iter().all(|row| row["verdict"].is_empty()));
    // Endurance does not depend on the base, so it cannot judge one.
    let base = "compare --arm more:base-hp=40 --policy random --games 200";
    place.says(
        &format!("{base} --measure endurance --out d"),
        "they differ in base HP",
    );
    let rows = place.rows("d/differences.csv");
    assert!(rows.iter().all(|row| row["verdict"].is_empty()));
    place.says(
        &format!("{base} --out e"),
        "more is easier for the players than the game without the change",
    );
}

#[test]
fn a_scan_draws_a_row_of_values_and_leaves_out_the_one_in_force() {
    let place = Place::new();
    let out = place.ok("compare --scan set.charger.hp=1..4 --policy greedy --games 400 --out c");
    for value in 1..=4 {
        assert_has(&out, &format!("\n      {value}  "));
    }
    assert_has(&out, "as it is");
    let rows = place.rows("c/differences.csv");
    let judged = rows.iter().filter(|row| row["measure"] == "endurance");
    let values: Vec<f64> = judged.map(|row| number(row, "difference")).collect();
    assert_eq!(values.len(), 3, "the value in force is the baseline");
    assert!(values.is_sorted_by(|a, b| a > b), "{values:?}");
}

#[test]
fn verdicts_hold_for_all_policies_together() {
    let place = Place::new();
    let out = place.ok("compare --arm hard:difficulty=hard --policies random,pass --games 300");
    let told = out.replace('\n', " ");
    assert_has(&told, "harder for the players, for both policies");
    assert_has(&told, "simultaneously for all 2 comparisons");
    let manifest = place.manifest("reports/compare");
    assert_eq!(manifest["ending"], "games");
    assert_eq!(manifest["arms"][1]["changes"], "difficulty=hard");
    let differences = rows_of(&place.answer("reports/compare"), "differences");
    assert_eq!(differences.len(), 2 * 9);
    let quiet = place.ok("compare --arm base-hp=9 --games 10 --quiet --out q");
    assert_eq!(quiet, "");
}

#[test]
fn explanations_name_real_games() {
    let place = Place::new();
    let out = place.ok("compare --arm more:base-hp=60 --policy random --games 50 --explain=2");
    assert_has(&out, "events are the same");
    let replays: Vec<&str> = out
        .lines()
        .filter_map(|line| line.trim().strip_prefix("xenosim "))
        .filter(|line| line.starts_with("replay "))
        .collect();
    assert_eq!(replays.len(), 4, "{out}");
    let explained = place.rows("reports/compare/explained.csv");
    let told = place.ok(replays[0]);
    let end = explained[0]["baseline_end"].replace("lost", "The game is lost");
    assert!(told.contains(&end), "{end}\n{told}");
    assert!(explained[0]["baseline_next"].starts_with("The game is lost"));
    // More base HP alone changes nothing until the base falls.
    let longer = place.ok(replays[1]);
    assert!(longer.lines().count() > told.lines().count());
}

#[test]
fn experiments_come_from_files_and_are_listed() {
    let place = Place::new();
    let file = "title = \"A test\"\nbaseline = \"plain\"\nplayers = [1, 2]\n\
                [base]\npolicy = \"random\"\nbase-hp = 40\n\
                [[arm]]\nname = \"plain\"\n[[arm]]\nname = \"less\"\nbase-hp = 20\n";
    fs::write(place.path("mine.toml"), file).expect("a file");
    let out = place.ok("compare mine.toml --games 100");
    assert_has(&out, "A test");
    assert!(place.path("reports/mine/manifest.json").exists());
    let list = place.ok("compare --list");
    for name in ["deployment", "difficulty", "rulings", "policies", "sets"] {
        assert!(list.lines().any(|line| line.starts_with(name)), "{list}");
    }
    let output = place.run("compare rulings --policy random --games 20 --format csv --out r");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let rulings = place.rows("r/differences.csv");
    assert!(rulings.iter().any(|row| row["arm"] == "lethal=exceed"));
    assert!(rulings.iter().any(|row| row["arm"] == "shocker=shielded"));
}

#[test]
fn a_finished_run_gets_more_games_and_says_how_to_make_it_again() {
    let place = Place::new();
    let run = "compare --arm more:base-hp=30 --policy random --measure rounds --format csv";
    place.ok(&format!("{run} --games 400 --out grown --quiet"));
    place.ok(&format!("{run} --games 900 --out once --quiet"));
    for (games, expected) in [
        ("400", "expected more than the 400"),
        ("x", "a whole number"),
    ] {
        let resume = format!("compare --resume grown --games {games}");
        place.refuses(&resume, expected);
    }
    place.ok("compare --resume grown --games 600 --quiet");
    let said = place.ok("compare --resume grown --games 900");
    assert_has(&said, "--raised-from 400,600");
    place.assert_made_again("grown");
    // The same games, looked at for the third time: a wider interval.
    let figures = |name: &str| {
        let rows = place.rows(&format!("{name}/differences.csv"));
        let row = rows.iter().find(|row| row["measure"] == "rounds_survived");
        let row = row.expect("the deciding measure");
        ["difference", "low", "high"].map(|column| number(row, column))
    };
    let ([once, low, high], [grown, lower, higher]) = (figures("once"), figures("grown"));
    assert_eq!(once, grown);
    assert!(
        lower < low && high < higher,
        "{lower} {low} {high} {higher}"
    );
    place.refuses("rank --resume grown --games 9", "compare --resume grown");
}
