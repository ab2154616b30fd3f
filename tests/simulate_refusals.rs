//! Bad input to `xenosim simulate`: one line that names what is allowed, exit code 2, nothing
//! written.

use crate::common::{Place, assert_has, text};
use std::fs;

#[test]
fn bad_options_are_refused_in_one_line() {
    let place = Place::new();
    for (arguments, expected) in [
        ("--players 0", "from 1 to 4"),
        (
            "--players 5",
            "--players <N>': expected a whole number from 1 to 4",
        ),
        ("--games 0", "from 1 to"),
        (
            "--games -3",
            "--games <N>': expected a whole number from 1 to",
        ),
        (
            "--players -1",
            "--players <N>': expected a whole number from 1 to 4",
        ),
        (
            "--players two",
            "--players <N>': expected a whole number from 1 to 4",
        ),
        ("--games 1__0", "such as 20000, 10k or 1e6"),
        ("--games many", "from 1 to"),
        ("--target-error -1%", "from 0.001% to 25%"),
        ("--target-error 0%", "from 0.001% to 25%"),
        ("--target-error 1000%", "from 0.001% to 25%"),
        ("--target-error 0.2", "such as 0.2%"),
        (
            "--rules onslaugt",
            "possible values: pnp, dreadmire, onslaught",
        ),
        ("--deployment x", "possible values: onslaught, dreadmire"),
        (
            "--difficulty x",
            "possible values: easy, normal, hard, training",
        ),
        (
            "--policy randm",
            "did you mean `random`? (known: random, pass, greedy, priority, balanced, veteran, strategist, mastermind, oracle)",
        ),
        (
            "--policy pass,pass",
            "give one for all, or one for each seat",
        ),
        ("--set prowlr.hp=3", "did you mean `prowler`?"),
        ("--set prowler.hpp=3", "did you mean `hp`?"),
        ("--ruling shoker=burn", "did you mean `shocker`?"),
        ("--ruling shocker=burnt", "burn"),
        ("--format xlsx", "allowed: csv, parquet"),
        ("--format csv,parqet", "did you mean `parquet`?"),
        (
            "--seed abc",
            "a whole number from 0 to 18446744073709551615",
        ),
        ("--seed -1", "a whole number from 0"),
        ("--seed 99999999999999999999", "a whole number from 0"),
        ("--threads 0", "from 1 to 1024"),
        (
            "--rows some",
            "all, decisions, none or a share such as 1/100",
        ),
        (
            "--rows 1/0",
            "all, decisions, none or a share such as 1/100",
        ),
        ("--shard 5/4", "such as 1/4"),
        ("--shard 0/4", "such as 1/4"),
        ("--shard 1/2 --target-error 1%", "use --games N"),
        ("--checkpoint x", "seconds from 0 to 86400"),
        ("--quiet --json", "cannot be used with"),
        ("--resume x --seed 3", "cannot be used with '--seed"),
        ("--resume x", "x/manifest.json: no such file"),
        ("--sed 3", "did you mean `--seed`?"),
        (
            "--games 1000000000000 --format csv",
            "the run needs at least 70000.0 GB and",
        ),
        ("--rules-file none.toml", "none.toml: cannot be read"),
        ("--patch none.toml", "none.toml: cannot be read"),
    ] {
        let refusal = place.refusal(&format!("simulate {arguments}"));
        assert!(refusal.contains(expected), "{arguments}: {refusal}");
    }
    assert!(place.names().is_empty(), "{:?}", place.names());
}

#[test]
fn bad_files_are_refused_with_their_lines() {
    let place = Place::new();
    for (content, expected) in [
        ("players = \n", "rules.toml:1: invalid TOML"),
        (
            "players = 1\nplyers = 5\n",
            "rules.toml:2: field `plyers`: unknown field `plyers`; did you mean `players`?",
        ),
        ("players = 5\n", "expected a whole number from 1 to 4"),
        ("rules = \"dreadmyre\"\n", "did you mean `dreadmire`?"),
        ("players = 1\n\n[ruling]\nshocker = \"x\"\n", "shocker"),
    ] {
        fs::write(place.path("rules.toml"), content).unwrap();
        let refusal = place.refusal("simulate --rules-file rules.toml");
        assert!(refusal.contains(expected), "{content}: {refusal}");
    }
    assert_eq!(place.names(), ["rules.toml"]);
}

#[test]
fn directories_and_files_in_each_others_place_are_refused() {
    let place = Place::new();
    fs::create_dir(place.path("dir")).unwrap();
    fs::write(place.path("plain"), "x").unwrap();
    for (arguments, expected) in [
        ("--patch dir", "dir: cannot be read"),
        ("--rules-file dir", "dir: cannot be read"),
        ("--data plain", "plain/set.toml: cannot be read"),
        ("--out plain", "plain: is a file, expected a directory"),
        (
            "--out plain/below",
            "plain: is a file, expected a directory",
        ),
    ] {
        let refusal = place.refusal(&format!("simulate {arguments}"));
        assert!(refusal.contains(expected), "{arguments}: {refusal}");
    }
    assert_eq!(place.names(), ["dir", "plain"]);
    assert_eq!(fs::read(place.path("plain")).unwrap(), b"x");
    assert!(crate::common::names(&place.path("dir")).is_empty());
}

#[test]
fn a_filled_directory_is_spared_unless_forced() {
    let place = Place::new();
    fs::create_dir(place.path("o")).unwrap();
    fs::write(place.path("o/notes.txt"), "mine").unwrap();
    place.refuses("simulate --games 50 --out o", "--force");
    assert_eq!(crate::common::names(&place.path("o")), ["notes.txt"]);
    place.ok("simulate --games 50 --out o --force --rounds --quiet");
    assert!(place.path("o/rounds.csv").exists());
    // A second run leaves nothing of the first behind, and strangers alone.
    place.ok("simulate --games 60 --out o --force --format csv --quiet");
    assert_eq!(
        crate::common::names(&place.path("o")),
        [
            "answer.json",
            "cards.csv",
            "curve.csv",
            "damage.csv",
            "games.csv",
            "habits.csv",
            "manifest.json",
            "notes.txt",
            "summary.csv",
            "targets.csv"
        ]
    );
    assert_eq!(fs::read(place.path("o/notes.txt")).unwrap(), b"mine");
}

#[test]
fn a_full_disk_shows_before_games_are_played() {
    let place = Place::new();
    let arguments = "simulate --games 1000000000 --rows none --out o";
    for point in 1..5 {
        let output = place
            .command(arguments)
            .env("XENOSIM_FAULT", format!("{point}%"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "point {point}");
        assert_has(&text(&output.stderr), "the disk is full");
        assert!(!place.path("o/manifest.json").exists(), "point {point}");
    }
}

#[test]
fn shells_and_manual_readers_are_served() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = place.ok(&format!("completions {shell}"));
        assert!(script.contains("target-error"), "{shell}");
        // The others complete no values.
        let knows_values = ["bash", "zsh", "fish"].contains(&shell);
        for name in ["strategist", "prowler", "homebrew", "deployment"] {
            assert!(script.contains(name) || !knows_values, "{shell}: {name}");
        }
    }
    place.refuses("completions tcsh", "possible values: bash");
    let page = place.ok("man");
    assert_has(&page, ".TH xenosim 1");
    assert_has(&page, "xenosim\\-simulate(1)");
    let page = place.ok("man simulate");
    assert_has(&page, ".TH xenosim-simulate 1");
    assert_has(&page, "target\\-error");
    place.refuses("man simulat", "did you mean `simulate`?");
}
