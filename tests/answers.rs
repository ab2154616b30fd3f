//! Every study says the same in the terminal, on its page, in `--json` and in `answer.json`.

use crate::common::{Place, json, names};
use answers::{Answer, Section};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A small run of every study.
const STUDIES: [&str; 11] = [
    "simulate --games 300 --players 2 --policy greedy --rounds",
    "simulate --games 300 --play-on off --policy random",
    "compare --arm weaker:set.prowler.hp=2 --policies random,greedy --games 200 --explain=1",
    // Nearly every game is lost, so there is no verdict.
    "compare --arm weaker:set.prowler.hp=2 --policy greedy --games 200 --measure win-rate",
    "compare --scan set.prowler.hp=2..4 --policy greedy --games 200",
    "ladder --policies random,greedy --players 1,2 --games 100",
    "target --players 2 --vary enemies --base-hp 90 --policy greedy --games 100",
    "rank ranger hercules med-pack --policy greedy --games 200 --top 2",
    "tune greedy --section purchase --generations 2 --population 4 --games 10 --judge-games 50 \
     --players 1",
    "selftest --games 5000",
    "balance --goal 40%:base-hp=100 --change enemies=1 --policy greedy --games 40 --confirm none",
];

/// Studies of single cards.
const CARDS: [&str; 3] = [
    "card ranger --with hercules --policy greedy --games 100 --players 1,2",
    "card --type boss --policy greedy --games 50",
    "card ranger hercules med-pack --show partners --policy greedy --games 100",
];

/// A study of its own kind: it also writes players.
const LEARN: &str = "learn balanced --teacher strategist:4 --players 1 --generations 1 --games 60 \
                     --epochs 1 --judge-games 40";

/// The text of a page, without markup, scripts and styles.
fn text_of(page: &str) -> String {
    let body = &page[page.find("<body>").expect("a body")..];
    let body = &body[..body.find("<script").expect("a script")];
    let parts = body.split('<').map(|part| match part.split_once('>') {
        Some((_, text)) => text,
        None => part,
    });
    let text = parts.collect::<String>();
    let named = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    named
        .iter()
        .fold(text, |text, (name, letter)| text.replace(name, letter))
}

/// Everything that an answer says: sentences, figures and cells, as they are to be read.
fn said(answer: &Answer) -> Vec<String> {
    let mut said = vec![answer.title.clone()];
    let sentences = [&answer.headline, &answer.warnings, &answer.notes];
    said.extend(sentences.into_iter().flatten().cloned());
    for figure in &answer.figures {
        said.push(figure.title.trim().into());
        said.push(figure.number.with_interval() + &figure.note);
    }
    answer
        .sections
        .iter()
        .for_each(|section| said.extend(said_by(section)));
    said.push(answer.reproduce.command.clone());
    said
}

fn said_by(section: &Section) -> Vec<String> {
    let mut said = [section.text.clone(), section.notes.clone()].concat();
    let Some(grid) = &section.grid else {
        return said;
    };
    said.push(section.title.clone());
    said.extend(grid.columns.iter().map(|column| column.title.clone()));
    for (row, cells) in grid.rows.iter().enumerate() {
        let shown = (0..cells.len()).map(|column| grid.text(row, column));
        said.extend(shown);
    }
    said
}

