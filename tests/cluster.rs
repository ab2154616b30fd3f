//! Commands played in shards on many machines. What needs a real Slurm is in `cluster/slurm.py`.

use crate::common::{Place, assert_has, json, kill, text, wait_for};
use std::fs;

/// Plays all shards of a prepared directory, the last first.
fn play_all(place: &Place, directory: &str, shards: u32) {
    for number in (1..=shards).rev() {
        place.ok(&format!("cluster shard {directory} {number}"));
    }
}

/// Fails unless what was merged is what the command alone writes, and has a report.
fn assert_as_alone(place: &Place, command: &str, directory: &str) {
    place.ok(&format!("{command} --quiet --out alone"));
    let report = place.path(directory).join("result/report.html");
    let page = fs::read_to_string(&report).expect("a report");
    assert!(page.contains("<svg"), "{directory}");
    fs::remove_file(&report).expect("removed");
    place.assert_same_data("alone", &format!("{directory}/result"));
    fs::remove_dir_all(place.path("alone")).expect("removed");
}

/// What `cluster status` counts.
fn counted(place: &Place, directory: &str) -> serde_json::Value {
    json(&place.ok(&format!("cluster status {directory} --json")))
}

#[test]
fn any_engine_can_play_the_shards() {
    for command in [
        "simulate --policy random --games 1001 --rounds",
        "compare --arm more:base-hp=30 --policy random --games 301",
        "rank ranger research-officer --policy random --games 101 --all-games",
    ] {
        let place = Place::new();
        place.says(
            &format!("cluster prepare --shards 3 -- {command} --out c"),
            "c: 3 shards",
        );
        place.ok("cluster shard c 2 --threads 2");
        let status = counted(&place, "c");
        assert_eq!(status["counts"]["done"], 1);
        assert_eq!(status["counts"]["unplayed"], 2);
        assert_eq!(status["merge"], "not started");
        let output = place.run("merge c");
        assert_eq!(output.status.code(), Some(1));
        let errors = text(&output.stderr);
        assert_has(&errors, "c: shard 1/3: unplayed");
        assert_has(&errors, "c: shard 3/3: unplayed");
        assert!(!errors.contains("shard 2/3"), "{errors}");
        play_all(&place, "c", 3);
        let again = place.ok("cluster shard c 2");
        assert_has(&again, "shard 2/3: is complete");
        place.ok("merge c");
        let said = place.ok("cluster status c");
        assert_has(&said, "3 done");
        assert_has(&said, "results: c/result");
        assert_as_alone(&place, command, "c");
        // The report is written again, and nothing else is done.
        place.says("merge c", "everything is done");
    }
}

#[test]
fn killed_or_damaged_shards_give_the_same_result() {
    let place = Place::new();
    let command = "simulate --policy random --games 60k --checkpoint 0 --format csv";
    place.ok(&format!("cluster prepare --shards 3 -- {command} --out c"));
    let child = place.start("cluster shard c 1");
    wait_for(&place.path("c/shards/0001/parts/part-000004.bin"));
    assert_eq!(counted(&place, "c")["counts"]["running"], 1);
    kill(child);
    let status = counted(&place, "c");
    assert_eq!(status["counts"]["interrupted"], 1, "{status}");
    place.says(
        "cluster shard c 1",
        "shard 1/3: resuming from its checkpoint",
    );
    play_all(&place, "c", 3);

    // A part of a complete shard is damaged: the merge names it, playing it again repairs it.
    let part = place.path("c/shards/0002/parts/part-000001.bin");
    let bytes = fs::read(&part).expect("a part");
    fs::write(&part, &bytes[..bytes.len() / 2]).expect("written");
    let errors = text(&place.run("merge c").stderr);
    assert_has(&errors, "c: shard 2/3: damaged");
    assert!(!errors.contains("shard 1/3"), "{errors}");
    assert_eq!(counted(&place, "c")["counts"]["done"], 2);
    place.ok("cluster shard c 2");
    // So is a manifest, or a whole directory that is gone.
    fs::write(place.path("c/shards/0003/manifest.json"), "{}").expect("written");
    let status = counted(&place, "c");
    assert_eq!(status["not_done"][0]["shard"], 3);
    assert_eq!(status["not_done"][0]["state"], "failed");
    place.says("cluster shard c 3", "shard 3/3: is damaged");
    fs::remove_dir_all(place.path("c/shards/0001")).expect("removed");
    place.ok("cluster shard c 1");

    // A merge that was killed is run again.
    let broken = place
        .command("merge c")
        .env("XENOSIM_FAULT", "12!")
        .output();
    assert!(!broken.expect("it runs").status.success());
    place.ok("merge c");
    assert_as_alone(&place, command, "c");
}

