//! `xenosim scenario` from the outside: verdicts, messages and exit codes.

use crate::common::{Place, assert_has, text};
use std::fs;

fn write(place: &Place, name: &str, text: &str) {
    let path = place.path(name);
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    fs::write(&path, text).expect("written");
}

const HOLDS: &str = r#"
name = "a lane without troops is overrun"
[p1]
enemies = ["charger"]
[expect]
base-damage = 3
"#;

#[test]
fn directories_are_searched_and_everything_is_run() {
    let place = Place::new();
    write(&place, "a.toml", HOLDS);
    write(&place, "deeper/b.toml", HOLDS);
    write(&place, "notes.md", "no scenario");
    let told = place.ok("scenario .");
    assert!(told.ends_with("2 passed, 0 failed\n"), "{told}");
    assert_has(&told, "a lane without troops is overrun");
}

#[test]
fn a_scenario_that_fails_says_why_and_fails_the_command() {
    let place = Place::new();
    let wrong = HOLDS.replace("base-damage = 3", "base-damage = 4");
    write(&place, "wrong.toml", &wrong);
    write(&place, "right.toml", HOLDS);
    let output = place.run("scenario wrong.toml right.toml");
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert_has(&told, "expect.base-damage: expected 4, found 3");
    assert_has(&told, "1 passed, 1 failed");
    let complaint = text(&output.stderr);
    assert_has(&complaint, "1 of 2 scenarios failed");
}

#[test]
fn a_faulty_file_is_refused_and_the_others_are_run() {
    let place = Place::new();
    let faulty = HOLDS.replace("charger", "chargr");
    write(&place, "faulty.toml", &faulty);
    write(&place, "right.toml", HOLDS);
    let output = place.run("scenario faulty.toml right.toml /no/such/scenario.toml");
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stdout);
    assert_has(&told, "1 passed, 2 failed (2 of them cannot be read)");
    assert_has(&told, "faulty.toml: cannot be read as a scenario");
    let complaint = text(&output.stderr);
    let errors = complaint.lines().filter(|line| line.starts_with("error: "));
    assert_eq!(errors.count(), 2, "{complaint}");
    assert_has(
        &complaint,
        "faulty.toml:4: field `p1.enemies[1]`: unknown card `chargr`",
    );
    assert_has(&complaint, "/no/such/scenario.toml: cannot be read");
}

#[test]
fn verbose_prints_questions_and_log_in_order() {
    let place = Place::new();
    let scenario = HOLDS.replace("[p1]", "[p1]\nhand = [\"hi-ex-grenade\"]");
    write(&place, "a.toml", &scenario);
    let told = place.ok("scenario --verbose a.toml");
    let line_of = |wanted: &str| {
        let found = told.lines().position(|line| line.contains(wanted));
        found.unwrap_or_else(|| panic!("{wanted}\nnot in\n{told}"))
    };
    let story = [
        "[policy] p1 free: pass | play hi-ex-grenade   -> pass",
        "Charger (lane 1, enemy 1) turns up",
        "[policy] p1 react charger: pass | play hi-ex-grenade   -> pass",
        "The base suffers 3 damage",
    ];
    let lines = story.map(line_of);
    assert!(lines.is_sorted(), "{lines:?}\n{told}");
}

#[test]
fn the_examples_of_the_description_are_sound() {
    let description = include_str!("scenarios/README.md");
    let place = Place::new();
    let examples: Vec<&str> = description
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .filter(|example| example.starts_with("name = "))
        .collect();
    assert!(examples.len() >= 2, "{}", examples.len());
    for (number, example) in examples.iter().enumerate() {
        write(&place, &format!("{number}.toml"), example);
    }
    place.ok("scenario .");
}
