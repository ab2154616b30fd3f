//! Means with control variates: figures of the same games that are known to have mean zero.
//!
//! How lucky a game was explains part of how it ended. Subtracting a multiple of such a figure from the
//! outcome does not move the mean, because the figure's own mean is zero, and makes the outcome less
//! noisy. The multiples are found by least squares on one half of the games and
//! used on the other, and the other way round, so that they are independent of the games they are
//! used on: the estimate is unbiased however poor the controls are.

use super::special::normal_two_sided_p;
use super::{Estimate, Interval, Level};
use serde::{Deserialize, Serialize};

/// How many control variates there are.
pub const CONTROLS: usize = 5;
/// Products of two of them, each pair once.
const PRODUCTS: usize = CONTROLS * (CONTROLS + 1) / 2;
/// Games of a half below which its multiples would be mostly chance.
const FEWEST: u64 = 5 * CONTROLS as u64;
/// A control that is this much explained by those before it adds nothing.
const REDUNDANT: f64 = 1e-9;

/// Exact sums over games of an outcome and its controls; merging is exact and independent of order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ControlSums {
    /// Games of even and of odd number.
    halves: [Half; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Half {
    games: u64,
    outcome: i64,
    squares: i64,
    controls: [i64; CONTROLS],
    with_outcome: [i64; CONTROLS],
    products: [i64; PRODUCTS],
}

/// A mean that is adjusted by its controls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjusted {
    /// The mean.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// How many times as many games would give the plain mean the same standard error.
    pub gain: f64,
}

impl Adjusted {
    /// The normal interval at a level, for a number of games fixed beforehand.
    pub fn interval(&self, level: Level) -> Interval {
        Interval::around(self.value, level.z() * self.standard_error)
    }

    /// Two-sided p-value of a mean of zero.
    pub fn p_value(&self) -> f64 {
        normal_two_sided_p(self.value / self.standard_error)
    }

    /// The mean with its interval, in another unit.
    pub fn estimate(&self, level: Level, scale: f64) -> Estimate {
        Estimate {
            value: self.value,
            interval: self.interval(level),
            level,
        }
        .times(scale)
    }
}

