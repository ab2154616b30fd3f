//! Every notation: where it holds, where it fails, and what is refused.

use super::Scenario;
use crate::StoryLine;

fn run(text: &str) -> Vec<String> {
    match Scenario::parse("s.toml", &format!("name = \"x\"\n{text}")) {
        Ok(scenario) => scenario.run().failures,
        Err(faults) => panic!("{faults}"),
    }
}

#[track_caller]
fn holds(text: &str) {
    assert_eq!(run(text), [""; 0], "{text}");
}

#[track_caller]
fn fails(text: &str, expected: &str) {
    let failures = run(text).join("\n");
    assert!(
        failures.contains(expected),
        "{expected}\nnot in\n{failures}"
    );
    for internal in ["Pointer", "KindId", "Some(", "None", "Choose("] {
        assert!(!failures.contains(internal), "{internal} in\n{failures}");
    }
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let faults = Scenario::parse("s.toml", &format!("name = \"x\"\n{text}"));
    let faults = faults.err().expect("faults").to_string();
    assert!(faults.contains(expected), "{expected}\nnot in\n{faults}");
}

/// A Research Officer and a Field Medic against a Panic Spider that is about to turn up: reveal
/// damage to the officer, then blows against the medic.
const SPIDER: &str = r#"
wave = 2
[p1]
hand = ["med-pack x2"]
troops = ["research-officer", "field-medic"]
enemies = ["panic-spider"]
"#;

#[test]
fn piles_and_lanes_in_any_order() {
    let start = "[p1]\nhand = [\"ranger\", \"militia\"]\ndiscard = [\"katana\", \"ranger\"]\n\
                 enemies = [\"charger, up\", \"smoker, up\"]\n\
                 [wave-1]\ndeck = [\"swarmer\", \"charger\"]\n";
    let start = format!("start = \"deployment\"\n{start}");
    let expect = |rest: &str| format!("{start}[expect]\n{rest}\n");
    holds(&expect("p1.discard-exactly = [\"ranger\", \"katana\"]"));
    holds(&expect(
        "p1.enemies-exactly = [\"smoker, up\", \"charger, up\"]",
    ));
    holds(&expect("wave-1.deck-exactly = [\"charger\", \"swarmer\"]"));
    fails(
        &expect("p1.discard-exactly = [\"ranger\"]"),
        "expect.p1.discard-exactly: expected [ranger] in any order, found [katana, ranger]",
    );
    fails(
        &expect("p1.discard-exactly = [\"ranger x2\", \"katana\"]"),
        "expect.p1.discard-exactly",
    );
    fails(
        &expect("p1.enemies-exactly = [\"smoker, up\", \"charger\"]"),
        "expect.p1.enemies-exactly",
    );
}

#[test]
fn hands_decks_and_lanes_are_counted() {
    let start = "start = \"deployment\"\n[p1]\nhand = [\"katana\", \"helios\"]\n\
                 troops = [\"erebus x2\"]\nenemies = [\"charger x3\"]\ndeck = [\"ranger\"]\n";
    let expect = |rest: &str| format!("{start}[expect.p1]\n{rest}\n");
    holds(&expect(
        "hand-count = 2\ndeck-count = 1\ndiscard-count = 0\ntroops-count = 2\nenemies-count = 3",
    ));
    for (field, wrong) in [("hand", 3), ("deck", 0), ("troops", 1), ("enemies", 4)] {
        let expected = format!("expect.p1.{field}-count: expected {wrong}, found");
        fails(&expect(&format!("{field}-count = {wrong}")), &expected);
    }
    refused(&expect("hand-count = \"two\""), "expected a whole number");
}

#[test]
fn a_damage_window_is_named_by_source_and_nature() {
    let script =
        |line: &str| format!("script = [\"{line}\"]\n{SPIDER}[expect]\nincidents = {{}}\n");
    let use_at = |window: &str| script(&format!("p1 {window}: play med-pack"));
    // Reveal damage goes to the officer, the blow to the medic.
    for window in [
        "answer-damage research-officer by panic-spider reveal",
        "answer-damage research-officer reveal",
        "answer-damage by panic-spider attack",
        "answer-damage field-medic by panic-spider attack",
    ] {
        holds(&use_at(window));
    }
    for window in [
        "answer-damage research-officer by panic-spider overflow",
        "answer-damage field-medic by panic-spider reveal",
        "answer-damage field-medic by field-medic attack",
    ] {
        fails(&use_at(window), "was never used");
    }
    refused(
        &use_at("answer-damage militia by"),
        "`by` needs something before `:`",
    );
    refused(
        &use_at("answer-damage militia by prowlr"),
        "did you mean `prowler`",
    );
    refused(
        &use_at("answer-damage militia by prowler atack"),
        "unknown part of a question `atack`; did you mean `attack`?",
    );
    refused(
        &use_at("react panic-spider by prowler"),
        "`by` belongs to the question `answer-damage`",
    );
}

