//! The life of every run: killed at any moment, failing at any write, damaged on the disk. Nothing
//! is lost, nothing is believed that is not true, nothing is left behind.

use crate::common::dice::Dice;
use crate::common::{Place, assert_has, kill, names, signal, text, wait_for};
use runs::lifecycle::{CHECKPOINT, MANIFEST, PARTS};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// Commands that can be resumed, small enough to be run many times.
const COMMANDS: [&str; 9] = [
    "simulate --policy random --games 1500 --rounds --checkpoint 0 --format csv,parquet",
    "compare --arm more:base-hp=30 --policy random --games 800 --checkpoint 0 --format csv",
    "rank ranger research-officer --policy random --games 200 --checkpoint 0 --format csv",
    "ladder --policies random,pass --players 1 --games 800 --checkpoint 0 --format csv",
    "tune balanced --players 1 --generations 4 --population 4 --games 10 --judge-games 40 \
     --format csv",
    "selftest --games 5000 --checkpoint 0 --format csv",
    "card ranger --with hercules --policy random --games 200 --checkpoint 0 --format csv",
    "target --policy random --games 800 --checkpoint 0 --format csv",
    "learn balanced --teacher strategist:4 --generations 2 --games 20 --epochs 0.2 --judge-games 10 --players 1 \
     --checkpoint 0 --format csv",
];

/// Every command of its own kind whose interruption is tried with Ctrl-C, long enough for that.
const INTERRUPTED: [&str; 4] = [
    "compare --arm more:base-hp=30 --policy random --games 20000 --format csv --checkpoint 0",
    "tune balanced --players 1 --generations 12 --population 8 --games 150 --judge-games 50 --format csv",
    "learn balanced --teacher strategist:4 --players 1 --generations 3 --games 60 --epochs 1 \
     --judge-games 20 --format csv",
    "balance --goal 30%..60%:base-hp=100 --change enemy.hp --policy greedy --games 150 --confirm random",
];

/// How much is tried; more with `XENOSIM_TRIES` in the environment.
pub fn tries(usual: usize) -> usize {
    let wanted = std::env::var("XENOSIM_TRIES").ok();
    wanted.and_then(|tries| tries.parse().ok()).unwrap_or(usual)
}

pub fn command(arguments: &str) -> &str {
    arguments.split_whitespace().next().expect("a command")
}

/// Brings what was interrupted to its end: resumed, or started again if nothing was written yet.
fn bring_to_end(place: &Place, arguments: &str, directory: &str) {
    if command(arguments) == "selftest" {
        // With so few games, checks may fail; what counts is that it ends.
        let output = place.run(&if place.path(directory).join(MANIFEST).exists() {
            format!("selftest --resume {directory} --quiet")
        } else {
            format!("{arguments} --quiet --out {directory}")
        });
        assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments}");
        return;
    }
    if place.path(directory).join(MANIFEST).exists() {
        place.ok(&format!(
            "{} --resume {directory} --quiet",
            command(arguments)
        ));
    } else {
        place.ok(&format!("{arguments} --quiet --out {directory}"));
    }
}

#[test]
fn kills_at_random_instants_lose_nothing_and_leave_nothing() {
    let place = Place::new();
    let mut dice = Dice(0x5eed);
    for arguments in COMMANDS {
        let arguments = &format!("{arguments} --html");
        let started = Instant::now();
        place.run(&format!("{arguments} --quiet --out whole"));
        let takes = started.elapsed().as_micros() as usize;
        fs::remove_file(place.path("whole/report.html")).expect("a report");
        // A selftest spends most of its time on what is done again in any case.
        let usual = if command(arguments) == "selftest" {
            1
        } else {
            3
        };
        for _ in 0..tries(usual) {
            let child = place.start(&format!("{arguments} --out broken"));
            thread::sleep(Duration::from_micros(dice.below(takes * 5 / 4) as u64));
            kill(child);
            if dice.below(2) == 0 && place.path("broken").join(MANIFEST).exists() {
                let child = place.start(&format!(
                    "{} --resume broken --threads 1",
                    command(arguments)
                ));
                thread::sleep(Duration::from_micros(dice.below(takes) as u64));
                kill(child);
            }
            bring_to_end(&place, arguments, "broken");
            assert_eq!(place.manifest("broken")["complete"], true, "{arguments}");
            // The page also says how long it took.
            fs::remove_file(place.path("broken/report.html")).expect("a report");
            place.assert_same_data("whole", "broken");
            fs::remove_dir_all(place.path("broken")).expect("removed");
        }
        fs::remove_dir_all(place.path("whole")).expect("removed");
    }
}

