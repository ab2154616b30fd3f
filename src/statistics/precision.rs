//! Playing until a figure is known well enough.

use super::looks::Look;
use super::rate::RateCounts;
use super::{Estimate, Level};
use serde::{Deserialize, Serialize};

/// Stop rule "precise enough": every point of the interval lies within the target of the estimate.
///
/// It may be asked again and again, because it looks at how precise an estimate is and not at what it says: where the
/// games end by their spread alone, the interval covers as often as at a number of games fixed beforehand, for small
/// targets (Chow and Robbins 1965), and about as many games are played.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64")]
pub struct TargetError(f64);

impl TryFrom<f64> for TargetError {
    type Error = &'static str;

    fn try_from(target: f64) -> Result<Self, Self::Error> {
        TargetError::new(target).ok_or("a target error must be positive")
    }
}

impl TargetError {
    /// A target, or nothing unless `target` is positive and finite.
    pub fn new(target: f64) -> Option<Self> {
        (target > 0.0 && target.is_finite()).then_some(TargetError(target))
    }

    /// The target as a number, in the unit of the estimate.
    pub fn value(self) -> f64 {
        self.0
    }

    /// Whether the run may stop.
    pub fn is_met(self, estimate: &Estimate) -> bool {
        let above = estimate.interval.high - estimate.value;
        let below = estimate.value - estimate.interval.low;
        above.max(below) <= self.0
    }

    /// Games that the rule needs for a rate when exactly half of them are won, the hardest case. Serves to plan, to
    /// show progress and to refuse targets that no run could reach; the rule itself decides when to stop.
    pub fn planned_games_for_rate(self, level: Level) -> u64 {
        let met = |pairs: u64| {
            let counts = RateCounts::new(pairs, 2 * pairs).unwrap_or_default();
            let estimate = Look::Planned.estimate(level, |level| counts.estimate(level));
            estimate.is_some_and(|estimate| self.is_met(&estimate))
        };
        // Beyond 2^52 games counts are no longer exact as floating point; nobody waits for that many.
        let (mut too_few, mut enough) = (0u64, 1u64);
        while !met(enough) && enough < 1 << 51 {
            too_few = enough;
            enough *= 2;
        }
        while enough - too_few > 1 {
            let middle = too_few + (enough - too_few) / 2;
            if met(middle) {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        2 * enough
    }
}

/// The z of a test that finds what it looks for in four of five studies.
const POWER: f64 = 0.841_621_233_572_914;

/// The size of an effect that a test at a level finds in four of five studies.
pub fn detectable(level: Level, standard_error: f64) -> f64 {
    (level.z() + POWER) * standard_error
}

/// A number of games with one digit, which is as precise as a forecast is.
pub fn rounded_up(games: f64) -> u64 {
    let scale = 10f64.powf(games.max(1.0).log10().floor());
    ((games / scale).ceil() * scale) as u64
}

#[cfg(test)]
mod tests {
    use super::super::special::normal_upper_tail;
    use super::*;

    fn estimate(won: u64, games: u64) -> Estimate {
        let counts = RateCounts::new(won, games).unwrap();
        let of = |level| counts.estimate(level);
        Look::Planned.estimate(Level::P95, of).unwrap()
    }

    #[test]
    fn planned_games_are_the_smallest_that_suffice() {
        let target = TargetError::new(0.02).unwrap();
        let games = target.planned_games_for_rate(Level::P95);
        let met = |n| target.is_met(&estimate(n / 2, n));
        assert!(met(games) && !met(games - 2), "{games}");
        // Both ends of the interval count.
        let wide = TargetError::new(0.1).unwrap();
        assert!(!wide.is_met(&estimate(1, 20)) && !wide.is_met(&estimate(19, 20)));
        for nonsense in [0.0, -0.1, f64::NAN, f64::INFINITY] {
            assert_eq!(TargetError::new(nonsense), None);
        }
    }

    #[test]
    fn a_detectable_effect_is_found_in_four_of_five_studies() {
        let level = Level::P95;
        let effect = detectable(level, 0.5);
        let power = normal_upper_tail((level.z() * 0.5 - effect) / 0.5);
        assert!((power - 0.8).abs() < 1e-9, "{power}");
        assert_eq!([1.0, 9.1, 1234.0, 0.2].map(rounded_up), [1, 10, 2000, 1]);
    }
}
