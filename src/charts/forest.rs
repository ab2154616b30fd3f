//! Differences with their intervals, one below the other, against a margin.

use crate::format::Format;
use crate::node::Node;
use crate::rows::{AXIS, Columns, ROW, TOP};
use crate::scale::{Scale, range};
use crate::{Chart, Drawing};

/// What an estimate says, which decides colour and shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Clearly up: blue, filled.
    Up,
    /// Clearly down: orange, filled.
    Down,
    /// Clearly within the margin: green, a diamond.
    Same,
    /// Not settled: grey, hollow.
    Unclear,
}

impl Tone {
    fn class(self) -> &'static str {
        match self {
            Tone::Up => "c0",
            Tone::Down => "c1",
            Tone::Same => "c2",
            Tone::Unclear => "c6",
        }
    }

    fn marker(self, x: f64, y: f64) -> Node {
        match self {
            Tone::Up | Tone::Down => Node::circle(x, y, 4.5).class("xc-fill"),
            Tone::Same => {
                let corners = [(x, y - 5.5), (x + 5.5, y), (x, y + 5.5), (x - 5.5, y)];
                Node::path(&corners, true).class("xc-fill")
            }
            Tone::Unclear => Node::circle(x, y, 4.0).class("xc-hollow"),
        }
    }
}

/// An estimate.
#[derive(Clone, Debug)]
pub struct ForestRow {
    /// Rows of the same group stand under one heading; empty: none.
    pub group: String,
    /// What it is about.
    pub label: String,
    /// The estimate.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// The simultaneous interval for all rows, drawn thin.
    pub family: Option<(f64, f64)>,
    /// What the estimate says.
    pub tone: Tone,
    /// What else to show on hover.
    pub note: String,
}

/// Estimates with intervals around a reference.
#[derive(Clone, Debug)]
pub struct Forest {
    /// What the chart shows.
    pub title: String,
    /// Name of the axis.
    pub x_label: String,
    /// How its numbers are written.
    pub format: Format,
    /// The value to compare with, drawn as a line.
    pub reference: Option<f64>,
    /// Differences within this distance of the reference do not matter.
    pub margin: Option<f64>,
    /// The estimates.
    pub rows: Vec<ForestRow>,
}

impl Chart for Forest {
    fn draw(&self) -> Drawing {
        let figures: Vec<String> = self
            .rows
            .iter()
            .map(|row| self.format.show(row.value))
            .collect();
        let labels = self.rows.iter().map(|row| row.label.as_str());
        let columns = Columns::new(labels, figures.iter().map(String::as_str));
        let scale = Scale::linear(self.range(), (columns.left, columns.right - 6.0));
        let bottom = TOP + ROW * self.lines() as f64;
        let mut body = self.backdrop(&scale, bottom);
        body.extend(columns.axis(&scale, self.format, &self.x_label, TOP, bottom));
        if let Some(reference) = self.reference {
            let x = scale.at(reference);
            body.push(Node::line(x, TOP, x, bottom).class("xc-zero"));
        }
        let mut y = TOP + ROW / 2.0;
        let mut group = "";
        for (row, figure) in self.rows.iter().zip(&figures) {
            if row.group != group {
                group = &row.group;
                body.push(Columns::heading(group, y));
                y += ROW;
            }
            body.push(columns.label(&row.label, y));
            body.push(columns.figure(figure, y));
            body.push(self.mark(row, &scale, y));
            y += ROW;
        }
        Drawing::new(&self.title, bottom + AXIS, body)
    }
}

impl Forest {
    /// Rows and headings.
    fn lines(&self) -> usize {
        let mut group = "";
        let headings = self.rows.iter().filter(|row| {
            let is_new = row.group != group;
            group = &row.group;
            is_new
        });
        headings.count() + self.rows.len()
    }

    fn range(&self) -> (f64, f64) {
        let rows = self.rows.iter().flat_map(|row| {
            let family = row.family.unwrap_or((row.low, row.high));
            [row.value, row.low, row.high, family.0, family.1]
        });
        let around = self.reference.into_iter().flat_map(|at| {
            let margin = self.margin.unwrap_or(0.0);
            [at - margin, at + margin]
        });
        range(rows.chain(around), None)
    }

    fn backdrop(&self, scale: &Scale, bottom: f64) -> Vec<Node> {
        let (Some(margin), Some(reference)) = (self.margin, self.reference) else {
            return Vec::new();
        };
        let (from, to) = (scale.at(reference - margin), scale.at(reference + margin));
        let tip = format!("margin: differences up to {margin} do not matter");
        let area = Node::rect(from, TOP, to - from, bottom - TOP).class("xc-margin");
        vec![
            Node::mark("margin", &tip)
                .data("margin", margin)
                .child(area),
        ]
    }

    fn mark(&self, row: &ForestRow, scale: &Scale, y: f64) -> Node {
        let figure = self
            .format
            .with_interval(row.value, Some(row.low), Some(row.high));
        let tip = format!("{} {}\n{figure}\n{}", row.group, row.label, row.note);
        let mut mark = Node::mark("estimate", tip.trim())
            .class(row.tone.class())
            .data("group", &row.group)
            .data("label", &row.label)
            .data("value", row.value)
            .data("low", row.low)
            .data("high", row.high);
        if let Some((low, high)) = row.family {
            mark = mark.data("family-low", low).data("family-high", high);
            mark = mark.child(Node::line(scale.at(low), y, scale.at(high), y).class("xc-thin"));
        }
        let (low, high) = (scale.at(row.low), scale.at(row.high));
        mark.child(Node::line(low, y, high, y).class("xc-whisker"))
            .child(row.tone.marker(scale.at(row.value), y))
            .child(
                Node::rect(low - 6.0, y - 9.0, high - low + 12.0, 18.0).attr("fill", "transparent"),
            )
    }
}
