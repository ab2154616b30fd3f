//! Likelihood of the mean of outcomes that are -1, 0 or +1, as paired wins are.

/// How often each of the three outcomes occurred; real-valued so that callers can add pseudo-counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trinomial {
    pub(super) minus: f64,
    pub(super) zero: f64,
    pub(super) plus: f64,
}

impl Trinomial {
    pub(super) fn total(&self) -> f64 {
        self.minus + self.zero + self.plus
    }

    pub(super) fn mean(&self) -> f64 {
        (self.plus - self.minus) / self.total()
    }

    /// Largest log-likelihood of these counts among all distributions whose mean is `mean`, in `[-1, 1]`.
    ///
    /// A concave function of `mean`, greatest at the observed mean.
    pub(super) fn profile_ln_likelihood(&self, mean: f64) -> f64 {
        let n = self.total();
        let difference = self.plus - self.minus;
        // Given the mean, one parameter is left: the probability of an outcome other than zero. Setting the
        // derivative to zero gives a quadratic whose larger root is the maximum.
        let linear = self.plus + self.minus + mean * difference;
        let constant = mean * difference - self.zero * mean * mean;
        let root = (linear * linear - 4.0 * n * constant).max(0.0).sqrt();
        let nonzero = ((linear + root) / (2.0 * n)).clamp(mean.abs(), 1.0);
        term(self.plus, 0.5 * (nonzero + mean))
            + term(self.minus, 0.5 * (nonzero - mean))
            + term(self.zero, 1.0 - nonzero)
    }
}

/// `count * ln(probability)`, with nothing lost for an outcome that never occurred.
fn term(count: f64, probability: f64) -> f64 {
    if count == 0.0 {
        0.0
    } else {
        count * probability.ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profile_equals_a_search_over_the_free_parameter() {
        let cases = [
            (3.0, 90.0, 7.0),
            (0.0, 50.0, 4.0),
            (5.0, 0.0, 2.0),
            (1.0, 1000.0, 1.0),
            (0.0, 9.0, 0.0),
        ];
        for (minus, zero, plus) in cases {
            let counts = Trinomial { minus, zero, plus };
            for mean in [-0.7, -0.1, 0.0, 0.01, 0.3, 0.9] {
                let searched = (0..=200_000)
                    .map(|i| f64::abs(mean) + (1.0 - f64::abs(mean)) * f64::from(i) / 200_000.0)
                    .map(|s| {
                        term(plus, 0.5 * (s + mean))
                            + term(minus, 0.5 * (s - mean))
                            + term(zero, 1.0 - s)
                    })
                    .fold(f64::NEG_INFINITY, f64::max);
                let direct = counts.profile_ln_likelihood(mean);
                if searched == f64::NEG_INFINITY {
                    assert_eq!(direct, searched, "{counts:?} at {mean}");
                } else {
                    assert!(
                        (direct - searched).abs() < 1e-4,
                        "{counts:?} at {mean}: {direct} is not {searched}"
                    );
                }
            }
        }
    }
}
