//! Bad input to `xenosim simulate`: one line that names what is allowed, exit code 2, nothing
//! written.

use crate::common::{Place, assert_has, text};
use std::fs;

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
    let page = place.ok("man");
    assert_has(&page, ".TH xenosim 1");
    assert_has(&page, "xenosim\\-simulate(1)");
    let page = place.ok("man simulate");
    assert_has(&page, ".TH xenosim-simulate 1");
    assert_has(&page, "target\\-error");
}
