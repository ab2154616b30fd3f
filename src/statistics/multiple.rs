//! Corrections for testing many hypotheses at once, as adjusted p-values.
//!
//! An adjusted p-value is compared with the error rate wanted for the whole family. A p-value that is not a number
//! counts as 1: no evidence.

/// Holm's step-down adjustment.
///
/// Rejecting where the adjusted value is at most `alpha` makes one or more false rejections in the whole family
/// with probability at most `alpha`, whatever the dependence between the tests.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let order = ascending(p_values);
    let mut adjusted = vec![1.0; p_values.len()];
    let mut largest_so_far = 0.0f64;
    for (position, &index) in order.iter().enumerate() {
        let remaining = (p_values.len() - position) as f64;
        largest_so_far = largest_so_far.max((remaining * usable(p_values[index])).min(1.0));
        adjusted[index] = largest_so_far;
    }
    adjusted
}

/// Benjamini and Hochberg's step-up adjustment.
///
/// Rejecting where the adjusted value is at most `q` keeps the expected share of false among all rejections at or
/// below `q`, for independent or positively dependent tests.
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let order = ascending(p_values);
    let family = p_values.len() as f64;
    let mut adjusted = vec![1.0; p_values.len()];
    let mut smallest_so_far = 1.0f64;
    for (position, &index) in order.iter().enumerate().rev() {
        smallest_so_far =
            smallest_so_far.min(usable(p_values[index]) * family / (position + 1) as f64);
        adjusted[index] = smallest_so_far;
    }
    adjusted
}

fn usable(p: f64) -> f64 {
    if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) }
}

/// Indices in the order of ascending p-values; ties keep their order, so results do not depend on the sort.
fn ascending(p_values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| usable(p_values[a]).total_cmp(&usable(p_values[b])));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    // The fifteen p-values of the worked example in Benjamini and Hochberg (1995), section 3.2.
    const BENJAMINI_HOCHBERG_1995: [f64; 15] = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
        0.5719, 0.6528, 0.7590, 1.0,
    ];

    #[track_caller]
    fn assert_all_close(actual: &[f64], expected: &[f64]) {
        assert_eq!(actual.len(), expected.len());
        for (a, e) in actual.iter().zip(expected) {
            assert!((a - e).abs() < 1e-12, "{actual:?} is not {expected:?}");
        }
    }

    // The paper rejects four hypotheses with its procedure at 0.05; the three smallest survive Holm as well.
    // Adjusted values computed with statsmodels 0.15 (multipletests).
    #[test]
    fn worked_example_of_the_paper() {
        let holm_adjusted = holm(&BENJAMINI_HOCHBERG_1995);
        let bh_adjusted = benjamini_hochberg(&BENJAMINI_HOCHBERG_1995);
        let rejected = |adjusted: &[f64]| adjusted.iter().filter(|&&p| p <= 0.05).count();
        assert_eq!(rejected(&bh_adjusted), 4);
        assert_eq!(rejected(&holm_adjusted), 3);
        let holm_expected = [
            0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213,
        ];
        assert_all_close(&holm_adjusted[..9], &holm_expected);
        assert_all_close(&holm_adjusted[9..], &[1.0; 6]);
        let bh_expected = [
            0.0015,
            0.003,
            0.0095,
            0.035625,
            0.0603,
            0.4470 / 7.0,
            0.4470 / 7.0,
            0.0645,
            0.0765,
        ];
        assert_all_close(&bh_adjusted[..9], &bh_expected);
        assert_all_close(&bh_adjusted[9..11], &[0.486, 0.5811818181818182]);
    }

    #[test]
    fn order_of_input_is_kept() {
        assert_all_close(&holm(&[0.01, 0.04, 0.03, 0.005]), &[0.03, 0.06, 0.06, 0.02]);
        assert_all_close(
            &benjamini_hochberg(&[0.01, 0.04, 0.03, 0.005]),
            &[0.02, 0.04, 0.04, 0.02],
        );
    }

    #[test]
    fn empty_single_and_unusable_values() {
        assert!(holm(&[]).is_empty() && benjamini_hochberg(&[]).is_empty());
        assert_eq!(holm(&[0.2]), [0.2]);
        assert_eq!(holm(&[f64::NAN, 0.01]), [1.0, 0.02]);
        assert_eq!(benjamini_hochberg(&[f64::NAN, 0.01]), [1.0, 0.02]);
    }
}
