//! `xenosim simulate` used as a person would: what it writes, prints and promises.

use crate::common::{Place, Row, assert_fits, assert_has, json, text};
use std::fs;
use tables::{Table, read_parquet};

const FIRST_COLUMNS: [&str; 8] = [
    "game",
    "seed",
    "players",
    "won",
    "rounds_survived",
    "base_hp",
    "base_damage",
    "decisions",
];

fn table(place: &Place, path: &str) -> Table {
    read_parquet(&place.path(path)).expect("a table")
}

/// The sum of a column of whole numbers.
fn sum(table: &Table, column: &str) -> u64 {
    numbers(table, column).iter().sum()
}

fn numbers(table: &Table, column: &str) -> Vec<u64> {
    let column = table.frame().column(column).expect("a column");
    let number = |row| column.get(row).expect("a row").extract().expect("a number");
    (0..table.len()).map(number).collect()
}

#[test]
fn the_plain_command_plays_and_writes_with_no_file_in_sight() {
    let place = Place::new();
    let shown = place.ok("simulate");
    let directory = "reports/simulate-1p-veteran-seed1-10000";
    let told = shown.replace('\n', " ");
    for expected in [
        "10,000 games, seed 1; 95% intervals in brackets",
        "To win 40%, this player would need a base of ",
        "█",
        directory,
    ] {
        assert_has(&told, expected);
    }
    // The answer comes first.
    let first = "1 player, veteran, base of 15 HP  One player who plays like `veteran` wins ";
    assert!(told.starts_with(first), "{shown}");
    assert_fits(&shown);
    let files = crate::common::names(&place.path(directory));
    let tables = [
        "cards", "curve", "damage", "games", "habits", "summary", "targets",
    ];
    let tables = tables.map(|name| ["csv", "parquet"].map(|format| format!("{name}.{format}")));
    let mut expected = tables.concat();
    expected.extend(["answer.json", "manifest.json"].map(String::from));
    expected.sort();
    assert_eq!(files, expected);
    let games = table(&place, &format!("{directory}/games.parquet"));
    assert_eq!(games.len(), 10_000);
    let names = games.columns().map(|column| column.name);
    assert!(names.take(8).eq(FIRST_COLUMNS));
    assert!(numbers(&games, "game").into_iter().eq(0..10_000));
}

#[test]
fn every_decision_can_have_a_row() {
    let place = Place::new();
    place.ok("simulate --games 60 --players 2 --out all --quiet");
    place.ok("simulate --games 60 --players 2 --rows decisions --out o --quiet");
    let csv = |name: &str| fs::read_to_string(place.path(name)).expect("a table");
    assert_eq!(csv("all/games.csv"), csv("o/games.csv"));
    let decisions = table(&place, "o/decisions.parquet");
    let counted = sum(&table(&place, "o/games.parquet"), "decisions");
    assert_eq!(decisions.len() as u64, counted);
    for row in place.rows("o/decisions.csv") {
        let options = json(&row["options"]);
        let answer: usize = row["answer"].parse().expect("a number");
        assert_eq!(options[answer], row["answered"].as_str(), "{row:?}");
        assert_eq!(row["scores"], "[]");
    }
    place.ok("simulate --games 2 --policy strategist:8 --rows decisions --out s --quiet");
    let searched = place.rows("s/decisions.csv");
    let searched = searched.iter().filter(|row| row["scores"] != "[]");
    let fits = |row: &&Row| {
        let (options, scores) = (json(&row["options"]), json(&row["scores"]));
        options.as_array().map(Vec::len) == scores.as_array().map(Vec::len)
    };
    let searched: Vec<_> = searched.collect();
    assert!(!searched.is_empty() && searched.iter().all(fits));
}

