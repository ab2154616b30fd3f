//! Scenario files that are wrong, and scenarios that must fail.

mod format;

use super::Scenario;

/// A fight in which one Militia with a grenade at hand meets a Prowler.
const FIGHT: &str = r#"
name = "a fight"
wave = 2
[p1]
hand = ["hi-ex-grenade"]
deck = ["med-pack"]
troops = ["research-officer", "militia"]
enemies = ["prowler"]
"#;

fn failures(script: &str, rest: &str) -> Vec<String> {
    let text = format!("{script}\n{FIGHT}\n{rest}");
    match Scenario::parse("s.toml", &text) {
        Ok(scenario) => scenario.run().failures,
        Err(faults) => panic!("{faults}"),
    }
}

fn only_failure(script: &str, rest: &str) -> String {
    let failures = failures(script, rest);
    assert_eq!(failures.len(), 1, "{failures:#?}");
    failures[0].clone()
}

#[test]
fn every_fault_of_a_file_is_named_with_its_line() {
    let text = r#"
nam = "a typing slip"
round = 4
wave = 2
start = "combt"
set = ["prowlr.hp=4"]
script = ["p1 plya hi-ex-grenade", "p3 pass", "p1 react prowlr: pass", "p1 reakt: pass"]
[rules]
burn = "returns"
[ruling]
shoker = "shielded"
[p1]
hand = ["milita"]
troops = ["prowler", "militia x5", "ranger, 2 damages"]
enemies = ["ranger"]
[p2]
hand = []
[expect]
bas = 3
incidents = { stalemat = 1 }
[expect.p1]
troops = ["ranger, with katna"]
"#;
    let faults = Scenario::parse("s.toml", text)
        .err()
        .expect("faults")
        .to_string();
    for expected in [
        "s.toml:2: field `nam`: unknown field `nam`; did you mean `name`?",
        "give only one of `round` and `wave`",
        "s.toml:5: field `start`: unknown phase `combt`; did you mean `combat`?",
        "s.toml:6: unknown card `prowlr`; did you mean `prowler`?",
        "s.toml:7: field `script[1]`: unknown verb `plya`; did you mean `play`?",
        "field `script[2]`: unknown player `p3`",
        "field `script[3]`: unknown card `prowlr`; did you mean `prowler`?",
        "field `script[4]`: unknown question `reakt`; did you mean `react`?",
        "s.toml:9: field `rules.burn`: unknown burn rule `returns`",
        "s.toml:11: field `ruling.shoker`: unknown ruling `shoker`; did you mean `shocker`?",
        "s.toml:13: field `p1.hand[1]`: unknown card `milita`; did you mean `militia`?",
        "field `p1.troops[1]`: `prowler` cannot stand in a lane as a troop",
        "field `p1.troops[2]`: a lane has 4 zones for troops",
        "field `p1.troops[3]`: `2 damages` is not a property of a card",
        "field `p1.enemies[1]`: `ranger` cannot stand here",
        "field `p2`: there is no such player: `players` is 1",
        "field `expect.bas`: unknown field `bas`; did you mean `base`?",
        "field `expect.incidents.stalemat`: unknown incident `stalemat`",
        "field `expect.p1.troops[1]`: unknown card `katna`; did you mean `katana`?",
    ] {
        assert!(faults.contains(expected), "{expected}\nnot in\n{faults}");
    }
}

#[test]
fn a_scenario_without_expectations_is_refused() {
    for rest in ["", "[expect]"] {
        let faults = Scenario::parse("s.toml", &format!("{FIGHT}\n{rest}"));
        let faults = faults.err().expect("faults").to_string();
        assert!(faults.contains("expect"), "{faults}");
    }
}

#[test]
fn what_the_script_says_and_the_table_shows_holds() {
    let script = r#"script = [
        "p1 react prowler: is offered play hi-ex-grenade",
        "p1 react prowler: is not offered play med-pack",
        "p1 react prowler: sees research-officer, 3 damage, power 1, hp 4",
        "p1 react prowler: play hi-ex-grenade on prowler",
        "p1 is never again offered play hi-ex-grenade",
    ]"#;
    let rest = r#"[expect]
        base-damage = 0
        offered = ["p1 play hi-ex-grenade"]
        not-offered = ["p1 play med-pack"]
        log = ["Prowler (lane 1, enemy 1) is killed by Hi-Ex Grenade"]
        not-in-log = ["Militia (lane 1, position 1)"]
        [expect.p1]
        troops = ["research-officer, 3 damage, hp 4", "militia"]
        discard = ["hi-ex-grenade"]"#;
    assert_eq!(failures(script, rest), [""; 0]);
}

#[test]
fn a_line_that_is_never_asked_for_fails() {
    let failure = only_failure(
        r#"script = ["p1 play med-pack"]"#,
        "[expect]\nbase-damage = 0",
    );
    assert!(
        failure.contains("`p1 play med-pack` was never used"),
        "{failure}"
    );
    let failure = only_failure(
        r#"script = ["p1 play hi-ex-grenade on enemy#1 in p1"]"#,
        "[expect]\nbase-damage = 0",
    );
    assert!(failure.contains("was never used"), "{failure}");
}

