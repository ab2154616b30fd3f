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
    use super::super::testing::assert_close;
    use super::*;

    // 1.3581 / sqrt(n) at 95 per cent, the large-sample critical value of Kolmogorov's test.
    #[test]
    fn the_fixed_band_has_the_critical_value_of_kolmogorov() {
        assert_close(half_width(10_000, Level::P95), 0.013581, 1e-4);
        assert_eq!(half_width(0, Level::P95), 1.0);
    }
}