#[test]
fn the_columns_agree_with_each_other() {
    let place = Place::new();
    place.ok("simulate --games 3000 --base-hp 60 --play-on off --rounds --out o --quiet");
    let games = table(&place, "o/games.parquet");
    let rounds = table(&place, "o/rounds.parquet");
    let cards = table(&place, "o/cards.parquet");
    let wins = sum(&games, "won");
    assert!(wins > 0 && wins < 3000, "{wins}");
    let damage = numbers(&games, "base_damage");
    let parts = |names: &[String]| {
        let columns: Vec<Vec<u64>> = names.iter().map(|name| numbers(&games, name)).collect();
        (0..games.len())
            .map(|row| columns.iter().map(|column| column[row]).sum())
            .collect::<Vec<u64>>()
    };
    let waves: Vec<String> = (1..=3).map(|w| format!("base_damage_wave_{w}")).collect();
    let by_round: Vec<String> = (1..=9).map(|r| format!("base_damage_round_{r}")).collect();
    let causes = ["overrun", "overflow", "ability"].map(|c| format!("base_damage_{c}"));
    assert_eq!(parts(&waves), damage);
    assert_eq!(parts(&by_round), damage);
    assert_eq!(parts(&causes), damage);
    for (row, left) in numbers(&games, "base_hp").into_iter().enumerate() {
        assert_eq!(left, 60u64.saturating_sub(damage[row]));
        let won = numbers(&games, "won")[row] == 1;
        assert_eq!(won, left > 0);
        let survived = numbers(&games, "rounds_survived")[row];
        assert_eq!(won, survived == 9);
    }
    for column in [
        "base_damage",
        "decisions",
        "enemies_killed",
        "troops_lost",
        "cards_bought",
        "cards_burned",
    ] {
        assert_eq!(sum(&games, column), sum(&rounds, column), "{column}");
    }
    assert_eq!(sum(&cards, "base_damage"), sum(&games, "base_damage"));
    assert_eq!(sum(&cards, "bought"), sum(&games, "cards_bought"));
    assert_eq!(sum(&cards, "burned"), sum(&games, "cards_burned"));
    let fallen = sum(&games, "enemies_killed") + sum(&games, "troops_lost");
    assert_eq!(sum(&cards, "killed"), fallen);
    assert!(sum(&cards, "kills") <= fallen);
    assert_eq!(sum(&cards, "damage_dealt"), sum(&cards, "damage_suffered"));
    for column in ["offered", "drawn", "deployed", "used", "damage_prevented"] {
        assert!(sum(&cards, column) > 0, "{column}");
    }
    for row in 0..cards.len() {
        let at = |column: &str| numbers(&cards, column)[row];
        assert_eq!(at("games_in_play") + at("games_without"), 3000);
        assert_eq!(at("wins_in_play") + at("wins_without"), wins);
        assert!(at("games_bought") <= at("bought"));
        assert!(at("wins_bought") <= at("games_bought"));
        assert!(at("games_in_play") <= at("deployed") + at("used"));
    }
}

#[test]
fn games_played_on_keep_the_game_at_the_table_and_add_what_follows() {
    let place = Place::new();
    let run = "simulate --games 800 --players 2 --policy greedy --base-hp 80 --rounds --quiet";
    place.ok(&format!("{run} --out on"));
    place.ok(&format!("{run} --play-on off --out off"));
    let (on, off) = (
        table(&place, "on/games.parquet"),
        table(&place, "off/games.parquet"),
    );
    assert!(off.frame().column("needed_hp").is_err());
    let rounds = |name: &str| place.data(name)["rounds.csv"].clone();
    assert_eq!(rounds("on"), rounds("off"));
    let incidents = ["stalemates", "draws", "endless", "cut_", "overflows"];
    for column in off.frame().get_columns() {
        // What is out of the ordinary is counted in all rounds that are played.
        if !incidents.iter().any(|word| column.name().contains(word)) {
            assert_eq!(on.frame().column(column.name()).ok(), Some(column));
        }
    }
    let by_round: Vec<Vec<u64>> = (1..=9)
        .map(|round| numbers(&on, &format!("full_damage_round_{round}")))
        .collect();
    let (needed, won) = (numbers(&on, "needed_hp"), numbers(&on, "won"));
    let capped = numbers(&on, "capped");
    for row in 0..on.len() {
        let damage: u64 = by_round.iter().map(|round| round[row]).sum();
        assert_eq!(needed[row], damage.min(480) + 1);
        assert_eq!(capped[row] == 1, damage >= 480);
        assert_eq!(won[row] == 1, needed[row] <= 160);
    }
    assert!(won.contains(&0) && won.contains(&1));
    let cards = table(&place, "on/cards.parquet");
    let all: u64 = by_round.iter().flatten().sum();
    assert_eq!(sum(&cards, "base_damage"), all);
    // The curve at the base in force is the win rate at the table.
    let curve = place.rows("on/curve.csv");
    let here = curve.iter().find(|row| row["base_hp"] == "160");
    let rate = won.iter().sum::<u64>() as f64 / 800.0;
    let shown = crate::common::number(here.expect("the base in force"), "win_rate");
    assert_eq!(shown, rate);
}

