//! The names of statistical methods in tables and manifests.

use super::measure::{Amount, Measure};
use super::stop::EarlyStop;

/// The method of intervals of a measure.
pub fn of_figure(measure: Measure) -> &'static str {
    if measure.is_rate() {
        "wilson"
    } else {
        "normal"
    }
}

/// The methods of the interval and of the test of a difference in a measure.
pub fn of_difference(measure: Measure) -> [&'static str; 2] {
    if measure.is_rate() {
        ["bonett-price (adjusted wald, paired)", "mcnemar mid-p"]
    } else {
        PAIRED
    }
}

/// The method of intervals and tests of means of paired differences.
pub const PAIRED: [&str; 2] = ["normal (paired, two imagined pairs)"; 2];

/// The method of intervals and tests of what luck brings early.
pub const SLOPE: [&str; 2] = ["normal (slope, robust)"; 2];

/// The method of intervals and tests of differences adjusted for luck.
pub const ADJUSTED: &str = "normal (paired, adjusted for luck)";

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
