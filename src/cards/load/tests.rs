//! The built-in set, and a table of bad inputs with the messages they must give.

use super::*;
use crate::ability::{Amount, Effect, LaneRef, Pick, Target, When};
use crate::cards::Class;
use crate::ruleset::Rulings;

fn compile(library: &Library) -> CardSet {
    compile_with(library, &[])
}

fn compile_with(library: &Library, chosen: &[(&str, &str)]) -> CardSet {
    match library.compile(chosen) {
        Ok((set, _)) => set,
        Err(faults) => panic!("{faults}"),
    }
}

fn faults_of(library: &Library) -> String {
    match library.compile::<&str, &str>(&[]) {
        Ok(_) => "no faults".into(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn the_builtin_set_has_all_cards() {
    let set = compile(&Library::embedded());
    let count = |class: Class| {
        let kinds = set.kinds.iter().filter(|kind| kind.class == class);
        kinds.fold((0, 0), |(kinds, cards), kind| {
            (kinds + 1, cards + u32::from(kind.copies))
        })
    };
    assert_eq!(set.kinds.len(), 80);
    assert_eq!(set.physical_cards(), 270);
    assert_eq!(count(Class::Resource), (3, 90));
    assert_eq!(count(Class::Troop), (29, 72));
    assert_eq!(count(Class::Enemy), (18, 54));
    assert_eq!(count(Class::Boss), (9, 9));
    let (equipment, instants) = (count(Class::Equipment), count(Class::Instant));
    assert_eq!(equipment.0 + instants.0, 21);
    assert_eq!(equipment.1 + instants.1, 45);
    for kind in &set.kinds {
        let single = kind.copies == 1 && kind.class != Class::Boss;
        assert_eq!(
            kind.legendary, single,
            "{}: legendary cards are single cards",
            kind.id
        );
    }
}

#[test]
fn set_wide_facts_are_read() {
    let set = compile(&Library::embedded());
    let id = |name| set.find(name).unwrap();
    let resources = ["1-xenosathem", "3-xenosathem", "6-xenosathem"].map(id);
    assert_eq!(set.income, resources);
    assert_eq!(resources.map(|id| set.kind(id).wave), [1, 2, 3]);
    let upgrade = set.kind(resources[0]).upgrade.unwrap();
    assert_eq!(
        (upgrade.burn, upgrade.into, upgrade.wave),
        (3, resources[1], 2)
    );
    let deck: Vec<_> = set
        .starting_deck
        .iter()
        .map(|stock| (set.kind(stock.kind).id.as_str(), stock.count))
        .collect();
    assert_eq!(deck, [("1-xenosathem", 6), ("militia", 4)]);
    assert!(!set.kind(id("militia")).for_sale);
    assert!(set.kind(id("ranger")).for_sale);
}

#[test]
fn abilities_arrive_as_written() {
    let set = compile(&Library::embedded());
    let abilities = |name| &set.kind(set.find(name).unwrap()).abilities;
    let vortex = &abilities("chaos-vortex")[1];
    let troops = Target {
        pick: Pick::FirstTroops,
        count: 2,
        lane: LaneRef::That,
    };
    assert_eq!(vortex.when, When::Activated);
    assert_eq!(
        vortex.effects,
        [
            Effect::Damage {
                amount: Amount::number(10),
                to: Target::one(Pick::OneRevealedEnemy),
            },
            Effect::Damage {
                amount: Amount::number(4),
                to: troops,
            },
        ]
    );
    assert_eq!(abilities("katana")[1].cost_damage, 2);
    assert_eq!(abilities("katana")[0].when, When::Standing);
    assert!(abilities("ranger")[0].optional, "a purchase is a choice");
    assert!(!abilities("lone-survivor")[0].optional, "forced");
}

#[test]
fn every_option_of_every_ruling_makes_a_different_set() {
    let library = Library::embedded();
    library.check().unwrap();
    let default = compile(&library);
    for ruling in &library.rulings {
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
    for (name, options) in Rulings::NAMES {
        for option in *options {
            let (_, choices) = library.compile(&[(name, option)]).unwrap();
            assert_eq!(choices.get(name), Some(*option));
        }
    }
    assert_eq!(library.rulings().len(), 12 + Rulings::NAMES.len());
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
    assert!(shielded.facts.standing.untargetable);
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

/// Bad patches, each with a part of the message it must give.
const BAD_PATCHES: &[(&str, &str)] = &[
    (
        "[prowler]\nhp = -1",
        "p.toml:2: card `prowler`: field `hp`: expected a whole number from 1 to 99, found the number -1",
    ),
    (
        "[prowler]\npower = 100",
        "field `power`: expected a whole number from 0 to 99",
    ),
    ("[prowler]\nhp = 2.5", "found `2.5`"),
    ("[prowler]\nhp = \"x\"", "found the text `x`"),
    (
        "[prowler]\nwave = 4",
        "field `wave`: expected a whole number from 1 to 3",
    ),
    ("[prowler]\ncost = 4", "`cost` is no known field here"),
    (
        "[prowler]\nhitpoints = 4",
        "field `hitpoints`: `hitpoints` is no known field here",
    ),
    (
        "[prowlr]\nhp = 4",
        "`prowlr` is no known card; did you mean `prowler`?",
    ),
    (
        "[prowler]\ncopies = 100",
        "field `copies`: expected a whole number from 0 to 99",
    ),
    (
        "[prowler]\nremove = 1",
        "expected `true`, found the number 1",
    ),
    ("[prowler]\nhp =", "p.toml:2: this is no TOML"),
    (
        "[prowler]\nclass = \"enmy\"",
        "`enmy` is no known class; did you mean `enemy`?",
    ),
    ("[helios]\ntypes = [\"weapn\"]", "did you mean `weapon`?"),
    ("[helios]\nboost = {}", "expected `power`, `hp` or both"),
    (
        "[helios]\nboost = { power = \"own-power\" }",
        "a `boost` is made of numbers and W",
    ),
    (
        "[1-xenosathem]\nupgrade = { burn = 3, into = \"2-xenosathem\", wave = 2 }",
        "`2-xenosathem` is no known card",
    ),
    (
        "[1-xenosathem]\nupgrade = { burn = 3, wave = 2 }",
        "the field `into` is missing",
    ),
    (
        "[1-xenosathem]\ncopies = 23",
        "4 players start with 24 `1-xenosathem` together, but there are 23",
    ),
    (
        "[set]\nstarting-deck = { milita = 4 }",
        "`milita` is no known card; did you mean `militia`?",
    ),
    (
        "[set]\nstarting-deck = { prowler = 1 }",
        "an enemy cannot be in a starting deck",
    ),
    (
        "[set]\nincome = [\"1-xenosathem\"]",
        "`income` must name three resources",
    ),
    (
        "[set]\nincome = [\"militia\", \"3-xenosathem\", \"6-xenosathem\"]",
        "`militia` is no resource",
    ),
    (
        "[set]\nstarting-deck = { 1-xenosathem = 6 }",
        "card `militia`: never comes into play",
    ),
    (
        "[[card]]\nid = \"prowler\"\nname = \"P\"\nclass = \"enemy\"\nwave = 1\npower = 1\nhp = 1\ncopies = 1",
        "this id is taken by enemies.toml:",
    ),
    ("[[card]]\nname = \"P\"", "the field `id` is missing"),
    ("[[card]]\nid = \"Big One\"", "cannot be a card's id"),
    (
        "[[card]]\nid = \"big\"\nlike = \"prowlr\"",
        "`prowlr` is no known card to be `like`; did you mean `prowler`?",
    ),
    (
        "[[card]]\nid = \"big\"\nname = \"Big\"\nclass = \"enemy\"",
        "the field `wave` is missing",
    ),
    (
        "[prowler]\ncopies = 90\n[hydra]\ncopies = 90\n[berserker]\ncopies = 90",
        "enemies and bosses of wave 3: ",
    ),
    (
        "[militia]\ncopies = 90",
        "resources, troops and items together: 279 cards, but there is room for 224",
    ),
];

#[test]
fn bad_patches_are_refused_with_reasons() {
    for (patch, expected) in BAD_PATCHES {
        let faults = faults_of(&Library::embedded().with_patch("p.toml", patch));
        assert!(faults.contains(expected), "{patch}\n{faults}");
    }
}

/// Bad abilities of a troop, an enemy or an item, each with a part of its message.
const BAD_ABILITIES: &[(&str, &str, &str)] = &[
    (
        "prowler",
        r#"{ when = "reveald", do = [{ damage = 1, to = "first-troops" }] }"#,
        "`reveald` is no known moment; did you mean `revealed`?",
    ),
    (
        "prowler",
        r#"{ do = [{ damage = 1, to = "first-troops" }] }"#,
        "the field `when` is missing",
    ),
    (
        "prowler",
        r#"{ when = "revealed" }"#,
        "the field `do` is missing",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [] }"#,
        "an ability must do something",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damge = 1, to = "first-troops" }] }"#,
        "`damge` is no known effect; did you mean `damage`?",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damage = 1, to = "first-troop" }] }"#,
        "field `ability[1].do[1].to`: `first-troop` is no known target; did you mean `first-troops`?",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damage = 1 }] }"#,
        "the field `to` is missing",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damage = "V+1", to = "first-troops" }] }"#,
        "`V` is no known quantity",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damage = 100, to = "first-troops" }] }"#,
        "expected a whole number from 0 to 99",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damage = 1, to = "this", count = 2 }] }"#,
        "`this` takes no `count`",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damage = 1, heal = 1, to = "this" }] }"#,
        "separate effects",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = ["damage"] }"#,
        "needs more than its name",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = ["cancel-reveal"] }"#,
        "`cancel-reveal` makes no sense at the moment `revealed`; it belongs to: reveal-pending",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ prevent = 2 }] }"#,
        "`prevent` makes no sense at the moment `revealed`; it belongs to: would-be-damaged",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damage = 2, to = "that-enemy" }] }"#,
        "no enemy is meant by `that-enemy`",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damage = 2, to = "that-troop" }] }"#,
        "no troop is meant by `that-troop`",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damage = 2, to = "first-troops", lane = "that" }] }"#,
        "no lane is meant by `that`",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damage = "prevented", to = "first-troops" }] }"#,
        "`prevented` means nothing in `damage`: no effect before prevents anything",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damage = "cards-burned", to = "first-troops" }] }"#,
        "no effect before burns items",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ damage = "all", to = "first-troops" }] }"#,
        "only `prevent` and `redirect`",
    ),
    (
        "prowler",
        r#"{ when = "activated", do = [{ damage = 1, to = "first-troops" }] }"#,
        "enemies have no moment `activated`",
    ),
    (
        "prowler",
        r#"{ when = "revealed", may = true, do = [{ damage = 1, to = "first-troops" }] }"#,
        "enemies choose nothing",
    ),
    (
        "prowler",
        r#"{ when = "revealed", whose = "any-troop", do = [{ damage = 1, to = "first-troops" }] }"#,
        "`whose` means nothing at the moment `revealed`",
    ),
    (
        "prowler",
        r#"{ when = "standing", limit = "first-time", do = ["unpreventable"] }"#,
        "a standing ability always works",
    ),
    (
        "prowler",
        r#"{ when = "standing", if = { wave-is = 2 }, do = ["unpreventable"] }"#,
        "standing abilities other than `bonus` take no `if`",
    ),
    (
        "prowler",
        r#"{ when = "revealed", if = "aloen", do = [{ damage = 1, to = "first-troops" }] }"#,
        "`aloen` is no known condition; did you mean `alone`?",
    ),
    (
        "prowler",
        r#"{ when = "revealed", do = [{ kill = "first-troops" }] }"#,
        "`kill` cannot be about `first-troops`",
    ),
    (
        "martini",
        r#"{ when = "revealed", do = [{ damage = 1, to = "first-troops" }] }"#,
        "only enemies have the moment `revealed`",
    ),
    (
        "martini",
        r#"{ when = "activated", do = ["unpreventable"] }"#,
        "only enemies can have `unpreventable`",
    ),
    (
        "martini",
        r#"{ when = "activated", do = [{ damage = "card-cost", to = "one-enemy" }] }"#,
        "`pay` names no card",
    ),
    (
        "martini",
        r#"{ when = "activated", pay = ["damage-this"], do = [{ damage = 1, to = "one-enemy" }] }"#,
        "how much damage?",
    ),
    (
        "martini",
        r#"{ when = "activated", pay = ["kill-this", "kill-this"], do = [{ damage = 1, to = "one-enemy" }] }"#,
        "asked for twice",
    ),
    (
        "martini",
        r#"{ when = "activated", combine = "and-or", do = [{ damage = 1, to = "one-enemy" }] }"#,
        "`and-or` needs at least two effects",
    ),
    (
        "martini",
        r#"{ when = "activated", may = false, do = [{ damage = 1, to = "one-enemy" }] }"#,
        "always optional",
    ),
    (
        "martini",
        r#"{ when = "attacks", from = "hand", do = ["strike-first"] }"#,
        "a card in hand cannot be used at the moment `attacks`",
    ),
    (
        "martini",
        r#"{ when = "purchase", do = [{ gain-resources = 1 }] }"#,
        "`from = \"hand\"` is missing",
    ),
    (
        "martini",
        r#"{ when = "activated", do = ["become-troop"] }"#,
        "`become-troop` is for instants used from hand",
    ),
    (
        "martini",
        r#"{ when = "standing", do = [{ bonus = { power = "own-power" }, to = "this" }] }"#,
        "a standing bonus cannot depend on power",
    ),
    (
        "tesla",
        r#"{ when = "activated", from = "hand", do = [{ damage = 1, to = "one-enemy" }] }"#,
        "equipment works on a troop",
    ),
    (
        "med-pack",
        r#"{ when = "activated", do = [{ damage = 1, to = "one-enemy" }] }"#,
        "an instant works from hand",
    ),
    (
        "1-xenosathem",
        r#"{ when = "killed", do = [{ damage = 1, to = "one-enemy" }] }"#,
        "resources have no abilities",
    ),
];

