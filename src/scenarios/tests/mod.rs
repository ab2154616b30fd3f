//! Scenario files that are wrong, and what their notations mean (`notations.txt`).

use super::Scenario;
use crate::StoryLine;

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
        "field `p1.troops[1]`: `prowler` cannot stand here: expected a troop",
        "field `p1.troops[2]`: there is no room for so many troops",
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

/// Holds, fails or is refused as the case says.
fn check(case: &str, text: &str) {
    let (kind, expected) = case.split_once(": ").unwrap_or((case, ""));
    let found = Scenario::parse("s.toml", text).map(|scenario| scenario.run().failures);
    let said = match (kind, found) {
        ("holds", Ok(failures)) => return assert_eq!(failures, [""; 0], "{text}"),
        ("fails", Ok(failures)) => failures.join("\n"),
        ("fails alone", Ok(failures)) if failures.len() == 1 => failures[0].clone(),
        ("refused", Err(faults)) => faults.to_string(),
        (_, found) => panic!("{case}: {text}\n{found:?}"),
    };
    assert!(
        said.contains(expected),
        "{expected}\nnot in\n{said}\n{text}"
    );
    for internal in ["Pointer", "KindId", "Some(", "None", "Choose("] {
        assert!(!said.contains(internal), "{internal} in\n{said}");
    }
}

#[test]
fn notations_mean_what_they_say() {
    for section in include_str!("notations.txt").split("\n== ").skip(1) {
        let mut cases = section.split("\n-- ");
        let head = cases.next().expect("a title");
        let (title, shared) = head.split_once('\n').unwrap_or((head, ""));
        for case in cases {
            let (case, lines) = case.split_once('\n').expect("a scenario");
            let lines = lines
                .lines()
                .map(|line| if line == "*" { shared } else { line });
            let text = lines.collect::<Vec<_>>().join("\n");
            check(case, &format!("name = \"{title}\"\n{text}\n"));
        }
    }
}

#[test]
fn the_story_is_told_in_order() {
    let fight = FIGHT.replace("[\"prowler\"]", "[\"prowler, up\"]");
    let text = format!("{fight}[expect]\nincidents = \"any\"\n");
    let scenario = match Scenario::parse("s.toml", &text) {
        Ok(scenario) => scenario,
        Err(faults) => panic!("{faults}"),
    };
    let story = scenario.run().story;
    let question = |told: &StoryLine| matches!(told, StoryLine::Question(text) if text.contains("react prowler"));
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
