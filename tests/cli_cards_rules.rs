//! The commands that look at cards and rules, used as a person would use them.

use crate::common::{Place, assert_has, json, text};
use std::fs;

fn stdout_of(arguments: &str) -> String {
    Place::new().ok(arguments)
}

/// What is said of several errors at once.
fn refusal_of(arguments: &str) -> String {
    let output = Place::new().run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments}");
    assert!(output.stdout.is_empty(), "{arguments}");
    text(&output.stderr)
}

#[test]
fn cards_are_listed_and_shown() {
    let list = stdout_of("cards list");
    assert_eq!(list.lines().count(), 87);
    assert!(list.ends_with("80 kinds, 270 cards, 6 division cards\n"));
    assert!(!list.contains('\x1b'), "no colour in a pipe");
    assert_eq!(stdout_of("cards list --class boss").lines().count(), 10);
    let place = Place::new();
    let mut command = place.command("cards show prowler --set prowler.hp=7");
    let output = command.arg("Hive Gargant").output().expect("it runs");
    let shown = text(&output.stdout);
    assert_has(&shown, "enemy, wave 2, power 4, HP 7, 3 copies");
    assert_has(&shown, "Attacks hit every troop in its lane.");
}

#[test]
fn guesses_are_listed_separately() {
    let list = stdout_of("cards list");
    for guess in ["spark-jumper", "pulsar-armor", "armory"] {
        assert!(!list.contains(guess), "{list}");
    }
    let guesses = stdout_of("cards list --conjecture");
    assert!(
        guesses.ends_with("7 kinds, 21 cards, 3 division cards\n"),
        "{guesses}"
    );
    assert_has(&guesses, "spark-jumper");
}

#[test]
fn cards_can_be_printed_as_json() {
    let text = stdout_of("cards show helios --json");
    let card = json(&text);
    assert_eq!(card["id"], "helios");
    assert_eq!(card["types"], serde_json::json!(["weapon", "medical"]));
    assert_eq!(card["text"].as_array().map(Vec::len), Some(2));
}

#[test]
fn every_unknown_card_is_named_with_its_neighbours() {
    let refusal = refusal_of("cards show prowlr prowler qqqq");
    assert_eq!(refusal.lines().count(), 2, "{refusal}");
    assert_has(&refusal, "`prowlr`; the nearest are: prowler");
    assert_has(&refusal, "there is no card `qqqq`");
}

#[test]
fn sets_are_checked() {
    let builtin = stdout_of("cards check");
    let place = Place::new();
    place.copy_set("", |text| text);
    assert_eq!(place.ok("cards check set"), builtin);
    assert_has(&builtin, "80 kinds, 270 cards, no errors");
    let refusal = refusal_of("cards check /no/such/set");
    assert_eq!(refusal.lines().count(), 1, "{refusal}");
    assert_has(&refusal, "/no/such/set/set.toml: cannot be read");
}

#[test]
fn a_faulty_directory_is_refused_with_files_and_lines() {
    let place = Place::new();
    place.copy_set("enemies.toml", |text| {
        text.replace("id = \"prowler\"", "id = \"prowler\"\nhpp = 3")
    });
    let refusal = place.refusal("rules show --data set");
    assert_has(&refusal, "| hpp = 3");
    assert_has(&refusal, "| ^^^");
    assert_has(&refusal, "enemies.toml:");
    assert_has(&refusal, "card `prowler`: field `hpp`");
    assert_has(&refusal, "did you mean `hp`?");
}

#[test]
fn rules_are_shown_with_what_was_changed() {
    let shown = stdout_of("rules show");
    assert_has(&shown, "from the first player to the left");
    assert_has(&shown, "* burn (default)");
    let text = stdout_of(
        "rules show --json --players 3 --deployment onslaught --burn returns-to-stack --ruling shocker=as-printed --ruling lethal=exceed",
    );
    let rules = json(&text);
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
    let refusal = refusal_of(
        "rules show --ruling shocker=shield --ruling letal=exceed --set prowler.hp=none",
    );
    assert_eq!(refusal.lines().count(), 3, "{refusal}");
    for expected in [
        "did you mean `shielded`?",
        "did you mean `lethal`?",
        "found the text `none`",
    ] {
        assert_has(&refusal, expected);
    }
    // `pnp` is not near enough to be what was meant.
    let refusal = refusal_of("rules show --rules nope");
    assert_has(&refusal, "possible values: pnp");
    assert!(!refusal.contains("did you mean"), "{refusal}");
    let refusal = refusal_of("rules show --plyers 2");
    assert_has(&refusal, "did you mean `--players`?");
}

#[test]
fn rules_come_from_a_file_too() {
    let place = Place::new();
    let file = "players = 2\nwrap-up = \"rearrange-lane\"\n[ruling]\nhelios = \"zap\"\n";
    fs::write(place.path("rules.toml"), file).expect("written");
    let text = place.ok("rules show --json --rules-file rules.toml --players 4");
    let rules = json(&text);
    assert_eq!(rules["players"], 4, "command-line options take precedence");
    assert_eq!(rules["switches"]["wrap-up"]["value"], "rearrange-lane");
    assert_eq!(rules["rulings"]["helios"]["value"], "zap");
}
