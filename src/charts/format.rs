//! Numbers for people.

/// How numbers of an axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A share as a percentage with this many decimals.
    Percent(usize),
    /// A difference of shares in percentage points with its sign.
    Points(usize),
    /// A number with this many decimals.
    Number(usize),
    /// A difference with its sign.
    Signed(usize),
}

impl Format {
    /// The number as text.
    pub fn show(self, value: f64) -> String {
        let text = match self {
            Format::Percent(decimals) => format!("{:.decimals$}%", value * 100.0),
            Format::Points(decimals) => format!("{:+.decimals$}", value * 100.0),
            Format::Number(decimals) => grouped(&format!("{value:.decimals$}")),
            Format::Signed(decimals) => format!("{value:+.decimals$}"),
        };
        unsigned_zero(text)
    }

    /// An estimate with its interval.
    pub fn with_interval(self, value: f64, low: Option<f64>, high: Option<f64>) -> String {
        let value = self.show(value);
        match (low, high) {
            (Some(low), Some(high)) => {
                format!("{value} ({} to {})", self.show(low), self.show(high))
            }
            _ => value,
        }
    }

    /// The same, as short as a tick of an axis with this step allows.
    pub(crate) fn tick(self, value: f64, step: f64) -> String {
        let percent = matches!(self, Format::Percent(_) | Format::Points(_));
        let step = if percent { step * 100.0 } else { step };
        let decimals = (-step.log10()).ceil().clamp(0.0, 6.0) as usize;
        match self {
            Format::Percent(_) => Format::Percent(decimals),
            Format::Points(_) => Format::Points(decimals),
            Format::Number(_) => Format::Number(decimals),
            Format::Signed(_) => Format::Signed(decimals),
        }
        .show(value)
    }
}

/// Zero has no sign, even after rounding.
fn unsigned_zero(text: String) -> String {
    let is_zero = !text.contains(|c: char| ('1'..='9').contains(&c));
    match text.strip_prefix(['-', '+']) {
        Some(rest) if is_zero => rest.to_string(),
        _ => text,
    }
}

/// Adds commas between thousands.
fn grouped(text: &str) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text),
    };
    let (whole, rest) = match digits.find('.') {
        Some(dot) => digits.split_at(dot),
        None => (digits, ""),
    };
    let mut out = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    format!("{sign}{out}{rest}")
}
