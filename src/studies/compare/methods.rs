//! The names of statistical methods in tables and manifests.

use super::measure::{Amount, Measure};
use super::stop::EarlyStop;

/// The methods of intervals and p-values as text: for rates, means, differences of rates and of
/// means, and their tests.
pub struct Methods {
    /// Intervals of rates.
    pub rate: &'static str,
    /// Intervals of means.
    pub mean: &'static str,
    /// Intervals of differences of rates.
    pub rate_difference: &'static str,
    /// Intervals of differences of means.
    pub mean_difference: &'static str,
    /// The test of a difference of rates.
    pub rate_test: &'static str,
    /// The test of a difference of means.
    pub mean_test: &'static str,
}

impl Methods {
    /// Of a difference in a measure: its interval and its test.
    pub fn of_difference(&self, measure: Measure) -> [&'static str; 2] {
        if measure.is_rate() {
            [self.rate_difference, self.rate_test]
        } else {
            [self.mean_difference, self.mean_test]
        }
    }
}

/// The methods of intervals and p-values.
pub const METHODS: Methods = Methods {
    rate: "wilson",
    mean: "normal",
    rate_difference: "bonett-price (adjusted wald, paired)",
    mean_difference: "normal (paired, two imagined pairs)",
    rate_test: "mcnemar mid-p",
    mean_test: "normal (paired, two imagined pairs)",
};

/// The early stopping rule as text.
pub fn settles_text(settles: EarlyStop, measure: Measure) -> String {
    match settles {
        EarlyStop::Never => "nothing".into(),
        EarlyStop::Verdict => "verdict".into(),
        EarlyStop::Precision(target) => {
            format!("target error {}", Amount::from_target(target, measure))
        }
        EarlyStop::Rank(None) => "rank".into(),
        EarlyStop::Rank(Some(top)) => format!("rank (first {top} or not)"),
    }
}
