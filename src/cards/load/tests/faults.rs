//! Faults: all of them at once, none invented, in reasonable time and number.

use super::super::{Faults, Library};
use super::from_texts;
use crate::ruleset::Preset;
use std::fmt::Write;

const SET: &str =
    "[set]\nid = \"mine\"\ntitle = \"Mine\"\nexpands = \"hive\"\nfiles = [\"more.toml\"]\n";

fn faults_of_set(set: &str, more: &str) -> Faults {
    let mine = from_texts("mine/", &[("set.toml", set), ("more.toml", more)]);
    let compiled = mine.with_what_it_expands().compile::<&str, &str>(&[]);
    compiled.err().unwrap_or(Faults(Vec::new()))
}

fn faults_of(more: &str) -> Faults {
    faults_of_set(SET, more)
}

/// A sound troop of its own.
fn troop(id: &str) -> String {
    format!(
        "[[card]]\nid = \"{id}\"\nname = \"{id}\"\nclass = \"troop\"\nwave = 1\ncost = 1\n\
         power = 1\nhp = 1\ncopies = 1\n"
    )
}

#[test]
fn a_bad_id_hides_and_invents_nothing() {
    let sound = troop("Big One");
    let faults = faults_of(&sound);
    assert_eq!(faults.0.len(), 1, "{faults}");
    assert!(
        faults.to_string().contains("cannot be a card's id"),
        "{faults}"
    );
    let bad = sound.replace("hp = 1", "hp = 1000").replace("cost", "cots");
    let faults = faults_of(&bad);
    let text = faults.to_string();
    for expected in [
        "cannot be a card's id",
        "field `hp`: expected a whole number",
        "`cots`; did you mean `cost`?",
        "the field `cost` is missing",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert_eq!(faults.0.len(), 4, "{text}");
    let alike = format!("{sound}[[card]]\nid = \"other\"\nname = \"Other\"\nlike = \"Big One\"\n");
    let faults = faults_of(&alike);
    assert_eq!(
        faults.0.len(),
        1,
        "the card that is like it finds it: {faults}"
    );
}

#[test]
fn a_missing_id_hides_nothing() {
    let faults = faults_of(
        &troop("x")
            .replace("id = \"x\"\n", "")
            .replace("hp = 1", "hp = -1"),
    );
    let text = faults.to_string();
    assert_eq!(faults.0.len(), 2, "{text}");
    assert!(
        text.contains("the field `id` is missing") && text.contains("`hp`"),
        "{text}"
    );
}

#[test]
fn a_bad_class_hides_and_invents_nothing() {
    let bad = troop("big").replace("\"troop\"", "\"trop\"");
    let faults = faults_of(&bad);
    assert_eq!(faults.0.len(), 1, "{faults}");
    assert!(
        faults.to_string().contains("did you mean `troop`"),
        "{faults}"
    );
    let worse = bad.replace("hp = 1", "hp = \"x\"") + "ability = [{ when = \"kiled\", do = [] }]\n";
    let text = faults_of(&worse).to_string();
    for expected in [
        "did you mean `troop`",
        "field `hp`",
        "did you mean `killed`",
        "`do` is empty",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn faults_of_cards_do_not_hide_those_of_the_set_and_its_divisions() {
    let set = SET.replace("title", "titel");
    let more = troop("big").replace("hp = 1", "hp = 0")
        + "[[division]]\nid = \"d\"\nname = \"D\"\ncards = { bigg = 2 }\n";
    let text = faults_of_set(&set, &more).to_string();
    for expected in [
        "field `hp`",
        "`titel`; did you mean `title`?",
        "the field `title` is missing",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn an_unclosed_brace_is_one_fault() {
    let mut more =
        troop("one") + "ability = [{ when = \"killed\", do = [{ heal = 1, to = \"this\" ] }]\n";
    for number in 0..100 {
        more += &troop(&format!("card-{number}"));
    }
    let faults = faults_of(&more);
    assert_eq!(faults.0.len(), 1, "{faults}");
    assert!(faults.0[0].message.contains("invalid TOML"), "{faults}");
    assert_eq!(faults.0[0].line, Some(10), "{faults}");
}

#[test]
fn two_slips_far_apart_are_both_named() {
    let slip = |id: &str| troop(id).replace("hp = 1", "hp == 1");
    let more =
        slip("one") + &troop("two") + &slip("three") + &troop("four").replace("hp = 1", "hp = 0");
    let faults = faults_of(&more);
    let lines: Vec<_> = faults.0.iter().map(|fault| fault.line).collect();
    // The fourth card comes after a place that is no TOML; it is looked at when that is mended.
    assert_eq!(lines, [Some(8), Some(26)], "{faults}");
    let mended = more.replacen("==", "=", 2);
    assert_eq!(faults_of(&mended).0.len(), 1);
}

#[test]
fn very_many_faults_are_found_quickly_and_reported_briefly() {
    let mut more = String::new();
    for number in 0..10_000 {
        let _ = writeln!(
            more,
            "[[card]]\nid = \"c-{number}\"\nname = \"C\"\nclas = \"troop\""
        );
    }
    let faults = faults_of(&more);
    assert!(faults.0.len() > 20_000, "{}", faults.0.len());
    let text = faults.to_string();
    assert!(
        text.lines().count() < 50 && text.len() < 10_000,
        "{}",
        text.len()
    );
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
        let text = faults_of_set(&set, "").to_string();
        assert!(text.contains("cannot be a set's id"), "{id}: {text}");
    }
    assert!(faults_of("").0.is_empty());
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
        let text = faults_of_set(&set, "").to_string();
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
    std::fs::write(&outside, troop("big")).expect("written");
    std::os::unix::fs::symlink(&outside, inside.join("more.toml")).expect("linked");
    let faults = Library::from_dir(&inside).compile::<&str, &str>(&[]);
    let text = faults.expect_err("faults").to_string();
    assert!(text.contains("is outside the set's directory"), "{text}");
}

#[test]
fn what_a_patch_makes_impossible_is_its_own_fault() {
    let rules = Preset::Dreadmire.ruleset(1);
    let library = Library::embedded().taking_part(&rules);
    let set = library
        .clone()
        .with_set("ranger.hp=3")
        .with_set("med-pack.copies=1");
    let faults = set.compile::<&str, &str>(&[]).unwrap_err().to_string();
    assert!(
        faults.starts_with("--set med-pack.copies=1: card `med-pack`: field `copies`"),
        "{faults}"
    );
    assert!(
        faults.contains("division `med-bay`") && faults.contains("there are only 1"),
        "{faults}"
    );
    let patch = "[ranger]\nhp = 3\n[militia]\ncopies = 5\n";
    let faults = library
        .with_patch("mine.toml", patch)
        .check()
        .unwrap_err()
        .to_string();
    assert!(
        faults.starts_with("mine.toml:4: card `militia`: field `copies`"),
        "{faults}"
    );
    assert!(
        faults.contains("players start with 16 `militia`"),
        "{faults}"
    );
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
