//! Players from outside.

use crate::common::{Place, assert_has};
use std::fs;
use std::os::unix::fs::PermissionsExt;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/policies/bots/example.py");

/// Runs a game with a bot of this program; what went wrong.
fn spoiled(program: &str) -> String {
    let place = Place::new();
    let file = place.path("bot.py");
    fs::write(&file, format!("#!/usr/bin/env python3\n{program}")).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let output = place.run("simulate --policy exec:./bot.py --games 2 --quiet --out o");
    assert_eq!(output.status.code(), Some(3));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_example_plays_whole_games_and_the_same_again() {
    let place = Place::new();
    let bot = format!("exec:{EXAMPLE}");
    for (out, threads) in [("one", 1), ("two", 2)] {
        place.ok(&format!(
            "simulate --policy {bot} --players 2 --games 6 --threads {threads} --quiet --out {out}"
        ));
    }
    place.assert_same_data("one", "two");
    // Beside others, a searching one among them.
    place.ok(&format!(
        "simulate --policy strategist:8,{bot} --players 2 --games 1 --quiet --out three"
    ));
}

#[test]
fn a_bot_that_fails_is_named_with_its_fault() {
    // It stays until the program has had enough of it.
    let (read, stay) = (
        "import sys\nsys.stdin.readline(); sys.stdin.readline()\n",
        "sys.stdin.read()\n",
    );
    let said = spoiled(&format!("{read}print('nonsense', flush=True)\n{stay}"));
    assert_has(&said, "bot `./bot.py` answered `nonsense`");
    let said = spoiled(&format!(
        "{read}print('{{\"answer\": 999}}', flush=True)\n{stay}"
    ));
    assert_has(&said, "answered 999, which is not legal");
    let said = spoiled("raise SystemExit(7)\n");
    assert_has(&said, "ended in the middle of a game");
}
