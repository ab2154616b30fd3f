//! Differences, intervals and verdicts of played comparisons.

use super::super::design::samples::{defaults, experiment};
use super::super::play::samples::played;
use super::*;
use crate::compare::StopRule;
use cards::load::Library;

fn estimate(low: f64, high: f64) -> Estimate {
    Estimate {
        value: 0.5 * (low + high),
        interval: Interval::new(low, high),
        level: LEVEL,
    }
}

#[test]
fn opposed_policies_are_distinguished_from_unclear_ones() {
    let (up, down) = (estimate(0.1, 0.3), estimate(-0.3, -0.1));
    let (about_zero, below) = (estimate(-0.1, 0.2), estimate(-0.2, 0.1));
    assert_eq!(agreement(&[up]), None);
    assert_eq!(agreement(&[up, about_zero]), Some(Agreement::Agree));
    assert_eq!(agreement(&[up, below]), Some(Agreement::Unclear));
    assert_eq!(agreement(&[up, about_zero, down]), Some(Agreement::Opposed));
}

#[test]
fn the_family_is_every_arm_in_every_stratum() {
    let mut experiment = experiment(&["a:base-hp=30", "b:base-hp=60"]);
    experiment.players = vec![1, 2];
    experiment.policies = vec!["random".into(), "pass".into()];
    let design = Design::resolve(&experiment, &Library::embedded(), &defaults(300)).unwrap();
    let stop = StopRule::fixed(300);
    let (sums, _) = played(&design, &stop, 2);
    let results = Results::new(&design, &sums, stop.looks());
    assert_eq!(design.family(), 8);
    assert_eq!(results.primary().count(), 8);
    let p_values: Vec<f64> = results.primary().filter_map(|d| d.p_value).collect();
    let adjusted: Vec<f64> = results.primary().filter_map(|d| d.holm).collect();
    assert_eq!(adjusted, holm(&p_values));
    assert!(results.primary().all(|d| d.agreement.is_some()));
    for difference in results.primary() {
        let (one, all) = (
            difference.estimate.interval,
            difference.family_interval.unwrap(),
        );
        assert!(all.half_width() > one.half_width());
    }
}
