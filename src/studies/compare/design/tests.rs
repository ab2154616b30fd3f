//! What is compared is resolved, and nonsense is refused.

use super::samples::{defaults, design, experiment};
use super::*;

fn refusal(experiment: &Experiment) -> String {
    let design = Design::resolve(experiment, &Library::embedded(), &defaults(10));
    let result = design.and_then(|design| design.refuse_idle_arms());
    result.unwrap_err().to_string()
}

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
fn wrong_use_is_refused_with_help() {
    for (arms, expected) in [
        (vec![], "there is nothing to compare"),
        (vec!["same"], "arm `same` changes nothing: with no change"),
        (
            vec!["same:deployment=dreadmire"],
            "with deployment=dreadmire it is the same game as the baseline `base`",
        ),
        (
            vec!["same:set.prowler.hp=3,ruling.lethal=default"],
            "arm `same` changes nothing",
        ),
        (
            vec!["a:base-hp=9", "a:base-hp=8"],
            "two arms are called `a`",
        ),
        (
            vec!["a:base-hp=9", "b:base-hp=9"],
            "arms `a` and `b` are the same game",
        ),
        (
            vec!["base:base-hp=9"],
            "`base` is the name of the unchanged game",
        ),
        (vec!["a:set.prwler.hp=4"], "did you mean `prowler`?"),
        (vec!["a:ruling.shockr=x"], "did you mean `shocker`?"),
        (vec!["a:policy=randm"], "did you mean `random`?"),
    ] {
        let text = refusal(&experiment(&arms));
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let mut with_baseline = experiment(&["alpha:base-hp=9"]);
    with_baseline.baseline = Some("alpa".into());
    assert!(refusal(&with_baseline).contains("did you mean `alpha`?"));
    let mut doubled = experiment(&["a:players=2"]);
    doubled.players = vec![1, 2];
    assert!(refusal(&doubled).contains("`a` sets players"));
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
