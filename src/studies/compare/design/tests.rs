//! What is compared is resolved, and nonsense is refused.

use super::samples::{defaults, design, experiment};
use super::*;

#[test]
fn the_built_in_experiments_can_be_played() {
    for (name, _) in Experiment::shipped() {
        let experiment = Experiment::find(name).unwrap();
        let design = Design::resolve(&experiment, &Library::embedded(), &defaults(10)).unwrap();
        design.refuse_idle_arms().unwrap();
        assert!(design.family() >= 1, "{name}");
    }
    let difficulty = Experiment::find("difficulty").unwrap();
    let design = Design::resolve(&difficulty, &Library::embedded(), &defaults(10)).unwrap();
    assert_eq!((design.arms.len(), design.strata.len()), (9, 2));
    let enemies = |stratum: usize, arm: &str| {
        let index = design.arms.iter().position(|a| a.name == arm).unwrap();
        let rules = &design.strata[stratum].plans[index].rules;
        (rules.enemies_per_round, rules.base_hp)
    };
    assert_eq!(enemies(0, "more-enemies"), ([3, 4, 5], 15));
    assert_eq!(enemies(1, "hp-10-fewer-enemies"), ([3, 3, 3], 10));
}

#[test]
fn the_baseline_comes_first_and_arms_override_strata() {
    let mut experiment = experiment(&["a:base-hp=9", "b:base-hp=8,players=3"]);
    experiment.baseline = Some("b".into());
    experiment.players = vec![2];
    let design = Design::resolve(&experiment, &Library::embedded(), &defaults(10)).unwrap();
    assert_eq!(design.arms[0].name, "b");
    let plans = &design.strata[0].plans;
    assert_eq!((plans[0].rules.players, plans[1].rules.players), (3, 2));
}

#[test]
fn whatever_changes_an_arm_changes_the_fingerprint() {
    let one = design(&["a:base-hp=9"], 10);
    assert_eq!(
        one.fingerprint(),
        design(&["a:base-hp=9"], 10).fingerprint()
    );
    for other in ["b:base-hp=9", "a:base-hp=8", "a:base-hp=9,set.prowler.hp=4"] {
        assert_ne!(
            one.fingerprint(),
            design(&[other], 10).fingerprint(),
            "{other}"
        );
    }
}
