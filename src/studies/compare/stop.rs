//! When playing a comparison ends.

use super::design::{Against, Design};
use super::results::{family_interval, interval_at, verdict};
use super::sums::{PairSums, StratumSums};
use cards::words::words;
use runs::sim::results::Monitoring;
use runs::sim::stop::{LEVEL, LOOK_EVERY};
use statistics::Estimate;
use statistics::confseq::TargetError;

/// What settles an arm before all its games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EarlyStop {
    /// Nothing.
    Never,
    /// A verdict against the margin.
    Verdict,
    /// An error of the difference in the deciding measure of at most this.
    Precision(TargetError),
    /// Knowing the arm's rank or, with a number, whether it is in the top that many.
    Rank(Option<usize>),
}

/// When playing ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopRule {
    /// Games of each arm in each stratum, at most.
    pub games: u64,
    /// What settles an arm earlier.
    pub settles: EarlyStop,
}

words! {
    /// Why playing ended.
    pub enum Ending as "ending" {
        /// All games were played.
        AllPlayed = "games",
        /// Every arm was settled.
        Settled = "settled",
        /// It was interrupted.
        Interrupted = "interrupted",
    }
}

impl StopRule {
    /// All arms play all their games.
    pub fn fixed(games: u64) -> Self {
        StopRule {
            games,
            settles: EarlyStop::Never,
        }
    }

    /// Which intervals to use when playing ends in this way.
    pub fn looks(&self, ending: Ending) -> Monitoring {
        if self.settles == EarlyStop::Never && ending != Ending::Interrupted {
            Monitoring::Fixed
        } else {
            Monitoring::Repeated
        }
    }

    /// Settles arms if a look is due at this number of games, so that nothing depends on how the
    /// work was split.
    pub fn look(&self, design: &Design, sums: &mut StratumSums) {
        if self.settles == EarlyStop::Never || !sums.games.is_multiple_of(LOOK_EVERY) {
            return;
        }
        match design.against {
            Against::Baseline => {
                for index in 0..sums.arms.len() {
                    sums.settled[index] =
                        sums.settled[index] || self.is_settled(design, &sums.arms[index]);
                }
            }
            // The next arm is compared with this one, so they play on together.
            Against::Previous => {
                let mut arms = sums.arms.iter().zip(&design.limits[1..]);
                let all = arms
                    .all(|(pair, limit)| pair.games() >= *limit || self.is_settled(design, pair));
                sums.settled.fill(all);
            }
        }
    }

    /// Whether what was played of an arm settles it.
    fn is_settled(&self, design: &Design, pair: &PairSums) -> bool {
        match self.settles {
            // Ranks cannot be settled for a single arm.
            EarlyStop::Never | EarlyStop::Rank(_) => false,
            EarlyStop::Verdict => {
                let interval = family_interval(design, pair, self, Monitoring::Repeated);
                verdict(design, &interval).is_decided()
            }
            EarlyStop::Precision(target) => {
                let measure = design.measure;
                let interval = interval_at(LEVEL, pair, measure, self, Monitoring::Repeated);
                let mean = pair.moments(measure).difference().mean();
                mean.is_some_and(|mean| {
                    target.is_met(&Estimate {
                        value: mean * measure.scale(),
                        interval,
                        level: LEVEL,
                    })
                })
            }
        }
    }
}
