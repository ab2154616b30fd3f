//! Merging shards and seeds: killed or failing at any write, it is simply run again.

use crate::common::{Place, assert_has, names};
use crate::lifecycle::{command, contents, tries};
use runs::lifecycle::MANIFEST;
use std::fs;

/// Shards in directories `s1` and `s2`, and what a single run makes of the same in `whole`.
fn two_shards(place: &Place, arguments: &str) {
    place.ok(&format!("{arguments} --quiet --out whole"));
    for number in [1, 2] {
        place.ok(&format!(
            "{arguments} --shard {number}/2 --quiet --out s{number}"
        ));
    }
}

/// Commands whose shards are merged, small enough to be merged many times.
const MERGED: [&str; 3] = [
    "simulate --policy random --games 3000 --rounds --format csv,parquet",
    "compare --arm more:base-hp=30 --policy random --games 300 --format csv",
    "learn balanced --teacher strategist:4 --players 1 --generations 1 --games 20 --judge-games 10 \
     --format csv",
];

#[test]
fn a_fault_at_any_write_of_a_merge_is_no_dead_end() {
    for arguments in MERGED {
        let place = Place::new();
        two_shards(&place, arguments);
        for kind in ["", "!"] {
            for number in (1..).step_by(1 + 20 / tries(5)) {
                let output = place
                    .command("merge s1 s2 --quiet --out m")
                    .env("XENOSIM_FAULT", format!("{number}{kind}"))
                    .output()
                    .expect("it runs");
                let done = output.status.success();
                if !done {
                    let begun = place.path("m").join(MANIFEST).exists();
                    if begun && place.manifest("m")["complete"] == false {
                        assert_eq!(place.manifest("m")["ending"], "merging", "{number}");
                        let kind = command(arguments);
                        place.refuses(
                            &format!("{kind} --resume m"),
                            "run the same `xenosim merge`",
                        );
                    }
                    place.ok("merge s1 s2 --quiet --out m");
                }
                place.assert_same_data("whole", "m");
                fs::remove_dir_all(place.path("m")).expect("removed");
                if done {
                    assert!(number > 5, "{number}");
                    break;
                }
            }
        }
    }
}

#[test]
fn a_merge_replaces_nothing_but_a_merge_of_the_same() {
    let place = Place::new();
    let arguments = MERGED[0];
    two_shards(&place, arguments);
    let broken_merge = |shards: &str| {
        let output = place
            .command(&format!("merge {shards} --quiet --out m"))
            .env("XENOSIM_FAULT", "8!")
            .output()
            .expect("it runs");
        assert!(!output.status.success());
        assert_eq!(place.manifest("m")["ending"], "merging");
    };
    // An interrupted run of the same games keeps what it has played.
    let broken = place
        .command(&format!("{arguments} --checkpoint 0 --quiet --out m"))
        .env("XENOSIM_FAULT", "20!")
        .output();
    assert!(!broken.expect("it runs").status.success());
    let before = contents(&place.path("m"));
    place.refuses("merge s1 s2 --out m", "--resume m");
    assert_eq!(contents(&place.path("m")), before);
    fs::remove_dir_all(place.path("m")).expect("removed");

    // A merge of other games is not taken for this one.
    for number in [1, 2] {
        place.ok(&format!(
            "{arguments} --seed 2 --shard {number}/2 --quiet --out o{number}"
        ));
    }
    broken_merge("o1 o2");
    assert!(place.refusal("merge s1 s2 --out m").contains("not empty"));
    place.ok("merge o1 o2 --quiet --out m");

    // Without a name the directory is found again.
    let output = place
        .command("merge s1 s2 --quiet")
        .env("XENOSIM_FAULT", "8!")
        .output();
    assert!(!output.expect("it runs").status.success());
    place.ok("merge s1 s2 --quiet");
    place.assert_same_data(
        "whole",
        &format!("reports/{}", names(&place.path("reports"))[0]),
    );
}

#[test]
fn runs_on_two_seeds_are_one_that_says_so() {
    let place = Place::new();
    let asked = "compare --arm more:base-hp=30 --policy random --format csv --quiet";
    place.ok(&format!("{asked} --games 2000 --seed 1 --out one"));
    place.ok(&format!("{asked} --games 3000 --seed 2 --out two"));
    let told = place.ok("merge one two --out both");
    assert_has(
        &told,
        "Runs on seeds 1 and 2 together, with 2,000 and 3,000 games of each arm at most.",
    );
    assert_eq!(place.manifest("both")["seed"], serde_json::json!([1, 2]));
    assert_has(&told, "seeds 1 and 2, margin");
    place.ok("verify both");
    place.refuses("compare --resume both", "raise the games of those");

    place.refuses("merge one one --out x", "its games would count twice");
    place.ok(&format!(
        "{asked} --games 60 --seed 3 --players 2 --out other"
    ));
    place.refuses("merge one other --out x", "asks another question than one");
    place.refuses("merge one both --out x", "is a merge of runs");
    place.refuses("merge both one --out x", "is a merge of runs");
    place.ok(&format!(
        "{asked} --games 60 --seed 3 --until-decided --out early"
    ));
    place.refuses("merge one early --out x", "it stopped early");
    place.refuses("merge early one --out x", "it stopped early");
    place.ok("simulate --policy random --games 10 --quiet --out games");
    place.refuses("merge one games --out x", "not a whole run of the same");
    place.refuses(
        "merge games one --out x",
        "it contains a whole run, not a shard",
    );
    place.refuses(
        "merge one two --out one --force",
        "is one of those to be merged",
    );
    place.forge("two/manifest.json", |manifest| {
        manifest["build"] = "another".into()
    });
    place.refuses("merge one two --out x", "`build` was another");
}
