//! Binomial and beta probabilities that stay accurate at a hundred million trials.
//!
//! The incomplete beta function of `statrs` stops its continued fraction after 140 steps, which is too early for
//! more than about ten thousand trials, and differences of `ln_gamma` lose digits as the counts grow. Both are
//! replaced here: the binomial density in its saddle-point form (Loader 2000), and the continued fraction with as
//! many steps as it needs.

use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::gamma::ln_gamma;
use std::f64::consts::PI;

/// Two-sided p-value of a standard normal statistic.
pub(crate) fn normal_two_sided_p(z: f64) -> f64 {
    statrs::function::erf::erfc(z.abs() / std::f64::consts::SQRT_2).min(1.0)
}

/// Two-sided p-value of a statistic that follows Student's t distribution.
pub fn student_two_sided_p(t: f64, degrees_of_freedom: f64) -> f64 {
    let x = degrees_of_freedom / (degrees_of_freedom + t * t);
    beta_reg_pair(0.5 * degrees_of_freedom, 0.5, x).0
}

/// One-sided p-value: the chance that a standard normal exceeds `z`.
pub(super) fn normal_upper_tail(z: f64) -> f64 {
    0.5 * statrs::function::erf::erfc(z / std::f64::consts::SQRT_2)
}

/// Quantile of the standard normal; `probability` must lie strictly between 0 and 1.
pub(super) fn normal_quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

/// `ln n! - [ln sqrt(2 pi n) + n ln n - n]`, the error of Stirling's formula.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        return ln_gamma(n + 1.0) - (n + 0.5) * n.ln() + n - 0.5 * (2.0 * PI).ln();
    }
    let square = n * n;
    (1.0 / 12.0
        - (1.0 / 360.0
            - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / (1188.0 * square)) / square) / square)
            / square)
        / n
}

/// `x ln(x/m) + m - x` without cancellation when `x` is close to `m`.
fn deviance_term(x: f64, m: f64) -> f64 {
    let difference = x - m;
    if difference.abs() >= 0.1 * (x + m) {
        return x * (x / m).ln() + m - x;
    }
    let v = difference / (x + m);
    let mut sum = difference * v;
    let mut power = 2.0 * x * v;
    let square = v * v;
    // |v| < 0.1, so fewer than ten terms reach full precision; the bound is only a safeguard.
    for j in 1..1000 {
        power *= square;
        let next = sum + power / f64::from(2 * j + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// Natural log of the binomial density at a real-valued count.
///
/// Accepts the real arguments that the beta distribution needs, too. Returns negative infinity where the density is
/// zero. Requires `0 <= k <= n` and `0 <= p <= 1`.
pub(super) fn ln_binomial_pmf(k: f64, n: f64, p: f64) -> f64 {
    let q = 1.0 - p;
    if p <= 0.0 {
        return if k == 0.0 { 0.0 } else { f64::NEG_INFINITY };
    }
    if q <= 0.0 {
        return if k == n { 0.0 } else { f64::NEG_INFINITY };
    }
    if k == 0.0 {
        return n * (-p).ln_1p();
    }
    if k == n {
        return n * p.ln();
    }
    let rest = n - k;
    let corrections = stirling_error(n) - stirling_error(k) - stirling_error(rest);
    let deviance = deviance_term(k, n * p) + deviance_term(rest, n * q);
    corrections - deviance + 0.5 * (n / (2.0 * PI * k * rest)).ln()
}

/// Regularised incomplete beta function and its complement, `(I_x(a, b), 1 - I_x(a, b))`, for `a, b > 0`.
///
/// Whichever of the two is small keeps its relative precision.
pub(super) fn beta_reg_pair(a: f64, b: f64, x: f64) -> (f64, f64) {
    if x <= 0.0 {
        return (0.0, 1.0);
    }
    if x >= 1.0 {
        return (1.0, 0.0);
    }
    // x^a (1-x)^b / B(a, b), through the binomial density of a successes in a + b trials.
    let prefactor = (ln_binomial_pmf(a, a + b, x) + (a * (b / (a + b))).ln()).exp();
    if x < (a + 1.0) / (a + b + 2.0) {
        let lower = (prefactor * beta_continued_fraction(a, b, x) / a).clamp(0.0, 1.0);
        (lower, 1.0 - lower)
    } else {
        let upper = (prefactor * beta_continued_fraction(b, a, 1.0 - x) / b).clamp(0.0, 1.0);
        (1.0 - upper, upper)
    }
}

/// Continued fraction of the incomplete beta function by the modified Lentz method.
fn beta_continued_fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let keep_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    // Convergence takes about sqrt(max(a, b)) steps near the mean; the factor leaves ample room.
    let max_steps = 200.0 + 20.0 * a.max(b).sqrt();
    let mut c = 1.0;
    let mut d = 1.0 / keep_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut h = d;
    let mut m = 1.0;
    while m <= max_steps {
        let even = m * (b - m) * x / ((a - 1.0 + 2.0 * m) * (a + 2.0 * m));
        d = 1.0 / keep_from_zero(1.0 + even * d);
        c = keep_from_zero(1.0 + even / c);
        h *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 1.0 + 2.0 * m));
        d = 1.0 / keep_from_zero(1.0 + odd * d);
        c = keep_from_zero(1.0 + odd / c);
        let factor = d * c;
        h *= factor;
        if (factor - 1.0).abs() < 1e-15 {
            break;
        }
        m += 1.0;
    }
    h
}

