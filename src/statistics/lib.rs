//! Statistics behind every figure the tool prints.
//!
//! Pure arithmetic on counts and exact integer sums: nothing here plays a game, reads a file or starts a thread.
//! Data are summarised in accumulators whose merge is exact, so a result depends neither on the number of threads
//! nor on the order in which parts arrive.
//!
//! All intervals ([`rate`], [`mean`], [`paired`], [`band`]) cover the truth with the stated probability at a number
//! of games chosen beforehand. Looking repeatedly and stopping when the result pleases voids that, so a run takes
//! them at the level of its [`looks::Look`]: then those of all its looks hold together.

pub mod band;
pub mod control;
pub mod looks;
pub mod mean;
pub mod multiple;
pub mod paired;
pub mod precision;
pub mod ranks;
pub mod rate;
pub mod ratio;
pub mod shrink;
pub mod slope;
pub mod special;
#[cfg(test)]
mod testing;
pub mod uniformity;
pub mod verdict;

use serde::{Deserialize, Serialize};

/// A closed interval of real numbers; either end may be infinite.
///
/// The type itself promises nothing: the function that returns one documents what it covers and how often.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end, part of the interval.
    pub low: f64,
    /// Upper end, part of the interval.
    pub high: f64,
}

impl Interval {
    /// Every real number: what can be said of a mean before there are data.
    pub const WHOLE: Interval = Interval {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };
    /// Zero to one: what can be said of a rate before there are data.
    pub const UNIT: Interval = Interval {
        low: 0.0,
        high: 1.0,
    };

    /// The interval from `low` to `high`.
    pub fn new(low: f64, high: f64) -> Self {
        Interval { low, high }
    }

    /// The interval `centre - half_width` to `centre + half_width`.
    pub fn around(centre: f64, half_width: f64) -> Self {
        Interval {
            low: centre - half_width,
            high: centre + half_width,
        }
    }

    /// Half the distance between the ends.
    pub fn half_width(&self) -> f64 {
        0.5 * (self.high - self.low)
    }

    /// Whether `value` lies in the interval, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The part of the interval that lies in `bounds`; empty parts collapse onto the nearer bound.
    pub fn clamped_to(&self, bounds: &Interval) -> Interval {
        Interval {
            low: self.low.clamp(bounds.low, bounds.high),
            high: self.high.clamp(bounds.low, bounds.high),
        }
    }
}

/// A confidence level strictly between 0 and 1, such as 0.95.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Level(f64);

impl Level {
    /// The customary 95 per cent.
    pub const P95: Level = Level(0.95);
    /// The stricter 99 per cent.
    pub const P99: Level = Level(0.99);

    /// The level `value`, or nothing unless it lies strictly between 0 and 1.
    pub fn new(value: f64) -> Option<Self> {
        (value > 0.0 && value < 1.0).then_some(Level(value))
    }

    /// The level as a number, such as 0.95.
    pub fn value(self) -> f64 {
        self.0
    }

    /// The error probability allowed, such as 0.05.
    pub fn alpha(self) -> f64 {
        1.0 - self.0
    }

    /// The level at which each of `count` statements must hold so that all hold together at this one (Bonferroni).
    pub fn shared_by(self, count: usize) -> Level {
        Level(1.0 - self.alpha() / count.max(1) as f64)
    }

    /// The two-sided critical value of the standard normal, such as 1.96.
    pub fn z(self) -> f64 {
        special::normal_quantile(1.0 - 0.5 * self.alpha())
    }
}

/// Says that a number is no confidence level.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("a confidence level lies strictly between 0 and 1, not {0}")]
pub struct LevelOutOfRange(f64);

impl TryFrom<f64> for Level {
    type Error = LevelOutOfRange;

    fn try_from(value: f64) -> Result<Self, LevelOutOfRange> {
        Level::new(value).ok_or(LevelOutOfRange(value))
    }
}

impl From<Level> for f64 {
    fn from(level: Level) -> f64 {
        level.0
    }
}

/// A point estimate with an interval and the level at which the interval covers the truth.
///
/// `level` is the probability, over repetitions of the whole experiment, that `interval` contains the true value.
/// Whether it holds for one sample size fixed beforehand or for all sample sizes at once depends on the function
/// that made the estimate, and stands in its documentation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate itself.
    pub value: f64,
    /// The interval around it, not necessarily symmetric.
    pub interval: Interval,
    /// The confidence level of the interval.
    pub level: Level,
}

impl Estimate {
    /// The estimate of the same quantity times `factor`.
    pub fn times(&self, factor: f64) -> Estimate {
        let (one, other) = (self.interval.low * factor, self.interval.high * factor);
        Estimate {
            // Adding zero keeps a negated zero from being shown as -0.
            value: self.value * factor + 0.0,
            interval: Interval::new(one.min(other) + 0.0, one.max(other) + 0.0),
            level: self.level,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{Draws, assert_close};
    use super::*;

    #[test]
    fn levels_have_their_critical_values() {
        assert_close(Level::P95.z(), 1.959963984540054, 1e-12);
        assert_close(Level::P99.z(), 2.5758293035489004, 1e-12);
        for nonsense in [0.0, 1.0, -0.5, 95.0, f64::NAN] {
            assert_eq!(Level::new(nonsense), None);
            assert!(serde_json::from_str::<Level>(&nonsense.to_string()).is_err());
        }
        assert_eq!(
            serde_json::from_str::<Level>("0.9").unwrap(),
            Level::new(0.9).unwrap()
        );
    }

    // Checkpoints store the accumulators; a sum beyond 64 bits must come back whole.
    #[test]
    fn accumulators_survive_storage() {
        fn stored<T>(value: &T) -> T
        where
            T: Serialize + serde::de::DeserializeOwned,
        {
            let text = serde_json::to_string(value).expect("numbers can be written");
            serde_json::from_str(&text).expect("what was written can be read")
        }
        let mut draws = Draws::new(23);
        let mut moments = mean::IntegerMoments::default();
        let mut paired = paired::PairedMoments::default();
        for _ in 0..100 {
            let (less, more) = (draws.geometric(0.1), draws.geometric(0.1));
            let (a, b) = (i32::MIN + less, i32::MAX - more);
            moments.record(a);
            paired.record(a, b);
        }
        assert_eq!(stored(&moments), moments);
        assert_eq!(stored(&paired), paired);
        // The largest values possible, in opposite directions: the difference does not overflow either.
        assert!(
            paired
                .difference()
                .variance()
                .is_some_and(|variance| variance < 1000.0)
        );
    }
}
