//! Groups of games that were not played on shared luck: how the mean changes from group to group.
//!
//! Every group has a variance of its own. Meant for hundreds of games and more, where the normal distribution
//! serves. Fixed sample size.

use super::mean::IntegerMoments;
use super::special::normal_two_sided_p;
use super::{Estimate, Interval, Level};
use serde::Serialize;

/// A slope with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Slope {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
}

impl Slope {
    /// The estimate with its normal interval.
    pub fn estimate(&self, level: Level) -> Estimate {
        Estimate {
            value: self.value,
            interval: Interval::around(self.value, level.z() * self.standard_error),
            level,
        }
    }

    /// Two-sided p-value of no difference.
    pub fn p_value(&self) -> f64 {
        match self.standard_error > 0.0 {
            true => normal_two_sided_p(self.value / self.standard_error),
            false if self.value == 0.0 => 1.0,
            // Groups that do not vary at all leave nothing to judge by.
            false => f64::NAN,
        }
    }
}

/// Change of the mean for each unit more of a dose, by least squares over groups of equal dose; `groups[d]` has the
/// values at dose `d`. The standard error is White's (HC1): it needs neither equal variances nor a straight line.
///
/// Nothing unless at least two doses occurred and there are three values.
pub fn slope(groups: &[IntegerMoments]) -> Option<Slope> {
    let doses = || (0..).map(f64::from).zip(groups);
    let count: f64 = groups.iter().map(|group| group.count() as f64).sum();
    let filled = groups.iter().filter(|group| group.count() > 0).count();
    if filled < 2 || count < 3.0 {
        return None;
    }
    let mean_of = |value: &dyn Fn(f64, &IntegerMoments) -> f64| {
        doses().map(|(dose, group)| value(dose, group)).sum::<f64>() / count
    };
    let mean_dose = mean_of(&|dose, group| dose * group.count() as f64);
    let mean_value = mean_of(&|_, group| group.sum() as f64);
    let spread = count * mean_of(&|dose, group| (dose - mean_dose).powi(2) * group.count() as f64);
    let products = mean_of(&|dose, group| (dose - mean_dose) * group.sum() as f64);
    let value = count * products / spread;
    // Squared residuals of a group: around its own mean, and of that mean from the line.
    let residuals = |dose: f64, group: &IntegerMoments| {
        let off_line = group.mean().unwrap_or(0.0) - mean_value - value * (dose - mean_dose);
        group.squared_deviations() + group.count() as f64 * off_line * off_line
    };
    let weighted =
        count * mean_of(&|dose, group| (dose - mean_dose).powi(2) * residuals(dose, group));
    Some(Slope {
        value,
        standard_error: (count / (count - 2.0) * weighted).sqrt() / spread,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_close;
    use super::*;

    fn moments(values: &[i32]) -> IntegerMoments {
        let mut total = IntegerMoments::default();
        values.iter().for_each(|value| total.record(*value));
        total
    }

    // Worked out from the definition in exact fractions (Python): doses 0, 0, 1, 1, 2 with values 1, 3, 4, 8, 5.
    // Slope 13/7; HC1 variance 5/3 * sum((x - 4/5)^2 e^2) / (14/5)^2 = 8200/7203.
    #[test]
    fn slope_follows_its_definition() {
        let groups = [moments(&[1, 3]), moments(&[4, 8]), moments(&[5])];
        let contrast = slope(&groups).unwrap();
        assert_close(contrast.value, 13.0 / 7.0, 1e-12);
        assert_close(contrast.standard_error.powi(2), 8200.0 / 7203.0, 1e-12);
    }

    #[test]
    fn too_little_data_claims_nothing() {
        assert_eq!(slope(&[]), None);
        assert_eq!(slope(&[moments(&[1, 2, 3]), moments(&[])]), None);
        assert_eq!(slope(&[moments(&[1]), moments(&[2])]), None);
        let flat = slope(&[moments(&[4, 4]), moments(&[4, 4])]).unwrap();
        assert_eq!((flat.value, flat.p_value()), (0.0, 1.0));
        let step = slope(&[moments(&[4, 4]), moments(&[5, 5])]).unwrap();
        assert!(step.p_value().is_nan());
    }
}