impl ControlSums {
    /// Adds game number `game`.
    pub fn record(&mut self, game: u64, outcome: i32, controls: &[i32; CONTROLS]) {
        let half = &mut self.halves[(game % 2) as usize];
        let outcome = i64::from(outcome);
        half.games += 1;
        half.outcome += outcome;
        half.squares += outcome * outcome;
        let mut product = 0;
        for (first, control) in controls.iter().enumerate() {
            let control = i64::from(*control);
            half.controls[first] += control;
            half.with_outcome[first] += control * outcome;
            for second in &controls[..=first] {
                half.products[product] += control * i64::from(*second);
                product += 1;
            }
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &ControlSums) {
        for (to, from) in self.halves.iter_mut().zip(&other.halves) {
            to.games += from.games;
            to.outcome += from.outcome;
            to.squares += from.squares;
            let add = |to: &mut [i64], from: &[i64]| {
                to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
            };
            add(&mut to.controls, &from.controls);
            add(&mut to.with_outcome, &from.with_outcome);
            add(&mut to.products, &from.products);
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.halves.iter().map(|half| half.games).sum()
    }

    /// The adjusted mean; nothing where there are too few games to adjust by.
    pub fn adjusted(&self) -> Option<Adjusted> {
        if self.halves.iter().any(|half| half.games < FEWEST) {
            return None;
        }
        let [even, odd] = &self.halves;
        let halves = [(even, odd.multiples()), (odd, even.multiples())];
        let games = self.games() as f64;
        let (mut value, mut variance) = (0.0, 0.0);
        for (half, multiples) in &halves {
            let share = half.games as f64 / games;
            value += share * half.mean(multiples);
            variance += share * share * half.variance(multiples) / half.games as f64;
        }
        let sum = |get: fn(&Half) -> i64| (get(even) + get(odd)) as f64;
        let mean = sum(|half| half.outcome) / games;
        let plain = (sum(|half| half.squares) / games - mean * mean) / (games - 1.0);
        Some(Adjusted {
            value,
            standard_error: variance.max(0.0).sqrt(),
            gain: plain / variance,
        })
    }
}

impl Half {
    /// The covariance of two controls.
    fn covariance(&self, first: usize, second: usize) -> f64 {
        let (high, low) = (first.max(second), first.min(second));
        let n = self.games as f64;
        let product = self.products[high * (high + 1) / 2 + low] as f64;
        let sums = self.controls[first] as f64 * self.controls[second] as f64;
        (product - sums / n) / (n - 1.0)
    }

    /// The covariance of a control with the outcome.
    fn with_outcome(&self, control: usize) -> f64 {
        let n = self.games as f64;
        let sums = self.controls[control] as f64 * self.outcome as f64;
        (self.with_outcome[control] as f64 - sums / n) / (n - 1.0)
    }

    /// The multiples of the controls that explain the outcome best.
    fn multiples(&self) -> [f64; CONTROLS] {
        let mut matrix = [[0.0; CONTROLS]; CONTROLS];
        let mut right = [0.0; CONTROLS];
        for (first, row) in matrix.iter_mut().enumerate() {
            right[first] = self.with_outcome(first);
            for (second, cell) in row.iter_mut().enumerate() {
                *cell = self.covariance(first, second);
            }
        }
        solve(matrix, right)
    }

    fn mean(&self, multiples: &[f64; CONTROLS]) -> f64 {
        let controls = self.controls.iter().zip(multiples);
        let taken: f64 = controls.map(|(sum, times)| *sum as f64 * times).sum();
        (self.outcome as f64 - taken) / self.games as f64
    }

    /// The variance of the outcome with multiples of the controls taken off.
    fn variance(&self, multiples: &[f64; CONTROLS]) -> f64 {
        let n = self.games as f64;
        let outcome = self.outcome as f64;
        let mut variance = (self.squares as f64 - outcome * outcome / n) / (n - 1.0);
        for (first, times) in multiples.iter().enumerate() {
            variance -= 2.0 * times * self.with_outcome(first);
            for (second, other) in multiples.iter().enumerate() {
                variance += times * other * self.covariance(first, second);
            }
        }
        variance
    }
}

/// Solves a system of equations with a covariance matrix; a redundant unknown is zero.
fn solve(mut matrix: [[f64; CONTROLS]; CONTROLS], mut right: [f64; CONTROLS]) -> [f64; CONTROLS] {
    let whole: [f64; CONTROLS] = std::array::from_fn(|place| matrix[place][place]);
    let mut used = [false; CONTROLS];
    for pivot in 0..CONTROLS {
        let at = matrix[pivot][pivot];
        if at <= REDUNDANT * whole[pivot] || at <= 0.0 {
            continue;
        }
        used[pivot] = true;
        for row in 0..CONTROLS {
            if row == pivot {
                continue;
            }
            let times = matrix[row][pivot] / at;
            let pivot_row = matrix[pivot];
            for (cell, above) in matrix[row].iter_mut().zip(pivot_row) {
                *cell -= times * above;
            }
            right[row] -= times * right[pivot];
        }
    }
    std::array::from_fn(|place| match used[place] {
        true => right[place] / matrix[place][place],
        false => 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Draws;

    /// Games whose outcome is `signal` times the first control plus noise, about a mean of 100.
    fn games(seed: u64, count: u64, signal: f64) -> ControlSums {
        let mut noise = Draws::new(seed);
        let mut sums = ControlSums::default();
        for game in 0..count {
            let controls: [i32; CONTROLS] =
                std::array::from_fn(|_| (noise.normal() * 1000.0) as i32);
            let outcome = 100.0 + signal * f64::from(controls[0]) / 100.0 + 10.0 * noise.normal();
            sums.record(game, outcome.round() as i32, &controls);
        }
        sums
    }

    #[test]
    fn controls_that_explain_make_the_mean_sharper_and_others_do_no_harm() {
        // Variance 10² of noise and 20² of luck.
        let sharp = games(1, 4000, 2.0).adjusted().unwrap();
        assert!((sharp.gain - 5.0).abs() < 0.5, "{sharp:?}");
        assert!((sharp.value - 100.0).abs() < 4.0 * sharp.standard_error);
        assert!((sharp.standard_error - 10.0 / 4000f64.sqrt()).abs() < 0.01);
        let idle = games(2, 4000, 0.0).adjusted().unwrap();
        assert!((idle.gain - 1.0).abs() < 0.02, "{idle:?}");
    }

    // Where luck explains all of the outcome, what is left is the mean, whatever luck there was.
    #[test]
    fn all_luck_is_removed_in_the_right_direction() {
        for times in [-3, 1, 2] {
            let mut sums = ControlSums::default();
            let mut total = 0;
            for game in 0..101u64 {
                let luck = (game * 37 % 17) as i32 - 5;
                total += luck;
                sums.record(game, 100 + times * luck, &[luck, 0, 0, 0, 0]);
            }
            assert!(total > 200, "lucky on the whole: {total}");
            let adjusted = sums.adjusted().unwrap();
            assert!((adjusted.value - 100.0).abs() < 1e-6, "{adjusted:?}");
            assert!(adjusted.standard_error < 1e-6, "{adjusted:?}");
        }
    }

    // Luck that helps in games of even number and harms in the others: multiples from the other half
    // make matters worse, which multiples from the same games would hide.
    #[test]
    fn multiples_come_from_the_other_games() {
        let mut sums = ControlSums::default();
        for game in 0..400u64 {
            let luck = (game / 2 * 37 % 17) as i32 - 8;
            let sign = if game.is_multiple_of(2) { 1 } else { -1 };
            sums.record(game, 50 + sign * luck, &[luck, 0, 0, 0, 0]);
        }
        let adjusted = sums.adjusted().unwrap();
        assert!((adjusted.gain - 0.25).abs() < 0.01, "{adjusted:?}");
    }

    #[test]
    fn sums_do_not_depend_on_how_games_are_cut_up() {
        let controls =
            |game: u64| std::array::from_fn(|nth| (game as i32 * 7 + nth as i32) % 11 - 5);
        let part = |games: std::ops::Range<u64>| {
            let mut sums = ControlSums::default();
            games.for_each(|game| sums.record(game, (game % 13) as i32, &controls(game)));
            sums
        };
        let mut pieces = part(40..200);
        pieces.merge(&part(0..40));
        assert_eq!(pieces, part(0..200));
        assert_eq!(pieces.games(), 200);
        let json = serde_json::to_string(&pieces).unwrap();
        assert_eq!(serde_json::from_str::<ControlSums>(&json).unwrap(), pieces);
    }

    #[test]
    fn few_games_and_controls_that_never_move_are_left_alone() {
        assert!(games(1, 40, 1.0).adjusted().is_none());
        let mut still = ControlSums::default();
        for game in 0..100 {
            still.record(game, (game % 7) as i32, &[3, 3, 0, 0, 0]);
        }
        let adjusted = still.adjusted().unwrap();
        assert!((adjusted.gain - 1.0).abs() < 0.02, "{adjusted:?}");
        // A control that repeats another is not used twice.
        let mut twice = ControlSums::default();
        for game in 0..100u64 {
            let luck = (game * 37 % 17) as i32 - 8;
            twice.record(game, 50 + luck, &[luck, luck, 2 * luck, 0, 0]);
        }
        let adjusted = twice.adjusted().unwrap();
        assert!(adjusted.standard_error < 0.01, "{adjusted:?}");
    }
}
