//! The built-in set, its rulings, and patches.

mod editions;
mod faults;
mod own_set;
mod refusals;
mod sets;
mod texts;

use super::files::from_texts;
use super::rulings::CardRuling;
use super::*;
use crate::ability::{
    Against, Amount, Buyer, Combine, Cost, Destination, Effect, Goods, LaneRef, Lasts, Limit, Pick,
    Quantity, Range, When, Who, Whose,
};
use crate::ruleset::Rulings;
use crate::words::Word;
use crate::{CardSet, Class, ItemType};

const SET: &str =
    "[set]\nid = \"mine\"\ntitle = \"Mine\"\nexpands = \"hive\"\nfiles = [\"more.toml\"]\n";

/// A set of two files that adds to the built-in one.
fn addition_of(set: &str, more: &str) -> Library {
    from_texts("mine/", &[("set.toml", set), ("more.toml", more)]).with_what_it_expands()
}

fn addition(more: &str) -> Library {
    addition_of(SET, more)
}

fn compile(library: &Library) -> CardSet {
    compile_with(library, &[])
}

fn compile_with(library: &Library, chosen: &[(&str, &str)]) -> CardSet {
    match library.compile(chosen) {
        Ok((set, _)) => set,
        Err(faults) => panic!("{faults}"),
    }
}

#[test]
fn every_option_of_every_ruling_makes_a_different_set() {
    let library = Library::embedded();
    library.check().unwrap();
    let default = compile(&library);
    let of_cards = |ruling: &&CardRuling| ruling.figures.is_empty();
    for ruling in library.rulings.iter().filter(of_cards) {
        for option in &ruling.options {
            let set = compile_with(&library, &[(&ruling.name, &option.name)]);
            let same = set.hash == default.hash;
            assert_eq!(
                same,
                option.name == ruling.default,
                "{}={}",
                ruling.name,
                option.name
            );
            assert_eq!(set.physical_cards(), 270);
        }
    }
}

#[test]
fn every_ruling_of_the_rules_can_be_chosen() {
    let library = Library::embedded();
    for info in Rulings::infos() {
        let mut ruled = Vec::new();
        for (option, _) in &info.options {
            let (_, choices) = library.compile(&[(&info.name, option)]).unwrap();
            assert_eq!(choices.get(&info.name), Some(option.as_str()));
            assert!(!ruled.contains(&choices.rules), "{option} changes nothing");
            ruled.push(choices.rules);
        }
        assert_eq!(ruled[0], Rulings::default());
    }
    assert_eq!(library.rulings().len(), 14 + Rulings::infos().len());
    for info in library.rulings() {
        assert!(
            info.options.iter().all(|(_, text)| !text.is_empty()),
            "{}",
            info.name
        );
    }
}

#[test]
fn cards_that_share_luck_number_their_copies_on() {
    let set = compile_with(&Library::embedded(), &[("shocker", "as-printed")]);
    let kind = |name| set.kind(set.find(name).unwrap());
    let (burning, shielded) = (kind("shocker"), kind("shocker-shielded"));
    assert_eq!((burning.first_copy, burning.copies), (0, 1));
    assert_eq!((shielded.first_copy, shielded.copies), (1, 2));
    assert_eq!(burning.label, shielded.label);
    assert_eq!((shielded.power, shielded.hp, shielded.wave), (8, 8, 3));
    assert!(shielded.derived.standing.untargetable);
    let plain = compile(&Library::embedded());
    assert_eq!(
        plain.find("hydra"),
        set.find("hydra"),
        "numbers of other kinds stay"
    );
}

#[test]
fn patches_change_cards_and_the_fingerprint() {
    let plain = compile(&Library::embedded());
    let patch = r#"
        [prowler]
        hp = 4
        ability = [{ when = "revealed", do = [{ damage = 1, to = "every-troop" }] }]
        [hydra]
        remove = true
        [set]
        starting-deck = { 1-xenosathem = 5, militia = 4 }
        [[card]]
        id = "big-prowler"
        like = "prowler"
        power = 9
        copies = 1
    "#;
    let library = Library::embedded()
        .with_patch("p.toml", patch)
        .with_set("prowler.power=6")
        .with_set("katana.boost.power=W+1")
        .with_set("martini.ability.1.do.2.damage=1");
    let set = compile(&library);
    let kind = |name| set.kind(set.find(name).unwrap());
    assert_eq!((kind("prowler").power, kind("prowler").hp), (6, 4));
    assert_eq!((kind("big-prowler").power, kind("big-prowler").hp), (9, 4));
    assert_eq!(kind("hydra").copies, 0);
    assert_eq!(set.starting_deck[0].count, 5);
    assert_eq!(
        set.find("hydra"),
        plain.find("hydra"),
        "numbers of kinds stay"
    );
    assert_ne!(set.hash, plain.hash);
    let Effect::Damage { amount, .. } = kind("martini").abilities[0].effects[1] else {
        panic!("Martini's second effect is damage");
    };
    assert_eq!(amount, Amount::number(1));
}

#[test]
fn the_fingerprint_ignores_layout_but_not_content() {
    let plain = compile(&Library::embedded());
    let same =
        compile(&Library::embedded().with_patch("p.toml", "\n# a comment\nprowler.hp = 3\n"));
    let other = compile(&Library::embedded().with_set("prowler.hp=2"));
    assert_eq!(plain.hash, same.hash);
    assert_ne!(plain.hash, other.hash);
}

/// The words of a vocabulary that the description of card files does not mention.
fn unmentioned<W: Word>(description: &str) -> Vec<String> {
    let words = W::all_words().into_iter();
    words
        .filter(|word| {
            let forms = [
                format!("`{word}`"),
                format!("\"{word}\""),
                format!("{word} ="),
            ];
            !forms.iter().any(|form| description.contains(form))
        })
        .map(|word| format!("{} {word}", W::WHAT))
        .collect()
}

#[test]
fn the_description_of_card_files_knows_every_word() {
    let text = include_str!("../../../../data/README.md");
    let mut missing = unmentioned::<When>(text);
    missing.extend(unmentioned::<crate::ability::WorksFrom>(text));
    missing.extend(unmentioned::<Limit>(text));
    missing.extend(unmentioned::<Whose>(text));
    missing.extend(unmentioned::<Range>(text));
    missing.extend(unmentioned::<Against>(text));
    missing.extend(unmentioned::<Combine>(text));
    missing.extend(unmentioned::<Cost>(text));
    missing.extend(unmentioned::<Pick>(text));
    missing.extend(unmentioned::<LaneRef>(text));
    missing.extend(unmentioned::<Destination>(text));
    missing.extend(unmentioned::<Lasts>(text));
    missing.extend(unmentioned::<Who>(text));
    missing.extend(unmentioned::<Goods>(text));
    missing.extend(unmentioned::<Buyer>(text));
    missing.extend(unmentioned::<Quantity>(text));
    missing.extend(unmentioned::<Class>(text));
    missing.extend(unmentioned::<ItemType>(text));
    let effects = crate::ability::Effect::NAMES.iter().copied();
    missing.extend(
        effects
            .filter(|name| !text.contains(*name))
            .map(str::to_string),
    );
    assert_eq!(missing, [""; 0]);
}
