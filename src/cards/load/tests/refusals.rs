//! Bad inputs, each with the message it must give.

use super::super::*;

pub(super) fn faults_of(library: &Library) -> String {
    match library.compile::<&str, &str>(&[]) {
        Ok(_) => "no faults".into(),
        Err(faults) => faults.to_string(),
    }
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
    ("[prowler]\ncost = 4", "unknown field `cost`"),
    (
        "[prowler]\nhitpoints = 4",
        "field `hitpoints`: unknown field `hitpoints`",
    ),
    (
        "[prowlr]\nhp = 4",
        "unknown card `prowlr`; did you mean `prowler`?",
    ),
    (
        "[prowler]\ncopies = 100",
        "field `copies`: expected a whole number from 0 to 99",
    ),
    (
        "[militia]\nfor-sale = true\ncost = 1",
        "a troop of wave 0 is never for sale",
    ),
    (
        "[prowler]\nremove = 1",
        "expected `true`, found the number 1",
    ),
    ("[prowler]\nhp =", "p.toml:2: invalid TOML"),
    (
        "[prowler]\nclass = \"enmy\"",
        "unknown class `enmy`; did you mean `enemy`?",
    ),
    ("[helios]\ntypes = [\"weapn\"]", "did you mean `weapon`?"),
    ("[helios]\nboost = {}", "expected `power`, `hp` or both"),
    (
        "[helios]\nboost = { power = \"own-power\" }",
        "a `boost` can only use numbers and W",
    ),
    (
        "[1-xenosathem]\nupgrade = { burn = 3, into = \"2-xenosathem\", wave = 2 }",
        "unknown card `2-xenosathem`",
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
        "unknown card `milita`; did you mean `militia`?",
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
        "`militia` is not a resource",
    ),
    (
        "[set]\nstarting-deck = { 1-xenosathem = 6 }",
        "card `militia`: never comes into play",
    ),
    (
        "[[card]]\nid = \"prowler\"\nname = \"P\"\nclass = \"enemy\"\nwave = 1\npower = 1\nhp = 1\ncopies = 1",
        "this id is taken by hive/enemies.toml:",
    ),
    ("[[card]]\nname = \"P\"", "the field `id` is missing"),
    ("[[card]]\nid = \"Big One\"", "cannot be a card's id"),
    (
        "[[card]]\nid = \"big\"\nlike = \"prowlr\"",
        "unknown card to be `like` `prowlr`; did you mean `prowler`?",
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
        "[militia]\ncopies = 99\n[1-xenosathem]\ncopies = 99\n[3-xenosathem]\ncopies = 99\n\
         [6-xenosathem]\ncopies = 99",
        "resources, troops and items together: 495 cards, but there is room for 480",
    ),
];

#[test]
fn bad_patches_are_refused_with_reasons() {
    for (patch, expected) in BAD_PATCHES {
        let faults = faults_of(&Library::embedded().with_patch("p.toml", patch));
        assert!(faults.contains(expected), "{patch}\n{faults}");
    }
}