#[test]
fn cards_that_changed_in_the_meantime_are_refused() {
    let place = Place::new();
    fs::write(place.path("p.toml"), "[prowler]\nhp = 4\n").expect("written");
    place.ok("cluster prepare --shards 2 -- simulate --games 50 --patch p.toml --out c");
    place.ok("cluster shard c 1");
    fs::write(place.path("p.toml"), "[prowler]\nhp = 5\n").expect("written");
    let refusal = place.refusal("cluster shard c 2");
    assert_has(&refusal, "shard 2/2");
    assert_has(&refusal, "`cards_fingerprint` was");
    // A shard finds the file from anywhere.
    fs::write(place.path("p.toml"), "[prowler]\nhp = 4\n").expect("written");
    let mut elsewhere = place.command(&format!("cluster shard {} 2", place.path("c").display()));
    let output = elsewhere.current_dir("/").output().expect("it runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn the_scripts_are_shown_and_nothing_is_done() {
    let place = Place::new();
    let header = "#!/bin/bash -l\n#SBATCH --account=games\nmodule load gcc\n";
    fs::write(place.path("site.sh"), header).expect("written");
    let shown = place.ok(
        "cluster slurm --shards 4 --partition long --time 30 --header site.sh --dry-run -- \
         simulate --games 100 --threads 2 --out c",
    );
    for line in [
        "#!/bin/bash -l",
        "#SBATCH --partition=long",
        "#SBATCH --time=60",
        "#SBATCH --cpus-per-task=2",
        "#SBATCH --array=1-4",
        "#SBATCH --requeue",
        "#SBATCH --account=games",
        "module load gcc",
        "sbatch --dependency=afterany:JOB",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    assert_eq!(shown.matches("#!/bin").count(), 2, "{shown}");
    // A command of two lines stays in its comment.
    let mut command = place.command("cluster slurm --shards 2 --dry-run -- simulate --policy");
    let output = command.arg("exec:./bot\nsecond").output();
    let shown = text(&output.expect("it runs").stdout);
    assert_has(&shown, "second'\n# or resumes it");
    assert!(!shown.contains("\nsecond"), "{shown}");
    assert_eq!(place.names(), ["site.sh"]);
}

#[test]
fn a_pilot_sizes_the_shards() {
    let place = Place::new();
    let shards = |time: &str| {
        let said = place.ok(&format!(
            "cluster slurm --time {time} --dry-run -- simulate --policy random --games 10M"
        ));
        assert_has(&said, "pilot: random, 1 player");
        let array = said
            .lines()
            .find_map(|line| line.strip_prefix("#SBATCH --array=1-"));
        array.expect("an array").parse::<f64>().expect("a number")
    };
    // Half the time, twice as many; measured again, so about.
    let (long, short) = (shards("0:40"), shards("0:20"));
    assert!(long >= 4.0, "{long}");
    assert!((1.4..=2.8).contains(&(short / long)), "{long} {short}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let place = Place::new();
    place.ok("cluster prepare --shards 2 -- simulate --games 50 --out c");
    place.ok("simulate --games 50 --out whole --quiet");
    for (arguments, expected) in [
        (
            "prepare -- simulate --games 50 --seed 2 --out c",
            "`seed` was 1 and is now 2",
        ),
        (
            "prepare --shards 3 -- simulate --games 50 --out c",
            "was split into 2 shards",
        ),
        (
            "prepare --shards 2 -- simulate --games 50 --out whole",
            "is not empty",
        ),
        ("shard c 3", "has shards 1 to 2, not 3"),
        ("shard whole 1", "has no cluster.json"),
    ] {
        let refusal = place.refusal(&format!("cluster {arguments}"));
        assert!(refusal.contains(expected), "{arguments}: {refusal}");
    }
    // Without Slurm nothing is begun.
    let mut command = place.command("cluster slurm --shards 2 -- simulate --games 50 --out d");
    let output = command
        .env("PATH", place.path(""))
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("there is no Slurm on this machine"));
    assert!(!place.path("d").exists());
    // A record that was changed is not believed; the same command makes it again.
    place.ok("cluster shard c 1");
    let record = place.path("c/cluster.json");
    let sound = fs::read_to_string(&record).expect("a record");
    fs::write(&record, sound.replacen("\"shards\": 2", "\"shards\": 3", 1)).expect("written");
    place.refuses("cluster status c", "cluster.json: damaged");
    fs::remove_file(&record).expect("removed");
    place.ok("cluster prepare --shards 2 -- simulate --games 50 --out c");
    assert_eq!(counted(&place, "c")["counts"]["done"], 1);
}