#[test]
fn what_says_nothing_is_not_printed() {
    for (options, said, unsaid) in [
        ("--training on", "", ["Rounds survived", "Games lost"]),
        ("--play-on off", "--play-on on", ["Win rate by base"; 2]),
        ("", "", ["games/s", "Decisions"]),
        ("--verbose", "games/s", ["error"; 2]),
    ] {
        let shown = Place::new().ok(&format!("simulate --games 300 {options}"));
        assert_has(&shown, said);
        assert!(!unsaid.iter().any(|word| shown.contains(word)), "{shown}");
    }
}

#[test]
fn rows_can_be_left_out_or_sampled_and_totals_stay() {
    let place = Place::new();
    for (name, rows) in [("all", "all"), ("none", "none"), ("some", "1/100")] {
        place.ok(&format!(
            "simulate --games 2050 --rows {rows} --rounds --out {name} --quiet"
        ));
    }
    let (all, none, some) = (place.data("all"), place.data("none"), place.data("some"));
    for table in ["cards", "summary", "curve", "targets"] {
        for file in ["csv", "parquet"].map(|format| format!("{table}.{format}")) {
            assert!(
                all[&file] == none[&file] && all[&file] == some[&file],
                "{file}"
            );
        }
    }
    let has_rows = |file: &String| file.starts_with("games") || file.starts_with("rounds");
    assert!(!none.keys().any(has_rows));
    let sampled = numbers(&table(&place, "some/games.parquet"), "game");
    assert!(sampled.into_iter().eq((0..2050).step_by(100)));
    let whole = text(&all["games.csv"]);
    let part = text(&some["games.csv"]);
    assert!(
        part.lines()
            .all(|line| whole.lines().any(|other| other == line))
    );
    let rounds = numbers(&table(&place, "some/rounds.parquet"), "game");
    assert!(rounds.iter().all(|game| game.is_multiple_of(100)));
}

#[test]
fn a_target_error_stops_the_same_for_any_number_of_threads() {
    let place = Place::new();
    for threads in [1, 3] {
        place.ok(&format!(
            "simulate --policy random --target-error 2% --base-hp 140 --threads {threads} --out t{threads} --quiet"
        ));
    }
    place.assert_same_data("t1", "t3");
    let manifest = place.manifest("t1");
    assert_eq!(manifest["ending"], "target-error");
    assert_eq!(manifest["complete"], true);
    let played = manifest["games"]["played"].as_u64().expect("a number");
    let summary = text(&place.data("t1")["summary.csv"]);
    let line = summary.lines().nth(1).expect("the win rate");
    assert_has(line, "wilson");
    let fields: Vec<f64> = line.split(',').filter_map(|f| f.parse().ok()).collect();
    let (value, low, high) = (fields[0], fields[1], fields[2]);
    assert!(value - low <= 0.02 && high - value <= 0.02, "{line}");
    // One check earlier it was not yet known so well.
    place.ok(&format!(
        "simulate --policy random --target-error 2% --base-hp 140 --games {} --out short --quiet",
        played - 1
    ));
    assert_eq!(place.manifest("short")["ending"], "games");
}

#[test]
fn the_manifest_says_how_to_reproduce_the_run() {
    let place = Place::new();
    place.ok(
        "simulate --games 900 --seed 5 --players 2 --policy random,pass --rules dreadmire \
         --ruling shocker=shielded --set prowler.hp=4 --difficulty easy --rows 1/3 --rounds \
         --out first --quiet",
    );
    let manifest = place.manifest("first");
    assert_eq!(
        manifest["configuration"]["version"],
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(manifest["configuration"]["seed"], 5);
    assert_eq!(manifest["configuration"]["policy"], "random,pass");
    assert_eq!(manifest["configuration"]["rulings"]["shocker"], "shielded");
    assert_eq!(manifest["games"]["played"], 900);
    assert_eq!(manifest["ending"], "games");
    assert!(manifest["elapsed_seconds"].as_f64().is_some());
    assert!(manifest["cpu_seconds_per_game"].as_f64() > Some(0.0));
    assert_eq!(manifest["files"].as_array().map(Vec::len), Some(17));
    assert_ne!(manifest["configuration"]["cards_fingerprint"], "");
    place.assert_made_again("first");
}

#[test]
fn there_is_no_progress_outside_a_terminal_and_nothing_at_all_if_quiet() {
    let place = Place::new();
    let output = place.run("simulate --games 500 --out a --json");
    assert!(output.stderr.is_empty(), "progress");
    let output = place.run("simulate --games 500 --out b --quiet");
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    place.assert_same_data("a", "b");
}
