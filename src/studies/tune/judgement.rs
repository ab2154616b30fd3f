//! What tuning was worth: the tuned policy against the one it started from, on games that were
//! never used for tuning.

use crate::compare::changes::Changes;
use crate::compare::design::{Defaults, Design, DesignError};
use crate::compare::experiment::{Experiment, NamedChanges};
use crate::compare::results::{Measure, Results};
use cards::load::Library;
use std::path::Path;

/// The comparison of the tuned policy, in its file, with the one that tuning started from.
pub fn design(
    start: &str,
    tuned: &Path,
    players: &[u8],
    base: Changes,
    library: &Library,
    defaults: &Defaults,
) -> Result<Design, DesignError> {
    let arm = |name: &str, policy: String| NamedChanges {
        name: name.into(),
        changes: Changes {
            policy: Some(policy),
            ..Changes::default()
        },
    };
    let experiment = Experiment {
        name: "tune".into(),
        title: "The tuned policy against the one that tuning started from".into(),
        base,
        arms: vec![
            arm("start", start.into()),
            arm("tuned", tuned.display().to_string()),
        ],
        baseline: Some("start".into()),
        players: players.to_vec(),
        ..Experiment::default()
    };
    let mut design = Design::resolve(&experiment, library, defaults)?;
    design.measure = design.telling_measure();
    for stratum in &mut design.strata {
        stratum.policy = None;
    }
    // Where the file lies is no part of what came out.
    design.arms[1].changes.policy = tuned
        .file_stem()
        .map(|name| name.to_string_lossy().into_owned());
    Ok(design)
}

/// The judgement in words, a line for each number of players.
pub fn lines(design: &Design, results: &Results) -> Vec<String> {
    let measure = |stratum: usize, arm: usize| {
        let figures = results.arms.iter();
        let mut figures =
            figures.filter(|figures| (figures.stratum, figures.arm) == (stratum, arm));
        let measures = figures.next().map(|figures| figures.measures.iter());
        let rounds = measures?.find(|(measure, _)| *measure == Measure::RoundsSurvived);
        rounds.and_then(|(_, estimate)| estimate.map(|estimate| estimate.value))
    };
    let line = |stratum: usize| {
        let differences = results.of(stratum, 1);
        let rounds = differences
            .into_iter()
            .find(|difference| difference.measure == Measure::RoundsSurvived)?;
        let estimate = rounds.estimate?;
        let label = design.strata[stratum].label();
        Some(format!(
            "{label}: {:.3} rounds survived against {:.3}: {:+.3} ({:+.3} to {:+.3})",
            measure(stratum, 1)?,
            measure(stratum, 0)?,
            estimate.value,
            estimate.interval.low,
            estimate.interval.high
        ))
    };
    (0..design.strata.len()).filter_map(line).collect()
}
