//! Numbers with their intervals, and the one place where they are rounded.

use serde::{Deserialize, Serialize};
use statistics::{Estimate, Interval};

/// What a number counts, which decides how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A share of something, written as a percentage.
    Share,
    /// A difference of shares, written in percentage points with its sign.
    Points,
    /// An amount, such as rounds.
    Amount,
    /// A difference of amounts, written with its sign.
    Change,
    /// A whole number.
    Count,
    /// The probability of a test.
    Probability,
    /// How many times as much.
    Times,
}

/// A number, with an interval if it is an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Number {
    /// The value; infinite is null in JSON, which has no word for it.
    #[serde(deserialize_with = "infinite_if_null")]
    pub value: f64,
    /// Lower end of its interval, unless that is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Upper end of its interval, unless that is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// How it is written.
    pub unit: Unit,
}

fn infinite_if_null<'de, D: serde::Deserializer<'de>>(value: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(value)?.unwrap_or(f64::INFINITY))
}

impl Number {
    /// A number without an interval.
    pub fn new(value: f64, unit: Unit) -> Self {
        Number {
            value,
            low: None,
            high: None,
            unit,
        }
    }

    /// A whole number.
    pub fn count(value: u64) -> Self {
        Number::new(value as f64, Unit::Count)
    }

    /// An estimate.
    pub fn of(estimate: &Estimate, unit: Unit) -> Self {
        Number::new(estimate.value, unit).within(&estimate.interval)
    }

    /// The number and the ends of its interval.
    pub(crate) fn ends(&self) -> impl Iterator<Item = f64> + use<> {
        let ends = self.low.into_iter().chain(self.high);
        std::iter::once(self.value).chain(ends)
    }

    /// The same with an interval.
    pub fn between(self, low: f64, high: f64) -> Self {
        Number {
            low: low.is_finite().then_some(low),
            high: high.is_finite().then_some(high),
            ..self
        }
    }

    /// The same with an interval.
    pub fn within(self, interval: &Interval) -> Self {
        self.between(interval.low, interval.high)
    }

    /// More by an exact amount.
    pub fn raised(self, by: f64) -> Self {
        Number {
            value: self.value + by,
            low: self.low.map(|low| low + by),
            high: self.high.map(|high| high + by),
            ..self
        }
    }

    /// The value: `40.1%`.
    pub fn text(&self) -> String {
        self.write(self.value)
    }

    /// The value and its interval: `40.1% (39.2 to 41.1%)`.
    pub fn with_interval(&self) -> String {
        match self.interval_text() {
            Some(interval) => format!("{} ({interval})", self.text()),
            None => self.text(),
        }
    }

    /// The interval: `39.2 to 41.1%`.
    pub fn interval_text(&self) -> Option<String> {
        let (low, high) = (self.write(self.low?), self.write(self.high?));
        Some(format!("{} to {high}", low.trim_end_matches('%')))
    }

    /// The value and half the width of its interval: `+0.52 ±0.03`.
    pub fn with_half(&self) -> String {
        let Some(half) = self.half_width() else {
            return self.text();
        };
        let half = self.write(half);
        format!("{} ±{}", self.text(), half.trim_start_matches('+'))
    }

    /// Another value of the same kind, to as many digits as this one.
    pub fn write(&self, value: f64) -> String {
        self.unit.write(value, self.decimals())
    }

    fn half_width(&self) -> Option<f64> {
        Some(0.5 * (self.high? - self.low?)).filter(|half| *half > 0.0)
    }

    /// Digits after the point.
    fn decimals(&self) -> usize {
        let hundred = self.unit.hundred();
        // A share that is nearly one must not look like one.
        let least = usize::from(hundred > 1.0);
        match (self.unit, self.half_width()) {
            (Unit::Count, _) => 0,
            (Unit::Probability, _) => 4,
            (_, Some(half)) => digits_of(hundred * half).max(least),
            (_, None) => self.usual_digits(hundred * self.value.abs()),
        }
    }

    /// Digits after the point of a number whose error is not known.
    fn usual_digits(&self, value: f64) -> usize {
        match self.unit {
            Unit::Share if value > 0.0 && value < 0.095 => 2,
            Unit::Share | Unit::Points => 1,
            Unit::Times if value >= 100.0 => 0,
            _ if value >= 100.0 => 1,
            _ if value > 0.0 && value < 0.095 => 3,
            _ => 2,
        }
    }
}

impl Unit {
    /// A number of an axis whose ticks are this far apart, or one that is exact to this.
    pub fn tick(self, value: f64, step: f64) -> String {
        let step = step * self.hundred();
        let decimals = (-step.log10()).ceil().clamp(0.0, 6.0);
        self.write(value, decimals as usize)
    }

