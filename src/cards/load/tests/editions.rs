//! Figures of the boxes.

use super::refusals::faults_of;
use super::{addition, compile};
use crate::load::Library;
use crate::ruleset::{Preset, Ruleset};
use crate::{CardSet, Class, Kind};

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
fn facts_about_editions_have_a_source_and_must_say_something_new() {
    let library = Library::embedded();
    assert!(library.facts().count() >= 4);
    for (fact, in_force) in library.facts() {
        assert!(!fact.text.is_empty() && !fact.source.is_empty());
        assert!(!in_force, "the sheet's figures are the default");
    }
    let text = "[[edition]]\nfigures = [\"onslaugt\"]\n[[edition.fact]]\ntext = \"x\"\n\
                patch.ranger.power = 3\n";
    let faults = faults_of(&addition(text));
    for expected in [
        "did you mean `onslaught`",
        "source",
        "does not change the card",
    ] {
        assert!(faults.contains(expected), "{expected}\n{faults}");
    }
}

fn totals(set: &CardSet) -> [u32; 4] {
    let of = |wanted: &dyn Fn(&Kind) -> bool| {
        let kinds = set.kinds.iter().filter(|kind| wanted(kind));
        kinds.map(|kind| u32::from(kind.copies)).sum()
    };
    [
        // Eight kinds of ten are on the table, two, three and three by wave.
        of(&|kind| kind.class == Class::Troop && kind.wave == 0)
            + 8 * u32::from(set.kind(set.find("ranger").unwrap()).copies),
        of(&|kind| kind.class == Class::Enemy),
        of(&|kind| kind.class == Class::Boss),
        of(&|kind| kind.class == Class::Resource),
    ]
}

#[test]
fn a_box_holds_what_its_list_of_components_says() {
    let embedded = Library::embedded();
    for (preset, expected) in [
        (Preset::Onslaught, [83, 108, 9, 78]),
        (Preset::Dreadmire, [88, 54, 9, 84]),
    ] {
        let set = with_rules(embedded.clone(), preset, false);
        assert_eq!(totals(&set), expected, "{preset:?}");
        assert!(set.stand_ins.len() >= 2, "{preset:?}");
    }
    assert!(compile(&embedded).stand_ins.is_empty());
}

#[test]
fn what_is_inferred_about_a_box_can_be_switched_off() {
    let printed = totals(&compile(&Library::embedded()));
    for (preset, name) in [
        (Preset::Onslaught, "onslaught"),
        (Preset::Dreadmire, "dreadmire"),
    ] {
        let library = Library::embedded().taking_part(&preset.ruleset(4));
        let rulings = ["troops", "enemies", "xenosathem"].map(|what| format!("{name}-{what}"));
        let chosen = rulings.each_ref().map(|ruling| (ruling.as_str(), "sheet"));
        let (set, _) = library.compile(&chosen).unwrap();
        assert_eq!(totals(&set), printed);
        for ruling in &library.rulings {
            let listed = library
                .rulings()
                .iter()
                .any(|info| info.name == ruling.name);
            assert_eq!(listed, ruling.matters(preset.ruleset(4).figures));
        }
    }
    let elsewhere = Library::embedded().compile(&[("onslaught-troops", "sheet")]);
    let message = elsewhere.unwrap_err().to_string();
    assert!(
        message.contains("about the figures of onslaught"),
        "{message}"
    );
}
