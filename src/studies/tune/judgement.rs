//! The gain from tuning: the tuned policy against the original, on fresh games.

use crate::compare::changes::Changes;
use crate::compare::design::{Defaults, Design, DesignError};
use crate::compare::experiment::{Experiment, NamedChanges};
use crate::compare::measure::Measure;
use crate::compare::results::Results;
use cards::load::Library;
use std::path::Path;

/// The comparison of the tuned policy, in its file, with the one that tuning started from.
pub fn design(
    start: &str,
    tuned: &Path,
    players: &[u8],
    measure: Measure,
    base: Changes,
    library: &Library,
    defaults: &Defaults,
) -> Result<Design, DesignError> {
    let experiment = Experiment {
        name: "tune".into(),
        title: "The tuned policy against the one that tuning started from".into(),
        base,
        arms: vec![
            NamedChanges::of_policy("start", start),
            NamedChanges::of_policy("tuned", tuned.display().to_string()),
        ],
        baseline: Some("start".into()),
        players: players.to_vec(),
        measure: Some(measure),
        ..Experiment::default()
    };
    let mut design = Design::resolve(&experiment, library, defaults)?;
    for stratum in &mut design.strata {
        stratum.policy = None;
    }
    // The path of the file is not part of the result.
    design.arms[1].changes.policy = tuned
        .file_stem()
        .map(|name| name.to_string_lossy().into_owned());
    Ok(design)
}

/// The judgement as text, a line for each number of players.
pub fn lines(design: &Design, results: &Results) -> Vec<String> {
    let measure = design.measure;
    let value = |stratum: usize, arm: usize| {
        let figure = results.figure(stratum, arm, measure)?;
        Some(measure.figure(&figure).text())
    };
    let line = |stratum: usize| {
        let estimate = results.difference(stratum, 1, measure)?.estimate;
        let label = design.strata[stratum].label();
        Some(format!(
            "{label}: {} of {} against {}: {}",
            measure.title(),
            value(stratum, 1)?,
            value(stratum, 0)?,
            measure.change(&estimate).with_interval()
        ))
    };
    (0..design.strata.len()).filter_map(line).collect()
}