/// The same command on one thread with few games: every file is still written, and progress is still saved
/// several times.
fn small(arguments: &str) -> String {
    let games = ["1500", "800", "300", "200"].iter();
    let fewer = games.fold(arguments.to_string(), |shorter, games| {
        shorter.replace(&format!("--games {games}"), "--games 20")
    });
    format!("{fewer} --threads 1")
}

/// Runs a command with a fault, and then to its end. What it said with the fault, unless it succeeded.
fn survives(place: &Place, arguments: &str, fault: &str) -> Option<String> {
    let run = place
        .command(&format!("{arguments} --quiet --out broken"))
        .env("XENOSIM_FAULT", fault)
        .output();
    let output = run.expect("it runs");
    let code = output.status.code();
    let is_kill = fault.ends_with('!');
    assert!(is_kill || matches!(code, Some(0..=2)), "{fault}: {code:?}");
    bring_to_end(place, arguments, "broken");
    place.assert_same_data("whole", "broken");
    fs::remove_dir_all(place.path("broken")).expect("removed");
    (code != Some(0)).then(|| text(&output.stderr))
}

#[test]
fn a_fault_at_any_write_loses_nothing_and_leaves_nothing() {
    // selftest is left out: it plays long between its many writes.
    let commands = COMMANDS.iter().filter(|it| command(it) != "selftest");
    for (number, arguments) in commands.enumerate() {
        let (place, arguments) = (Place::new(), small(arguments));
        place.ok(&format!("{arguments} --quiet --out whole"));
        let kinds = [
            ("", "failed on purpose"),
            ("!", ""),
            ("%", "the disk is full"),
        ];
        // A full disk is one more failure, seen in the first two.
        for (kind, expected) in &kinds[..if number < 2 { 3 } else { 2 }] {
            let writes = (1..).step_by(1 + 40 / tries(8));
            let faults = writes.map(|write| format!("{write}{kind}"));
            let said: Vec<String> = faults
                .map_while(|fault| survives(&place, &arguments, &fault))
                .collect();
            assert!(said.len() > 3, "{arguments}: {said:?}");
            said.iter().for_each(|said| assert_has(said, expected));
        }
    }
}

#[test]
fn an_interrupted_run_resumes_to_the_same_end() {
    for arguments in INTERRUPTED {
        Place::new().assert_goes_on(arguments);
    }
}

#[test]
fn a_run_started_to_outlive_its_terminal_goes_on() {
    let place = Place::new();
    let run = "compare --arm base-hp=30 --policy random --games 20k --checkpoint 0 --quiet --out o";
    // As `nohup` does.
    let line = format!("trap '' HUP; exec {} {run}", env!("CARGO_BIN_EXE_xenosim"));
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", &line]).current_dir(place.path("."));
    let mut child = shell.spawn().expect("it starts");
    wait_for(&place.path("o").join(CHECKPOINT));
    signal(&child, "HUP");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn an_allocation_that_fails_anywhere_loses_nothing_and_leaves_nothing() {
    for arguments in COMMANDS[..2].iter().map(|it| small(it)) {
        let (place, arguments) = (Place::new(), &arguments);
        place.ok(&format!("{arguments} --quiet --out whole"));
        let mut number = 1;
        while let Some(said) = survives(&place, arguments, &format!("{number}m")) {
            assert_eq!(said, NO_MEMORY, "{number}");
            number += 1 + 3 * number / tries(8);
        }
        assert!(number > 10_000, "{number}");
    }
}

/// What that does to the files is what a kill does. That the program ends is tried at every
/// allocation with `XENOSIM_TRIES=10000`, in copies of it.
#[test]
fn an_allocation_that_fails_ends_the_program_wherever_it_is() {
    for arguments in COMMANDS[..2].iter().map(|it| small(it)) {
        let (place, arguments) = (Place::new(), &arguments);
        place.ok(&format!("{arguments} --quiet --out whole"));
        let mut command = place.command(&format!("{arguments} --quiet --out copied"));
        let apart = (10_000 / tries(8)).max(1);
        let output = command.env("XENOSIM_FAULT", format!("{apart}M")).output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{}", text(&output.stderr));
        let said = text(&output.stderr);
        assert_eq!(said.replace(NO_MEMORY, ""), "");
        assert!(said.len() > 20 * NO_MEMORY.len(), "{said}");
        place.assert_same_data("whole", "copied");
    }
}

const NO_MEMORY: &str = "error: out of memory (see `ulimit -v`)\n";

#[test]
fn a_limit_of_memory_ends_with_a_message_and_can_be_lifted() {
    let place = Place::new();
    let arguments = "simulate --policy random --games 20000 --threads 1 --format csv,parquet";
    place.ok(&format!("{arguments} --quiet --out whole"));
    let program = env!("CARGO_BIN_EXE_xenosim");
    // From too little to read the cards to enough for everything.
    let mut said = Vec::new();
    for megabytes in (60..).step_by(15) {
        let limit = format!("ulimit -v {}", megabytes * 1024);
        let line = format!("{limit}; exec {program} {arguments} --quiet --out broken");
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &line]).current_dir(place.path("."));
        let output = output.output().expect("it runs");
        if output.status.success() {
            break;
        }
        // Below that, the system cannot even load the program.
        if output.status.code() == Some(1) {
            said.push(text(&output.stderr));
        }
        bring_to_end(&place, arguments, "broken");
        place.assert_same_data("whole", "broken");
        fs::remove_dir_all(place.path("broken")).expect("removed");
    }
    // Threads cannot be started either, which is also said.
    let is_told = |said: &String| {
        said.lines()
            .last()
            .is_some_and(|line| line.starts_with("error: "))
    };
    assert!(!said.is_empty() && said.iter().all(is_told), "{said:?}");
}

