//! `xenosim scenario` from the outside: verdicts, messages and exit codes.

use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xenosim"))
        .arg("scenario")
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn write(directory: &Path, name: &str, text: &str) -> String {
    let path = directory.join(name);
    std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    std::fs::write(&path, text).expect("written");
    path.display().to_string()
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
    let directory = tempfile::tempdir().expect("a directory");
    write(directory.path(), "a.toml", HOLDS);
    write(directory.path(), "deeper/b.toml", HOLDS);
    write(directory.path(), "notes.md", "no scenario");
    let output = run(&[&directory.path().display().to_string()]);
    let told = text(&output.stdout);
    assert!(output.status.success(), "{told}");
    assert!(told.ends_with("2 passed, 0 failed\n"), "{told}");
    assert!(told.contains("a lane without troops is overrun"), "{told}");
}

#[test]
fn a_scenario_that_fails_says_why_and_fails_the_command() {
    let directory = tempfile::tempdir().expect("a directory");
    let wrong = HOLDS.replace("base-damage = 3", "base-damage = 4");
    let wrong = write(directory.path(), "wrong.toml", &wrong);
    let right = write(directory.path(), "right.toml", HOLDS);
    let output = run(&[&wrong, &right]);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.contains("expect.base-damage: expected 4, found 3"),
        "{told}"
    );
    assert!(told.contains("1 passed, 1 failed"), "{told}");
    let complaint = text(&output.stderr);
    assert!(complaint.contains("1 of 2 scenarios failed"), "{complaint}");
}

#[test]
fn a_faulty_file_is_refused_and_the_others_are_run() {
    let directory = tempfile::tempdir().expect("a directory");
    let faulty = HOLDS.replace("charger", "chargr");
    let faulty = write(directory.path(), "faulty.toml", &faulty);
    let right = write(directory.path(), "right.toml", HOLDS);
    let output = run(&[&faulty, &right, "/no/such/scenario.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stdout);
    assert!(
        told.contains("1 passed, 2 failed (2 of them cannot be read)"),
        "{told}"
    );
    assert!(
        told.contains("faulty.toml: cannot be read as a scenario"),
        "{told}"
    );
    let complaint = text(&output.stderr);
    let errors = complaint.lines().filter(|line| line.starts_with("error: "));
    assert_eq!(errors.count(), 2, "{complaint}");
    assert!(
        complaint.contains("faulty.toml:4: field `p1.enemies[1]`: unknown card `chargr`"),
        "{complaint}"
    );
    assert!(
        complaint.contains("/no/such/scenario.toml: cannot be read"),
        "{complaint}"
    );
}

#[test]
fn verbose_tells_questions_and_log_in_the_order_of_the_story() {
    let directory = tempfile::tempdir().expect("a directory");
    let scenario = HOLDS.replace("[p1]", "[p1]\nhand = [\"hi-ex-grenade\"]");
    let scenario = write(directory.path(), "a.toml", &scenario);
    let told = text(&run(&["--verbose", &scenario]).stdout);
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
    let directory = tempfile::tempdir().expect("a directory");
    let examples: Vec<&str> = description
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .filter(|example| example.starts_with("name = "))
        .collect();
    assert!(examples.len() >= 2, "{}", examples.len());
    for (number, example) in examples.iter().enumerate() {
        write(directory.path(), &format!("{number}.toml"), example);
    }
    let output = run(&[&directory.path().display().to_string()]);
    assert!(output.status.success(), "{}", text(&output.stdout));
}
