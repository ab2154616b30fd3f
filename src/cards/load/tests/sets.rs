//! Several sets together, and the weather that one of them brings.

use super::super::*;
use super::refusals::{assert_refused, told};
use super::{addition, compile};
use crate::CardSet;
use crate::ability::Condition;

fn both() -> Library {
    Library::of_sets(&["hive", "homebrew"].map(String::from))
}

fn choosing(enemies: &[&str], troops: &[&str], items: &[&str]) -> Library {
    let list = |sets: &[&str]| sets.iter().map(|set| set.to_string()).collect();
    both().choosing(&SetChoice {
        sets: Vec::new(),
        enemies: list(enemies),
        troops: list(troops),
        items: list(items),
    })
}

#[test]
fn hive_alone_is_the_same_however_it_is_named() {
    let named = compile(&Library::of_sets(&["hive".to_string()]));
    let plain = compile(&Library::embedded());
    assert_eq!(named.hash, plain.hash);
    assert_eq!(named.kinds.len(), plain.kinds.len());
    assert!(plain.conditions.is_empty());
    assert_eq!(plain.sources.enemies, ["hive"]);
}

#[test]
fn one_faction_is_met_and_all_goods_are_mixed() {
    both().check().unwrap();
    let set = compile(&both());
    let has = |set: &CardSet, id: &str| set.find(id).is_some();
    assert!(has(&set, "prowler") && !has(&set, "puddle-lurker"));
    assert!(has(&set, "weather-scout") && has(&set, "flare-gun"));
    assert!(!set.kind(set.find("clear-skies").unwrap()).faction_in_play);
    let tempest = compile(&choosing(&["homebrew"], &[], &[]));
    assert!(!has(&tempest, "prowler") && has(&tempest, "puddle-lurker"));
    assert!(
        tempest
            .kind(tempest.find("clear-skies").unwrap())
            .faction_in_play
    );
    let mixed = compile(&choosing(&["hive", "homebrew"], &[], &[]));
    assert!(has(&mixed, "prowler") && has(&mixed, "puddle-lurker"));
    let narrow = compile(&choosing(&[], &["hive"], &["homebrew"]));
    assert!(!has(&narrow, "weather-scout") && !has(&narrow, "med-pack"));
    assert!(has(&narrow, "ranger") && has(&narrow, "flare-gun"));
    let bare = compile(&choosing(&[], &["homebrew"], &[]));
    assert!(has(&bare, "militia"), "the starting deck stays");
    assert!(!has(&bare, "ranger"));
    let mut hashes = vec![set.hash, tempest.hash, mixed.hash, narrow.hash, bare.hash];
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 5, "the fingerprint covers what is in play");
}

#[test]
fn patches_and_rulings_reach_cards_that_take_no_part() {
    let library = choosing(&["homebrew"], &[], &[]).with_set("prowler.hp=4");
    let (set, _) = library.compile(&[("shocker", "shielded")]).unwrap();
    assert!(set.find("shocker").is_none());
}

#[test]
fn conditions_are_numbered_as_they_come() {
    let set = compile(&choosing(&["homebrew"], &[], &[]));
    assert_eq!(set.conditions, ["rain", "fog", "heat", "storm"]);
    let storm = set.kind(set.find("thunderstorm").unwrap());
    assert_eq!(set.condition_names(storm.conditions), ["rain", "storm"]);
    let lurker = set.kind(set.find("puddle-lurker").unwrap());
    assert_eq!(lurker.abilities[0].condition, Some(Condition::Weather(0)));
}

#[test]
fn what_clashes_between_sets_is_refused() {
    let enemy = "class = \"enemy\"\nwave = 1\npower = 1\nhp = 1\ncopies = 1\n";
    let same_id = format!("[[card]]\nid = \"prowler\"\nname = \"Other\"\n{enemy}");
    let faults = told(addition(&same_id).check());
    let expected = "mine/more.toml:1: card `prowler`: this id is taken by hive/enemies.toml:";
    assert!(faults.contains(expected), "{faults}");
    let same_name = format!("[[card]]\nid = \"other\"\nname = \"Prowler\"\n{enemy}");
    let faults = told(addition(&same_name).check());
    let expected = "mine/more.toml:1: card `other`: this name is taken by hive/enemies.toml:";
    assert!(faults.contains(expected), "{faults}");
}

#[test]
fn bad_weather_and_bad_divisions_are_refused() {
    assert_refused("additions to the built-in set", |more| {
        told(addition(more).check())
    });
}