#[test]
fn a_fault_while_replacing_another_run_leaves_nothing_of_either() {
    let place = Place::new();
    let (first, second) = (
        COMMANDS[0].replace("1500", "60"),
        COMMANDS[1].replace("800", "60"),
    );
    place.ok(&format!("{second} --quiet --out whole"));
    for number in (1..30).step_by(1 + 6 / tries(2)) {
        place.ok(&format!("{first} --quiet --out o --force"));
        let output = place
            .command(&format!("{second} --quiet --out o --force"))
            .env("XENOSIM_FAULT", format!("{number}!"))
            .output()
            .expect("it runs");
        let manifest = place.manifest("o");
        if manifest["kind"] == "compare" {
            place.ok("compare --resume o --quiet");
            place.assert_same_data("whole", "o");
        } else {
            assert!(!output.status.success());
            place.ok(&format!("{second} --quiet --out o --force"));
            place.assert_same_data("whole", "o");
        }
    }
}

/// All files of a directory and of those in it.
pub fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for name in names(directory) {
        let path = directory.join(&name);
        if path.is_dir() {
            all.extend(
                contents(&path)
                    .into_iter()
                    .map(|(file, b)| (format!("{name}/{file}"), b)),
            );
        } else {
            all.insert(name, fs::read(path).expect("a file"));
        }
    }
    all
}

#[test]
fn a_damaged_file_is_named_and_what_to_do_about_it() {
    let place = Place::new();
    let arguments =
        "compare --arm more:base-hp=30 --policy random --games 60k --checkpoint 0 --format csv";
    assert!(
        place.is_interrupted(arguments),
        "a slower command is needed"
    );
    let checkpoint = place.path("part").join(CHECKPOINT);
    let sound = fs::read(&checkpoint).expect("a checkpoint");
    let mut changed = sound.clone();
    changed[sound.len() / 2] ^= 1;
    fs::write(&checkpoint, changed).expect("written");
    let refusal = place.refusal("compare --resume part");
    assert_has(&refusal, "part/checkpoint.bin: damaged");
    assert_has(&refusal, "remove this file and resume");
    // A checksum alone makes nothing true.
    fs::write(&checkpoint, &sound).expect("written");
    place.forge_checkpoint("part", |kept| {
        kept["state"][0]["games"] = 70_000.into();
    });
    place.refuses("compare --resume part", "more games than requested");
    // What it says to do works.
    fs::remove_file(&checkpoint).expect("removed");
    place.ok("compare --resume part --quiet");
    place.ok(&format!("{arguments} --quiet --out whole"));
    place.assert_same_data("whole", "part");

    let manifest = place.path("part").join(MANIFEST);
    let sound = fs::read_to_string(&manifest).expect("a manifest");
    fs::write(&manifest, sound.replacen("60000", "60001", 1)).expect("written");
    place.refuses("compare --resume part", "part/manifest.json: damaged");
    // What it lists may be anybody's, so nothing is removed.
    let before = contents(&place.path("part"));
    place.refuses(
        "simulate --games 20 --format csv --quiet --force --out part",
        "part/manifest.json: damaged",
    );
    assert_eq!(contents(&place.path("part")), before);
}

