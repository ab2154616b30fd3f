//! A separable evolution strategy: the CMA-ES with a diagonal covariance matrix, as described by
//! Ros and Hansen (2008), with the usual settings.
//!
//! It minimises nothing and maximises nothing by itself: it is given candidates in order of merit.
//! Points are in units in which a step of 1 is a large change of every coordinate alike.

use cards::rng::{GameKey, Purpose};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evolution {
    /// Centre of the search.
    mean: Vec<f64>,
    /// Variance of each coordinate, relative to the step.
    variance: Vec<f64>,
    /// Path of the steps taken, which makes the step longer or shorter.
    step_path: Vec<f64>,
    /// Path of the steps taken, which stretches coordinates.
    stretch_path: Vec<f64>,
    /// The step.
    step: f64,
    /// Generations so far.
    generation: u64,
}

/// What follows from the number of coordinates and candidates.
struct Rates {
    weights: Vec<f64>,
    /// The number of candidates that the weights amount to.
    effective: f64,
    step_path: f64,
    damping: f64,
    stretch_path: f64,
    rank_one: f64,
    rank_many: f64,
    /// Expected length of a standard normal vector.
    expected: f64,
}

impl Rates {
    fn new(dimensions: usize, candidates: usize) -> Self {
        let n = dimensions as f64;
        let parents = (candidates / 2).max(1);
        let raw = (1..=parents).map(|rank| (parents as f64 + 0.5).ln() - (rank as f64).ln());
        let sum: f64 = raw.clone().sum();
        let weights: Vec<f64> = raw.map(|weight| weight / sum).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let step_path = (effective + 2.0) / (n + effective + 5.0);
        // A diagonal matrix has fewer entries to learn and so may learn faster.
        let faster = (n + 2.0) / 3.0;
        let rank_one = faster * 2.0 / ((n + 1.3).powi(2) + effective);
        let rank_many =
            faster * 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective);
        Rates {
            weights,
            effective,
            step_path,
            damping: 1.0
                + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0)
                + step_path,
            stretch_path: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            rank_one: rank_one.min(1.0),
            rank_many: rank_many.clamp(0.0, 1.0 - rank_one.min(1.0)),
            expected: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl Evolution {
    /// A search around a point.
    pub fn new(start: Vec<f64>, step: f64) -> Self {
        let n = start.len();
        Evolution {
            mean: start,
            variance: vec![1.0; n],
            step_path: vec![0.0; n],
            stretch_path: vec![0.0; n],
            step,
            generation: 0,
        }
    }

    /// Whether it can be a search with this number of coordinates.
    pub fn fits(&self, coordinates: usize) -> bool {
        let paths = [
            &self.mean,
            &self.variance,
            &self.step_path,
            &self.stretch_path,
        ];
        let sound = |path: &&Vec<f64>| {
            path.len() == coordinates && path.iter().all(|value| value.is_finite())
        };
        paths.iter().all(sound) && self.step.is_finite() && self.step > 0.0
    }

    /// Generations so far.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The centre: the best guess.
    pub fn centre(&self) -> &[f64] {
        &self.mean
    }

    /// The length of a step.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Proposes the candidates of the next generation.
    pub fn propose(&self, seed: u64, candidates: usize) -> Vec<Vec<f64>> {
        let key = GameKey::new(seed, self.generation);
        let propose = |candidate: usize| {
            let stream = key.alternative(candidate as u64);
            let seed = stream.stream(Purpose::Sampling, 0, 0).seed();
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
            let coordinates = self.mean.iter().zip(&self.variance);
            coordinates
                .map(|(mean, variance)| {
                    mean + self.step() * variance.sqrt() * normal(&mut generator)
                })
                .collect()
        };
        (0..candidates).map(propose).collect()
    }

    /// Learns from the candidates of a generation, the best first.
    pub fn learn(&mut self, ranked: &[&Vec<f64>]) {
        let n = self.mean.len();
        let rates = Rates::new(n, ranked.len());
        let step = self.step();
        let old = self.mean.clone();
        let parents = || rates.weights.iter().zip(ranked);
        for coordinate in 0..n {
            self.mean[coordinate] = parents()
                .map(|(weight, point)| weight * point[coordinate])
                .sum();
        }
        self.generation += 1;
        let keep = 1.0 - rates.step_path;
        let gain = (rates.step_path * (2.0 - rates.step_path) * rates.effective).sqrt();
        let moved = self.mean.iter().zip(&old);
        let moved: Vec<f64> = moved.map(|(new, old)| (new - old) / step).collect();
        for (coordinate, moved) in moved.iter().enumerate() {
            let whitened = moved / self.variance[coordinate].sqrt();
            self.step_path[coordinate] = keep * self.step_path[coordinate] + gain * whitened;
        }
        let length: f64 = self.step_path.iter().map(|x| x * x).sum::<f64>().sqrt();
        let settled = (1.0 - keep.powf(2.0 * self.generation as f64)).sqrt();
        let stalled = length / settled > (1.4 + 2.0 / (n as f64 + 1.0)) * rates.expected;
        let gain = if stalled {
            0.0
        } else {
            (rates.stretch_path * (2.0 - rates.stretch_path) * rates.effective).sqrt()
        };
        let kept = 1.0 - rates.rank_one - rates.rank_many;
        for (coordinate, moved) in moved.iter().enumerate() {
            let path = &mut self.stretch_path[coordinate];
            *path = (1.0 - rates.stretch_path) * *path + gain * moved;
            let spread: f64 = parents()
                .map(|(weight, point)| {
                    weight * ((point[coordinate] - old[coordinate]) / step).powi(2)
                })
                .sum();
            let variance = &mut self.variance[coordinate];
            *variance = kept * *variance + rates.rank_one * path.powi(2) + rates.rank_many * spread;
        }
        self.step *= ((rates.step_path / rates.damping) * (length / rates.expected - 1.0)).exp();
    }
}

/// A number that is normally distributed for all practical purposes: the sum of twelve even ones.
fn normal(generator: &mut Xoshiro256PlusPlus) -> f64 {
    let even = |generator: &mut Xoshiro256PlusPlus| {
        (generator.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..12).map(|_| even(generator)).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Maximises a function for some generations.
    fn maximise(
        start: Vec<f64>,
        generations: u64,
        value: impl Fn(&[f64], u64) -> f64,
    ) -> Evolution {
        let mut evolution = Evolution::new(start, 0.5);
        for generation in 0..generations {
            let proposed = evolution.propose(7, 16);
            let mut ranked: Vec<&Vec<f64>> = proposed.iter().collect();
            ranked.sort_by(|a, b| value(b, generation).total_cmp(&value(a, generation)));
            evolution.learn(&ranked);
        }
        evolution
    }

    #[test]
    fn a_hill_is_climbed_although_its_slopes_differ() {
        let hill = |point: &[f64], _| {
            let terms = point.iter().enumerate();
            -terms
                .map(|(i, x)| (1.0 + 10.0 * i as f64) * (x - 1.0).powi(2))
                .sum::<f64>()
        };
        let evolution = maximise(vec![3.0; 10], 200, hill);
        for x in evolution.centre() {
            assert!((x - 1.0).abs() < 1e-3, "{:?}", evolution.centre());
        }
        assert!(evolution.step() < 0.1);
    }
}
