//! Bands for a whole distribution function: they hold at every value at once.

use super::Level;

/// Half the width of a band around the empirical distribution function of `count` values, at a sample size fixed
/// beforehand: with probability at least the level, the true function lies within it everywhere.
///
/// The inequality of Dvoretzky, Kiefer and Wolfowitz with Massart's constant, `sqrt(ln(2 / alpha) / (2 n))`. Exact
/// for any distribution, also for whole numbers, for which it is a little wider than need be. 1 without values.
pub fn half_width(count: u64, level: Level) -> f64 {
    ((2.0 / level.alpha()).ln() / (2.0 * count as f64))
        .sqrt()
        .min(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Draws, assert_close, sampling_error};
    use super::*;

    // 1.3581 / sqrt(n) at 95 per cent, the large-sample critical value of Kolmogorov's test.
    #[test]
    fn the_fixed_band_has_the_critical_value_of_kolmogorov() {
        assert_close(half_width(10_000, Level::P95), 0.013581, 1e-4);
        assert_eq!(half_width(0, Level::P95), 1.0);
    }

    /// The largest distance between the empirical and the true function of values uniform on whole numbers below
    /// `values`.
    fn distance(counts: &[u64], games: u64) -> f64 {
        let (mut seen, mut largest) = (0, 0.0f64);
        for (index, count) in counts.iter().enumerate() {
            seen += count;
            let truth = (index + 1) as f64 / counts.len() as f64;
            largest = largest.max((seen as f64 / games as f64 - truth).abs());
        }
        largest
    }

    #[test]
    fn bands_hold_everywhere_at_once() {
        const RUNS: u32 = 2000;
        let mut draws = Draws::new(61);
        let (mut missed, mut point) = (0u32, 0u32);
        for _ in 0..RUNS {
            let mut counts = [0u64; 100];
            (0..400).for_each(|_| counts[draws.below(100) as usize] += 1);
            let far = distance(&counts, 400);
            missed += u32::from(far > half_width(400, Level::P95));
            // What an interval for one value alone would allow in the middle.
            point += u32::from(far > 0.049);
        }
        let share = |count: u32| f64::from(count) / f64::from(RUNS);
        assert!(share(missed) <= 0.05 + sampling_error(0.05, RUNS));
        assert!(share(missed) > 0.015, "{}", share(missed));
        assert!(share(point) > 0.15, "{}", share(point));
    }
}
