//! The commands that look at cards and rules, used as a person would use them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn xenosim(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xenosim"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn stdout_of(arguments: &[&str]) -> String {
    let output = xenosim(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}\n{errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn refusal_of(arguments: &[&str]) -> String {
    let output = xenosim(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn cards_are_listed_and_shown() {
    let list = stdout_of(&["cards", "list"]);
    assert_eq!(list.lines().count(), 87);
    assert!(list.ends_with("80 kinds, 270 cards, 6 division cards\n"));
    assert!(!list.contains('\x1b'), "no colour in a pipe");
    assert_eq!(
        stdout_of(&["cards", "list", "--class", "boss"])
            .lines()
            .count(),
        10
    );
    let shown = stdout_of(&[
        "cards",
        "show",
        "prowler",
        "Hive Gargant",
        "--set",
        "prowler.hp=7",
    ]);
    assert!(
        shown.contains("enemy, wave 2, power 4, HP 7, 3 copies"),
        "{shown}"
    );
    assert!(
        shown.contains("Attacks hit every troop in its lane."),
        "{shown}"
    );
}

#[test]
fn guesses_are_listed_apart_and_divisions_are_shown_in_both_editions() {
    let list = stdout_of(&["cards", "list"]);
    for guess in ["spark-jumper", "pulsar-armor", "armory"] {
        assert!(!list.contains(guess), "{list}");
    }
    let guesses = stdout_of(&["cards", "list", "--conjecture"]);
    assert!(
        guesses.ends_with("4 kinds, 12 cards, 3 division cards\n"),
        "{guesses}"
    );
    assert!(guesses.contains("spark-jumper"), "{guesses}");
    let shown = stdout_of(&["cards", "show", "weapons-research", "med-bay"]);
    for expected in [
        "division, onslaught",
        "Set-up: 2 Mk II \"Spark Jumper\" Assault Rifle in the starting deck.",
        "Once per round, in the purchase phase: make your own purchase of a weapon card cost 1 less \
         (but at least 1).",
        "Once per round, from wave 2 on: 1 player takes a weapon card from their discard pile to hand.",
        "In wave 3: all troops with a weapon card have +1 power for each of them.",
        "division, dreadmire",
        "Set-up: a random weapon stack is made; 2 of its cards go into the starting deck.",
        "Every purchase of yours of a weapon card costs 1 less.",
        "Once per round: 1 player puts a weapon card from their discard pile on a troop.",
        "Set-up: 2 Med Pack in the starting deck.",
    ] {
        assert!(shown.contains(expected), "{expected}\n{shown}");
    }
}

#[test]
fn cards_can_be_had_as_json() {
    let text = stdout_of(&["cards", "show", "helios", "--json"]);
    let card: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(card["id"], "helios");
    assert_eq!(card["types"], serde_json::json!(["weapon", "medical"]));
    assert_eq!(card["text"].as_array().map(Vec::len), Some(2));
}

#[test]
fn every_unknown_card_is_named_with_its_neighbours() {
    let refusal = refusal_of(&["cards", "show", "prowlr", "prowler", "qqqq"]);
    assert_eq!(refusal.lines().count(), 2, "{refusal}");
    assert!(
        refusal.contains("`prowlr`; the nearest are: prowler"),
        "{refusal}"
    );
    assert!(refusal.contains("there is no card `qqqq`"), "{refusal}");
}

#[test]
fn sets_are_checked() {
    let builtin = stdout_of(&["cards", "check"]);
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sets/hive");
    assert_eq!(stdout_of(&["cards", "check", directory]), builtin);
    assert!(
        builtin.contains("80 kinds, 270 cards, no errors"),
        "{builtin}"
    );
    let refusal = refusal_of(&["cards", "check", "/no/such/set"]);
    assert_eq!(refusal.lines().count(), 1, "{refusal}");
    assert!(
        refusal.contains("/no/such/set/set.toml: cannot be read"),
        "{refusal}"
    );
}

#[test]
fn a_faulty_directory_is_refused_with_files_and_lines() {
    let dir = std::env::temp_dir().join(format!("xenosim-faulty-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sets/hive");
    for entry in std::fs::read_dir(source).expect("the set") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name");
        let text = std::fs::read_to_string(&path).expect("text");
        let text = text.replace("id = \"prowler\"", "id = \"prowler\"\nhpp = 3");
        std::fs::write(dir.join(name), text).expect("written");
    }
    let refusal = refusal_of(&["rules", "show", "--data", &dir.display().to_string()]);
    std::fs::remove_dir_all(&dir).expect("removed");
    let errors = refusal.lines().filter(|line| line.starts_with("error: "));
    assert_eq!(errors.count(), 1, "{refusal}");
    assert!(refusal.contains("| hpp = 3"), "{refusal}");
    assert!(refusal.contains("| ^^^"), "{refusal}");
    assert!(refusal.contains("enemies.toml:"), "{refusal}");
    assert!(refusal.contains("card `prowler`: field `hpp`"), "{refusal}");
    assert!(refusal.contains("did you mean `hp`?"), "{refusal}");
}

#[test]
fn rules_are_shown_with_what_was_changed() {
    let shown = stdout_of(&["rules", "show"]);
    assert!(
        shown.contains("from the first player to the left"),
        "{shown}"
    );
    assert!(shown.contains("* burn (default)"), "{shown}");
    let text = stdout_of(&[
        "rules",
        "show",
        "--json",
        "--players",
        "3",
        "--deployment",
        "onslaught",
        "--burn",
        "returns-to-stack",
        "--ruling",
        "shocker=as-printed",
        "--ruling",
        "lethal=exceed",
    ]);
    let rules: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(rules["players"], 3);
    assert_eq!(rules["switches"]["enemies"]["value"], "4/4/4");
    assert_eq!(rules["switches"]["burn"]["value"], "returns-to-stack");
    assert_eq!(rules["switches"]["burn"]["default"], "leaves-game");
    assert_eq!(rules["switches"]["windows"]["value"], "every-exchange");
    assert_eq!(rules["rulings"]["shocker"]["value"], "as-printed");
    assert_eq!(rules["rulings"]["lethal"]["value"], "exceed");
}

#[test]
fn bad_choices_are_refused_together() {
    let refusal = refusal_of(&[
        "rules",
        "show",
        "--ruling",
        "shocker=shield",
        "--ruling",
        "letal=exceed",
        "--set",
        "prowler.hp=none",
    ]);
    assert_eq!(refusal.lines().count(), 3, "{refusal}");
    for expected in [
        "did you mean `shielded`?",
        "did you mean `lethal`?",
        "found the text `none`",
    ] {
        assert!(refusal.contains(expected), "{refusal}");
    }
    for (arguments, expected) in [
        (["--bosses", "in-dek"], "did you mean `in-deck`?"),
        (["--players", "5"], "expected a whole number from 1 to 4"),
        (["--enemies", "3/4"], "expected three numbers"),
        (["--ruling", "shocker"], "expected name=option"),
    ] {
        let refusal = refusal_of(&[&["rules", "show"][..], &arguments[..]].concat());
        assert!(refusal.contains(expected), "{refusal}");
    }
    // `pnp` is not near enough to be what was meant.
    let refusal = refusal_of(&["rules", "show", "--rules", "nope"]);
    assert!(refusal.contains("possible values: pnp"), "{refusal}");
    assert!(!refusal.contains("did you mean"), "{refusal}");
    let refusal = refusal_of(&["rules", "show", "--plyers", "2"]);
    assert!(refusal.contains("did you mean `--players`?"), "{refusal}");
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_xenosim"))
        .args(["rules", "show", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
}

#[test]
fn rules_come_from_a_file_too() {
    let path = std::env::temp_dir().join(format!("xenosim-rules-{}.toml", std::process::id()));
    let mut file = std::fs::File::create(&path).expect("a file");
    writeln!(
        file,
        "players = 2\nwrap-up = \"rearrange-lane\"\n[ruling]\nhelios = \"zap\""
    )
    .expect("written");
    let name = path.display().to_string();
    let text = stdout_of(&[
        "rules",
        "show",
        "--json",
        "--rules-file",
        &name,
        "--players",
        "4",
    ]);
    std::fs::remove_file(&path).expect("removed");
    let rules: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(rules["players"], 4, "command-line options take precedence");
    assert_eq!(rules["switches"]["wrap-up"]["value"], "rearrange-lane");
    assert_eq!(rules["rulings"]["helios"]["value"], "zap");
}
