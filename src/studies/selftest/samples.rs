//! What is kept of the games of a part: the sums of each replication, and of all games together how
//! many pairs lasted how long.

use crate::compare::sums::Ended;
use game::state::ROUNDS;
use serde::{Deserialize, Serialize};
use statistics::paired::PairedMoments;
use std::collections::BTreeMap;

/// Pairs of games in a replication.
pub const SAMPLE: u64 = 100;

/// How long a game can last: no round up to all of them.
const LENGTHS: usize = ROUNDS as usize + 1;

/// Pairs of games, by the rounds they lasted with A and with B.
pub type Lengths = [[u64; LENGTHS]; LENGTHS];

/// Sums over the pairs of games of one replication.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Damage to the base.
    pub damage: PairedMoments,
    /// Games of A, by the rounds they lasted.
    pub lasted: [u64; LENGTHS],
}

impl Sample {
    /// Adds a pair of games.
    pub fn record(&mut self, a: &Ended, b: &Ended) {
        self.damage.record(a.base_damage, b.base_damage);
        self.lasted[length(a)] += 1;
    }

    /// Adds other pairs.
    pub fn merge(&mut self, other: &Sample) {
        self.damage.merge(&other.damage);
        for (to, from) in self.lasted.iter_mut().zip(&other.lasted) {
            *to += from;
        }
    }
}

fn length(ended: &Ended) -> usize {
    usize::try_from(ended.rounds).unwrap_or(0).min(LENGTHS - 1)
}

/// Notes on the games of a part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Notes {
    /// The replications by number.
    samples: BTreeMap<u64, Sample>,
    /// How long they lasted.
    pub lengths: Lengths,
    /// Pairs in which anything differs.
    pub different: u64,
}

impl Notes {
    /// Adds a pair of games.
    pub fn record(&mut self, a: &Ended, b: &Ended) {
        let sample = self.samples.entry(a.game / SAMPLE).or_default();
        sample.record(a, b);
        self.lengths[length(a)][length(b)] += 1;
        self.different += u64::from(a != b);
    }

    /// Adds other pairs.
    pub fn merge(&mut self, other: &Notes) {
        for (number, sample) in &other.samples {
            self.samples.entry(*number).or_default().merge(sample);
        }
        let lengths = self.lengths.as_flattened_mut().iter_mut();
        for (to, from) in lengths.zip(other.lengths.as_flattened()) {
            *to += from;
        }
        self.different += other.different;
    }

    /// The replications in order.
    pub fn samples(&self) -> Vec<Sample> {
        self.samples.values().cloned().collect()
    }

    /// Pairs of games.
    pub fn games(&self) -> u64 {
        self.lengths.as_flattened().iter().sum()
    }
}

/// All samples of a part together.
pub fn together(samples: &[Sample]) -> Sample {
    let mut all = Sample::default();
    samples.iter().for_each(|sample| all.merge(sample));
    all
}
