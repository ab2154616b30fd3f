//! From numbers to coordinates, and the ticks of an axis.

use answers::Unit;

/// A linear or logarithmic scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    logarithmic: bool,
}

impl Scale {
    /// A linear scale from the data's range to a range of coordinates.
    pub(crate) fn linear(range: (f64, f64), coordinates: (f64, f64)) -> Self {
        Scale {
            low: range.0,
            high: range.1,
            from: coordinates.0,
            to: coordinates.1,
            logarithmic: false,
        }
    }

    /// A logarithmic scale; the range must be positive.
    pub(crate) fn logarithmic(range: (f64, f64), coordinates: (f64, f64)) -> Self {
        Scale {
            logarithmic: true,
            ..Scale::linear(range, coordinates)
        }
    }

    /// The coordinate of a value; values outside are put on the edge.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let share = if self.logarithmic {
            (value.max(f64::MIN_POSITIVE) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        let share = if !share.is_nan() {
            share.clamp(0.0, 1.0)
        } else {
            0.5
        };
        self.from + share * (self.to - self.from)
    }

    /// Whether a value lies on the axis.
    pub(crate) fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The values that get a tick, about `wanted` of them and no fractions of what is counted, and the
    /// step between them.
    pub(crate) fn ticks(&self, wanted: usize, unit: Unit) -> (Vec<f64>, f64) {
        if self.logarithmic {
            return (decades(self.low, self.high), 1.0);
        }
        let mut step = nice_step((self.high - self.low) / wanted.max(1) as f64);
        if unit == Unit::Count {
            step = step.max(1.0);
        }
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        ((first..=last).map(|n| n as f64 * step).collect(), step)
    }
}

/// The smallest of 1, 2 and 5 times a power of ten that is not below.
fn nice_step(raw: f64) -> f64 {
    if !(raw.is_finite() && raw > 0.0) {
        return 1.0;
    }
    let power = 10f64.powf(raw.log10().floor());
    let leads = [1.0, 2.0, 5.0, 10.0];
    let lead = leads.into_iter().find(|lead| lead * power >= raw * 0.999);
    lead.unwrap_or(10.0) * power
}

fn decades(low: f64, high: f64) -> Vec<f64> {
    let exponents = low.log10().ceil() as i32..=high.log10().floor() as i32;
    exponents.map(|exponent| 10f64.powi(exponent)).collect()
}

/// The range of some values, widened a little at the ends that are free; never empty.
pub(crate) fn range(
    values: impl IntoIterator<Item = f64>,
    fixed: Option<(f64, f64)>,
) -> (f64, f64) {
    if let Some(fixed) = fixed {
        return fixed;
    }
    let finite = values.into_iter().filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return (0.0, 1.0);
    }
    let spread = if high > low {
        high - low
    } else {
        high.abs().max(1.0)
    };
    (low - spread * 0.05, high + spread * 0.05)
}
