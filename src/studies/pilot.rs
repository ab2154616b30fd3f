//! How long games take: a few of them are played and measured before many are asked for.

use crate::compare::study::Study;
use cpu_time::ThreadTime;
use runs::sim::batch::play_chunk;
use runs::sim::{Plan, SimError};
use std::time::Duration;

/// Games that are to be played in the same way.
#[derive(Clone, Debug)]
pub struct Workload {
    /// How they are played.
    pub plan: Plan,
    /// How many.
    pub games: u64,
}

/// What a pilot has found out about some games.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Who plays.
    pub policy: String,
    /// How many players.
    pub players: u8,
    /// How many games are to be played.
    pub games: u64,
    /// How many were played to find out.
    pub tried: u64,
    /// Processor time of a game, in seconds.
    pub seconds: f64,
}

impl Measured {
    /// Processor time of all games, in seconds.
    pub fn total(&self) -> f64 {
        self.seconds * self.games as f64
    }
}

/// Plays games of each sort on this thread, at least one, until each has had its share of a time;
/// what is measured is processor time, so that others on the machine do not count.
pub fn measure(work: &[Workload], time: Duration) -> Result<Vec<Measured>, SimError> {
    let share = time / work.len().max(1) as u32;
    let mut all = Vec::new();
    for Workload { plan, games } in work {
        // What happens once, such as reading a learned value, is no part of a game.
        play_chunk(plan, 0..1);
        let start = ThreadTime::now();
        let (mut tried, mut size) = (0, 1);
        while tried == 0 || (start.elapsed() < share && tried < *games) {
            play_chunk(plan, tried..tried + size);
            tried += size;
            size = (size * 2).min(256);
        }
        all.push(Measured {
            policy: plan.policy.name(),
            players: plan.rules.players,
            games: *games,
            tried,
            seconds: start.elapsed().as_secs_f64() / tried as f64,
        });
    }
    Ok(all)
}

/// The games that are to be played, by who plays them: arms of one policy take about as long.
pub fn workload_of(study: &Study) -> Vec<Workload> {
    let design = &study.design;
    let mut all: Vec<Workload> = Vec::new();
    for (index, stratum) in design.strata.iter().enumerate() {
        let first = all.len();
        for (arm, plan) in stratum.plans.iter().enumerate() {
            let games = study.games_of_arm(index, arm);
            let name = plan.policy.name();
            let mut known = all[first..].iter_mut();
            match known.find(|work| work.plan.policy.name() == name) {
                Some(work) => work.games += games,
                None => all.push(Workload {
                    plan: plan.clone(),
                    games,
                }),
            }
        }
    }
    all
}
