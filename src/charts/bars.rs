//! Horizontal bars from zero, with or without intervals.

use crate::format::Format;
use crate::node::Node;
use crate::rows::{AXIS, Columns, ROW, TOP};
use crate::scale::{Scale, range};
use crate::{Chart, Drawing};

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it is about.
    pub label: String,
    /// How long it is.
    pub value: f64,
    /// Ends of its interval.
    pub interval: Option<(f64, f64)>,
    /// Number of its colour.
    pub colour: usize,
    /// What else to show on hover.
    pub note: String,
}

/// Bars one below the other.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What the chart shows.
    pub title: String,
    /// Name of the axis.
    pub x_label: String,
    /// How its numbers are written.
    pub format: Format,
    /// The bars.
    pub bars: Vec<Bar>,
}

impl Chart for Bars {
    fn draw(&self) -> Drawing {
        let figures: Vec<String> = self
            .bars
            .iter()
            .map(|bar| self.format.show(bar.value))
            .collect();
        let labels = self.bars.iter().map(|bar| bar.label.as_str());
        let columns = Columns::new(labels, figures.iter().map(String::as_str));
        let ends = self.bars.iter().flat_map(|bar| {
            let (low, high) = bar.interval.unwrap_or((bar.value, bar.value));
            [bar.value, low, high]
        });
        let (low, high) = range(ends.chain([0.0]), None);
        // Bars that never go below zero start at the edge.
        let low = if self.bars.iter().all(|bar| bar.value >= 0.0) {
            0.0
        } else {
            low
        };
        let scale = Scale::linear((low, high), (columns.left, columns.right - 6.0));
        let bottom = TOP + ROW * self.bars.len() as f64;
        let mut body = columns.axis(&scale, self.format, &self.x_label, TOP, bottom);
        for (index, (bar, figure)) in self.bars.iter().zip(&figures).enumerate() {
            let y = TOP + ROW * (index as f64 + 0.5);
            body.push(columns.label(&bar.label, y));
            body.push(columns.figure(figure, y));
            body.push(self.mark(bar, &scale, y));
        }
        Drawing::new(&self.title, bottom + AXIS, body)
    }
}

impl Bars {
    fn mark(&self, bar: &Bar, scale: &Scale, y: f64) -> Node {
        let (low, high) = bar.interval.unzip();
        let figure = self.format.with_interval(bar.value, low, high);
        let tip = format!("{}\n{figure}\n{}", bar.label, bar.note);
        let (zero, end) = (scale.at(0.0), scale.at(bar.value));
        let area = Node::rect(zero.min(end), y - 7.0, (end - zero).abs(), 14.0).class("xc-fill");
        let mut mark = Node::mark("bar", tip.trim())
            .class(&format!("c{}", bar.colour % crate::style::COLOURS))
            .data("label", &bar.label)
            .data("value", bar.value)
            .data_if("low", low)
            .data_if("high", high)
            .child(area.attr("opacity", if bar.interval.is_some() { 0.6 } else { 0.85 }));
        if let Some((low, high)) = bar.interval {
            mark = mark.child(Node::line(scale.at(low), y, scale.at(high), y).class("xc-whisker"));
        }
        mark
    }
}
