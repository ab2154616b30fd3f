//! `--scan`: a range of values of one setting, and its chart.

use super::{cut, with_half};
use crate::terminal::Output;
use crate::terminal::grid::{Grid, left, right};
use cards::load::Faults;
use serde::{Deserialize, Serialize};
use statistics::Estimate;
use std::io;
use studies::compare::changes::Changes;
use studies::compare::design::Design;
use studies::compare::experiment::NamedChanges;
use studies::compare::results::Results;

/// How many values are scanned at most.
const MOST_VALUES: i64 = 40;
/// Columns of the picture.
const PICTURE: usize = 36;

/// A range of values of one setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scan {
    /// What is set, such as `set.prowler.hp`.
    pub key: String,
    /// The values.
    pub values: Vec<i64>,
}

impl Scan {
    /// Reads `set.prowler.hp=1..6`, or with a step `base-hp=10..60/10`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let form = "expected a setting and a range of whole numbers, such as \
                    set.prowler.hp=1..6 or enemies=3..5, or with a step base-hp=10..60/10";
        let (key, range) = text.split_once('=').ok_or(form)?;
        let (range, step) = range.split_once('/').unwrap_or((range, "1"));
        let (first, last) = range.split_once("..").ok_or(form)?;
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| form.to_string());
        let (first, last, step) = (number(first)?, number(last)?, number(step)?);
        if key.trim().is_empty() || last <= first || step < 1 {
            return Err(form.into());
        }
        let count = last.checked_sub(first).map(|span| span / step + 1);
        if count.is_none_or(|count| count > MOST_VALUES) {
            return Err(format!(
                "at most {MOST_VALUES} values can be scanned; {form}"
            ));
        }
        Ok(Scan {
            key: key.trim().into(),
            values: (first..=last).step_by(step as usize).collect(),
        })
    }

    /// As it is written on a command line.
    pub fn text(&self) -> String {
        let (first, last) = (self.values[0], self.values[self.values.len() - 1]);
        match self.values.get(1).map_or(1, |second| second - first) {
            1 => format!("{}={first}..{last}", self.key),
            step => format!("{}={first}..{last}/{step}", self.key),
        }
    }

    fn name(&self, value: i64) -> String {
        let key = self.key.strip_prefix("set.").unwrap_or(&self.key);
        format!("{key}={value}")
    }

    /// The names of all arms.
    pub fn names(&self) -> Vec<String> {
        self.values.iter().map(|value| self.name(*value)).collect()
    }

    /// An arm for each value.
    pub fn arms(&self) -> Result<Vec<NamedChanges>, Faults> {
        let arm = |value: &i64| {
            let text = format!("{}={value}", self.key);
            let (_, changes) = Changes::parse_arm("scan", &text)?;
            let name = self.name(*value);
            Ok(NamedChanges { name, changes })
        };
        self.values.iter().map(arm).collect()
    }
}

/// Draws the differences of all values from the unchanged game.
pub fn draw(
    scan: &Scan,
    design: &Design,
    results: &Results,
    stratum: usize,
    out: &mut Output,
) -> io::Result<()> {
    let measure = design.measure;
    let of = |value: i64| {
        let name = scan.name(value);
        let arm = design.arms.iter().position(|arm| arm.name == name);
        let judged = arm.and_then(|arm| results.difference(stratum, arm, measure));
        (arm, judged.and_then(|one| one.estimate))
    };
    let drawn = scan.values.iter().filter_map(|value| of(*value).1);
    let frame = Frame::around(drawn, measure.gain());
    let columns = [
        left("value"),
        right(measure.option()).spare(2),
        left("difference"),
        left("harder ←   → easier").spare(1),
    ];
    let mut grid = Grid::new(columns);
    for value in &scan.values {
        let (arm, estimate) = of(*value);
        let figure = results.figure(stratum, arm.unwrap_or(0), measure);
        let (difference, picture) = match (arm, estimate) {
            (None, _) => ("as it is".into(), frame.line(None)),
            (_, Some(one)) => (with_half(measure, &one), frame.line(Some(&one))),
            (_, None) => (String::new(), String::new()),
        };
        grid.row([
            cut(&scan.name(*value), 20),
            figure.map_or("-".into(), |one| measure.plain(one.value)),
            difference,
            picture,
        ]);
    }
    out.table(&grid)
}

/// The differences that a picture covers.
struct Frame {
    low: f64,
    high: f64,
    gain: f64,
}

impl Frame {
    fn around(all: impl Iterator<Item = Estimate>, gain: f64) -> Self {
        let mut frame = Frame {
            low: 0.0,
            high: 0.0,
            gain,
        };
        for estimate in all {
            let turned = estimate.times(gain);
            frame.low = frame.low.min(turned.interval.low);
            frame.high = frame.high.max(turned.interval.high);
        }
        frame
    }

    fn column(&self, value: f64) -> usize {
        let span = self.high - self.low;
        let share = if span > 0.0 {
            (value - self.low) / span
        } else {
            0.5
        };
        (share * (PICTURE - 1) as f64)
            .round()
            .clamp(0.0, (PICTURE - 1) as f64) as usize
    }

    /// An estimate with its interval and the line of no difference.
    fn line(&self, estimate: Option<&Estimate>) -> String {
        let mut line = vec![' '; PICTURE];
        let zero = self.column(0.0);
        line[zero] = '|';
        if let Some(estimate) = estimate.map(|estimate| estimate.times(self.gain)) {
            let (low, high) = (estimate.interval.low, estimate.interval.high);
            let span = self.column(low)..=self.column(high);
            span.for_each(|column| line[column] = if column == zero { '+' } else { '-' });
            line[self.column(estimate.value)] = 'o';
        } else {
            line[zero] = 'o';
        }
        line.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statistics::{Interval, Level};

    #[test]
    fn ranges_are_read_and_written() {
        let scan = Scan::parse("set.prowler.hp=1..6").unwrap();
        assert_eq!(scan.values, [1, 2, 3, 4, 5, 6]);
        assert_eq!(scan.text(), "set.prowler.hp=1..6");
        let scan = Scan::parse("base-hp=10..60/20").unwrap();
        assert_eq!(scan.values, [10, 30, 50]);
        assert_eq!(Scan::parse(&scan.text()).unwrap(), scan);
        for wrong in [
            "prowler", "a=1", "a=6..1", "a=1..x", "=1..2", "a=1..9/0", "a=0..999",
        ] {
            assert!(Scan::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn easier_is_to_the_right() {
        let estimate = |value: f64| Estimate {
            value,
            interval: Interval::around(value, 0.1),
            level: Level::P95,
        };
        let (up, down) = (estimate(1.0), estimate(-1.0));
        let frame = Frame::around([up, down].into_iter(), 1.0);
        let zero = frame.line(None).find('o').unwrap();
        assert!(frame.line(Some(&up)).find('o').unwrap() > zero);
        let turned = Frame::around([up, down].into_iter(), -1.0);
        assert!(turned.line(Some(&up)).find('o').unwrap() < zero);
        assert_eq!(frame.line(Some(&up)).chars().count(), PICTURE);
    }
}