fn check(place: &Place, study: &str) {
    let terminal = place.with_columns(2000, &format!("{study} --verbose --html --out o --force"));
    let page = fs::read_to_string(place.path("o/report.html")).expect("a page");
    let stored = place.answer("o");
    let answer: Answer = serde_json::from_value(stored.clone()).expect("an answer");
    assert!(!answer.headline.is_empty(), "{study}");
    let (text, terminal) = (text_of(&page).replace('`', ""), terminal.replace('`', ""));
    for one in said(&answer) {
        let one = one.replace('`', "");
        assert!(
            terminal.contains(one.trim()),
            "{study}: terminal: {one}\n{terminal}"
        );
        assert!(text.contains(one.trim()), "{study}: page: {one}\n{text}");
    }
    let manifest = place.manifest("o");
    assert_eq!(manifest["answer"], stored["headline"], "{study}");
    // The page can be made again from what was stored.
    place.ok("report o --out again.html --quiet");
    assert_eq!(
        fs::read_to_string(place.path("again.html")).unwrap(),
        page,
        "{study}"
    );
    let printed = json(&place.ok(&format!("{study} --json --out j --force")));
    for (name, value) in stored.as_object().unwrap() {
        assert_eq!(&printed[name], value, "{study}: {name}");
    }
    assert_columns_are_explained(&manifest, &place.path("o"));
    // What was written is intact, and its command makes it again, with any number of threads.
    place.ok("verify o");
    place.assert_made_again("j");
    fs::remove_dir_all(place.path("again")).expect("removed");
}

/// Every column of every table is explained.
fn assert_columns_are_explained(manifest: &Value, directory: &Path) {
    let tables = names(directory);
    let tables = tables.iter().filter_map(|name| name.strip_suffix(".csv"));
    for table in tables {
        let mut reader =
            csv::Reader::from_path(directory.join(format!("{table}.csv"))).expect("a table");
        let explained = manifest["columns"][table]
            .as_array()
            .expect("columns")
            .iter();
        let explained: Vec<&str> = explained
            .filter(|column| {
                column["about"]
                    .as_str()
                    .is_some_and(|about| about.len() > 5)
            })
            .map(|column| column["name"].as_str().expect("a name"))
            .collect();
        assert_eq!(
            *reader.headers().expect("a header"),
            explained[..],
            "{table}"
        );
    }
}

#[test]
fn every_study_says_the_same_everywhere() {
    let place = Place::new();
    for study in STUDIES.iter().chain(&[LEARN]) {
        check(&place, study);
    }
}

#[test]
fn no_study_is_left_out() {
    let place = Place::new();
    let tried = |command: &str| {
        let mut studies = STUDIES.iter().chain(&CARDS).chain(&[LEARN]);
        studies.any(|study| study.split(' ').next() == Some(command))
    };
    let help = place.ok("--help");
    let list = help.lines().take_while(|line| *line != "Options:");
    let commands = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for command in commands {
        let has_page = place.ok(&format!("{command} --help")).contains("--html");
        let plays_one_game = ["replay", "play"].contains(&command);
        assert!(!has_page || plays_one_game || tried(command), "{command}");
    }
}

#[test]
fn studies_of_cards_say_the_same_everywhere() {
    let place = Place::new();
    CARDS.iter().for_each(|study| check(&place, study));
}

#[test]
fn every_study_of_a_box_says_what_stands_in_for_unknown_cards() {
    const OF_CARDS: &str = "rank katana hercules --policy greedy --games 50";
    let place = Place::new();
    let others = ["rank", "selftest"];
    let general = STUDIES.iter().filter(|study| {
        let command = study.split(' ').next();
        command.is_some_and(|command| !others.contains(&command))
    });
    for study in general.chain(&CARDS[1..2]).chain(&[OF_CARDS, LEARN]) {
        place.ok(&format!(
            "{study} --rules dreadmire --out o --force --quiet"
        ));
        let answer: Answer = serde_json::from_value(place.answer("o")).unwrap();
        let said = answer.warnings.join(" ");
        assert!(
            said.contains("stand in for its 8 troops"),
            "{study}: {said}"
        );
    }
}

#[test]
fn a_scan_goes_through_zero_at_the_printed_value() {
    let place = Place::new();
    place.ok(&format!("{} --html --out o --quiet", STUDIES[4]));
    let page = fs::read_to_string(place.path("o/report.html")).unwrap();
    assert!(page.contains("data-x=\"3\" data-y=\"0\""));
    assert!(page.contains("endurance by Prowler hp"));
}