#[test]
fn the_line_for_a_later_damage_window_waits_for_it() {
    // The pack of wave 2 takes all of the first blow; the second leaves the medic 1 HP, and its
    // two blows kill the Spider.
    let medic = |note: &str| {
        format!(
            "script = [\"p1 answer-damage by panic-spider attack: play med-pack\"]\n{SPIDER}[expect.p1]\n\
             hand = [\"med-pack\"]\ntroops = [\"field-medic{note}\", \"research-officer, 2 damage\"]\n"
        )
    };
    holds(&medic(", 3 damage"));
    fails(&medic(""), "expect.p1.troops");
}

/// Several exchanges with each of two troops.
const LONG_FIGHT: &str = r#"
wave = 3
[p1]
hand = ["hi-ex-grenade"]
troops = ["clay", "research-officer"]
enemies = ["hydra, up"]
"#;

#[test]
fn a_reaction_window_is_named_by_facing_troop_and_exchange() {
    let with = |window: &str| {
        format!(
            "script = [\"p1 {window}: play hi-ex-grenade\"]\n{LONG_FIGHT}[expect]\n\
             incidents = \"any\"\n"
        )
    };
    holds(&with("react hydra"));
    holds(&with("react hydra exchange 2"));
    holds(&with("react hydra facing clay"));
    holds(&with("react hydra facing research-officer"));
    holds(&with("react hydra facing clay exchange 1"));
    fails(&with("react hydra exchange 9"), "was never used");
    fails(&with("react hydra facing ranger"), "was never used");
    refused(
        &with("react hydra exchange two"),
        "expected the number of an exchange from 1",
    );
    refused(
        &with("answer-damage clay exchange 2"),
        "`exchange` belongs to the question `react`",
    );
    refused(
        &with("free hydra"),
        "the question `free` is not about a card",
    );
}

#[test]
fn a_reaction_window_belongs_to_the_enemy_that_turned_up() {
    let script = |window: &str| {
        format!(
            "script = [\"p1 {window}: play hi-ex-grenade on smoker\"]\n[p1]\n\
             hand = [\"hi-ex-grenade\"]\ntroops = [\"ranger\"]\n\
             enemies = [\"smoker\", \"charger\"]\n[expect.p1]\nkills = 2\n"
        )
    };
    // Before the Charger behind it is turned up.
    holds(&script("react smoker"));
    let both = script("react smoker").replace(
        "script = [",
        "script = [\"p1 react smoker: sees enemy#2, smoker, up\", ",
    );
    holds(&both);
}

#[test]
fn a_place_can_be_looked_at() {
    let sees = |sight: &str| {
        format!(
            "script = [\"p1 react panic-spider: sees {sight}\"]\n{SPIDER}[expect]\n\
             incidents = \"any\"\n"
        )
    };
    // After the reveal the officer is at the back, with 2 damage.
    holds(&sees("troop#1, field-medic"));
    holds(&sees("p1.troop#2, research-officer, 2 damage"));
    holds(&sees("troop#2, 2 damage"));
    holds(&sees("enemy#1, panic-spider"));
    fails(
        &sees("troop#1, research-officer, 2 damage"),
        "it is `field-medic",
    );
    fails(
        &sees("troop#2, 1 damage"),
        "it is `research-officer, 2 damage",
    );
    fails(&sees("troop#3, 1 damage"), "there is no such card");
    refused(&sees("troop#1"), ": expected what is seen there");
    refused(
        &sees("troop#1, feld-medic"),
        "`feld-medic` is not a property of a card",
    );
}

#[test]
fn resources_can_be_looked_at_in_mid_phase() {
    let text = |seen: &str| {
        format!(
            "players = 2\nstart = \"purchase\"\nscript = [\"p1 spend 3-xenosathem\", \
             \"p1 buy: {seen}\", \"p1 buy bio-enhancer\"]\n[p1]\nhand = [\"3-xenosathem\"]\n\
             [p2]\nresources = 2\n[market]\nitems = [\"bio-enhancer\"]\n\
             [expect.p1]\nhand = [\"bio-enhancer\"]\n"
        )
    };
    holds(&text("sees resources 3"));
    holds(&text("sees resources 2 of p2"));
    fails(&text("sees resources 4"), "there are 3 resources");
    refused(&text("sees resources 2 of p3"), "unknown player `p3`");
}

