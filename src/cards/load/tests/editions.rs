//! Figures of the boxes.

use super::compile;
use super::from_texts;
use crate::CardSet;
use crate::load::Library;
use crate::ruleset::{Preset, Ruleset};

fn with_rules(library: Library, preset: Preset, conjecture: bool) -> CardSet {
    let rules = Ruleset {
        conjecture,
        ..preset.ruleset(4)
    };
    compile(&library.taking_part(&rules))
}

#[test]
fn the_boxes_have_five_copies_of_every_item_but_unique_ones() {
    for (preset, copies) in [
        (Preset::Pnp, 3),
        (Preset::Dreadmire, 5),
        (Preset::Onslaught, 5),
    ] {
        for conjecture in [false, true] {
            let set = with_rules(Library::embedded(), preset, conjecture);
            let items = set.kinds.iter().filter(|kind| kind.class.is_item());
            for kind in items {
                let expected = if kind.legendary { 1 } else { copies };
                assert_eq!(kind.copies, expected, "{preset:?} {}", kind.id);
            }
        }
    }
}

#[test]
fn the_largest_game_that_is_built_in_fits() {
    let both = ["hive", "homebrew"].map(String::from);
    let set = with_rules(Library::of_sets(&both), Preset::Onslaught, true);
    let owned = set.kinds.iter().filter(|kind| kind.class.is_players());
    let owned: usize = owned.map(|kind| usize::from(kind.copies)).sum();
    assert!(owned > 255, "more than a pile could hold before: {owned}");
}

#[test]
fn facts_about_editions_have_a_source_and_must_say_something_new() {
    let library = Library::embedded();
    assert!(library.facts().count() >= 4);
    for (fact, in_force) in library.facts() {
        assert!(!fact.text.is_empty() && !fact.source.is_empty());
        assert!(!in_force, "the sheet's figures are the default");
    }
    let text = "[[edition]]\nfigures = [\"onslaugt\"]\n[[edition.fact]]\ntext = \"x\"\n\
                patch.ranger.power = 3\n";
    let set =
        "[set]\nid = \"mine\"\ntitle = \"Mine\"\nexpands = \"hive\"\nfiles = [\"more.toml\"]\n";
    let mine = from_texts("mine/", &[("set.toml", set), ("more.toml", text)]);
    let compiled = mine.with_what_it_expands().compile::<&str, &str>(&[]);
    let faults = compiled.unwrap_err().to_string();
    for expected in [
        "did you mean `onslaught`",
        "source",
        "does not change the card",
    ] {
        assert!(faults.contains(expected), "{expected}\n{faults}");
    }
}
