//! Faults: all of them at once, none invented, in reasonable time and number.

use super::super::Library;
use super::refusals::{faults_of, told};
use super::{SET, addition, addition_of};
use crate::ruleset::Preset;
use std::fmt::Write;

#[test]
fn faults_of_cards_do_not_hide_those_of_the_set_and_its_divisions() {
    let set = SET.replace("title", "titel");
    let more = "[[card]]\nid = \"bug\"\nname = \"Bug\"\nclass = \"enemy\"\nwave = 1\npower = 1\nhp = 0\n\
                copies = 1\n[[division]]\nid = \"d\"\nname = \"D\"\ncards = { bugg = 2 }\n";
    let text = faults_of(&addition_of(&set, more));
    for expected in ["field `hp`", "mean `title`?", "`title` is missing"] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn very_many_faults_are_found_quickly_and_reported_briefly() {
    let mut more = String::new();
    for number in 0..10_000 {
        more += &format!("[[card]]\nid = \"c-{number}\"\nname = \"C\"\nclas = \"troop\"\n");
    }
    let text = faults_of(&addition(&more));
    let count = text.split(' ').next().and_then(|count| count.parse().ok());
    assert!(count > Some(20_000), "{text}");
    assert!(text.lines().count() < 50 && text.len() < 10_000);
    assert!(text.contains("more errors"), "{text}");
}

#[test]
fn a_patch_with_very_many_fields_is_refused_field_by_field() {
    let fields: String = (0..2_000).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "field-{number} = {number}");
        text
    });
    let patch = format!("[prowler]\n{fields}");
    let library = Library::embedded().with_patch("p.toml", &patch);
    let faults = library.compile::<&str, &str>(&[]).expect_err("faults");
    assert!(faults.0.len() >= 2_000, "{}", faults.0.len());
    let all: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
    let has = |line: u32, part: &str| {
        let place = format!("p.toml:{line}: ");
        all.iter()
            .any(|fault| fault.starts_with(&place) && fault.contains(part))
    };
    assert!(has(2, "field-0"), "{}", all[0]);
    assert!(has(2_001, "a table has at most 500 fields"), "{}", all[0]);
}

#[test]
fn a_set_id_is_a_plain_word() {
    for id in ["..", "/etc", "a/b", "", "Big", "a b", "x\\\\y"] {
        let set = SET.replace("id = \"mine\"", &format!("id = \"{id}\""));
        let text = faults_of(&addition_of(&set, ""));
        assert!(text.contains("cannot be a set's id"), "{id}: {text}");
    }
    assert_eq!(faults_of(&addition("")), "no faults");
}

#[test]
fn files_are_those_of_the_directory() {
    for name in [
        "../more.toml",
        "/etc/passwd",
        "a/more.toml",
        "..",
        ".",
        "",
        "./more.toml",
    ] {
        let set = SET.replace("\"more.toml\"", &format!("\"more.toml\", \"{name}\""));
        let text = faults_of(&addition_of(&set, ""));
        assert!(text.contains("is not a file of the set"), "{name}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_out_of_the_directory() {
    let place = tempfile::tempdir().expect("a directory");
    let (inside, outside) = (place.path().join("set"), place.path().join("more.toml"));
    std::fs::create_dir(&inside).expect("made");
    std::fs::write(inside.join("set.toml"), SET).expect("written");
    std::fs::write(&outside, "").expect("written");
    std::os::unix::fs::symlink(&outside, inside.join("more.toml")).expect("linked");
    let text = faults_of(&Library::from_dir(&inside));
    assert!(text.contains("is outside the set's directory"), "{text}");
}

#[test]
fn what_a_patch_makes_impossible_is_its_own_fault() {
    let rules = Preset::Dreadmire.ruleset(1);
    let library = Library::embedded().taking_part(&rules);
    let set = library.clone().with_set("ranger.hp=3");
    let of_set = faults_of(&set.with_set("med-pack.copies=1"));
    let patch = "[ranger]\nhp = 3\n[militia]\ncopies = 5\n";
    let of_patch = told(library.with_patch("mine.toml", patch).check());
    for (faults, expected) in [
        (
            &of_set,
            "\n--set med-pack.copies=1: card `med-pack`: field `copies`",
        ),
        (&of_set, "division `med-bay`"),
        (&of_set, "there are only 1"),
        (&of_patch, "\nmine.toml:4: card `militia`: field `copies`"),
        (&of_patch, "players start with 16 `militia`"),
    ] {
        assert!(faults.contains(expected), "{expected}\n{faults}");
    }
}

#[test]
fn divisions_can_be_patched() {
    let library = Library::embedded().taking_part(&Preset::Onslaught.ruleset(1));
    let before = library.cards().unwrap().hash;
    let name = "weapons-research/onslaught.ability.1.do.1.cost-less=2";
    let after = library.clone().with_set(name).cards().unwrap().hash;
    assert_ne!(before, after);
    // The other edition's card is not in play.
    let name = "weapons-research/dreadmire.ability.1.do.1.cost-less=2";
    assert_eq!(before, library.clone().with_set(name).cards().unwrap().hash);
    let faults = library
        .with_set("weapons-reserch.name=X")
        .cards()
        .unwrap_err()
        .to_string();
    assert!(
        faults.contains("did you mean `weapons-research`"),
        "{faults}"
    );
}
