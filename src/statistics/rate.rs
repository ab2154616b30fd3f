//! Intervals for one rate, such as a win rate, at a number of games fixed beforehand.

use super::mean::IntegerMoments;
use super::special::beta_quantile;
use super::{Estimate, Interval, Level};
use serde::{Deserialize, Serialize};

/// Successes among trials; merging is exact and independent of order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RateCounts {
    successes: u64,
    failures: u64,
}

impl RateCounts {
    /// Counts with `successes` among `trials`, or nothing if there are more successes than trials.
    pub fn new(successes: u64, trials: u64) -> Option<Self> {
        Some(RateCounts {
            successes,
            failures: trials.checked_sub(successes)?,
        })
    }

    /// Adds one trial.
    pub fn record(&mut self, success: bool) {
        if success {
            self.successes += 1;
        } else {
            self.failures += 1;
        }
    }

    /// Adds the trials of `other`.
    pub fn merge(&mut self, other: &RateCounts) {
        self.successes += other.successes;
        self.failures += other.failures;
    }

    /// Number of successes.
    pub fn successes(&self) -> u64 {
        self.successes
    }

    /// Number of failures.
    pub fn failures(&self) -> u64 {
        self.failures
    }

    /// Number of trials.
    pub fn trials(&self) -> u64 {
        self.successes + self.failures
    }

    /// The same data as sums of 0/1 values.
    pub fn moments(&self) -> IntegerMoments {
        let successes = self.successes;
        IntegerMoments::from_sums(self.trials(), successes.into(), successes.into())
    }

    /// Share of successes; nothing without trials.
    pub fn rate(&self) -> Option<f64> {
        (self.trials() > 0).then(|| self.successes as f64 / self.trials() as f64)
    }

    /// Wilson score interval.
    ///
    /// Fixed sample size. Coverage is close to the level on average over rates, and dips below it for rates very
    /// near 0 or 1. Without trials it is the whole of `[0, 1]`; no success puts the lower end at exactly 0, no
    /// failure the upper end at exactly 1.
    pub fn wilson(&self, level: Level) -> Interval {
        let Some(rate) = self.rate() else {
            return Interval::UNIT;
        };
        let n = self.trials() as f64;
        let z_squared = level.z().powi(2);
        let shrink = 1.0 + z_squared / n;
        let centre = (rate + z_squared / (2.0 * n)) / shrink;
        let spread =
            (z_squared * (rate * (1.0 - rate) / n + z_squared / (4.0 * n * n))).sqrt() / shrink;
        self.with_exact_ends(Interval::around(centre, spread))
    }

    /// Jeffreys interval: the equal-tailed posterior under a Beta(1/2, 1/2) prior, for rare events.
    ///
    /// Fixed sample size. Coverage is close to the level on average over rates. As Brown, Cai and DasGupta (2001)
    /// advise, no success puts the lower end at 0 and no failure the upper end at 1. Without trials it is `[0, 1]`.
    pub fn jeffreys(&self, level: Level) -> Interval {
        if self.trials() == 0 {
            return Interval::UNIT;
        }
        let (a, b) = (self.successes as f64 + 0.5, self.failures as f64 + 0.5);
        let tail = 0.5 * level.alpha();
        // An end that the data put at the border is not worth working out.
        let low = match self.successes {
            0 => 0.0,
            _ => beta_quantile(a, b, tail),
        };
        let high = match self.failures {
            0 => 1.0,
            _ => beta_quantile(a, b, 1.0 - tail),
        };
        self.with_exact_ends(Interval::new(low, high))
    }

    /// Clopper-Pearson interval, from the binomial tails themselves.
    ///
    /// Fixed sample size. Covers every rate at least as often as the level says, and so is wider than the others.
    pub fn clopper_pearson(&self, level: Level) -> Interval {
        let (s, f) = (self.successes as f64, self.failures as f64);
        let tail = 0.5 * level.alpha();
        Interval {
            low: if self.successes == 0 {
                0.0
            } else {
                beta_quantile(s, f + 1.0, tail)
            },
            high: if self.failures == 0 {
                1.0
            } else {
                beta_quantile(s + 1.0, f, 1.0 - tail)
            },
        }
    }

