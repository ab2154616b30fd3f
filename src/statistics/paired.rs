//! Two variants played on the same seeds: differences and tests.
//!
//! Every difference is "B minus A", game by game. Sharing the luck makes the difference far less noisy than two
//! separate rates; [`PairedMoments::pairing_gain`] says by how much.

use super::mean::IntegerMoments;
use super::special::{beta_reg_pair, ln_binomial_pmf, normal_two_sided_p};
use super::{Estimate, Interval, Level};
use serde::{Deserialize, Serialize};

/// Wins of two variants on the same seeds, as a two-by-two table; merging is exact and independent of order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PairedWins {
    /// Games that both variants won.
    pub both: u64,
    /// Games that only A won.
    pub only_a: u64,
    /// Games that only B won.
    pub only_b: u64,
    /// Games that neither variant won.
    pub neither: u64,
}

impl PairedWins {
    /// Adds one pair of games.
    pub fn record(&mut self, a_won: bool, b_won: bool) {
        match (a_won, b_won) {
            (true, true) => self.both += 1,
            (true, false) => self.only_a += 1,
            (false, true) => self.only_b += 1,
            (false, false) => self.neither += 1,
        }
    }

    /// Adds the pairs of `other`.
    pub fn merge(&mut self, other: &PairedWins) {
        self.both += other.both;
        self.only_a += other.only_a;
        self.only_b += other.only_b;
        self.neither += other.neither;
    }

    /// Number of pairs.
    pub fn games(&self) -> u64 {
        self.both + self.only_a + self.only_b + self.neither
    }

    /// Win rate of B minus win rate of A; nothing without games.
    pub fn delta(&self) -> Option<f64> {
        (self.games() > 0).then(|| (self.only_b as f64 - self.only_a as f64) / self.games() as f64)
    }

    /// Standard error of [`PairedWins::delta`]; nothing without games. Zero when no game differs.
    pub fn standard_error(&self) -> Option<f64> {
        let delta = self.delta()?;
        let n = self.games() as f64;
        let discordant = (self.only_a + self.only_b) as f64;
        Some(((discordant / n - delta * delta).max(0.0) / n).sqrt())
    }

    /// Adjusted Wald interval of Bonett and Price (2012) for the difference of the win rates.
    ///
    /// Fixed sample size, approximate, good also for few differing games: one imagined pair in either direction
    /// keeps it from shrinking to a point when no game differs, when the plain formula would claim certainty.
    /// The whole of `[-1, 1]` without games.
    pub fn interval(&self, level: Level) -> Interval {
        let bounds = Interval::new(-1.0, 1.0);
        if self.games() == 0 {
            return bounds;
        }
        let n = self.games() as f64 + 2.0;
        let (plus, minus) = (
            (self.only_b as f64 + 1.0) / n,
            (self.only_a as f64 + 1.0) / n,
        );
        let delta = plus - minus;
        let error = ((plus + minus - delta * delta) / n).sqrt();
        Interval::around(delta, level.z() * error).clamped_to(&bounds)
    }

    /// Two-sided mid-p value of McNemar's test that both variants win equally often.
    ///
    /// Only the games that differ matter; given their number, either direction is equally likely under the null.
    /// The observed outcome counts half (Fagerland, Lydersen and Laake 2013), so the error rate is close to nominal
    /// but may exceed it slightly. It is 1 when no game differs.
    pub fn mcnemar_mid_p(&self) -> f64 {
        let differing = (self.only_a + self.only_b) as f64;
        let fewer = self.only_a.min(self.only_b) as f64;
        if differing == 0.0 {
            return 1.0;
        }
        let at_observed = ln_binomial_pmf(fewer, differing, 0.5).exp();
        if self.only_a == self.only_b {
            return 1.0 - 0.5 * at_observed;
        }
        // P(X <= k) = I_{1/2}(m - k, k + 1) for X ~ Binomial(m, 1/2).
        let (up_to_observed, _) = beta_reg_pair(differing - fewer, fewer + 1.0, 0.5);
        (2.0 * up_to_observed - at_observed).clamp(0.0, 1.0)
    }

    /// The same data as sums of 0/1 values.
    pub fn moments(&self) -> PairedMoments {
        let (a, b) = (self.both + self.only_a, self.both + self.only_b);
        PairedMoments {
            count: self.games(),
            differing: self.only_a + self.only_b,
            sum_a: i128::from(a),
            sum_b: i128::from(b),
            squares_a: u128::from(a),
            squares_b: u128::from(b),
            products: i128::from(self.both),
        }
    }
}

/// Exact sums of an integer measure of two variants on the same seeds; merging is exact and independent of order.
///
/// The sums cannot overflow for fewer than 2^58 pairs of 32-bit values.
///
/// Intervals ask for the **reach** of the measure, the largest difference that one pair can show (1 for wins, 9 for
/// rounds survived): while few pairs differ, nobody knows by how much others might.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PairedMoments {
    count: u64,
    differing: u64,
    sum_a: i128,
    sum_b: i128,
    squares_a: u128,
    squares_b: u128,
    products: i128,
}

