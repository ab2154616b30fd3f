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
