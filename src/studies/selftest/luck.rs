//! Means adjusted for luck: intervals must have their coverage, and no value may shift a mean.

use super::Check;
use super::checks::{LEVEL, by_p_value, by_share};
use super::urn::Count;
use cards::data::Faults;
use players::luck::Gauge;
use players::registry;
use rayon::prelude::*;
use runs::sim::SimError;
use runs::sim::batch::play_chunk;
use runs::sim::measure::ENDURANCE_BASES;
use runs::sim::plan::Plan;
use runs::sim::totals::Totals;
use runs::sim::{Rows, StopRule};
use statistics::special::student_two_sided_p;
use std::path::Path;
use std::sync::Arc;
use value::file::Learned;
use value::source::ValueSource;

/// Games of a sample.
const SAMPLE: u64 = 60;
/// Samples, at most: measuring luck is slow.
const MOST_SAMPLES: u64 = 400;
/// How many times as many games the truth is taken from.
const MORE: u64 = 6;
/// What the rows of few games, and of a truth that is itself an estimate, may add to the error of a
/// coverage.
const APPROXIMATION: f64 = 0.025;
/// The policy: fast, and not random.
const PLAYER: &str = "balanced";
/// The measure that is examined.
const MEASURE: &str = "endurance";

/// The checks, on samples of games of a plan.
pub fn checks(plan: &Plan, replications: u64) -> Result<Vec<Check>, SimError> {
    let samples = (replications / 10).clamp(20, MOST_SAMPLES);
    let mut plan = plan.clone();
    (plan.rows, plan.plays_on) = (Rows::None, true);
    let unfit = |faults: Faults| SimError::Unfit(faults.to_string());
    plan.policy = registry::resolve(PLAYER, &plan.cards).map_err(unfit)?;
    plan.stop = StopRule {
        games: Some(samples * SAMPLE * MORE),
        target: None,
        raises: 0,
    };
    let other = Plan {
        seed: plan.seed.wrapping_add(1),
        ..plan.clone()
    };
    let truth = together(&played(&other, samples * MORE)?);
    let Some(truth) = mean(&truth) else {
        return Ok(Vec::new());
    };
    let standard = ValueSource::load(registry::DEFAULT, Path::new("")).map_err(unfit)?;
    let nonsense = ValueSource::new("nonsense", nonsense(standard.learned()));
    let measured = |value: &ValueSource, samples: u64| {
        let mut plan = plan.clone();
        let gauge = Gauge::with_value(&plan.cards, &ENDURANCE_BASES, value).map_err(unfit)?;
        plan.gauge = Some(Arc::new(gauge));
        played(&plan, samples)
    };
    let good = measured(&standard, samples)?;
    let bad = measured(&nonsense, samples / 2)?;
    Ok(vec![
        coverage(&good, truth),
        gain(&good),
        unmoved(&bad, truth),
    ])
}

/// A nonsensical value: its weights are in reverse order.
fn nonsense(learned: &Learned) -> Learned {
    let mut learned = learned.clone();
    let weights = &mut learned.weights;
    weights.map.reverse();
    weights.names.reverse();
    weights.numbers.reverse();
    weights.second.reverse();
    learned
}

/// Plays samples of games.
fn played(plan: &Plan, samples: u64) -> Result<Vec<Totals>, SimError> {
    let sample = |nth: u64| play_chunk(plan, nth * SAMPLE..(nth + 1) * SAMPLE).totals;
    Ok((0..samples).into_par_iter().map(sample).collect())
}

fn together(samples: &[Totals]) -> Totals {
    let mut all = Totals::new(samples.first().map_or(0, |one| one.cards.len()));
    samples.iter().for_each(|one| all.merge(one));
    all
}

/// The plain mean of the measure, with its standard error.
fn mean(totals: &Totals) -> Option<(f64, f64)> {
    let moments = totals.all_played_on()?.moments_of(MEASURE)?;
    Some((moments.mean()?, moments.standard_error()?))
}

fn coverage(samples: &[Totals], truth: (f64, f64)) -> Check {
    let adjusted = samples.iter().filter_map(|one| one.adjusted(MEASURE));
    let intervals: Vec<_> = adjusted.map(|one| one.interval(LEVEL)).collect();
    let covering = intervals.iter().filter(|one| one.contains(truth.0));
    let (so, all) = (covering.count() as u64, intervals.len() as u64);
    by_share(
        "luck, coverage",
        "intervals adjusted for luck have their nominal coverage",
        Count { so, all },
        (LEVEL.value() - APPROXIMATION, LEVEL.value() + APPROXIMATION),
        format!("intervals of {SAMPLE} games cover the mean of other games"),
    )
}

fn gain(samples: &[Totals]) -> Check {
    let gain = together(samples).adjusted(MEASURE).map(|one| one.gain);
    let gain = gain.unwrap_or(f64::NAN);
    Check::new(
        "luck, gain",
        "adjusting for luck makes the mean more precise",
        gain,
        (1.1, f64::INFINITY),
        format!("as with {gain:.2} times as many games"),
    )
}

/// A nonsensical value: the mean must not shift.
fn unmoved(samples: &[Totals], (truth, error): (f64, f64)) -> Check {
    let adjusted = together(samples).adjusted(MEASURE);
    let (value, own) = adjusted.map_or((f64::NAN, f64::NAN), |one| (one.value, one.standard_error));
    let z = (value - truth) / (own * own + error * error).sqrt();
    let degrees = (samples.len() as u64 * SAMPLE) as f64;
    by_p_value(
        "luck, nonsense",
        "a nonsensical value does not shift a mean",
        student_two_sided_p(z, degrees),
        format!("{value:.2} against {truth:.2} in units of the measure, {z:+.1} standard errors"),
    )
}