/// Quantile of the Beta(a, b) distribution by bisection on whichever tail is the smaller.
pub(super) fn beta_quantile(a: f64, b: f64, probability: f64) -> f64 {
    beta_quantile_until(a, b, probability, |_, _| false)
}

/// The same, only as precise as it must be: until it lies between two numbers of which the caller says that they
/// are close enough.
pub(super) fn beta_quantile_until(
    a: f64,
    b: f64,
    probability: f64,
    close_enough: impl Fn(f64, f64) -> bool,
) -> f64 {
    let still_below = |x| {
        let (lower, upper) = beta_reg_pair(a, b, x);
        if probability < 0.5 {
            lower < probability
        } else {
            upper > 1.0 - probability
        }
    };
    bisect_until(0.0, 1.0, still_below, close_enough)
}

/// Where a predicate that is true up to some point and false after it changes, between `low` and `high`, or a point
/// from which it is close enough.
fn bisect_until(
    mut low: f64,
    mut high: f64,
    still_below: impl Fn(f64) -> bool,
    close_enough: impl Fn(f64, f64) -> bool,
) -> f64 {
    // Eighty halvings exhaust double precision over any range used here.
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high || close_enough(low, high) {
            break;
        }
        if still_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_close;
    use super::*;

    // The familiar table of Student's t: 2.571 for 5 degrees of freedom, 12.706 for one.
    #[test]
    fn student_matches_the_table() {
        assert_close(student_two_sided_p(2.570582, 5.0), 0.05, 1e-6);
        assert_close(student_two_sided_p(-12.7062, 1.0), 0.05, 1e-5);
        assert_close(student_two_sided_p(1.959964, 1e9), 0.05, 1e-6);
        assert_close(student_two_sided_p(0.0, 7.0), 1.0, 1e-12);
    }

    // Expected values: mpmath 1.3 at 40 digits (log densities), scipy 1.17 betainc and betaincc (incomplete beta).
    #[test]
    fn binomial_density_matches_high_precision_values() {
        assert_close(ln_binomial_pmf(3.0, 10.0, 0.3), -1.3211512777668886, 1e-13);
        assert_close(
            ln_binomial_pmf(500_123.0, 1e6, 0.5),
            -7.163804851674066,
            1e-12,
        );
        assert_close(
            ln_binomial_pmf(31_415_926.0, 1e8, 0.314),
            -15.248739765786263,
            1e-10,
        );
        assert_close(ln_binomial_pmf(0.0, 50.0, 0.01), -0.5025167926750721, 1e-14);
        assert_close(ln_binomial_pmf(1.0, 1e6, 1e-6), -0.9999994999998333, 1e-12);
    }

    #[test]
    fn binomial_density_at_certain_outcomes() {
        assert_eq!(ln_binomial_pmf(0.0, 5.0, 0.0), 0.0);
        assert_eq!(ln_binomial_pmf(5.0, 5.0, 1.0), 0.0);
        assert_eq!(ln_binomial_pmf(2.0, 5.0, 0.0), f64::NEG_INFINITY);
        assert_eq!(ln_binomial_pmf(2.0, 5.0, 1.0), f64::NEG_INFINITY);
    }

    #[test]
    fn incomplete_beta_matches_scipy_also_for_large_parameters() {
        let cases = [
            (2.5, 3.5, 0.3, 0.29675298929566646, 0.7032470107043336),
            (
                500_000.5,
                500_001.5,
                0.501,
                0.9773039936312486,
                0.022696006368752315,
            ),
            (3e7, 7e7, 0.3001, 0.9854477974555828, 0.014552202544379356),
            (0.5, 100.5, 0.001, 0.34576381289814123, 0.6542361871018588),
            (1e6, 2.0, 0.999999, 0.7357585144527115, 0.26424148554728843),
        ];
        for (a, b, x, lower, upper) in cases {
            let (low, high) = beta_reg_pair(a, b, x);
            assert_close(low, lower, 1e-8);
            assert_close(high, upper, 1e-8);
        }
    }

    #[test]
    fn beta_quantile_inverts_the_distribution() {
        for (a, b) in [(0.5, 20.5), (81.0, 183.0), (300_000.5, 700_000.5)] {
            for probability in [0.005, 0.025, 0.5, 0.975, 0.995] {
                let (lower, _) = beta_reg_pair(a, b, beta_quantile(a, b, probability));
                assert_close(lower, probability, 1e-8);
            }
        }
    }
}