    fn write(self, value: f64, decimals: usize) -> String {
        let text = match self {
            Unit::Share => format!("{:.decimals$}%", 100.0 * value),
            Unit::Points => format!("{:+.decimals$}", 100.0 * value),
            Unit::Amount | Unit::Count => separated(&format!("{value:.decimals$}")),
            Unit::Change => format!("{value:+.decimals$}"),
            Unit::Probability if value < 1e-4 => return "<0.0001".into(),
            Unit::Probability => format!("{value:.decimals$}"),
            Unit::Times if value.is_infinite() => return "all".into(),
            Unit::Times => format!("{value:.decimals$}x"),
        };
        unsigned_zero(text)
    }

    /// How many times the value is written.
    fn hundred(self) -> f64 {
        match self {
            Unit::Share | Unit::Points => 100.0,
            _ => 1.0,
        }
    }
}

/// Digits after the point that an error of this size leaves: those that show it to two digits if
/// it begins with 1, 2 or 3 (to 354), and to one digit otherwise. So an error of 0.12 leaves two
/// digits, one of 0.006 leaves three, and one of 0.96, about 1.0, leaves one.
fn digits_of(error: f64) -> usize {
    const MOST: f64 = 6.0;
    let leading = error.log10().floor();
    let first = error / 10f64.powf(leading);
    let more = if first < 3.55 { 1.0 } else { 0.0 };
    (more - leading).clamp(0.0, MOST) as usize
}

/// Zero has no sign, even after rounding.
fn unsigned_zero(text: String) -> String {
    let is_zero = !text.contains(|c: char| ('1'..='9').contains(&c));
    match text.strip_prefix(['-', '+']) {
        Some(rest) if is_zero => rest.to_string(),
        _ => text,
    }
}

/// A number with commas between thousands.
pub fn grouped(number: u64) -> String {
    separated(&number.to_string())
}

/// A number of things: "1 game", "2,000 games".
pub fn counted(number: u64, thing: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {thing}{s}", grouped(number))
}

/// Words as a list in a sentence: "a, b and c".
pub fn listed<T: AsRef<str>>(words: &[T]) -> String {
    let words: Vec<&str> = words.iter().map(T::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => one.to_string(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Adds commas between thousands.
fn separated(text: &str) -> String {
    let from = text.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let to = text.find('.').unwrap_or(text.len());
    let mut out = text[..from].to_string();
    for (index, digit) in text[from..to].chars().enumerate() {
        if index > 0 && (to - from - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + &text[to..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_their_interval_allows() {
        let change = Number::new(-0.001, Unit::Change).between(-0.007, 0.005);
        assert_eq!(change.with_interval(), "-0.001 (-0.007 to +0.005)");
        assert_eq!(change.with_half(), "-0.001 ±0.006");
        let rate = Number::new(0.4012, Unit::Share).between(0.39155, 0.41085);
        assert_eq!(rate.with_interval(), "40.1% (39.2 to 41.1%)");
        let rate = Number::new(0.0, Unit::Share).between(0.0, 0.00038);
        assert_eq!(rate.with_interval(), "0.000% (0.000 to 0.038%)");
        let hp = Number::new(12_345.6, Unit::Amount).between(12_000.0, 12_800.0);
        assert_eq!(hp.with_interval(), "12,346 (12,000 to 12,800)");
        let points = Number::new(0.0123, Unit::Points).between(0.0113, 0.0133);
        assert_eq!(points.with_half(), "+1.23 ±0.10");
    }

    #[test]
    fn errors_near_a_power_of_ten_keep_a_digit() {
        assert_eq!(digits_of(0.12), 2);
        assert_eq!(digits_of(0.354), 2);
        assert_eq!(digits_of(0.36), 1);
        assert_eq!(digits_of(0.96), 1);
        assert_eq!(digits_of(1.2), 1);
        assert_eq!(digits_of(36.0), 0);
        assert_eq!(digits_of(1e-12), 6);
    }

    #[test]
    fn numbers_without_an_interval_have_the_usual_digits() {
        assert_eq!(Number::new(0.0003, Unit::Share).text(), "0.03%");
        assert_eq!(Number::new(0.1234, Unit::Share).text(), "12.3%");
        assert_eq!(Number::new(-0.0001, Unit::Points).text(), "0.0");
        assert_eq!(Number::count(1_234_567).text(), "1,234,567");
        assert_eq!(Number::new(0.00001, Unit::Probability).text(), "<0.0001");
        assert_eq!(Number::new(2.345, Unit::Times).text(), "2.35x");
        assert_eq!(Number::new(f64::INFINITY, Unit::Times).text(), "all");
    }
}