#[test]
fn an_illegal_answer_fails_and_lists_what_was_offered() {
    let failure = only_failure(
        r#"script = ["p1 react prowler: use katana"]"#,
        "[expect]\nbase-damage = 0",
    );
    assert!(
        failure.contains("is not legal at `p1 react prowler`: on offer: pass | play hi-ex-grenade"),
        "{failure}"
    );
    // The only legal target is taken without a question, but compared all the same.
    let failure = only_failure(
        r#"script = ["p1 play hi-ex-grenade on militia"]"#,
        "[expect]\nbase-damage = 0",
    );
    assert!(failure.contains("on offer: choose p1.enemy#1"), "{failure}");
}

#[test]
fn an_ambiguous_card_fails() {
    let text = r#"
name = "two alike"
script = ["p1 play hi-ex-grenade on charger"]
[p1]
hand = ["hi-ex-grenade"]
troops = ["research-officer"]
enemies = ["charger x2, up"]
[expect]
base-damage = 0
"#;
    let failures = match Scenario::parse("s.toml", text) {
        Ok(scenario) => scenario.run().failures,
        Err(faults) => panic!("{faults}"),
    };
    assert!(
        failures[0].contains("could mean any of: choose p1.charger#1 | choose p1.charger#2"),
        "{failures:?}"
    );
}

#[test]
fn strict_scripts_answer_everything() {
    let strict = |script: &str| format!("strict = true\n{script}");
    let expect = "[expect]\nbase-damage = 0";
    let all = failures(&strict("script = []"), expect);
    assert!(
        all[0].contains("the script has no answer to `p1 free`"),
        "{all:?}"
    );
    let script = strict(r#"script = ["p1 free: pass", "p1 react prowler: play hi-ex-grenade"]"#);
    assert_eq!(failures(&script, expect), [""; 0]);
}

#[test]
fn wrong_expectations_fail_one_by_one() {
    for (rest, expected) in [
        ("base-damage = 1", "expect.base-damage: expected 1, found 0"),
        ("base = 3", "expect.base: expected 3, found 15"),
        ("won = true", "expect.won: expected true, found false"),
        ("lost = true", "expect.lost: expected true, found false"),
        ("round = 5", "expect.round: expected 5, found 4"),
        (
            "phase = \"combat\"",
            "expect.phase: expected \"combat\", found \"wrap-up\"",
        ),
        (
            "burned = [\"militia\"]",
            "expect.burned: expected [militia], found []",
        ),
        (
            "burned-has = [\"militia\"]",
            "expect.burned-has: too few `militia`",
        ),
        (
            "supply = { 1-xenosathem = 1 }",
            "expect.supply.1-xenosathem: expected 1, found 36",
        ),
        (
            "incidents = { stalemate = 1 }",
            "expect.incidents.stalemate: expected 1, found 0",
        ),
        ("log = [\"Hydra\"]", "no line of the log contains `Hydra`"),
        ("not-in-log = [\"Grenade\"]", "`Grenade` is in"),
        (
            "offered = [\"p1 play med-pack\"]",
            "`p1 play med-pack` was never offered",
        ),
        (
            "not-offered = [\"p1 react: play hi-ex-grenade\"]",
            "`p1 react: play hi-ex-grenade` was offered at `p1 react prowler`",
        ),
        (
            "p1.hand = [\"militia\"]",
            "expect.p1.hand: expected [militia], found []",
        ),
        (
            "p1.discard-has = [\"militia\"]",
            "expect.p1.discard-has: too few `militia`",
        ),
        (
            "p1.discard-lacks = [\"hi-ex-grenade\"]",
            "`hi-ex-grenade` is in [hi-ex-grenade]",
        ),
        ("p1.kills = 3", "expect.p1.kills: expected 3, found 1"),
        (
            "p1.troops = [\"research-officer\", \"militia\"]",
            "expect.p1.troops: expected",
        ),
        (
            "p1.troops = [\"research-officer, 3 damage, power 9\", \"militia\"]",
            "expect.p1.troops: expected",
        ),
        ("p1.enemies = [\"prowler\"]", "expect.p1.enemies: expected"),
        (
            "wave-2.discard = []",
            "expect.wave-2.discard: expected [], found [prowler]",
        ),
        (
            "market.items = [\"katana\"]",
            "expect.market.items: expected [katana], found []",
        ),
    ] {
        let script = r#"script = ["p1 react prowler: play hi-ex-grenade"]"#;
        let failure = only_failure(script, &format!("[expect]\n{rest}"));
        assert!(failure.contains(expected), "{expected}\nnot in\n{failure}");
    }
}

#[test]
fn looking_at_a_question_can_fail() {
    let expect = "[expect]\nbase-damage = 0";
    for line in [
        "p1 react prowler: is offered play med-pack",
        "p1 react prowler: is not offered play hi-ex-grenade",
        "p1 react prowler: sees research-officer, 2 damage",
        "p1 react prowler: sees ranger",
    ] {
        let script = format!(r#"script = ["{line}", "p1 react prowler: play hi-ex-grenade"]"#);
        let failure = only_failure(&script, expect);
        assert!(
            failure.contains("does not hold at `p1 react prowler`"),
            "{failure}"
        );
    }
    let script = r#"script = ["p1 free: pass", "p1 is never again offered play hi-ex-grenade"]"#;
    assert!(
        failures(script, expect)
            .iter()
            .any(|failure| failure.contains("was offered at `p1 react prowler`"))
    );
}
