//! Learning a player, as a person would do it.

use crate::common::{Place, assert_has};
use std::fs;

const SMALL: &str = "--teacher strategist:4 --players 1,2 --generations 2 --games 6 --epochs 0.5 \
                     --judge-games 20 --seed 3 --name mine";

#[test]
fn the_file_says_how_to_make_it_again() {
    let place = Place::new();
    place.ok(&format!("learn balanced {SMALL} --quiet --out one"));
    // The file says how it was made, and doing so makes it again.
    let text = fs::read_to_string(place.path("one/mine.toml")).unwrap();
    let mut lines = text.lines();
    let command = lines.find_map(|line| line.strip_prefix("#   xenosim "));
    place.ok(&format!(
        "{} --threads 2 --quiet --out two",
        command.expect("a command")
    ));
    place.assert_same_data("one", "two");
    // What was learned can be played with, and explained.
    let shown = place.ok("policies show one/mine.toml");
    assert_has(&shown, "networks");
    assert_has(&shown, "Learned from 2 generations of 6 games");
    place.ok("simulate --policy one/mine.toml --games 5 --out s --quiet");
}

#[test]
fn games_played_in_shards_teach_the_same() {
    let place = Place::new();
    let learn = format!("learn balanced {SMALL} --quiet");
    place.ok(&format!("{learn} --out whole"));
    let play = |options: &str, out: &str, threads: u32| {
        place.ok(&format!(
            "{learn} {options} --threads {threads} --checkpoint 0 --out {out}"
        ));
    };
    for number in [2, 3, 1] {
        play(
            &format!("--shard {number}/3"),
            &format!("a{number}"),
            number,
        );
    }
    place.refuses("merge a1 a3 --out first", "missing shards: 2/3");
    let said = place.ok("merge a3 a1 a2 --out first");
    assert_has(&said, "generation 1 of 2 learned");
    assert_has(&said, "--from first");
    assert_eq!(place.manifest("first")["complete"], false);
    // Like any other, this merge can be repeated.
    let checkpoint = place.data("first");
    place.ok("merge a1 a2 a3 --quiet --out first");
    assert!(place.data("first").keys().eq(checkpoint.keys()));

    // The next generation goes by what was learned from the first, here ...
    play("--from first --shard 1/2", "b1", 2);
    play("--from first --shard 2/2", "b2", 1);
    for _ in 0..2 {
        place.ok("merge b1 b2 --quiet --out learned");
        place.assert_same_data("whole", "learned");
    }
    assert_eq!(
        place.manifest("whole")["command"],
        place.manifest("learned")["command"]
    );
    // ... and shards of different generations do not mix.
    place.refuses("merge a1 b2 --out m", "does not belong to a1");
    place.refuses(
        &format!(
            "{} --from first --shard 1/2 --out m",
            learn.replace("--seed 3", "--seed 9")
        ),
        "first: contains no earlier generation of this run",
    );
    place.refuses(&format!("{learn} --from first --out m"), "--shard");
    assert!(!place.path("m").exists());

    // What is left after a merge can be done on one machine, too.
    place.ok("learn --resume first --quiet");
    place.assert_same_data("whole", "first");
    // A finished run is not replaced by a part of it.
    place.refuses("merge a1 a2 a3 --out first", "not empty");
}
