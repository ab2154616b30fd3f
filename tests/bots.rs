//! Players from outside.

use crate::common::{EXAMPLE_BOT, Place, assert_has, signal, wait_for};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// Runs a game with a bot of this program; what went wrong.
fn spoiled(program: &str) -> String {
    spoiled_in(&Place::new(), program)
}

fn spoiled_in(place: &Place, program: &str) -> String {
    place.write_program("bot.py", &format!("#!/usr/bin/env python3\n{program}"));
    let output = place.run("simulate --policy exec:./bot.py --games 2 --threads 1 --quiet --out o");
    assert_eq!(output.status.code(), Some(3));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_example_plays_whole_games_and_the_same_again() {
    let place = Place::new();
    let bot = format!("exec:{EXAMPLE_BOT}");
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

/// The beginning of a bot that has read the game and its first question.
const READ: &str = "import sys, os, time, signal
sys.stdin.readline(); sys.stdin.readline()
def say(text): sys.stdout.write(text); sys.stdout.flush()
def first(): say('{\"number\": 1, \"answer\": 0}\\n')
";

#[test]
fn a_bot_that_misbehaves_is_named_with_its_fault() {
    let lines = include_str!("bots.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (program, fault) = line.split_once(" => ").expect("a program and its fault");
        let said = spoiled(&format!("{READ}{program}\n"));
        assert_has(&said, fault);
        assert_has(&said, "bot `./bot.py`");
    }
}

fn is_alive(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|status| !status.contains(") Z "))
}

#[test]
fn nothing_that_a_bot_started_outlives_the_run() {
    for (answer, way_out) in [
        ("nonsense\\n", None),
        ("", Some("KILL")),
        ("", Some("TERM")),
    ] {
        let place = Place::new();
        let bot = format!(
            "{READ}signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
child = os.fork()
if child == 0:
    time.sleep(600)
with open('pids', 'w') as pids: pids.write(f'{{os.getpid()}} {{child}}')
os.rename('pids', 'asked')
say('{answer}')
time.sleep(600)
"
        );
        match way_out {
            None => drop(spoiled_in(&place, &bot)),
            Some(name) => {
                place.write_program("bot.py", &format!("#!/usr/bin/env python3\n{bot}"));
                let child = place.start("simulate --policy exec:./bot.py --games 2 --out o");
                wait_for(&place.path("asked"));
                signal(&child, name);
                child.wait_with_output().expect("it ends");
            }
        }
        let pids = fs::read_to_string(place.path("asked")).expect("the bot ran");
        for pid in pids.split_whitespace() {
            // A killed process takes a moment to end; left alone it would sleep for minutes.
            let until = Instant::now() + Duration::from_secs(60);
            while is_alive(pid) {
                assert!(Instant::now() < until, "{pid} lives on");
                thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

#[test]
fn a_flood_of_errors_is_cut() {
    let said = spoiled(&format!(
        "{READ}sys.stderr.write('x' * 1_000_000); sys.stderr.flush(); say('nonsense\\n'); time.sleep(60)\n"
    ));
    assert!(said.len() < 100_000, "{} bytes", said.len());
}

#[test]
fn a_terminal_obeys_nothing_that_a_bot_writes() {
    let place = Place::new();
    let bot = "sys.stderr.write('a\\x1b[2Jb\\n'); sys.stderr.flush(); open('wrote', 'w'); \
               say('\\x1b[2J\\n'); time.sleep(60)";
    let said = spoiled_in(&place, &format!("{READ}{bot}\n"));
    assert!(place.path("wrote").exists());
    assert!(!said.contains('\u{1b}'), "{said}");
    assert_has(&said, "answered `\u{fffd}[2J`");
}

#[test]
fn shards_of_an_edited_bot_are_refused() {
    let example = fs::read_to_string(EXAMPLE_BOT).expect("the example");
    // Named by its path, quoted for a shell, and found where a shell looks for programs.
    for (file, bot) in [
        ("bot.py", "exec:./bot.py"),
        ("my bot.py", "exec:python3 'my bot.py'"),
        ("found.py", "exec:found.py"),
    ] {
        let place = Place::new();
        let path = std::env::var("PATH").expect("a path");
        let path = format!("{path}:{}", place.path("").display());
        for (shard, edit) in [(1, ""), (2, "# Edited.\n")] {
            place.write_program(file, &format!("{example}{edit}"));
            let arguments = format!("simulate --games 4 --shard {shard}/2 --quiet --out s{shard}");
            let mut command = place.command(&arguments);
            command.args(["--policy", bot]).env("PATH", &path);
            assert!(command.status().expect("it runs").success());
        }
        place.refuses("merge s1 s2 --out m", "s2: does not belong to s1");
    }
}
