//! How good a policy is, in the requested measure; by default one that is smooth even if no game is
//! won: endurance, the rounds survived averaged over bases from small to large (see
//! [`runs::sim::measure`]). Games are played on after the base has fallen, so every round counts at
//! some base. All numbers of players have equal weight.

use crate::compare::measure::Measure;
use crate::compare::sums::Ended;
use game::observe::tally::Tally;
use players::registry::PreparedPolicies;
use players::spec::PolicySpec;
use rayon::prelude::*;
use runs::sim::game::{GameRecord, Tabletop};
use runs::sim::plan::Plan;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games that are played in one go.
const PIECE: u64 = 32;

/// The goal as text.
pub fn aim(measure: Measure) -> String {
    match measure {
        Measure::Endurance => {
            "maximise endurance (rounds survived, averaged over bases from 10 to 95 HP per player)"
                .into()
        }
        _ => {
            let way = if measure.gain() > 0.0 {
                "maximise"
            } else {
                "minimise"
            };
            format!("{way} {}", measure.title())
        }
    }
}

/// The score of a game in the integer unit of a measure, so that sums are exact.
fn points(record: GameRecord, measure: Measure) -> i64 {
    i64::from(Ended::from(record).value(measure))
}

/// Judges policies on the same games: all `games` of each plan, played by each policy. `None`: the
/// work was interrupted.
pub fn judge(
    plans: &[Plan],
    policies: &[PolicySpec],
    games: Range<u64>,
    measure: Measure,
    pool: &rayon::ThreadPool,
    interrupt: &AtomicBool,
) -> Option<Vec<f64>> {
    let seated: Vec<Vec<Plan>> = policies.iter().map(|policy| seat(plans, policy)).collect();
    let mut pieces = Vec::new();
    for policy in 0..policies.len() {
        for plan in 0..plans.len() {
            let starts = games.clone().step_by(PIECE as usize);
            pieces.extend(starts.map(|start| (policy, plan, start..games.end.min(start + PIECE))));
        }
    }
    let played: Option<Vec<i64>> = pool.install(|| {
        let played = pieces.par_iter().with_max_len(1);
        played
            .map(|(policy, plan, games)| {
                let wanted = !interrupt.load(Ordering::Relaxed);
                wanted.then(|| play(&seated[*policy][*plan], games.clone(), measure))
            })
            .collect()
    });
    let mut sums = vec![vec![0i64; plans.len()]; policies.len()];
    for ((policy, plan, _), points) in pieces.iter().zip(played?) {
        sums[*policy][*plan] += points;
    }
    let count = (games.end - games.start) as f64;
    let mean = |sums: &Vec<i64>| {
        let means = sums.iter().map(|sum| *sum as f64 / count * measure.scale());
        means.sum::<f64>() / plans.len() as f64
    };
    Some(sums.iter().map(mean).collect())
}

/// The plans as a policy plays them.
fn seat(plans: &[Plan], policy: &PolicySpec) -> Vec<Plan> {
    let seated = plans.iter().map(|plan| Plan {
        policy: PreparedPolicies::new(std::slice::from_ref(policy), &plan.cards),
        plays_on: true,
        ..plan.clone()
    });
    seated.collect()
}

fn play(plan: &Plan, games: Range<u64>, measure: Measure) -> i64 {
    let mut tally = Tally::new(&plan.cards);
    let mut table = Tabletop::new(plan);
    games
        .map(|game| points(table.play(game, &mut tally), measure))
        .sum()
}
