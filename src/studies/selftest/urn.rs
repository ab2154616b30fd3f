//! Replications made of games that are drawn at random from those that were played, by how long they
//! lasted.

use super::samples::Lengths;
use cards::rng::{GameKey, Purpose};
use rayon::prelude::*;

/// Games to draw from.
pub(super) struct Urn {
    /// Rounds with A, rounds with B, and how many pairs lasted so or are counted before.
    pairs: Vec<(usize, usize, u64)>,
    all: u64,
}

/// In how many of all replications something is so.
#[derive(Clone, Copy)]
pub(super) struct Count {
    pub so: u64,
    pub all: u64,
}

impl Count {
    pub fn share(&self) -> f64 {
        self.so as f64 / self.all as f64
    }
}

impl Urn {
    pub fn new(lengths: &Lengths) -> Self {
        let (mut pairs, mut all) = (Vec::new(), 0);
        for (a, row) in lengths.iter().enumerate() {
            for (b, count) in row.iter().enumerate().filter(|(_, count)| **count > 0) {
                all += count;
                pairs.push((a, b, all));
            }
        }
        Urn { pairs, all }
    }

    /// The mean of a figure of pairs.
    pub fn mean(&self, figure: fn(usize, usize) -> i32) -> f64 {
        let mut before = 0;
        let sum = self.pairs.iter().map(|(a, b, end)| {
            let count = end - std::mem::replace(&mut before, *end);
            count as f64 * f64::from(figure(*a, *b))
        });
        sum.sum::<f64>() / self.all as f64
    }

    pub fn draw(&self, key: GameKey, draw: u32) -> (usize, usize) {
        let number = key.stream(Purpose::Sampling, 0, draw);
        let number = u64::from(number.below(self.all.min(u64::from(u32::MAX)) as u32));
        let at = self.pairs.partition_point(|(.., end)| *end <= number);
        let (a, b, _) = self.pairs[at];
        (a, b)
    }

    /// In how many replications something is so; there are none if there is nothing to draw.
    pub fn count<const N: usize>(
        &self,
        replications: u32,
        seed: u64,
        one: impl Fn(GameKey) -> [bool; N] + Sync,
    ) -> [Count; N] {
        let all = if self.all == 0 { 0 } else { replications };
        let found = (0..all).into_par_iter().map(|number| {
            let found = one(GameKey::new(seed, u64::from(number)));
            found.map(u64::from)
        });
        let sums = found.reduce(|| [0; N], |a, b| std::array::from_fn(|i| a[i] + b[i]));
        let all = u64::from(all);
        sums.map(|so| Count { so, all })
    }
}

/// Whether a game outlived the first round, as a number.
pub(super) fn outlived(a: usize, _: usize) -> i32 {
    i32::from(a >= 2)
}

pub(super) fn difference(a: usize, b: usize) -> i32 {
    b as i32 - a as i32
}
