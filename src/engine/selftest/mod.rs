//! The tool examines itself: the statistics must be right where the right answer is known.
//!
//! [`checks`] judges numbers and can be given any; [`run`] plays the games that they come from. A
//! check that could not fail would be worth nothing, so the tests give each of them rigged numbers.

pub mod checks;
mod games;

use crate::compare::DesignError;
use crate::sim::SimError;
use serde::Serialize;

/// How thoroughly to examine.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The master seed.
    pub seed: u64,
    /// Ten times as many games.
    pub thorough: bool,
    /// Threads to play on.
    pub threads: usize,
}

/// What came of one check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Check {
    /// A short name.
    pub name: &'static str,
    /// What must be true.
    pub claim: &'static str,
    /// The figures it was judged by, in words.
    pub found: String,
    /// The figure that decides.
    pub statistic: f64,
    /// How far the figure may go, from and to.
    pub allowed: (f64, f64),
    /// Whether it holds.
    pub passed: bool,
}

impl Check {
    fn new(
        name: &'static str,
        claim: &'static str,
        statistic: f64,
        allowed: (f64, f64),
        found: String,
    ) -> Self {
        Check {
            name,
            claim,
            found,
            statistic,
            allowed,
            // Not a number is no pass.
            passed: statistic >= allowed.0 && statistic <= allowed.1,
        }
    }
}

/// Why the examination could not be made.
#[derive(Debug, thiserror::Error)]
pub enum SelftestError {
    /// A variant that it needs cannot be made.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// Playing failed.
    #[error(transparent)]
    Sim(#[from] SimError),
}

/// Plays what is needed and makes all checks; `told` hears of each when it is done.
pub fn run(
    options: &Options,
    mut told: impl FnMut(&Check) + Send,
) -> Result<Vec<Check>, SelftestError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|error| SimError::Threads {
            threads: options.threads,
            reason: error.to_string(),
        })?;
    pool.install(|| {
        let mut done = Vec::new();
        let mut note = |check: Check| {
            told(&check);
            done.push(check);
        };
        let times = if options.thorough { 10 } else { 1 };
        let seed = options.seed;
        note(checks::placebo(&games::twins(seed, 4_000 * times)?));
        let (one, other) = games::two_seeds(seed, 40_000 * times)?;
        note(checks::null_p_values(&one, &other, 200));
        let twins = games::twin_cards(seed, 6_000 * times)?;
        note(checks::twin_effects(&twins.0, &twins.1));
        let pairs = games::deployments(seed, 40_000 * times)?;
        checks::coverage(&pairs, 100)
            .into_iter()
            .for_each(&mut note);
        let runs = 200 * times as u32;
        let peeks = checks::peeking(&pairs, runs, seed);
        peeks.into_iter().for_each(&mut note);
        note(checks::shards(&pairs, 8));
        Ok(done)
    })
}
