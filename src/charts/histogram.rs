//! How a number is distributed.

use crate::format::Format;
use crate::node::Node;
use crate::rows::axis_label;
use crate::scale::Scale;
use crate::{Chart, Drawing, Reference, WIDTH};

/// A bin: values from `from` up to, but without, `to`.
#[derive(Clone, Copy, Debug)]
pub struct Bin {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// How many values are in it.
    pub count: u64,
}

/// A histogram.
#[derive(Clone, Debug)]
pub struct Histogram {
    /// What the chart shows.
    pub title: String,
    /// Name of the horizontal axis.
    pub x_label: String,
    /// How its numbers are written.
    pub format: Format,
    /// What is counted.
    pub unit: String,
    /// The bins from left to right.
    pub bins: Vec<Bin>,
    /// Vertical lines.
    pub at_x: Vec<Reference>,
}

const LEFT: f64 = 52.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = TOP + 190.0;

impl Histogram {
    /// A histogram of whole numbers: each its own bin, or wider ones of equal width where there
    /// would be more than `most`.
    pub fn whole_numbers(values: &[i64], most: usize) -> Vec<Bin> {
        let (Some(low), Some(high)) = (values.iter().min(), values.iter().max()) else {
            return Vec::new();
        };
        let span = high - low + 1;
        let width = (span + most as i64 - 1) / (most as i64).max(1);
        let count = ((span + width - 1) / width) as usize;
        let mut bins: Vec<Bin> = (0..count as i64)
            .map(|index| Bin {
                from: (low + index * width) as f64,
                to: (low + (index + 1) * width) as f64,
                count: 0,
            })
            .collect();
        for value in values {
            bins[((value - low) / width) as usize].count += 1;
        }
        bins
    }

    fn tip(&self, bin: &Bin, total: f64) -> String {
        let range = if bin.to - bin.from == 1.0 {
            self.format.show(bin.from)
        } else {
            format!(
                "{} to {}",
                self.format.show(bin.from),
                self.format.show(bin.to - 1.0)
            )
        };
        let share = Format::Percent(1).show(bin.count as f64 / total);
        format!(
            "{}: {range}\n{} {} ({share})",
            self.x_label,
            Format::Number(0).show(bin.count as f64),
            self.unit
        )
    }
}

impl Chart for Histogram {
    fn draw(&self) -> Drawing {
        let total = self.bins.iter().map(|bin| bin.count).sum::<u64>().max(1) as f64;
        let tallest = self
            .bins
            .iter()
            .map(|bin| bin.count)
            .max()
            .unwrap_or(0)
            .max(1) as f64;
        let first = self.bins.first().map_or(0.0, |bin| bin.from);
        let last = self.bins.last().map_or(1.0, |bin| bin.to);
        let right = WIDTH - 14.0;
        let x = Scale::linear((first, last), (LEFT, right));
        let y = Scale::linear((0.0, tallest / total * 1.04), (BOTTOM, TOP));
        let mut body =
            vec![Node::text_at(4.0, 12.0, &format!("share of {}", self.unit)).class("xc-soft")];
        let (ticks, step) = y.ticks(4);
        for tick in ticks {
            let at = y.at(tick);
            body.push(Node::line(LEFT, at, right, at).class("xc-grid"));
            let text = Format::Percent(0).tick(tick, step);
            body.push(Node::text_end(LEFT - 6.0, at + 4.0, &text).class("xc-tick"));
        }
        for bin in &self.bins {
            let (from, to) = (x.at(bin.from), x.at(bin.to));
            let top = y.at(bin.count as f64 / total);
            let gap = if to - from > 4.0 { 1.0 } else { 0.0 };
            let mark = Node::mark("bin", &self.tip(bin, total)).class("c0");
            let mark = mark
                .data("from", bin.from)
                .data("to", bin.to)
                .data("count", bin.count);
            let hit = Node::rect(from, TOP, to - from, BOTTOM - TOP).attr("fill", "transparent");
            let area = Node::rect(from, top, to - from - gap, BOTTOM - top).class("xc-fill");
            body.push(mark.child(hit).child(area.attr("opacity", 0.85)));
        }
        // A tick stands under the middle of a bin of one value, at the beginning of a wider one.
        let single = self
            .bins
            .first()
            .is_some_and(|bin| bin.to - bin.from == 1.0);
        let (ticks, step) = x.ticks(8);
        for tick in ticks
            .into_iter()
            .filter(|tick| !single || (tick.fract() == 0.0 && *tick < last))
        {
            let at = x.at(if single { tick + 0.5 } else { tick });
            let text = self.format.tick(tick, step.max(1.0));
            body.push(Node::text_middle(at, BOTTOM + 16.0, &text).class("xc-tick"));
        }
        for (index, reference) in self.at_x.iter().enumerate() {
            let at = x.at(reference.at + if single { 0.5 } else { 0.0 });
            let line = Node::line(at, TOP, at, BOTTOM).class("xc-zero");
            let label = Node::text_at(
                at + 4.0,
                TOP + 11.0 + 14.0 * (index % 4) as f64,
                &reference.label,
            );
            let mark = Node::mark("reference", &reference.label).data("axis", "x");
            body.push(
                mark.data("at", reference.at)
                    .child(line)
                    .child(label.class("xc-soft xc-halo")),
            );
        }
        body.push(axis_label(
            &self.x_label,
            (LEFT + right) / 2.0,
            BOTTOM + 35.0,
        ));
        Drawing::new(&self.title, BOTTOM + 42.0, body)
    }
}
