//! The words of some cards, and that no card is left without any.

use super::*;
use crate::load::Library;

fn builtin() -> CardSet {
    match Library::embedded().compile::<&str, &str>(&[]) {
        Ok((set, _)) => set,
        Err(faults) => panic!("{faults}"),
    }
}

#[test]
fn cards_read_well() {
    let set = builtin();
    for (id, expected) in [
        (
            "prowler",
            &["Reveal: deal 3 damage to the first troop in its lane."][..],
        ),
        (
            "field-medic",
            &[
                "Once per round: may prevent up to 2 damage that any troop would suffer. \
               (Marked as an answer to reveal abilities.)",
            ],
        ),
        (
            "ranger",
            &[
                "In the purchase phase, from hand, from wave 2 on: burn this card to make any \
               player's purchase of a troop of wave 2 or 3 cost 2 less.",
            ],
        ),
        (
            "vasquez",
            &["While this troop is alone in its lane: +W power and +W HP."],
        ),
        (
            "longshot",
            &[
                "Once per round: may discard the top card of your deck to prevent damage equal to \
               that card's cost that this troop would suffer, then deal 1 enemy damage equal to \
               the damage prevented.",
            ],
        ),
        (
            "assault-commander",
            &[
                "Once per round: advance 1 troop to the front of its lane and/or give 1 troop \
               +W power for its next attack.",
            ],
        ),
        (
            "savior",
            &[
                "Once per round, when any troop would be killed: may heal it to 1 HP instead, \
               then move that troop to the end of its lane.",
            ],
        ),
        (
            "swarmer",
            &["The first time this enemy attacks: strike first."],
        ),
        (
            "shocker",
            &[
                "Reveal: burn all items on the first troop in its lane, then deal that troop \
               2 damage for each card burned.",
            ],
        ),
        (
            "plague-fly",
            &[
                "Each time this enemy kills a troop: deal the base 1 damage and 1 more for each \
               troop in its lane.",
            ],
        ),
        (
            "brood-mother",
            &[
                "Each time this enemy is damaged: add 1 face-down wave 2 enemy at the end of its \
               lane.",
            ],
        ),
        (
            "katana",
            &[
                "This troop has +W power.",
                "Once per round: deal 2 damage to this troop to deal 2 damage to 1 revealed enemy.",
            ],
        ),
        (
            "stasis-bomb",
            &[
                "Play when an enemy is revealed: cancel its reveal ability and/or move that enemy \
                 to the end of its lane.",
                "Play at another time to react: move 1 revealed enemy to the end of its lane.",
            ],
        ),
        (
            "1-xenosathem",
            &[
                "In wrap-up, from wave 2 on: burn 3 of these from your discard pile to put a \
               \"3 Xenosathem\" there.",
            ],
        ),
    ] {
        let kind = set.kind(set.find(id).unwrap());
        assert_eq!(card_texts(&set, kind), expected, "{id}");
    }
}

#[test]
fn figures_are_told_by_class() {
    let set = builtin();
    for (id, expected) in [
        ("prowler", "enemy, wave 2, power 4, HP 3, 3 copies"),
        ("militia", "troop, not for sale, power 2, HP 1, 18 copies"),
        ("helios", "equipment, weapon and medical, cost 3, 3 copies"),
        ("3-xenosathem", "resource, not for sale, value 3, 27 copies"),
        (
            "clay",
            "troop, wave 3, cost 8, power 4, HP 12, 1 copy, legendary",
        ),
    ] {
        assert_eq!(figures(set.kind(set.find(id).unwrap())), expected, "{id}");
    }
}

#[test]
fn every_ability_has_words_under_every_ruling() {
    let library = Library::embedded();
    for ruling in library.rulings() {
        for (option, _) in &ruling.options {
            let (set, _) = library.compile(&[(&ruling.name, option)]).unwrap();
            for kind in &set.kinds {
                let texts = ability_texts(&set, kind);
                assert_eq!(texts.len(), kind.abilities.len());
                for text in texts {
                    assert!(
                        text.ends_with(['.', ')']) && text.len() > 10,
                        "{}: {text}",
                        kind.id
                    );
                    assert!(
                        !text.contains("  ") && !text.contains(" ."),
                        "{}: {text}",
                        kind.id
                    );
                    assert!(!text.contains(": ."), "{}: {text}", kind.id);
                }
            }
        }
    }
}
