//! The ratio of two estimates from the same games (Fieller's theorem): the values for which the data do not rule
//! out that the one is so many times the other.

use super::{Estimate, Interval};

/// How many times as large one mean is as another, with an interval at their common level. All three come from the
/// same games: the means, and their difference, which says how they vary together. Nothing if the divisor is not
/// clearly different from zero, because then no finite interval would hold.
pub fn ratio(one: &Estimate, divisor: &Estimate, difference: &Estimate) -> Option<Estimate> {
    let square = |estimate: &Estimate| half(&estimate.interval).powi(2);
    let (a, b) = (one.value, divisor.value);
    let (of_a, of_b) = (square(one), square(divisor));
    let together = 0.5 * (of_a + of_b - square(difference));
    // The ratios r with (a - rb)^2 <= of_a - 2r * together + r^2 * of_b.
    let (second, first, constant) = (b * b - of_b, a * b - together, a * a - of_a);
    let root = (first * first - second * constant).max(0.0).sqrt();
    (second > 0.0).then(|| Estimate {
        value: a / b,
        interval: Interval::new((first - root) / second, (first + root) / second),
        level: one.level,
    })
}

fn half(interval: &Interval) -> f64 {
    0.5 * (interval.high - interval.low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    fn estimate(value: f64, half: f64) -> Estimate {
        Estimate {
            value,
            interval: Interval::around(value, half),
            level: Level::P95,
        }
    }

    #[test]
    fn with_a_known_divisor_the_interval_is_scaled() {
        let found = ratio(
            &estimate(3.0, 0.6),
            &estimate(2.0, 0.0),
            &estimate(1.0, 0.6),
        )
        .unwrap();
        assert!((found.value - 1.5).abs() < 1e-12);
        assert!(
            (found.interval.low - 1.2).abs() < 1e-9 && (found.interval.high - 1.8).abs() < 1e-9
        );
    }

    #[test]
    fn what_varies_together_has_a_sharper_ratio() {
        let (a, b) = (estimate(3.0, 0.5), estimate(2.0, 0.5));
        let width = |difference: f64| {
            let Interval { low, high } =
                ratio(&a, &b, &estimate(1.0, difference)).unwrap().interval;
            assert!(low < 1.5 && high > 1.5);
            high - low
        };
        assert!(width(0.1) < width(0.7) && width(0.7) < width(1.0));
    }

    #[test]
    fn without_a_clear_divisor_nothing_is_said() {
        assert_eq!(
            ratio(
                &estimate(3.0, 0.1),
                &estimate(0.2, 0.3),
                &estimate(2.8, 0.3)
            ),
            None
        );
    }
}
