//! Comparing variants, as a person would do it.

use crate::common::{Place, assert_has, number, text};
use std::fs;

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