#[test]
fn senseless_abilities_are_refused_with_reasons() {
    for (card, ability, expected) in BAD_ABILITIES {
        let patch = format!("[{card}]\nability = [{ability}]");
        let faults = faults_of(&Library::embedded().with_patch("p.toml", &patch));
        assert!(faults.contains(expected), "{ability}\n{faults}");
    }
    let many = r#"{ when = "killed", do = [{ damage = 1, to = "one-enemy" }] },"#.repeat(9);
    let patch = format!("[martini]\nability = [{many}]");
    let faults = faults_of(&Library::embedded().with_patch("p.toml", &patch));
    assert!(faults.contains("at most 8 abilities"), "{faults}");
}

#[test]
fn bad_assignments_are_refused_with_reasons() {
    for (assignment, expected) in [
        ("prowler", "expected `card.field=value`"),
        ("prowler.hp=", "expected `card.field=value`"),
        (
            "prowlr.hp=4",
            "--set prowlr.hp=4: `prowlr` is no known card; did you mean `prowler`?",
        ),
        (
            "prowler.hpp=4",
            "field `hpp`: `hpp` is no known field here; did you mean `hp`?",
        ),
        ("prowler.hp=many", "found the text `many`"),
        (
            "prowler.hp.x=4",
            "`hp` is the number 3 and has no field `x`",
        ),
        (
            "prowler.ability.2.when=killed",
            "expected a number from 1 to 1, found `2`",
        ),
        ("prowler.boots.hp=4", "`boots` is no known field here"),
    ] {
        let faults = faults_of(&Library::embedded().with_set(assignment));
        assert!(faults.contains(expected), "{assignment}\n{faults}");
    }
}

#[test]
fn bad_rulings_are_refused_with_reasons() {
    let library = Library::embedded();
    for (name, option, expected) in [
        (
            "shockr",
            "burn",
            "`shockr` is no known ruling; did you mean `shocker`?",
        ),
        (
            "shocker",
            "shield",
            "`shield` is no known option of `shocker`; did you mean `shielded`? (known: burn, shielded, as-printed)",
        ),
        ("lethal", "exceeds", "did you mean `exceed`?"),
    ] {
        let faults = library.compile(&[(name, option)]).unwrap_err().to_string();
        assert!(faults.contains(expected), "{name}={option}\n{faults}");
    }
    assert!(library.compile(&[("shocker", "default")]).is_ok());
}

#[test]
fn all_faults_are_listed_not_only_the_first() {
    let patch = "[prowler]\nhp = 0\npower = -3\n[hydra]\nwave = 9\n[nobody]\nhp = 1";
    let library = Library::embedded()
        .with_patch("p.toml", patch)
        .with_set("x=1");
    let Faults(faults) = library.compile(&[("no-such", "thing")]).unwrap_err();
    assert_eq!(faults.len(), 6, "{faults:#?}");
}
