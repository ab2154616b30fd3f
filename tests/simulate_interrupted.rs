//! Runs that are killed, stopped or split: nothing is lost, nothing counts twice, and the result is
//! byte for byte that of an uninterrupted run.

use crate::common::{EXAMPLE_BOT, Place, assert_has, kill, signal, text, wait_for};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Options of the runs that are interrupted, with a checkpoint after every chunk.
const RUN: &str = "simulate --policy random --games 40000 --rounds --threads 2";

/// Waits until a run has kept a number of parts.
fn wait_for_part(directory: &Path, number: u32) {
    wait_for(&directory.join(format!("parts/part-{number:06}.bin")));
}

#[test]
fn one_run_at_a_time_writes_into_a_directory() {
    let place = Place::new();
    let child = place.start(&format!("{RUN} --checkpoint 0 --out o"));
    wait_for_part(&place.path("o"), 3);
    for other in [
        format!("{RUN} --seed 2 --force --out o"),
        "simulate --resume o".into(),
        "compare deployment --players 1 --games 10 --force --out o".into(),
    ] {
        place.refuses(&other, "another run is writing here");
    }
    kill(child);
    place.ok("simulate --resume o --quiet");
}

#[test]
fn ctrl_c_keeps_and_labels_what_is_complete() {
    let place = Place::new();
    let child = place.start(&format!("{RUN} --checkpoint 0 --out stopped"));
    wait_for_part(&place.path("stopped"), 40);
    signal(&child, "INT");
    let output = child.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(130));
    let shown = text(&output.stdout);
    assert_has(&shown, "INTERRUPTED: incomplete, 40,000 games");
    assert_has(&shown, "valid however often one looks");
    let errors = text(&output.stderr);
    assert_has(&errors, "press Ctrl-C again to abort");
    assert_has(&errors, "xenosim simulate --resume stopped");
    let manifest = place.manifest("stopped");
    assert_eq!(manifest["complete"], false);
    assert_eq!(manifest["ending"], "interrupted");
    let played = manifest["games"]["played"].as_u64().expect("a number");
    assert!(played > 0 && played < 40_000, "{played}");

    // What is there is the beginning of the whole run.
    place.ok(&format!("{RUN} --out whole --quiet"));
    let part = fs::read_to_string(place.path("stopped/games.csv")).unwrap();
    let whole = fs::read_to_string(place.path("whole/games.csv")).unwrap();
    assert_eq!(part.lines().count() as u64, played + 1);
    assert!(whole.starts_with(&part));

    place.ok("simulate --resume stopped --quiet");
    place.assert_same_data("whole", "stopped");
}

#[test]
fn a_second_ctrl_c_aborts() {
    let place = Place::new();
    // A bot that thinks until it is allowed to go on holds up the clean stop.
    place.write_program(
        "bot.sh",
        &format!(
            "#!/bin/sh\ntouch asked\nuntil test -e go; do sleep 0.01; done\nexec {EXAMPLE_BOT}\n"
        ),
    );
    let run = "simulate --policy exec:./bot.sh --games 2 --threads 1";
    let mut child = place.start(&format!("{run} --out o"));
    wait_for(&place.path("asked"));
    signal(&child, "INT");
    let mut said = String::new();
    BufReader::new(child.stderr.as_mut().expect("piped"))
        .read_line(&mut said)
        .expect("read");
    assert_has(&said, "press Ctrl-C again to abort");
    signal(&child, "INT");
    let output = child.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty(), "no result is shown");
    assert_eq!(place.manifest("o")["ending"], "running");
    assert!(!place.path("o/games.csv").exists());
    // Even so it can be resumed.
    fs::write(place.path("go"), "").expect("written");
    place.ok("simulate --resume o --quiet");
    place.ok(&format!("{run} --out whole --quiet"));
    place.assert_same_data("whole", "o");
}

