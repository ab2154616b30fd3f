//! What is measured, and how two measurements compare.

use cards::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// The unit of a figure.
    pub enum Unit as "unit" {
        /// Games in a second; more is better.
        GamesPerSecond = "games/s",
        /// Games that players imagine in a second; more is better.
        PlayoutsPerSecond = "playouts/s",
        /// Nanoseconds; less is better.
        Nanoseconds = "ns",
        /// Machine instructions; less is better.
        Instructions = "instructions",
        /// Allocations in a game; less is better.
        Allocations = "allocations",
        /// Bytes; less is better.
        Bytes = "bytes",
        /// Times as fast as one thread; more is better.
        Speedup = "x",
    }
}

impl Unit {
    /// Whether a larger figure is the better one.
    pub fn more_is_better(self) -> bool {
        matches!(
            self,
            Unit::GamesPerSecond | Unit::PlayoutsPerSecond | Unit::Speedup
        )
    }
}

/// One figure with its spread over the repetitions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// What was measured.
    pub what: String,
    /// Its unit.
    pub unit: Unit,
    /// The middle of the repetitions.
    pub median: f64,
    /// The smallest.
    pub low: f64,
    /// The largest.
    pub high: f64,
    /// How many there were.
    pub repetitions: usize,
    /// Standard error of their mean relative to the mean; `None` with a single one.
    #[serde(default)]
    pub relative_error: Option<f64>,
    /// Whether all repetitions have been measured.
    #[serde(default = "yes")]
    pub complete: bool,
}

impl Figure {
    /// A figure from its repetitions; `None` without any.
    pub fn new(what: impl Into<String>, unit: Unit, values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        let upper = *sorted.get(middle)?;
        let median = match sorted.len() % 2 {
            1 => upper,
            _ => 0.5 * (sorted[middle - 1] + upper),
        };
        Some(Figure {
            what: what.into(),
            unit,
            median,
            low: sorted[0],
            high: sorted[sorted.len() - 1],
            repetitions: sorted.len(),
            relative_error: relative_error(&sorted),
            complete: true,
        })
    }

    /// This figure divided by an earlier one.
    pub fn over(&self, earlier: &Figure) -> Option<Ratio> {
        let same = self.what == earlier.what && self.unit == earlier.unit;
        (same && earlier.low > 0.0 && self.median > 0.0).then(|| Ratio {
            median: self.median / earlier.median,
            low: self.low / earlier.high,
            high: self.high / earlier.low,
        })
    }
}

/// Measurements saved before there were incomplete ones.
fn yes() -> bool {
    true
}

/// The standard error of the mean of some values relative to that mean.
fn relative_error(values: &[f64]) -> Option<f64> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2));
    let variance = squares.sum::<f64>() / (count - 1.0);
    (values.len() > 1 && mean != 0.0).then(|| (variance / count).sqrt() / mean.abs())
}

/// A figure over an earlier one, with the range that the spreads of both allow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// Ratio of the medians.
    pub median: f64,
    /// Smallest repetition over the earlier largest.
    pub low: f64,
    /// Largest repetition over the earlier smallest.
    pub high: f64,
}

impl Ratio {
    /// In words: whether anything has changed beyond the spread.
    pub fn verdict(&self, unit: Unit) -> &'static str {
        match (self.low > 1.0, self.high < 1.0, unit.more_is_better()) {
            (true, _, true) | (_, true, false) => "better",
            (true, _, false) | (_, true, true) => "worse",
            _ => "within the spread",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_and_the_spread_is_kept() {
        let odd = Figure::new("a", Unit::Nanoseconds, &[3.0, 1.0, 2.0]).unwrap();
        assert_eq!((odd.low, odd.median, odd.high), (1.0, 2.0, 3.0));
        let even = Figure::new("a", Unit::Nanoseconds, &[4.0, 1.0, 2.0, 3.0]).unwrap();
        assert_eq!((even.median, even.repetitions), (2.5, 4));
        // Mean 2, standard deviation 1, of three.
        let error = odd.relative_error.unwrap();
        assert!((error - 0.5 / 3f64.sqrt()).abs() < 1e-12, "{error}");
        let single = Figure::new("a", Unit::Nanoseconds, &[3.0]).unwrap();
        assert_eq!(single.relative_error, None);
        assert_eq!(Figure::new("a", Unit::Nanoseconds, &[]), None);
    }

    #[test]
    fn a_ratio_is_judged_by_the_spread_of_both() {
        let figure = |unit, values: &[f64]| Figure::new("a", unit, values).unwrap();
        let speed = |values: &[f64]| figure(Unit::GamesPerSecond, values);
        let (slow, quick) = (speed(&[10.0, 11.0, 12.0]), speed(&[20.0, 22.0, 24.0]));
        let ratio = quick.over(&slow).unwrap();
        assert_eq!(ratio.median, 2.0);
        assert_eq!(ratio.verdict(Unit::GamesPerSecond), "better");
        let back = slow.over(&quick).unwrap();
        assert_eq!(back.verdict(Unit::GamesPerSecond), "worse");
        let near = speed(&[11.0, 12.0, 13.0]).over(&slow).unwrap();
        assert_eq!(near.verdict(Unit::GamesPerSecond), "within the spread");
        let longer = figure(Unit::Nanoseconds, &[20.0]).over(&figure(Unit::Nanoseconds, &[10.0]));
        assert_eq!(longer.unwrap().verdict(Unit::Nanoseconds), "worse");
        assert_eq!(slow.over(&figure(Unit::Nanoseconds, &[1.0])), None);
    }
}
