//! Verdicts on a difference against a margin that was fixed beforehand.

use super::Interval;
use serde::{Deserialize, Serialize};

/// The smallest difference that matters, fixed before the games are played; always positive.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64")]
pub struct Margin(f64);

impl TryFrom<f64> for Margin {
    type Error = &'static str;

    fn try_from(value: f64) -> Result<Self, Self::Error> {
        Margin::new(value).ok_or("a margin must be positive")
    }
}

impl Margin {
    /// Every difference matters.
    pub const NONE: Margin = Margin(0.0);
    /// One per cent.
    pub const ONE_PERCENT: Margin = Margin(0.01);

    /// A margin, or nothing unless `value` is positive and finite: no number of games could show two variants
    /// equal within zero.
    pub fn new(value: f64) -> Option<Self> {
        (value > 0.0 && value.is_finite()).then_some(Margin(value))
    }

    /// The margin as a number.
    pub fn value(self) -> f64 {
        self.0
    }
}

/// How B compares with A once a margin says which differences matter.
///
/// The three decisions exclude each other, so a run that looks repeatedly cannot pass from one to another with
/// intervals that hold together more often than its error rate. A wrong decision is made no more often than the
/// interval it is taken from misses the truth: for repeated looks, take it at the level of the [`super::looks::Look`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The whole interval lies above the margin.
    Better,
    /// The whole interval lies below minus the margin.
    Worse,
    /// The whole interval lies between minus the margin and the margin.
    Equivalent,
    /// The interval crosses one of the two limits: more games are needed.
    Inconclusive,
}

impl Verdict {
    /// The verdict on an interval for B minus A of a measure where more is better.
    pub fn from_interval(interval: &Interval, margin: Margin) -> Self {
        if interval.low > margin.0 {
            Verdict::Better
        } else if interval.high < -margin.0 {
            Verdict::Worse
        } else if interval.low >= -margin.0 && interval.high <= margin.0 {
            Verdict::Equivalent
        } else {
            Verdict::Inconclusive
        }
    }

    /// The same verdict for a measure where less is better, such as base damage.
    pub fn where_less_is_better(self) -> Self {
        match self {
            Verdict::Better => Verdict::Worse,
            Verdict::Worse => Verdict::Better,
            unchanged => unchanged,
        }
    }

    /// Whether the question is settled.
    pub fn is_decided(self) -> bool {
        self != Verdict::Inconclusive
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_partition_the_line() {
        let margin = Margin::new(0.02).unwrap();
        let verdict = |low, high| Verdict::from_interval(&Interval::new(low, high), margin);
        assert_eq!(verdict(0.021, 0.05), Verdict::Better);
        assert_eq!(verdict(-0.05, -0.021), Verdict::Worse);
        assert_eq!(verdict(-0.02, 0.02), Verdict::Equivalent);
        assert_eq!(verdict(0.001, 0.05), Verdict::Inconclusive);
        assert_eq!(verdict(-0.03, 0.01), Verdict::Inconclusive);
        assert_eq!(verdict(-0.5, 0.5), Verdict::Inconclusive);
        assert_eq!(verdict(0.03, 0.05).where_less_is_better(), Verdict::Worse);
        assert_eq!(
            verdict(0.0, 0.01).where_less_is_better(),
            Verdict::Equivalent
        );
        assert!(!verdict(0.0, 1.0).is_decided() && verdict(0.5, 1.0).is_decided());
        assert!(
            Margin::new(0.0).is_none()
                && Margin::new(-1.0).is_none()
                && Margin::new(f64::NAN).is_none()
        );
    }
}
