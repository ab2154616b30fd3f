//! Many estimates of like things, each drawn towards the others by as much as its error asks for.

/// Estimates after shrinking, and how much the truths behind them differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Shrunk {
    /// The estimates, in the order given.
    pub values: Vec<f64>,
    /// Standard deviation of the truths, as far as the estimates differ by more than their errors; 0 where they do
    /// not, and a table of them shows nothing but noise.
    pub spread: f64,
}

/// Errors below this are taken as this: an effect that no game has shown yet is not known exactly.
const LEAST_ERROR: f64 = 1e-6;

/// Shrinks estimates with their standard errors towards their common mean (empirical Bayes, normal prior, its variance
/// by DerSimonian and Laird's moments).
///
/// The largest of many estimates is too large: it was lucky as well. Where the truths are normal, the result has the
/// smallest mean squared error, and the order of the shrunken values is the better one.
pub fn shrink(estimates: &[(f64, f64)]) -> Shrunk {
    let variances: Vec<f64> = estimates
        .iter()
        .map(|(_, error)| error.max(LEAST_ERROR).powi(2))
        .collect();
    let mean = |spread: f64| {
        let weights = variances.iter().map(|variance| 1.0 / (variance + spread));
        let weighted = weights
            .clone()
            .zip(estimates)
            .map(|(w, (value, _))| w * value);
        weighted.sum::<f64>() / weights.sum::<f64>()
    };
    let centre = mean(0.0);
    let weights = variances.iter().map(|variance| 1.0 / variance);
    let total: f64 = weights.clone().sum();
    let squares: f64 = weights.clone().map(|w| w * w).sum();
    let apart = weights
        .zip(estimates)
        .map(|(w, (value, _))| w * (value - centre).powi(2));
    let beyond = apart.sum::<f64>() - (estimates.len() as f64 - 1.0);
    let spread = (beyond / (total - squares / total)).max(0.0);
    let spread = if spread.is_finite() { spread } else { 0.0 };
    let centre = mean(spread);
    let values = estimates.iter().zip(&variances);
    Shrunk {
        values: values
            .map(|((value, _), variance)| centre + spread / (spread + variance) * (value - centre))
            .collect(),
        spread: spread.sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Draws, assert_close};
    use super::*;

    #[test]
    fn noise_is_shrunken_away_and_clear_differences_stay() {
        let mut draws = Draws::new(71);
        let noise: Vec<(f64, f64)> = (0..500).map(|_| (draws.normal(), 1.0)).collect();
        let shrunk = shrink(&noise);
        assert!(shrunk.spread < 0.25, "{}", shrunk.spread);
        assert!(shrunk.values.iter().all(|value| value.abs() < 0.5));
        let clear = shrink(&[(0.0, 0.001), (1.0, 0.001), (2.0, 0.001)]);
        assert_close(clear.spread, 1.0, 1e-3);
        assert_close(clear.values[2], 2.0, 1e-3);
    }

    #[test]
    fn unusual_input_is_left_alone() {
        assert!(shrink(&[]).values.is_empty());
        assert_eq!(shrink(&[(3.0, 1.0)]).values, [3.0]);
        assert_eq!(shrink(&[(0.0, 0.0), (0.0, 0.0)]).spread, 0.0);
    }
}
