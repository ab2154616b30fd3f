//! Checks that the tool makes on itself: p-values uniform under the null, shards alike.

use serde::Serialize;
use statrs::function::gamma::gamma_ur;
use std::f64::consts::PI;

/// A test statistic with its p-value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TestResult {
    /// The test statistic.
    pub statistic: f64,
    /// Chance of a statistic at least as large if the null hypothesis holds.
    pub p_value: f64,
}

/// A chi-square test with its degrees of freedom.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ChiSquareResult {
    /// Pearson's statistic.
    pub statistic: f64,
    /// Degrees of freedom.
    pub degrees_of_freedom: u64,
    /// Chance of a statistic at least as large if all rows follow one distribution.
    pub p_value: f64,
}

/// Kolmogorov-Smirnov test that a sample is uniform on `[0, 1]`; nothing for an empty sample or one with NaN.
///
/// The p-value is Kolmogorov's limit with Vrbik's (2018) correction for the sample size, right to
/// 0.003 from ten values and to 0.0003 from fifty. Discrete data, such as p-values of a test on few
/// games, make it reject too often when the steps are coarse.
pub fn kolmogorov_smirnov_uniform(sample: &[f64]) -> Option<TestResult> {
    if sample.is_empty() || sample.iter().any(|value| value.is_nan()) {
        return None;
    }
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len() as f64;
    let statistic = sorted
        .iter()
        .enumerate()
        .fold(0.0f64, |largest, (i, value)| {
            let uniform = value.clamp(0.0, 1.0);
            largest
                .max((i + 1) as f64 / n - uniform)
                .max(uniform - i as f64 / n)
        });
    Some(TestResult {
        statistic,
        p_value: kolmogorov_tail(statistic, n),
    })
}

/// Chance that the Kolmogorov-Smirnov statistic of `n` uniform values reaches `statistic`.
fn kolmogorov_tail(statistic: f64, n: f64) -> f64 {
    let plain = statistic * n.sqrt();
    let x = plain + 1.0 / (6.0 * n.sqrt()) + (plain - 1.0) / (4.0 * n);
    let square = x * x;
    // Two series for the same function, each fast where the other is slow.
    let tail = if x < 1.0 {
        let sum: f64 = (0..20)
            .map(|k| (-f64::from((2 * k + 1) * (2 * k + 1)) * PI * PI / (8.0 * square)).exp())
            .sum();
        1.0 - (2.0 * PI).sqrt() / x * sum
    } else {
        let term = |k: i32| (-2.0 * f64::from(k * k) * square).exp();
        2.0 * (1..20)
            .map(|k| if k % 2 == 1 { term(k) } else { -term(k) })
            .sum::<f64>()
    };
    tail.clamp(0.0, 1.0)
}

/// Pearson's chi-square test that all rows of a table follow one distribution over its columns.
///
/// Approximate; trustworthy when expected counts are five or more, which a caller ensures by joining rare columns.
/// Empty rows and columns carry no information and are left out; nothing when fewer than two of either remain, or
/// when the rows are not equally long.
pub fn homogeneity<Row: AsRef<[u64]>>(rows: &[Row]) -> Option<ChiSquareResult> {
    let width = rows.first()?.as_ref().len();
    if rows.iter().any(|row| row.as_ref().len() != width) {
        return None;
    }
    let row_totals: Vec<u64> = rows.iter().map(|row| row.as_ref().iter().sum()).collect();
    let column_totals: Vec<u64> = (0..width)
        .map(|c| rows.iter().map(|row| row.as_ref()[c]).sum())
        .collect();
    let used = |totals: &[u64]| totals.iter().filter(|&&total| total > 0).count() as u64;
    let (rows_used, columns_used) = (used(&row_totals), used(&column_totals));
    if rows_used < 2 || columns_used < 2 {
        return None;
    }
    let total = row_totals.iter().sum::<u64>() as f64;
    let mut statistic = 0.0;
    for (row, &row_total) in rows.iter().zip(&row_totals) {
        for (&observed, &column_total) in row.as_ref().iter().zip(&column_totals) {
            let expected = row_total as f64 * column_total as f64 / total;
            if expected > 0.0 {
                statistic += (observed as f64 - expected).powi(2) / expected;
            }
        }
    }
    let degrees_of_freedom = (rows_used - 1) * (columns_used - 1);
    let p_value = chi_square_tail(statistic, degrees_of_freedom);
    Some(ChiSquareResult {
        statistic,
        degrees_of_freedom,
        p_value,
    })
}

