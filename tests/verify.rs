//! Nothing that is not as it was written is used.

use crate::common::dice::{Dice, mutate};
use crate::common::{Place, assert_has, names, text};
use crate::lifecycle::contents;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How many changes of each kind are tried; `XENOSIM_FUZZ=300` tries more.
fn tries() -> usize {
    let wanted = std::env::var("XENOSIM_FUZZ").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(2)
}

/// What is changed: bytes, the length, one file for another, two files for each other.
const KINDS: usize = 4;

/// A directory with a file in it.
type Named = (&'static str, String);

/// Directories of the same kind, and all that is in them.
struct Kept(BTreeMap<&'static str, BTreeMap<String, Vec<u8>>>);

impl Kept {
    fn new(place: &Place, directories: &[&'static str]) -> Self {
        let all = directories.iter();
        Kept(
            all.map(|name| (*name, contents(&place.path(name))))
                .collect(),
        )
    }

    fn files(&self) -> Vec<(Named, &[u8])> {
        let files = self.0.iter().flat_map(|(directory, files)| {
            let named = files
                .iter()
                .map(|(name, bytes)| ((*directory, name.clone()), &bytes[..]));
            named.collect::<Vec<_>>()
        });
        files.collect()
    }

    /// Changes something: the new contents of files, and what must be named if it is refused.
    fn tamper(&self, kind: usize, dice: &mut Dice) -> (Vec<(Named, Vec<u8>)>, Vec<String>) {
        let mut files = self.files();
        // Nothing can be changed in what a killed program had only begun to write.
        files.retain(|(_, bytes)| !bytes.is_empty());
        let (target, sound) = files[dice.below(files.len())].clone();
        let (other, its) = files[dice.below(files.len())].clone();
        let (directory, name) = &target;
        let path = vec![format!("{directory}/{name}")];
        match kind {
            0 => (vec![(target.clone(), mutate(sound, its, dice))], path),
            1 => {
                let cut = sound[..dice.below(sound.len())].to_vec();
                (vec![(target.clone(), cut)], path)
            }
            2 => (
                vec![(target.clone(), its.to_vec())],
                vec![directory.to_string()],
            ),
            _ => {
                let named = [directory, &other.0].map(ToString::to_string).to_vec();
                (
                    vec![(target.clone(), its.to_vec()), (other, sound.to_vec())],
                    named,
                )
            }
        }
    }

    /// Writes everything as it was, into the same directories.
    fn restore(&self, place: &Place) {
        for directory in self.0.keys() {
            for name in names(&place.path(directory)) {
                remove(&place.path(directory).join(name));
            }
        }
        for ((directory, name), bytes) in self.files() {
            let path = place.path(directory).join(name);
            fs::create_dir_all(path.parent().expect("a directory")).expect("made");
            fs::write(path, bytes).expect("written");
        }
    }
}

fn remove(path: &Path) {
    let _ = fs::remove_dir_all(path).or_else(|_| fs::remove_file(path));
}

/// Changes, cuts, swaps and copies files of some directories: a command must refuse that by name, or
/// what it does must be right all the same.
fn tampered(
    directories: &[&'static str],
    place: &Place,
    command: &str,
    is_right: impl Fn() -> bool,
) {
    let kept = Kept::new(place, directories);
    let mut dice = Dice(0x5eed);
    for number in 0..KINDS * tries() {
        let (changes, at_fault) = kept.tamper(number % KINDS, &mut dice);
        for ((directory, name), bytes) in &changes {
            fs::write(place.path(directory).join(name), bytes).expect("written");
        }
        let changed = changes.iter().map(|(file, _)| file).collect::<Vec<_>>();
        let output = place.run(command);
        let errors = text(&output.stderr);
        if output.status.success() {
            assert!(is_right(), "{command}, {number}: {changed:?} accepted");
        } else {
            assert!(
                matches!(output.status.code(), Some(1 | 2)),
                "{command}: {errors}"
            );
            let is_named = at_fault.iter().any(|name| errors.contains(name.as_str()));
            assert!(is_named, "{command}, {number}: {changed:?}: {errors}");
        }
        kept.restore(place);
        for made in ["m", "x.html"] {
            remove(&place.path(made));
        }
    }
    assert!(place.run(command).status.success(), "{command}");
}

const STUDIES: [&str; 2] = [
    "simulate --policy random --games 60 --rounds --format csv,parquet --checkpoint 0 --threads 1",
    "compare --arm base-hp=30 --policy random --games 40 --format csv,parquet --checkpoint 0 --threads 1",
];

#[test]
fn results_that_were_changed_cut_swapped_or_copied_are_refused_by_name() {
    let place = Place::new();
    let all = ["one", "two", "three", "four"];
    for (number, out) in all.iter().enumerate() {
        let study = STUDIES[number % STUDIES.len()];
        place.ok(&format!("{study} --seed {number} --quiet --out {out}"));
    }
    let named = all.join(" ");
    let sound = Kept::new(&place, &all);
    let is_sound = || Kept::new(&place, &all).files() == sound.files();
    tampered(&all, &place, &format!("verify {named}"), is_sound);
    place.ok(&format!("report {named} --out sound.html"));
    let report = fs::read(place.path("sound.html")).expect("a report");
    tampered(
        &all,
        &place,
        &format!("report {named} --out x.html"),
        || fs::read(place.path("x.html")).expect("a report") == report,
    );
    assert_has(&place.ok("verify one two"), "two: intact: ");
    for directory in ["one", "two"] {
        for name in names(&place.path(directory)) {
            let (path, hidden) = (place.path(directory).join(&name), place.path("hidden"));
            fs::rename(&path, &hidden).expect("moved");
            place.refuses(&format!("verify {directory}"), &name);
            fs::rename(&hidden, &path).expect("moved");
        }
    }
}

#[test]
fn shards_that_were_changed_cut_swapped_or_copied_are_refused_or_merged_rightly() {
    for study in STUDIES {
        let place = Place::new();
        place.ok(&format!("{study} --quiet --out whole"));
        for shard in [1, 2] {
            place.ok(&format!("{study} --shard {shard}/2 --quiet --out s{shard}"));
        }
        let whole = place.data("whole");
        let shards = ["s1", "s2"];
        tampered(&shards, &place, "merge s1 s2 --quiet --out m", || {
            place.data("m") == whole
        });
        let sound = Kept::new(&place, &shards);
        let is_sound = || Kept::new(&place, &shards).files() == sound.files();
        tampered(&shards, &place, "verify s1 s2", is_sound);
        // An answer from elsewhere is none of this run.
        let answer = [place.path("whole"), place.path("s1")].map(|it| it.join("answer.json"));
        fs::copy(&answer[0], &answer[1]).expect("copied");
        place.refuses("report s1", "s1/answer.json: was not written by this run");
    }
}

#[test]
fn interrupted_runs_that_were_changed_cut_swapped_or_copied_are_refused_or_resumed_rightly() {
    for study in STUDIES {
        let place = Place::new();
        let study = study
            .replace("--games 60", "--games 1500")
            .replace("--games 40", "--games 800");
        place.ok(&format!("{study} --seed 1 --quiet --out whole"));
        let whole = place.data("whole");
        let command = study.split(' ').next().expect("a command");
        let resume = format!("{command} --resume one --quiet");
        // Killed in the middle, and with nothing but a manifest.
        for at in [60, 8] {
            for (out, seed) in [("one", 1), ("two", 2)] {
                remove(&place.path(out));
                let mut command = place.command(&format!("{study} --seed {seed} --out {out}"));
                let killed = command.env("XENOSIM_FAULT", format!("{at}!")).output();
                assert!(!killed.expect("it runs").status.success());
            }
            let kept = contents(&place.path("one"));
            let whole_files = kept.values().filter(|bytes| !bytes.is_empty());
            assert_eq!(whole_files.count() == 1, at == 8, "{:?}", kept.keys());
            place.says("verify one two", "one: intact: ");
            tampered(&["one", "two"], &place, &resume, || {
                place.data("one") == whole
            });
        }
    }
}

#[test]
fn plans_of_shards_that_were_changed_cut_swapped_or_copied_are_refused_by_name() {
    let place = Place::new();
    let study = STUDIES[0];
    place.ok(&format!("{study} --seed 1 --quiet --out whole"));
    for (out, seed) in [("one", 1), ("two", 2)] {
        place.ok(&format!(
            "cluster prepare --shards 2 -- {study} --seed {seed} --out {out}"
        ));
        for shard in [1, 2] {
            place.ok(&format!("cluster shard {out} {shard}"));
        }
    }
    let whole = place.data("whole");
    tampered(&["one", "two"], &place, "merge one --quiet", || {
        let mut made = place.data("one/result");
        made.remove("report.html");
        made == whole
    });
}

#[test]
fn inputs_without_end_are_refused_and_a_terminal_obeys_none() {
    let place = Place::new();
    let fault = "/dev/zero: cannot be read: it is larger than 16 MiB";
    place.refuses("simulate --games 1 --out o --patch /dev/zero", fault);
    // Whatever is printed, a terminal obeys nothing of it.
    let output = place.run("simulate --games 1 --policy a\u{1b}[2Jb");
    assert!(!output.stderr.contains(&0x1b), "{}", text(&output.stderr));
}
