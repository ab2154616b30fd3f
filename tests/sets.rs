//! Several card sets and weather on the command line, and the README's custom set.

use crate::common::{Place, assert_has, json, text};
use std::fs;
use std::path::Path;
use std::process::Command;

const TEMPEST: &str = "--sets hive,homebrew --enemies-from homebrew";

#[test]
fn the_built_in_sets_are_listed() {
    let place = Place::new();
    let list = place.ok("cards sets");
    assert_has(&list, "hive: The Hive (print-and-play)");
    assert_has(&list, "expands hive: --sets hive,homebrew");
    let json = place.ok("cards sets --json");
    let second: serde_json::Value = serde_json::from_str(json.lines().nth(1).unwrap()).unwrap();
    assert_eq!(second["classes"]["weather"]["cards"], 16);
    place.says(
        "cards check --sets hive,homebrew",
        "no errors under any ruling",
    );
}

#[test]
fn naming_the_default_set_changes_nothing() {
    let place = Place::new();
    let run = "simulate --games 300 --policy random --players 2 --rounds --quiet";
    place.ok(&format!("{run} --out plain"));
    place.ok(&format!(
        "{run} --sets hive --enemies-from hive --weather off --out named"
    ));
    // The answers differ in nothing but these options in commands that make games again.
    let answer = |name: &str| {
        let path = place.path(name).join("answer.json");
        let mut answer = fs::read_to_string(&path).expect("an answer");
        for option in [" --sets hive", " --enemies-from hive", " --weather off"] {
            answer = answer.replace(option, "");
        }
        let mut answer = json(&answer);
        for field in ["reproduce", "games"] {
            answer[field] = serde_json::Value::Null;
        }
        fs::remove_file(path).expect("removed");
        answer
    };
    assert_eq!(answer("plain"), answer("named"));
    place.assert_same_data("plain", "named");
}

#[test]
fn weather_has_columns_only_where_it_is_in_use() {
    let place = Place::new();
    let run = "simulate --games 200 --policy random --players 2 --rounds --quiet --format csv";
    place.ok(&format!("{run} {TEMPEST} --out on"));
    place.ok(&format!("{run} {TEMPEST} --weather off --out off"));
    place.ok(&format!("{run} --sets hive,homebrew --out hive"));
    let header = |run: &str, table: &str| {
        let text = fs::read_to_string(place.path(run).join(table)).expect("a table");
        text.lines().next().expect("a header").to_string()
    };
    let games = header("on", "games.csv");
    assert!(games.ends_with("rounds_with_rain,rounds_with_fog,rounds_with_heat,rounds_with_storm"));
    assert!(header("on", "rounds.csv").ends_with(",weather"));
    for run in ["off", "hive"] {
        assert!(!header(run, "games.csv").contains("rounds_with"));
        assert!(!header(run, "rounds.csv").contains("weather"));
    }
    let rounds = fs::read_to_string(place.path("on").join("rounds.csv")).expect("a table");
    assert!(rounds.lines().any(|line| line.ends_with(",thunderstorm")));
    let manifest = place.manifest("on");
    assert_eq!(
        manifest["configuration"]["sets"]["enemies-from"],
        "homebrew"
    );
    let command = manifest["command"].as_str().unwrap();
    assert_has(command, TEMPEST);
}

#[test]
fn the_rules_say_which_sets_and_which_weather() {
    let place = Place::new();
    let shown = place.ok(&format!("rules show {TEMPEST}"));
    assert!(shown.contains("Weather is in use; its conditions are: rain, fog, heat, storm."));
    assert_has(&shown, "enemies-from       homebrew");
    place.says("rules show", "There is no weather in this game.");
    let json = place.ok(&format!("rules show --json {TEMPEST}"));
    let rules: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(rules["sets"]["sets"], "hive,homebrew");
    assert_eq!(rules["weather_in_use"], true);
    assert_eq!(rules["switches"]["weather"]["value"], "auto");
}

/// The commands of `data/README.md` that make a set, run unchanged.
#[test]
fn the_set_of_the_page_about_cards_can_be_made() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("data/README.md")).expect("the page about cards");
    let (_, section) = page
        .split_once("## Make your own card set")
        .expect("the section");
    let (_, block) = section.split_once("```sh\n").expect("commands");
    let (commands, _) = block.split_once("```").expect("the end of the commands");
    let place = Place::new();
    let copied = Command::new("cp")
        .arg("-r")
        .arg(root.join("data"))
        .arg(place.path("data"))
        .status();
    assert!(copied.expect("cp runs").success());
    let program = Path::new(env!("CARGO_BIN_EXE_xenosim"))
        .parent()
        .expect("a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-e", "-c", commands])
        .current_dir(place.path(""))
        .env("PATH", format!("{}:{path}", program.display()))
        .output()
        .expect("a shell");
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{commands}\n{out}\n{errors}");
    for expected in [
        "no errors under any ruling",
        "Puddle Lurker",
        "Win rate by base HP",
        "stronger",
    ] {
        assert!(out.contains(expected), "{expected}\n{out}\n{errors}");
    }
}