#[test]
fn a_new_game_can_be_the_start() {
    let text = "start = \"new-game\"\nseed = 7\nplayers = 2\nrun = \"draw\"\n\
                [expect]\nbase = 30\np1.hand-count = 7\np1.deck-count = 4\n\
                [expect.market]\nitems-count = 6\ntroops-1-count = 3\n";
    holds(text);
    fails(
        &text.replace("hand-count = 7", "hand-count = 6"),
        "expect.p1.hand-count",
    );
    refused(
        &text.replace("[expect]", "[wave-1]\ndeck = []\n[expect]"),
        "a new game has its own board",
    );
    refused(
        &text.replace("[expect]", "[p1]\nhand = [\"ranger\"]\n[expect]"),
        "field `p1.hand`",
    );
    let led = "start = \"new-game\"\nrun = \"draw\"\n[rules]\npreset = \"onslaught\"\n\
               [p1]\ndivision = \"med-bay\"\n[expect.p1]\ndivision-used = false\n";
    holds(led);
}

#[test]
fn bonuses_can_be_set_up() {
    let text = |bonus: &str, power: u8| {
        format!(
            "wave = 2\nrun = \"lane\"\nscript = [\"p1 react butcher: sees ranger, power {power}\"]\n\
             [p1]\ntroops = [\"ranger, {bonus}\"]\nenemies = [\"butcher, up\"]\n\
             [expect]\nlog = [\"Butcher (lane 1, enemy 1) suffers 5 damage\"]\n"
        )
    };
    holds(&text("+2 power this round", 5));
    holds(&text("+2 power kept", 5));
    // What waits for an attack is no part of its power yet.
    holds(&text("+2 power next attack", 3));
    fails(&text("+1 power this round", 4), "expect.log");
    refused(
        &text("2 power this round", 5),
        "is not a property of a card",
    );
    let kept = "start = \"deployment\"\n[p1]\ntroops = [\"ranger, +2 power this round, strikes first\"]\n\
                [expect.p1]\ntroops = [\"ranger, +2 power this round, strikes first\"]\n";
    holds(kept);
    let expected = "[expect.p1]\ntroops = [\"ranger, +1 power this round";
    let wrong = kept.replace(
        "[expect.p1]\ntroops = [\"ranger, +2 power this round",
        expected,
    );
    fails(&wrong, "expect.p1.troops");
}

#[test]
fn incidents_need_not_be_judged() {
    let text = "start = \"enemy-deployment\"\n[expect]\nfirst-player = \"p1\"\n";
    fails(
        text,
        "expect.incidents.empty-encounter-draw: expected 0, found 3",
    );
    holds(&text.replace("[expect]", "[expect]\nincidents = \"any\""));
    refused(
        &text.replace("[expect]", "[expect]\nincidents = \"some\""),
        "\"any\" to skip the check",
    );
}

#[test]
fn equipment_is_compared_as_a_set() {
    let text = |items: &str| {
        format!(
            "start = \"deployment\"\n[p1]\ntroops = [\"ranger, with katana used, with hercules\"]\n\
             [expect.p1]\ntroops = [\"ranger, {items}\"]\n"
        )
    };
    holds(&text("with hercules, with katana"));
    holds(&text("with hercules, with katana used"));
    fails(
        &text("with hercules, with katana unused"),
        "expect.p1.troops",
    );
    fails(&text("with hercules"), "expect.p1.troops");
    fails(&text("with hercules, with hercules"), "expect.p1.troops");
}

/// A grenade for a revealed enemy or a face-down one.
const GRENADE: &str = r#"
wave = 2
[p1]
hand = ["hi-ex-grenade"]
troops = ["research-officer, with atlas"]
enemies = ["shocker, up", "prowler, up"]
"#;