#[test]
fn force_replaces_only_what_is_as_it_was_written() {
    let place = Place::new();
    let arguments = "simulate --games 20 --format csv --quiet --out o";
    place.ok(arguments);
    let summary = place.path("o/summary.csv");
    fs::write(&summary, "my notes").expect("written");
    place.refuses(&format!("{arguments} --force"), "o/summary.csv: damaged");
    assert_eq!(fs::read(&summary).expect("there"), b"my notes");
    fs::remove_file(&summary).expect("removed");
    place.ok(&format!("{arguments} --force"));
    // A manifest cannot make it remove something else, even with a sound seal.
    fs::write(place.path("notes.txt"), "mine").expect("written");
    fs::write(place.path("o/notes.txt"), "mine").expect("written");
    place.forge("o/manifest.json", |manifest| {
        manifest["files"][0]["name"] = "../notes.txt".into();
        manifest["files"][1]["name"] = "notes.txt".into();
    });
    place.refuses(&format!("{arguments} --force"), "o/notes.txt: damaged");
    assert!(place.path("notes.txt").exists());
    // Without a manifest, nothing is known to be ours.
    fs::remove_file(place.path("o/manifest.json")).expect("removed");
    let said = crate::common::text(&place.run(&format!("{arguments} --force")).stderr);
    assert_has(&said, "is there already, and was not written by this run");
}

#[test]
fn force_leaves_nothing_of_another_command_and_spares_strangers() {
    let place = Place::new();
    fs::create_dir(place.path("o")).expect("made");
    fs::write(place.path("o/notes.txt"), "mine").expect("written");
    fs::write(place.path("o/ranks.csv"), "mine").expect("written");
    place.refuses("simulate --games 50 --out o", "--force");
    let quick = |arguments: &&str| !["selftest", "learn"].contains(&command(arguments));
    for arguments in COMMANDS.iter().copied().filter(quick) {
        let arguments = arguments.replace("1500", "50").replace("800", "50");
        place.ok(&format!("{arguments} --quiet --out fresh"));
        let mut expected = names(&place.path("fresh"));
        if !expected.contains(&"ranks.csv".into()) {
            place.ok(&format!("{arguments} --quiet --out o --force"));
            expected.extend(["notes.txt", "ranks.csv"].map(String::from));
            expected.sort();
            assert_eq!(names(&place.path("o")), expected, "{arguments}");
        }
        fs::remove_dir_all(place.path("fresh")).expect("removed");
    }
    assert_eq!(fs::read(place.path("o/ranks.csv")).expect("there"), b"mine");
}

#[test]
fn runs_of_ones_own_do_not_collide() {
    let place = Place::new();
    let first = "compare --arm base-hp=9 --policy random --games 20 --format csv";
    let second = "compare --arm base-hp=8 --policy random --games 20 --format csv";
    place.ok(&format!("{first} --quiet"));
    let before = contents(&place.path("reports/compare"));
    place.ok(&format!("{second} --quiet"));
    assert_eq!(contents(&place.path("reports/compare")), before);
    let all = names(&place.path("reports"));
    assert_eq!(all.len(), 2, "{all:?}");
    assert!(all[1].starts_with("compare-"), "{all:?}");
    // The same again is said to be so, and changes nothing but the manifest.
    let output = place.run(&format!("{first} --quiet"));
    assert!(output.status.success());
    let errors = text(&output.stderr);
    assert_has(&errors, "reports/compare already contains these results");
    assert_eq!(names(&place.path("reports")), all);
    // Those of another build are made again; what else is there stays.
    let other_build = |complete: bool| {
        place.forge("reports/compare/manifest.json", |manifest| {
            manifest["build"] = "other".into();
            manifest["complete"] = complete.into();
        });
    };
    other_build(true);
    fs::write(place.path("reports/compare/notes.txt"), "mine").expect("written");
    let output = place.run(&format!("{first} --quiet"));
    assert_has(&text(&output.stderr), "of another build; making them again");
    assert_ne!(place.manifest("reports/compare")["build"], "other");
    assert!(place.path("reports/compare/notes.txt").exists());
    // What cannot be made again is left alone.
    other_build(false);
    place.ok(&format!("{first} --quiet"));
    assert_eq!(place.manifest("reports/compare")["build"], "other");
    assert_eq!(names(&place.path("reports")).len(), 3);
    fs::remove_file(place.path("reports/compare/manifest.json")).expect("removed");
    place.ok(&format!("{first} --quiet"));
    assert_eq!(names(&place.path("reports")).len(), 3);
    // Other formats are another request: nothing of the first is lost.
    place.ok("simulate --games 20 --quiet");
    place.ok("simulate --games 20 --quiet --format csv");
    let runs: Vec<String> = names(&place.path("reports"))
        .into_iter()
        .filter(|name| name.starts_with("simulate"))
        .collect();
    assert_eq!(runs.len(), 2, "{runs:?}");
    assert!(
        place
            .path("reports")
            .join(&runs[0])
            .join("games.parquet")
            .exists()
    );
}