impl PairedMoments {
    /// Adds one pair of values.
    pub fn record(&mut self, a: i32, b: i32) {
        self.differing += u64::from(a != b);
        let (a, b) = (i64::from(a), i64::from(b));
        self.count += 1;
        self.sum_a += i128::from(a);
        self.sum_b += i128::from(b);
        self.squares_a += u128::from((a * a).unsigned_abs());
        self.squares_b += u128::from((b * b).unsigned_abs());
        self.products += i128::from(a * b);
    }

    /// Adds the pairs of `other`.
    pub fn merge(&mut self, other: &PairedMoments) {
        self.count += other.count;
        self.differing += other.differing;
        self.sum_a += other.sum_a;
        self.sum_b += other.sum_b;
        self.squares_a += other.squares_a;
        self.squares_b += other.squares_b;
        self.products += other.products;
    }

    /// The counts of games in which a value of 1 is a win and 0 a loss.
    pub fn wins(&self) -> PairedWins {
        let count = |sum: i128| u64::try_from(sum).unwrap_or(0);
        let (a, b, both) = (count(self.sum_a), count(self.sum_b), count(self.products));
        PairedWins {
            both,
            only_a: a.saturating_sub(both),
            only_b: b.saturating_sub(both),
            neither: (self.count + both).saturating_sub(a + b),
        }
    }

    /// Number of pairs.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Pairs whose two values differ.
    pub fn differing(&self) -> u64 {
        self.differing
    }

    /// How far from zero the two imagined differences lie that keep an interval honest.
    ///
    /// The reach itself while no pair differs. As pairs differ it comes down to their root mean square: a weighted
    /// geometric mean of the two, with weight `1 / sqrt(1 + differing)` for the reach. With a dozen it costs little,
    /// with hundreds next to nothing; coming down faster fails when few of the differences are large.
    pub fn imagined_difference(&self, reach: f64) -> f64 {
        if self.differing == 0 {
            return reach;
        }
        let seen = self.differing as f64;
        let size = (self.difference().sum_of_squares() as f64 / seen).sqrt();
        size * (reach / size).powf(1.0 / (seen + 1.0).sqrt())
    }

    /// Interval for the mean difference; see [`IntegerMoments::interval_imagining`].
    ///
    /// Never without width, and no wider than the reach. Fixed sample size, approximate. Everything up to the
    /// reach without pairs.
    pub fn interval(&self, level: Level, reach: f64) -> Interval {
        let imagined = self.imagined_difference(reach);
        let interval = self.difference().interval_imagining(level, imagined);
        interval.clamped_to(&Interval::around(0.0, reach))
    }

    /// The mean difference with [`PairedMoments::interval`]; nothing without pairs.
    pub fn estimate(&self, level: Level, reach: f64) -> Option<Estimate> {
        Some(Estimate {
            value: self.difference().mean()?,
            interval: self.interval(level, reach),
            level,
        })
    }

    /// Moments of A alone.
    pub fn a(&self) -> IntegerMoments {
        IntegerMoments::from_sums(self.count, self.sum_a, self.squares_a)
    }

    /// Moments of B alone.
    pub fn b(&self) -> IntegerMoments {
        IntegerMoments::from_sums(self.count, self.sum_b, self.squares_b)
    }

    /// Moments of the differences B minus A, exact.
    pub fn difference(&self) -> IntegerMoments {
        // The sum of squared differences is never negative, and every part of it is an exact integer.
        let squares = (self.squares_a + self.squares_b) as i128 - 2 * self.products;
        IntegerMoments::from_sums(self.count, self.sum_b - self.sum_a, squares.unsigned_abs())
    }

    /// What pairing bought: the variance of the difference with unpaired games over that with paired games,
    /// `(varA + varB) / (varA + varB - 2 cov)`.
    ///
    /// 1 means that pairing was useless, 4 that a quarter of the games suffices. Infinite when both variants vary
    /// but never differ; nothing with fewer than two pairs or when neither variant varies at all.
    pub fn pairing_gain(&self) -> Option<f64> {
        let apart = self.a().variance()? + self.b().variance()?;
        let together = self.difference().variance()?;
        (apart > 0.0).then(|| apart / together)
    }

    /// Two-sided p-value that the mean difference is zero; nothing without pairs.
    ///
    /// A normal test, approximate, for hundreds of pairs and more. It goes with [`PairedMoments::interval`]: below
    /// 0.05 where the interval at 95 per cent leaves out zero. Identical variants give exactly 1.
    pub fn p_value(&self, reach: f64) -> Option<f64> {
        let imagined = self.imagined_difference(reach);
        let z = self.difference().z_imagining(imagined)?;
        Some(normal_two_sided_p(z))
    }
}

#[cfg(test)]
#[path = "paired_tests.rs"]
mod tests;
