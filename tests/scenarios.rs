//! Runs every scenario file under `tests/scenarios`.

use std::path::{Path, PathBuf};
use xenosim::scenario::{Scenario, files};

#[test]
fn every_scenario_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let found: Vec<PathBuf> = files(std::slice::from_ref(&root)).expect("the scenarios");
    assert!(!found.is_empty(), "no scenarios in {}", root.display());
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