/// p-value that estimates with their standard errors have one truth behind them (Cochran's Q), for
/// independent estimates or such that vary together; nothing for fewer than two.
pub fn one_truth_p(estimates: &[(f64, f64)]) -> Option<f64> {
    let known = estimates.iter().filter(|(_, error)| *error > 0.0);
    let known: Vec<(f64, f64)> = known
        .map(|(value, error)| (*value, error.powi(-2)))
        .collect();
    let degrees_of_freedom = (known.len() as u64).checked_sub(1).filter(|n| *n > 0)?;
    let total: f64 = known.iter().map(|(_, weight)| weight).sum();
    let mean = known
        .iter()
        .map(|(value, weight)| weight * value)
        .sum::<f64>()
        / total;
    let apart = known
        .iter()
        .map(|(value, weight)| weight * (value - mean).powi(2));
    Some(chi_square_tail(apart.sum(), degrees_of_freedom))
}

fn chi_square_tail(statistic: f64, degrees_of_freedom: u64) -> f64 {
    if statistic <= 0.0 {
        1.0
    } else {
        gamma_ur(0.5 * degrees_of_freedom as f64, 0.5 * statistic)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_close;
    use super::*;

    // Exact tail probabilities of the statistic from scipy 1.17 (kstwo.sf).
    #[test]
    fn kolmogorov_tail_is_close_to_exact() {
        let exact = [
            (0.2, 10.0, 0.74871904, 0.003),
            (0.4, 10.0, 0.05898924519999926, 0.003),
            (0.1, 100.0, 0.2526927570063874, 0.0002),
            (0.136, 100.0, 0.044860299790847456, 0.0002),
            (0.05, 1000.0, 0.013012074781090332, 0.0001),
        ];
        for (statistic, n, p, tolerance) in exact {
            let approximate = kolmogorov_tail(statistic, n);
            assert!(
                (approximate - p).abs() < tolerance,
                "{approximate} is not {p}"
            );
        }
    }

    // Statistic and exact p-value from scipy 1.17 (kstest).
    #[test]
    fn kolmogorov_smirnov_matches_scipy() {
        let sample = [0.94, 0.05, 0.13, 0.22, 0.31, 0.36, 0.48, 0.55, 0.61, 0.72];
        let result = kolmogorov_smirnov_uniform(&sample).unwrap();
        assert_close(result.statistic, 0.19, 1e-12);
        assert!((result.p_value - 0.79946).abs() < 0.003, "{result:?}");
        let bent: Vec<f64> = (0..200)
            .map(|i| ((f64::from(i) + 0.5) / 200.0).powf(1.3))
            .collect();
        let result = kolmogorov_smirnov_uniform(&bent).unwrap();
        assert_close(result.statistic, 0.098742390244563, 1e-10);
        assert!((result.p_value - 0.03774).abs() < 0.0003, "{result:?}");
        assert_eq!(kolmogorov_smirnov_uniform(&[]), None);
        assert_eq!(kolmogorov_smirnov_uniform(&[0.5, f64::NAN]), None);
    }

    // Computed with scipy 1.17 (chi2_contingency without continuity correction).
    #[test]
    fn homogeneity_matches_scipy() {
        let result = homogeneity(&[[50, 50], [60, 40], [45, 55]]).unwrap();
        assert_close(result.statistic, 4.671857619577308, 1e-12);
        assert_close(result.p_value, 0.09672060574832225, 1e-10);
        assert_eq!(result.degrees_of_freedom, 2);
        let with_empty = homogeneity(&[[120, 90, 0, 40], [0, 0, 0, 0], [110, 95, 0, 45]]).unwrap();
        assert_close(with_empty.statistic, 0.8640353908896108, 1e-12);
        assert_close(with_empty.p_value, 0.6491978887380976, 1e-10);
        assert_eq!(with_empty.degrees_of_freedom, 2);
    }

    // Two estimates: Q is the square of their difference by its error, 1.96 of which is 5%.
    #[test]
    fn estimates_that_differ_by_more_than_their_errors_have_several_truths() {
        let apart = 1.959963984540054 * 5f64.sqrt();
        assert_close(
            one_truth_p(&[(0.0, 1.0), (apart, 2.0)]).unwrap(),
            0.05,
            1e-9,
        );
        assert_eq!(
            one_truth_p(&[(1.0, 0.1), (1.0, 0.5), (1.0, 2.0)]),
            Some(1.0)
        );
        assert_eq!(one_truth_p(&[(1.0, 0.1), (2.0, 0.0)]), None);
    }
}
