//! The `replay` command: golden traces, reproducibility, and what it accepts.
//!
//! What is in `tests/golden` is compared byte for byte. After a change that is meant to show
//! in it, run the tests once with `XENOSIM_BLESS=1` and look at the difference.

use crate::common::{Place, built_in_cards, json};
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;

fn replay(arguments: &str) -> String {
    Place::new().ok(&format!("replay {arguments}"))
}

/// The trace without its heading, which repeats the arguments.
fn told(trace: &str) -> &str {
    trace.split_once("\n\n").expect("a heading").1
}

/// The traces: short games of those who pass, and longer ones in which most things happen once.
const GOLDEN: [(&str, &str); 6] = [
    ("one-passing.txt", "--policy pass --seed 1 --game 0"),
    (
        "two-random-onslaught.txt",
        "--policy random --players 2 --rules onslaught --seed 5 --game 2",
    ),
    (
        "three-random-dreadmire.txt",
        "--policy random --players 3 --rules dreadmire --seed 6 --game 3",
    ),
    (
        "one-random-training.txt",
        "--policy random --training on --seed 2 --game 0",
    ),
    // The enemies of the example set, with a weather card for each round.
    (
        "one-passing-weather.txt",
        "--policy pass --training on --sets hive,homebrew --enemies-from homebrew --seed 3 --game 1",
    ),
    (
        "one-passing.jsonl",
        "--policy pass --seed 2 --game 7 --json",
    ),
];

fn check_golden(name: &str, found: &str) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("tests/golden").join(name);
    if std::env::var_os("XENOSIM_BLESS").is_some() {
        std::fs::write(&path, found).expect("written");
    }
    let expected = std::fs::read_to_string(&path).expect("a golden file");
    let mut lines = found.lines().zip(expected.lines());
    let line = lines.position(|(a, b)| a != b).map(|line| line + 1);
    assert!(
        found == expected,
        "{name} differs (first in line {line:?}); if that is meant to be, run with XENOSIM_BLESS=1"
    );
}

#[test]
fn games_are_told_as_they_were() {
    for (name, arguments) in GOLDEN {
        let trace = replay(arguments);
        // The heading names the data and the command; the game is what must stay as it is.
        let is_json = arguments.contains("--json");
        check_golden(name, if is_json { &trace } else { told(&trace) });
    }
}

/// What is printed on every card, with its figures, and on the divisions of both editions.
#[test]
fn cards_read_as_they_did() {
    let cards = built_in_cards();
    let divisions = [
        "weapons-research",
        "med-bay",
        "science-lab",
        "command-center",
        "barracks",
        "armory",
    ];
    let all: Vec<&str> = cards.ids().chain(divisions).collect();
    let shown = Place::new().ok(&format!("cards show {}", all.join(" ")));
    check_golden("cards.txt", &shown);
}

#[test]
fn without_arguments_it_shows_the_first_game_of_the_default_policy() {
    let trace = replay("");
    let explicit = replay("--seed 1 --game 0 --policy veteran");
    assert_eq!(trace, explicit);
    assert!(trace.contains("reproduce: xenosim replay --seed 1 --game 0 --policy veteran\n"));
    assert!(!trace.contains('\x1b'), "no colour in a pipe");
}

#[test]
fn the_heading_says_how_to_see_it_again() {
    let first = replay("--players 2 --seed=8 --ruling shocker=shielded");
    let command = first
        .lines()
        .find_map(|line| line.strip_prefix("reproduce: xenosim replay "))
        .expect("the heading has a command");
    assert!(command.contains("--game ") && command.contains(" shocker=shielded"));
    assert_eq!(replay(command), first);
}

#[test]
fn a_reader_may_stop_early() {
    let place = Place::new();
    let mut child = place.start("replay --json --players 4 --training on");
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut line).expect("a line");
    drop(reader);
    let mut errors = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut errors).expect("text");
    assert!(child.wait().expect("it ends").success(), "{errors}");
    assert_eq!(errors, "");
}

#[test]
fn a_report_links_pages_of_games() {
    let place = Place::new();
    place.ok("simulate --games 20 --policy random --out run --quiet");
    place.ok("report run --out mine.html --replays --quiet");
    let report = std::fs::read_to_string(place.path("mine.html")).expect("a report");
    for name in ["a-typical-game", "the-best-game", "the-worst-game"] {
        let page = format!("mine-s1-{name}.html");
        assert!(report.contains(&format!("<a href=\"{page}\">")), "{page}");
        let page = std::fs::read_to_string(place.path(&page)).expect("a page");
        assert!(page.contains("id=\"viewer\""));
    }
}

#[test]
fn a_review_says_what_every_answer_was_worth() {
    let place = Place::new();
    let review = "replay --policy random --seed 3 --review";
    let text = place.ok(review);
    for part in [
        "were mistakes",
        "better:",
        "Round by round",
        "luck",
        "Reproduce",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text, place.ok(review));
    let answer = json(&place.ok(&format!("{review} --json")));
    let figure = |name: &str| {
        let figures = answer["figures"].as_array().expect("figures").iter();
        let mut found = figures.filter(|figure| figure["name"] == name);
        found.next().expect("a figure")["value"]
            .as_f64()
            .expect("a number")
    };
    let sum = figure("start") + figure("luck") + figure("mistakes");
    assert!(
        (sum - figure("end")).abs() < 1e-9,
        "{sum} {}",
        figure("end")
    );
    place.ok(&format!("{review} --html game.html"));
    let page = std::fs::read_to_string(place.path("game.html")).expect("a page");
    assert!(page.contains("better:") && page.contains("--from-step "));
    assert!(page.contains("xenosim play --policy random --seed 3 --game 0"));
}

#[test]
fn games_of_a_run_are_found_again() {
    let place = Place::new();
    place.ok("simulate --games 60 --base-hp 50 --seed 5 --out run --rows none --quiet");
    let answer = |arguments: &str| json(&place.ok(&format!("games run --json {arguments}")));
    let losses = answer("--lost --list 3");
    let words = losses["games"][0]["arguments"]
        .as_array()
        .expect("arguments");
    let words: Vec<&str> = words.iter().filter_map(|word| word.as_str()).collect();
    let told = place.ok(&format!("replay {}", words.join(" ")));
    assert!(
        told.contains("The game is lost in round"),
        "{words:?}: {told}"
    );
    let rows = |answer: &serde_json::Value| {
        let rows = answer["sections"][0]["grid"]["rows"]
            .as_array()
            .expect("rows");
        rows.iter()
            .map(|row| {
                row[2]
                    .as_str()
                    .expect("HP")
                    .parse::<i64>()
                    .expect("a number")
            })
            .collect::<Vec<_>>()
    };
    let close = rows(&answer("--by 4 --list 60"));
    assert!(close.iter().all(|hp| hp.abs() <= 4) && close.is_sorted_by_key(|hp| hp.abs()));
    let (lost, won) = (
        rows(&answer("--lost --list 60")),
        rows(&answer("--won --list 60")),
    );
    assert!(lost.iter().all(|hp| *hp < 0) && won.iter().all(|hp| *hp > 0));
    assert_eq!(lost.len() + won.len(), 60);
    let lucky = answer("--unluckiest --list 60");
    let luck: Vec<f64> = lucky["sections"][0]["grid"]["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row[3]["value"].as_f64().expect("a number"))
        .collect();
    assert!(luck[0] < 0.0 && luck.is_sorted());
}