/// Bad abilities of cards, each with a part of its message.
const BAD_ABILITIES: &[(&str, &[(&str, &str)])] = &[
    (
        "prowler",
        &[
            (
                r#"{ when = "reveald", do = [{ damage = 1, to = "first-troops" }] }"#,
                "unknown trigger `reveald`; did you mean `revealed`?",
            ),
            (
                r#"{ do = [{ damage = 1, to = "first-troops" }] }"#,
                "the field `when` is missing",
            ),
            (r#"{ when = "revealed" }"#, "the field `do` is missing"),
            (
                r#"{ when = "revealed", do = [] }"#,
                "an ability needs at least one effect",
            ),
            (
                r#"{ when = "revealed", do = [{ damge = 1, to = "first-troops" }] }"#,
                "unknown effect `damge`; did you mean `damage`? (known: damage, damage-base, heal, ",
            ),
            (
                r#"{ when = "revealed", do = [{ damage = 1, to = "first-troop" }] }"#,
                "field `ability[1].do[1].to`: unknown target `first-troop`; did you mean `first-troops`?",
            ),
            (
                r#"{ when = "revealed", do = [{ damage = 1 }] }"#,
                "the field `to` is missing",
            ),
            (
                r#"{ when = "revealed", do = [{ damage = "V+1", to = "first-troops" }] }"#,
                "unknown quantity `V`",
            ),
            (
                r#"{ when = "revealed", do = [{ damage = 100, to = "first-troops" }] }"#,
                "expected a whole number from 0 to 99",
            ),
            (
                r#"{ when = "revealed", do = [{ damage = 1, to = "this", count = 2 }] }"#,
                "`this` takes no `count`",
            ),
            (
                r#"{ when = "revealed", do = [{ damage = 1, heal = 1, to = "this" }] }"#,
                "separate effects",
            ),
            (
                r#"{ when = "revealed", do = ["damage"] }"#,
                "needs more than its name",
            ),
            (
                r#"{ when = "revealed", do = ["cancel-reveal"] }"#,
                "`cancel-reveal` cannot be used with the trigger `revealed`; it belongs to: reveal-pending",
            ),
            (
                r#"{ when = "revealed", do = [{ prevent = 2 }] }"#,
                "`prevent` cannot be used with the trigger `revealed`; it belongs to: would-be-damaged",
            ),
            (
                r#"{ when = "revealed", do = [{ damage = 2, to = "that-enemy" }] }"#,
                "`that-enemy` refers to no enemy",
            ),
            (
                r#"{ when = "revealed", do = [{ damage = 2, to = "that-troop" }] }"#,
                "`that-troop` refers to no troop",
            ),
            (
                r#"{ when = "revealed", do = [{ damage = 2, to = "first-troops", lane = "that" }] }"#,
                "`that` refers to no lane",
            ),
            (
                r#"{ when = "revealed", do = [{ damage = "prevented", to = "first-troops" }] }"#,
                "`prevented` cannot be used in `damage`: no previous effect prevents damage",
            ),
            (
                r#"{ when = "revealed", do = [{ damage = "cards-burned", to = "first-troops" }] }"#,
                "no previous effect burns items",
            ),
            (
                r#"{ when = "revealed", do = [{ damage = "all", to = "first-troops" }] }"#,
                "only `prevent` and `redirect`",
            ),
            (
                r#"{ when = "activated", do = [{ damage = 1, to = "first-troops" }] }"#,
                "enemies cannot have the trigger `activated`",
            ),
            (
                r#"{ when = "revealed", may = true, do = [{ damage = 1, to = "first-troops" }] }"#,
                "enemies make no choices",
            ),
            (
                r#"{ when = "revealed", whose = "any-troop", do = [{ damage = 1, to = "first-troops" }] }"#,
                "`whose` cannot be used with the trigger `revealed`",
            ),
            (
                r#"{ when = "standing", limit = "first-time", do = ["unpreventable"] }"#,
                "a standing ability always works",
            ),
            (
                r#"{ when = "standing", if = { wave-is = 2 }, do = ["unpreventable"] }"#,
                "standing abilities other than bonuses and discounts cannot have `if`",
            ),
            (
                r#"{ when = "revealed", if = "aloen", do = [{ damage = 1, to = "first-troops" }] }"#,
                "unknown condition `aloen`; did you mean `alone`?",
            ),
            (
                r#"{ when = "revealed", do = [{ kill = "first-troops" }] }"#,
                "`kill` cannot have the target `first-troops`",
            ),
        ],
    ),
    (
        "martini",
        &[
            (
                r#"{ when = "revealed", do = [{ damage = 1, to = "first-troops" }] }"#,
                "only enemies can have the trigger `revealed`",
            ),
            (
                r#"{ when = "activated", do = ["unpreventable"] }"#,
                "only enemies can have `unpreventable`",
            ),
            (
                r#"{ when = "activated", do = [{ damage = "card-cost", to = "one-enemy" }] }"#,
                "`pay` names no card",
            ),
            (
                r#"{ when = "activated", pay = ["damage-this"], do = [{ damage = 1, to = "one-enemy" }] }"#,
                "the amount of damage is missing",
            ),
            (
                r#"{ when = "activated", pay = ["kill-this", "kill-this"], do = [{ damage = 1, to = "one-enemy" }] }"#,
                "listed twice",
            ),
            (
                r#"{ when = "activated", combine = "and-or", do = [{ damage = 1, to = "one-enemy" }] }"#,
                "`and-or` needs at least two effects",
            ),
            (
                r#"{ when = "activated", may = false, do = [{ damage = 1, to = "one-enemy" }] }"#,
                "always optional",
            ),
            (
                r#"{ when = "attacks", from = "hand", do = ["strike-first"] }"#,
                "a card in hand cannot have the trigger `attacks`",
            ),
            (
                r#"{ when = "purchase", do = [{ gain-resources = 1 }] }"#,
                "`from = \"hand\"` is missing",
            ),
            (
                r#"{ when = "activated", do = ["become-troop"] }"#,
                "`become-troop` is for instants used from hand",
            ),
            (
                r#"{ when = "standing", do = [{ bonus = { power = "own-power" }, to = "this" }] }"#,
                "a standing bonus cannot depend on power",
            ),
        ],
    ),
    (
        "tesla",
        &[(
            r#"{ when = "activated", from = "hand", do = [{ damage = 1, to = "one-enemy" }] }"#,
            "equipment works on a troop",
        )],
    ),
    (
        "med-pack",
        &[(
            r#"{ when = "activated", do = [{ damage = 1, to = "one-enemy" }] }"#,
            "an instant works from hand",
        )],
    ),
    (
        "1-xenosathem",
        &[(
            r#"{ when = "killed", do = [{ damage = 1, to = "one-enemy" }] }"#,
            "resources have no abilities",
        )],
    ),
];

#[test]
fn senseless_abilities_are_refused_with_reasons() {
    let all = BAD_ABILITIES.iter();
    for (card, (ability, expected)) in
        all.flat_map(|(card, all)| all.iter().map(move |one| (card, one)))
    {
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
            "--set prowlr.hp=4: unknown card `prowlr`; did you mean `prowler`?",
        ),
        (
            "prowler.hpp=4",
            "field `hpp`: unknown field `hpp`; did you mean `hp`?",
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
        ("prowler.boots.hp=4", "unknown field `boots`"),
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
            "unknown ruling `shockr`; did you mean `shocker`?",
        ),
        (
            "shocker",
            "shield",
            "unknown option of `shocker` `shield`; did you mean `shielded`? (known: burn, shielded, as-printed)",
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
