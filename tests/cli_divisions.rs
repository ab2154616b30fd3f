//! Divisions and markets on the command line: what is refused, what runs report.

use crate::common::{Place, assert_has, text};
use std::fs;

#[test]
fn impossible_divisions_are_refused() {
    let place = Place::new();
    for (arguments, expected) in [
        (
            "--divisions onslaught --division medbay",
            "there is no division `medbay`; did you mean `med-bay`?",
        ),
        (
            "--divisions onslaught --division med-bay,barracks",
            "2 divisions are chosen for 1 player: med-bay, barracks",
        ),
        (
            "--rules dreadmire --players 2 --division med-bay,med-bay",
            "the division `med-bay` is chosen twice",
        ),
        (
            "--division med-bay",
            "needs division cards: choose `divisions` onslaught or dreadmire",
        ),
        (
            "--rules onslaught --division armory",
            "the division `armory` is not available: the figures of its cards are a guess (use `--conjecture on`",
        ),
        (
            "--rules onslaught --division a,,b",
            "expected names of divisions",
        ),
        ("--divisions off --division med-bay", "needs division cards"),
        ("--market stack", "stacks"),
    ] {
        place.refuses(&format!("replay {arguments}"), expected);
    }
    place.says(
        "replay --rules onslaught --conjecture on --division armory",
        "Player 1 leads Armory",
    );
}

#[test]
fn runs_say_in_their_rows_who_led_what() {
    let place = Place::new();
    let rows = |name: &str, more: &str| {
        place.ok(&format!(
            "simulate --games 30 --policy random --format csv --out {name} {more}"
        ));
        fs::read_to_string(place.path(name).join("games.csv")).expect("rows")
    };
    let head = |games: &str| games.lines().next().expect("a heading").to_string();
    let plain = head(&rows("pnp", "--players 2"));
    assert!(!plain.contains("market") && !plain.contains("division"));
    let games = rows("led", "--rules onslaught --players 2 --division med-bay");
    let led = head(&games);
    assert!(led.ends_with(",market,division_1,division_2"), "{led}");
    let mut lines = games.lines().skip(1);
    assert!(lines.clone().count() == 30 && lines.all(|line| line.contains(",stacks,med-bay,")));
    let manifest = place.manifest("led").to_string();
    assert_has(&manifest, "\"division\":\"med-bay\"");
    assert!(head(&rows("stacks", "--market stacks")).ends_with(",market"));
}

#[test]
fn shipped_experiments_vary_market_and_division() {
    let place = Place::new();
    let compare = "compare --games 20 --policy random";
    place.ok(&format!("{compare} market --out market"));
    place.ok(&format!("{compare} divisions --out divisions"));
    place.ok(&format!(
        "{compare} --players 2 --arm x:market=stacks \
         --arm y:divisions=onslaught,division=med-bay,barracks --out arms"
    ));
    place.refuses(
        &format!("{compare} --arm x:divisions=onslaught,division=medbay --out wrong"),
        "did you mean `med-bay`?",
    );
}

#[test]
fn faults_of_division_files_are_named() {
    let place = Place::new();
    for (more, expected) in [
        ("cards = { medpack = 2 }", "did you mean `med-pack`?"),
        ("cards = { med-pack = 5 }", "there are only 3 of these"),
        (
            "ability = [{ when = \"killed\", do = [{ damage = 1, to = \"one-enemy\" }] }]",
            "a division cannot have the trigger `killed`",
        ),
        (
            "ability = [{ when = \"activated\", do = [{ return-discarded = \"weapon\" }] }]",
            "works once per round: `limit` is missing",
        ),
        (
            "ability = [{ when = \"activated\", limit = \"once-per-round\", pay = [\"burn-this\"], \
             do = [{ return-discarded = \"weapon\" }] }]",
            "the power of a division costs nothing",
        ),
        (
            "edition = \"dreadmyre\"\ncards = { med-pack = 2 }",
            "did you mean `dreadmire`?",
        ),
        ("card = { med-pack = 2 }", "did you mean `cards`?"),
        (
            "cards = { med-pack = 2 }\nrandom-stack = { goods = \"weapon\", count = 2 }",
            "exclude each other",
        ),
        (
            "random-stack = { goods = \"weapon\", count = 9 }",
            "no item for sale of which there are 9 can make this stack",
        ),
        (
            "random-cards = { goods = \"weapon\", cost-at-most = 0, count = 2 }",
            "no card for sale is one of these",
        ),
    ] {
        let more = format!("\n[[division]]\nid = \"of-ours\"\nname = \"Of Ours\"\n{more}\n");
        place.copy_set("divisions.toml", |text| text + &more);
        let output = place.run("cards check set");
        assert_eq!(output.status.code(), Some(2), "{more}");
        let errors = text(&output.stderr);
        assert_has(&errors, expected);
        assert_has(&errors, "divisions.toml:");
    }
    let twice = "\n[[division]]\nid = \"med-bay\"\nname = \"Again\"\ncards = { med-pack = 2 }\n";
    place.copy_set("divisions.toml", |text| text + twice);
    place.refuses("cards check set", "this id is taken");
}
