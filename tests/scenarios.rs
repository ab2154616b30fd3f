//! Runs every scenario file under `tests/scenarios`.

use cards::load::Library;
use cards::words::Word;
use scenarios::{Role, Scenario, files};
use std::path::{Path, PathBuf};

/// The directory of the scenarios and all files in it.
fn scenario_files() -> (PathBuf, Vec<PathBuf>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let found = files(std::slice::from_ref(&root)).expect("the scenarios");
    assert!(!found.is_empty(), "no scenarios in {}", root.display());
    (root, found)
}

#[test]
fn every_scenario_holds() {
    let (root, found) = scenario_files();
    let mut failures = Vec::new();
    for file in &found {
        let name = file.strip_prefix(&root).unwrap_or(file).display();
        match Scenario::load(file) {
            Err(faults) => failures.push(faults.to_string()),
            Ok(scenario) => {
                let report = scenario.run();
                if !report.failures.is_empty() {
                    failures.push(format!(
                        "{name}: {}\n  {}",
                        scenario.name,
                        report.failures.join("\n  ")
                    ));
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} scenarios failed:\n{}",
        failures.len(),
        found.len(),
        failures.join("\n")
    );
}

/// Every card of the set is shown at work, where it must not work, and with another card.
#[test]
fn every_card_has_its_scenarios() {
    let (_, found) = scenario_files();
    let shown: Vec<(String, Role)> = found
        .iter()
        .filter_map(|file| Scenario::load(file).ok()?.subject)
        .map(|subject| (subject.card, subject.role))
        .collect();
    let cards = Library::embedded().cards().expect("the cards");
    let mut missing = Vec::new();
    for id in cards.ids() {
        for (word, role) in Role::ALL {
            if !shown.contains(&(id.to_string(), *role)) {
                missing.push(format!("{id}: {word}"));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "{} scenarios are missing:\n{}",
        missing.len(),
        missing.join("\n")
    );
}

/// Every invented card is shown at work.
#[test]
fn every_card_of_the_workshop_has_a_scenario() {
    let (root, _) = scenario_files();
    let set = root.join("../../data/sets/workshop");
    for file in ["nortec.toml", "enemies.toml"] {
        let text = std::fs::read_to_string(set.join(file)).expect("the cards");
        let ids = text.lines().filter_map(|line| line.strip_prefix("id = \""));
        for id in ids.map(|id| id.trim_end_matches('"')) {
            let scenario = root.join(format!("workshop/{id}.toml"));
            assert!(scenario.exists(), "{} is missing", scenario.display());
        }
    }
}