#[test]
fn an_interrupted_run_is_not_started_over_by_mistake() {
    let place = Place::new();
    let arguments = "compare --arm base-hp=30 --policy random --games 400k --checkpoint 0";
    let child = place.start(arguments);
    wait_for(&place.path("reports/compare").join(CHECKPOINT));
    signal(&child, "INT");
    assert_eq!(
        child.wait_with_output().expect("it ends").status.code(),
        Some(130)
    );
    place.refuses(arguments, "xenosim compare --resume reports/compare");
    place.refuses(
        "rank --resume reports/compare",
        "contains a run of `compare`",
    );
}

#[test]
fn leftovers_of_an_early_kill_are_no_dead_end() {
    let place = Place::new();
    fs::create_dir(place.path("o")).expect("made");
    fs::write(place.path("o/manifest.json.xenosim-unfinished"), "{").expect("written");
    place.refuses("simulate --resume o", "o/manifest.json: no such file");
    place.ok("simulate --games 20 --format csv --quiet --out o");
    // And those of a late one go when somebody looks.
    fs::create_dir(place.path("o/parts")).expect("made");
    fs::write(
        place.path("o/parts/part-000000.bin.xenosim-unfinished"),
        "x",
    )
    .expect("written");
    fs::write(place.path("o/checkpoint.bin"), "x").expect("written");
    fs::write(place.path("o/manifest.json.xenosim-unfinished"), "x").expect("written");
    place.ok("simulate --resume o --quiet");
    place.ok("simulate --games 20 --format csv --quiet --out fresh");
    place.assert_same_data("fresh", "o");
}

#[test]
fn shards_of_every_study_make_the_whole() {
    for arguments in [
        "simulate --games 3001 --seed 3 --players 2 --rounds --rows 1/2",
        "compare --arm more:base-hp=30 --arm tough:set.prowler.hp=4 --players 1,2 --policy random \
         --games 301 --explain=2",
        "rank ranger research-officer --policy random --games 101 --all-games",
        "ladder --policies random,pass,greedy --players 1,2 --games 203",
        "card ranger --with hercules --policy random --games 101",
        "target --vary enemies --players 1,2 --policy random --games 101",
        "target --players 1,2 --policy balanced --games 301",
    ] {
        let place = Place::new();
        place.ok(&format!("{arguments} --quiet --out whole"));
        let (kept, games) = match command(arguments) {
            "simulate" => (PARTS, "parts/part-000000.bin"),
            _ => (CHECKPOINT, CHECKPOINT),
        };
        for number in [3, 1, 2] {
            place.ok(&format!(
                "{arguments} --shard {number}/3 --threads {number} --checkpoint 0 --quiet --out s{number}"
            ));
            let mut shard = names(&place.path(&format!("s{number}")));
            shard.retain(|name| name != kept);
            assert_eq!(shard, [MANIFEST]);
        }
        place.refuses("merge s1 s3 --out m", "missing shards: 2/3");
        place.ok("merge s2 s3 s1 --quiet --out m");
        place.assert_same_data("whole", "m");
        for field in ["command", "configuration"] {
            assert_eq!(
                place.manifest("whole")[field],
                place.manifest("m")[field],
                "{field}"
            );
        }
        // The games of one shard under the name of another would count twice.
        let [of_one, of_two] = ["s1", "s2"].map(|shard| place.path(shard).join(games));
        fs::copy(of_one, of_two).expect("copied");
        let output = place.run("merge s1 s2 s3 --out n");
        let errors = text(&output.stderr);
        assert!(!output.status.success() && !place.path("n/answer.json").exists());
        assert_has(&errors, &format!("s2/{games}: belongs to another run"));
        assert_has(&errors, "shard 1/3");
    }
}
