//! Paired sums against what is known of them.

use super::super::testing::{Draws, assert_close};
use super::*;

fn wins(only_a: u64, only_b: u64, both: u64, neither: u64) -> PairedWins {
    PairedWins {
        both,
        only_a,
        only_b,
        neither,
    }
}

// Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13:91: mid-p 0.039 for their first
// example (1 against 7 differing pairs) and 0.035 for their second (6 against 16). More digits, and the large
// counts, from scipy 1.17 (binom.cdf and binom.pmf).
#[test]
fn mcnemar_mid_p_matches_published_values() {
    let published = [(1, 7, 0.039), (6, 16, 0.035)];
    for (only_a, only_b, p) in published {
        assert!((wins(only_a, only_b, 9, 9).mcnemar_mid_p() - p).abs() < 5e-4);
    }
    for (only_a, only_b, p, relative) in [
        (1, 7, 0.0390625, 1e-12),
        (6, 16, 0.03468966484069824, 1e-12),
        (5, 5, 0.876953125, 1e-12),
        (86, 150, 2.893389517615428e-5, 1e-10),
        (150, 86, 2.893389517615428e-5, 1e-10),
        (49_500, 50_500, 0.0015653597548483346, 1e-8),
        (4_990_000, 5_010_000, 2.5395999864869146e-10, 1e-6),
        (10, 1000, 2.7065313400863416e-281, 1e-8),
    ] {
        assert_close(wins(only_a, only_b, 9, 9).mcnemar_mid_p(), p, relative);
    }
}

// Bonett and Price's interval worked by hand for (b, c, n) = (7, 1, 21): (8 - 2)/23 +- 1.96 sqrt((10/23 -
// (6/23)^2)/23), half-width from scipy's normal quantile.
#[test]
fn win_difference_follows_its_formulae() {
    let data = wins(1, 7, 1, 12);
    assert_close(data.delta().unwrap(), 6.0 / 21.0, 1e-15);
    let variance = (8.0 / 21.0 - (6.0f64 / 21.0).powi(2)) / 21.0;
    assert_close(data.standard_error().unwrap(), variance.sqrt(), 1e-14);
    let interval = data.interval(Level::P95);
    assert_close(interval.low, 6.0 / 23.0 - 0.24748974144904806, 1e-6);
    assert_close(interval.high, 6.0 / 23.0 + 0.24748974144904806, 1e-6);
}

// Student's sleep data in tenths of an hour: t = 4.0621 and mean difference 1.58 in the documentation of R's
// `sleep`; variances, covariance and the normal p-value from numpy and scipy.
#[test]
fn paired_mean_matches_student_sleep_data() {
    let mut data = PairedMoments::default();
    let first = [7, -16, -2, -12, -1, 34, 37, 8, 0, 20];
    let second = [19, 8, 11, 1, -1, 44, 55, 16, 46, 34];
    first
        .into_iter()
        .zip(second)
        .for_each(|(a, b)| data.record(a, b));
    let difference = data.difference();
    let (mean, error) = (
        difference.mean().unwrap(),
        difference.standard_error().unwrap(),
    );
    assert_close(mean, 15.8, 1e-14);
    assert_close(mean / error, 4.062127683382036, 1e-12);
    // With two imagined differences of 34.1, between the root mean square 20.7 and 100; worked out in Python.
    assert_close(data.p_value(100.0).unwrap(), 0.013591269980617287, 1e-7);
    let (var_a, var_b, covariance) = (320.05555555555554, 400.9, 284.8333333333333);
    assert_close(
        data.pairing_gain().unwrap(),
        (var_a + var_b) / (var_a + var_b - 2.0 * covariance),
        1e-12,
    );
}