#[test]
fn a_run_with_a_target_error_resumes_to_the_same_stop() {
    let place = Place::new();
    let run = "simulate --policy random --target-error 1.2% --base-hp 140 --threads 2";
    place.ok(&format!("{run} --out whole --quiet"));
    let child = place.start(&format!("{run} --checkpoint 0 --out broken"));
    wait_for_part(&place.path("broken"), 30);
    kill(child);
    assert_eq!(place.manifest("broken")["complete"], false);
    place.ok("simulate --resume broken --quiet");
    assert_eq!(place.manifest("broken")["ending"], "target-error");
    place.assert_same_data("whole", "broken");
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let place = Place::new();
    let play = |options: &str, out: &str| {
        place.ok(&format!(
            "simulate --games 200 --out {out} --quiet {options}"
        ));
    };
    play("--shard 1/2", "a1");
    play("--shard 2/2", "a2");
    play("--shard 2/2 --seed 2", "seed");
    play("--shard 2/2 --set prowler.hp=4", "cards");
    play("--shard 2/2 --burn returns-to-stack", "rules");
    play("--shard 2/2 --policy pass", "policy");
    play("--shard 2/2 --rows none", "rows");
    place.ok("compare --arm base-hp=30 --games 200 --shard 2/2 --out study --quiet");
    play("--shard 2/3", "thirds");
    play("", "whole");
    for (directories, expected) in [
        (
            "a1 seed",
            "seed: does not belong to a1: `seed` is 2, but 1 there",
        ),
        ("a1 cards", "`cards_fingerprint` is"),
        ("a1 rules", "`switches.burn` is \"returns-to-stack\""),
        ("a1 policy", "`policy` is \"pass\""),
        ("a1 rows", "`rows` is \"none\""),
        (
            "a1 study",
            "study: is a shard of `compare`, but a1 is one of `simulate`",
        ),
        ("a1 thirds", "thirds: is shard 2/3, but a1 is shard 1/2"),
        (
            "a1 a1 a2",
            "is shard 1/2, like a1: its games would count twice",
        ),
        ("a2", "missing shards: 1/2"),
        ("a1 whole", "whole: it contains a whole run, not a shard"),
        ("a1 nowhere", "nowhere/manifest.json: no such file"),
    ] {
        let refusal = place.refusal(&format!("merge {directories} --out m"));
        assert!(refusal.contains(expected), "{directories}: {refusal}");
        assert!(!place.path("m").exists(), "{directories}");
    }
    place.refuses(
        "merge a1 a2 --out a1 --force",
        "is one of those to be merged",
    );

    // A shard of another version of the program.
    let path = place.path("a2/manifest.json");
    let manifest = fs::read_to_string(&path).unwrap();
    place.forge("a2/manifest.json", |manifest| {
        manifest["version"] = "0.0.1".into();
    });
    place.refuses("merge a1 a2 --out m", "played by version 0.0.1");
    fs::write(&path, &manifest).unwrap();
    // A shard of another build.
    place.forge("a2/manifest.json", |manifest| {
        manifest["build"] = "0123456789ab".into();
    });
    place.refuses(
        "merge a1 a2 --out m",
        "(build 0123456789ab); this is version",
    );
    place.refuses(
        "simulate --resume a2",
        "cannot resume: `build` was 0123456789ab and is now ",
    );
    fs::write(&path, &manifest).unwrap();

    // A shard that lacks a part, and one that was killed.
    fs::remove_file(place.path("a2/parts/part-000000.bin")).unwrap();
    place.refuses("merge a1 a2 --out m", "its parts end at game 100");
    let mut killed = place.command("simulate --games 200 --shard 2/2 --out killed --quiet");
    let status = killed.env("XENOSIM_FAULT", "8!").status().unwrap();
    assert!(!status.success());
    let refusal = place.refusal("merge a1 killed --out n");
    assert_has(&refusal, "shard 2/2 is not complete");
    assert_has(&refusal, "xenosim simulate --resume killed");
}