    /// The rate with its Wilson interval; nothing without trials.
    pub fn estimate(&self, level: Level) -> Option<Estimate> {
        Some(Estimate {
            value: self.rate()?,
            interval: self.wilson(level),
            level,
        })
    }

    /// Puts the ends at the border where the data reach it, and keeps rounding from passing it.
    fn with_exact_ends(&self, interval: Interval) -> Interval {
        let mut inside = interval.clamped_to(&Interval::UNIT);
        if self.successes == 0 {
            inside.low = 0.0;
        }
        if self.failures == 0 {
            inside.high = 1.0;
        }
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Draws, assert_close};
    use super::*;

    fn counts(successes: u64, trials: u64) -> RateCounts {
        RateCounts::new(successes, trials).expect("no more successes than trials")
    }

    #[track_caller]
    fn assert_interval(actual: Interval, low: f64, high: f64, tolerance: f64) {
        assert!(
            (actual.low - low).abs() <= tolerance,
            "low end {} is not {low}",
            actual.low
        );
        assert!(
            (actual.high - high).abs() <= tolerance,
            "high end {} is not {high}",
            actual.high
        );
    }

    // Table I of Newcombe (1998), Statistics in Medicine 17:857-872, to the four digits printed there.
    #[test]
    fn wilson_and_clopper_pearson_match_newcombe() {
        let published = [
            (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
            (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
            (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
            (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
        ];
        for (s, n, wilson, exact) in published {
            assert_interval(counts(s, n).wilson(Level::P95), wilson.0, wilson.1, 5.1e-5);
            assert_interval(
                counts(s, n).clopper_pearson(Level::P95),
                exact.0,
                exact.1,
                5.1e-5,
            );
        }
    }

    // Computed with statsmodels 0.15 (proportion_confint), and its Jeffreys ends at S = 0 set to 0.
    #[test]
    fn intervals_match_statsmodels() {
        let large = counts(123_456, 1_000_000);
        assert_interval(
            large.wilson(Level::P95),
            0.12281269653142285,
            0.12410219641400438,
            1e-10,
        );
        assert_interval(
            large.jeffreys(Level::P95),
            0.12281234050644808,
            0.12410183915651879,
            1e-10,
        );
        assert_interval(
            large.clopper_pearson(Level::P95),
            0.12281184162962973,
            0.12410234027680268,
            1e-10,
        );
        assert_interval(
            counts(81, 263).jeffreys(Level::P95),
            0.2545219349910236,
            0.36564749917408246,
            1e-10,
        );
        assert_interval(
            counts(0, 20).jeffreys(Level::P95),
            0.0,
            0.11663898290487543,
            1e-10,
        );
    }

    #[test]
    fn no_trials_leave_everything_open() {
        let none = RateCounts::default();
        assert_eq!(none.rate(), None);
        assert_eq!(none.estimate(Level::P95), None);
        for interval in [
            none.wilson(Level::P95),
            none.jeffreys(Level::P95),
            none.clopper_pearson(Level::P95),
        ] {
            assert_eq!(interval, Interval::UNIT);
        }
        assert_eq!(RateCounts::new(3, 2), None);
    }

    #[test]
    fn extreme_counts_reach_the_border_exactly() {
        for n in [1, 7, 20, 1_000_000] {
            for interval in [
                RateCounts::wilson,
                RateCounts::jeffreys,
                RateCounts::clopper_pearson,
            ] {
                let none = interval(&counts(0, n), Level::P95);
                let all = interval(&counts(n, n), Level::P95);
                assert_eq!((none.low, all.high), (0.0, 1.0));
                assert!(none.high > 0.0 && none.high < 1.0);
                assert_close(1.0 - all.low, none.high, 1e-7);
            }
        }
    }

    #[test]
    fn merging_equals_counting_together() {
        let mut draws = Draws::new(2);
        let parts: Vec<RateCounts> = (0..9).map(|i| counts(draws.below(i + 1), i + 1)).collect();
        let total = |order: &mut dyn Iterator<Item = &RateCounts>| {
            order.fold(RateCounts::default(), |mut sum, part| {
                sum.merge(part);
                sum
            })
        };
        assert_eq!(total(&mut parts.iter()), total(&mut parts.iter().rev()));
        assert_eq!(total(&mut parts.iter()).trials(), 45);
    }
}
