//! Answers are stable: other master seeds give the same answer as often as their intervals say.

use cards::load::Library;
use runs::sim::Watch;
use statistics::Level;
use std::sync::atomic::AtomicBool;
use studies::compare::Measure;
use studies::compare::design::Defaults;
use studies::compare::play::{State, play};
use studies::compare::study::Study;
use studies::compare::{Changes, Design, Experiment, NamedChanges, StopRule};

struct Nobody(AtomicBool);

impl Watch for Nobody {
    fn progress(&self, _: u64, _: f64) {}
    fn interrupt(&self) -> &AtomicBool {
        &self.0
    }
}

/// The difference in rounds survived between the deployments on one master seed, with its
/// standard error.
fn answer(seed: u64, games: u64) -> (f64, f64) {
    let (name, changes) =
        Changes::parse_arm("arm", "onslaught:deployment=onslaught").expect("an arm");
    let experiment = Experiment {
        arms: vec![NamedChanges { name, changes }],
        ..Experiment::default()
    };
    let defaults = Defaults {
        policy: "random".into(),
        seed,
        games,
        adapt: false,
    };
    let design = Design::resolve(&experiment, &Library::embedded(), &defaults).expect("a design");
    let study = Study::new(design, StopRule::fixed(games));
    let mut state = State::new(&study);
    let nobody = Nobody(AtomicBool::new(false));
    play(&study, 1, &mut state, &nobody, &mut |_| Ok(())).expect("games");
    let difference = state.sums[0].arms[0]
        .moments(Measure::RoundsSurvived)
        .difference();
    let mean = difference.mean().expect("games");
    (mean, difference.standard_error().expect("games"))
}

#[test]
fn two_master_seeds_agree_at_the_stated_rate() {
    const SEEDS: u64 = 240;
    let answers: Vec<(f64, f64)> = (1..=SEEDS).map(|seed| answer(seed, 250)).collect();
    let z = Level::P95.z();
    let agree = answers.chunks_exact(2).filter(|two| {
        let [(one, one_error), (other, other_error)] = [two[0], two[1]];
        (one - other).abs() <= z * one_error.hypot(other_error)
    });
    let pairs = (SEEDS / 2) as f64;
    let share = agree.count() as f64 / pairs;
    let tolerance = 4.0 * (0.95 * 0.05 / pairs).sqrt();
    assert!((share - 0.95).abs() <= tolerance, "{share} agree");
    // The intervals themselves overlap more often: nearly always.
    let apart = answers.chunks_exact(2).filter(|two| {
        let [(one, one_error), (other, other_error)] = [two[0], two[1]];
        (one - other).abs() > z * (one_error + other_error)
    });
    assert!(apart.count() as f64 / pairs <= 0.05);
}