#[test]
fn what_is_not_offered_may_have_a_target() {
    let text = |script: &str, ruling: &str, wish: &str| {
        format!("script = [{script}]\n{GRENADE}{ruling}[expect]\nincidents = \"any\"\n{wish}\n")
    };
    let play = "\"p1 react shocker: play hi-ex-grenade on prowler\"";
    let shielded = "[ruling]\nshocker = \"shielded\"\n";
    let on_shocker = "not-offered = [\"p1 play hi-ex-grenade on shocker\"]";
    let on_prowler = "offered = [\"p1 play hi-ex-grenade on prowler\"]";
    holds(&text(play, shielded, on_shocker));
    holds(&text(play, "", on_prowler));
    fails(
        &text(play, "", on_shocker),
        "`p1 play hi-ex-grenade on shocker` was offered at `p1 target hi-ex-grenade`",
    );
    // Nobody played it: there is nothing to be said about its targets.
    fails(
        &text("", shielded, on_shocker),
        "the card was not used there, so there was no choice of a target",
    );
    let elsewhere =
        "not-offered = [\"p1 answer-damage research-officer: play hi-ex-grenade on shocker\"]";
    fails(
        &text(play, shielded, elsewhere),
        "the card was not used there",
    );
    refused(
        &text(
            play,
            "",
            "not-offered = [\"p1 play hi-ex-grenade on shocker in p1\"]",
        ),
        "expected one target",
    );
}

#[test]
fn what_could_never_be_offered_is_refused() {
    let expect = |wish: &str| format!("{GRENADE}[expect]\nnot-offered = [\"{wish}\"]\n");
    for (wish, expected) in [
        ("p1 play med-pack", "there is no `med-pack` on the table"),
        (
            "p1 answer-damage militia: play hi-ex-grenade",
            "there is no `militia` on the table",
        ),
        (
            "p1 play hi-ex-grenade on militia",
            "there is no `militia` on the table",
        ),
        (
            "p1 buy hi-ex-grenade",
            "it answers no question that comes up in this scenario",
        ),
        (
            "p1 react shocker: buy hi-ex-grenade",
            "never an answer to the question `react`",
        ),
        (
            "p1 upgrade: pass",
            "the question `upgrade` does not come up",
        ),
        (
            "p1 play hi-ex-grenade please",
            "unknown part of this line `please`",
        ),
    ] {
        refused(&expect(wish), expected);
    }
    let line = "script = [\"p1 is never again offered use katana\"]";
    let text = format!("{line}\n{GRENADE}[expect]\nbase-damage = 0\n");
    refused(&text, "there is no `katana` on the table");
    // In a longer run other phases come up.
    let longer = format!("run = \"round\"\n{}", expect("p1 upgrade: pass"));
    let scenario = Scenario::parse("s.toml", &format!("name = \"x\"\n{longer}"));
    assert!(scenario.is_ok());
}

#[test]
fn questions_with_a_single_answer_are_compared() {
    let text = |line: &str| {
        format!(
            "players = 2\nscript = [\"{line}\"]\n[p1]\ntroops = [\"ranger\"]\n\
             enemies = [\"charger, up\"]\n[expect]\nincidents = \"any\"\n"
        )
    };
    // Nobody can do anything in any of these windows.
    holds(&text("p1 react charger: pass"));
    holds(&text("p2 react charger: pass"));
    holds(&text("p1 answer-damage ranger by charger attack: pass"));
    holds(&text("p1 save ranger: pass"));
    holds(&text("p1 react charger: sees ranger"));
    holds(&text("p1 react charger: is not offered use ranger"));
    fails(&text("p1 react smoker: pass"), "was never used");
    fails(&text("p1 react charger: use ranger"), "was never used");
    let deploy = "start = \"deployment\"\nscript = [\"p1 deploy: pass\"]\n[expect]\nround = 1\n";
    holds(deploy);
}

#[test]
fn a_clause_that_is_never_asked_for_is_reported_as_written() {
    let text = format!(
        "script = [\"p1 react shocker: play hi-ex-grenade on prowler in p1 doing both\"]\n{GRENADE}\
         [expect]\nincidents = \"any\"\n"
    );
    fails(&text, "`in p1` was never used");
    fails(&text, "`doing both` was never used");
}

#[test]
fn the_story_is_told_in_order() {
    let text = format!("name = \"x\"\n{GRENADE}[expect]\nincidents = \"any\"\n");
    let scenario = match Scenario::parse("s.toml", &text) {
        Ok(scenario) => scenario,
        Err(faults) => panic!("{faults}"),
    };
    let story = scenario.run().story;
    let question = |told: &StoryLine| matches!(told, StoryLine::Question(text) if text.contains("react shocker"));
    let first = story.iter().position(question).expect("a question");
    let before = &story[..first];
    let started =
        |told: &StoryLine| matches!(told, StoryLine::Log(line) if line.contains("Lane 1"));
    assert!(before.iter().any(started), "{story:#?}");
    let blow = |told: &StoryLine| matches!(told, StoryLine::Log(line) if line.contains("suffers"));
    assert!(
        !before.iter().any(blow) && story.iter().any(blow),
        "{story:#?}"
    );
}
