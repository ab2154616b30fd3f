//! Shared helpers of the statistical tests: fixed-seed draws and tolerances for simulated frequencies.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of random draws that is the same on every run and every machine.
pub(super) struct Draws(Xoshiro256PlusPlus);

impl Draws {
    pub(super) fn new(seed: u64) -> Self {
        Draws(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniform on `[0, 1)`.
    pub(super) fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * 2f64.powi(-53)
    }

    pub(super) fn chance(&mut self, probability: f64) -> bool {
        self.uniform() < probability
    }

    /// Uniform on `0..bound`; the bias of the remainder is far below anything a test can see.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    /// Number of failures before the first success: skewed integer data, as base damage is.
    pub(super) fn geometric(&mut self, success: f64) -> i32 {
        ((1.0 - self.uniform()).ln() / (1.0 - success).ln()).floor() as i32
    }

    /// Standard normal by the Box-Muller transform.
    pub(super) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

/// Four standard errors of a simulated frequency whose expectation is `probability`.
pub(super) fn sampling_error(probability: f64, replications: u32) -> f64 {
    4.0 * (probability * (1.0 - probability) / f64::from(replications)).sqrt()
}

#[track_caller]
pub(super) fn assert_close(actual: f64, expected: f64, relative: f64) {
    assert!(
        (actual - expected).abs() <= relative * expected.abs().max(f64::MIN_POSITIVE),
        "{actual} is not within {relative} of {expected}"
    );
}