#[test]
fn a_variant_against_itself_differs_by_exactly_zero() {
    let mut draws = Draws::new(7);
    let (mut measure, mut won) = (PairedMoments::default(), PairedWins::default());
    for _ in 0..1000 {
        let damage = draws.geometric(0.05) + 1_000_000;
        measure.record(damage, damage);
        let win = draws.chance(0.3);
        won.record(win, win);
    }
    for pairs in [measure, won.moments()] {
        assert_eq!(pairs.estimate(Level::P95, 50.0).unwrap().value, 0.0);
        assert_eq!(pairs.difference().standard_error(), Some(0.0));
        assert_eq!(pairs.p_value(50.0), Some(1.0));
        assert_eq!(pairs.pairing_gain(), Some(f64::INFINITY));
    }
    assert_eq!((won.delta(), won.standard_error()), (Some(0.0), Some(0.0)));
    assert_eq!(won.mcnemar_mid_p(), 1.0);
    assert_eq!(won.moments().wins(), won);
    assert_eq!(measure.difference().variance(), Some(0.0));
}

#[test]
fn too_little_data_claims_nothing() {
    assert_eq!(PairedWins::default().delta(), None);
    assert_eq!(
        PairedWins::default().interval(Level::P95),
        Interval::new(-1.0, 1.0)
    );
    assert_eq!(PairedWins::default().mcnemar_mid_p(), 1.0);
    let mut one = PairedMoments::default();
    one.record(3, 4);
    assert_eq!(one.difference().standard_error(), None);
    assert_eq!(
        PairedMoments::default().interval(Level::P95, 5.0),
        Interval::new(-5.0, 5.0)
    );
    assert_eq!(PairedMoments::default().p_value(5.0), None);
    assert_eq!(wins(0, 0, 5, 0).moments().pairing_gain(), None);
}

#[test]
fn wins_and_sums_agree_and_merge_in_any_order() {
    let mut draws = Draws::new(8);
    let pairs: Vec<(bool, bool)> = (0..1000)
        .map(|_| (draws.chance(0.4), draws.chance(0.6)))
        .collect();
    let (mut table, mut sums) = (PairedWins::default(), PairedMoments::default());
    let (mut table_back, mut sums_back) = (PairedWins::default(), PairedMoments::default());
    for &(a, b) in &pairs {
        table.record(a, b);
        sums.record(i32::from(a), i32::from(b));
    }
    for part in pairs.chunks(7).rev() {
        let (mut t, mut s) = (PairedWins::default(), PairedMoments::default());
        for &(a, b) in part {
            t.record(a, b);
            s.record(i32::from(a), i32::from(b));
        }
        table_back.merge(&t);
        sums_back.merge(&s);
    }
    assert_eq!((table, sums), (table_back, sums_back));
    assert_eq!(table.moments(), sums);
    assert_eq!(table.delta(), sums.difference().mean());
}

#[test]
fn imagined_differences_are_as_large_as_can_be_until_some_are_seen() {
    let mut data = PairedMoments::default();
    (0..998).for_each(|_| data.record(5, 5));
    assert_eq!(data.imagined_difference(9.0), 9.0);
    // No pair differs: 1.96 * sqrt(2) * 9 / 1000.
    assert_close(
        data.interval(Level::P95, 9.0).high,
        1.959963984540054 * 2f64.sqrt() * 9.0 / 1000.0,
        1e-12,
    );
    (0..200).for_each(|i| data.record(5, if i % 2 == 0 { 6 } else { 4 }));
    assert_eq!(data.differing(), 200);
    assert_close(
        data.imagined_difference(9.0),
        9f64.powf(1.0 / 201f64.sqrt()),
        1e-12,
    );
}

#[test]
fn the_interval_of_wins_is_that_of_their_moments() {
    for data in [wins(1, 7, 1, 12), wins(0, 0, 3, 90), wins(30, 0, 0, 10)] {
        let (direct, sums) = (
            data.interval(Level::P95),
            data.moments().interval(Level::P95, 1.0),
        );
        assert_close(direct.low, sums.low, 1e-12);
        assert_close(direct.high, sums.high, 1e-12);
    }
}
