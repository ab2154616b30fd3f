//! Curves with bands.

use crate::format::Format;
use crate::node::{Node, fitted};
use crate::rows::{axis_label, legend, vertical_axis};
use crate::scale::{Scale, range};
use crate::style::series_class;
use crate::{Chart, Drawing, WIDTH};

/// A point of a curve.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Its position.
    pub x: f64,
    /// The estimate.
    pub y: f64,
    /// Lower end of its interval or band.
    pub low: Option<f64>,
    /// Upper end of its interval or band.
    pub high: Option<f64>,
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// A line across the chart to compare with.
#[derive(Clone, Debug)]
pub struct Reference {
    /// What it means.
    pub label: String,
    /// Where it crosses its axis.
    pub at: f64,
}

/// One or more curves over a number.
#[derive(Clone, Debug)]
pub struct Lines {
    /// What the chart shows.
    pub title: String,
    /// Name of the horizontal axis.
    pub x_label: String,
    /// How its numbers are written.
    pub x_format: Format,
    /// Name of the vertical axis.
    pub y_label: String,
    /// How its numbers are written.
    pub y_format: Format,
    /// Range of the vertical axis, if it is not to follow the data.
    pub y_range: Option<(f64, f64)>,
    /// The curves.
    pub series: Vec<Series>,
    /// Vertical lines.
    pub at_x: Vec<Reference>,
    /// Horizontal lines.
    pub at_y: Vec<Reference>,
}

const LEFT: f64 = 52.0;
const PLOT: f64 = 220.0;
/// With more points than this, only the line is drawn, and points appear on hover.
const MARKERS: usize = 25;

struct Frame {
    x: Scale,
    y: Scale,
    top: f64,
    bottom: f64,
}

impl Chart for Lines {
    fn draw(&self) -> Drawing {
        let names = self.series.iter().enumerate();
        let names: Vec<_> = names
            .map(|(index, series)| (series.name.clone(), series_class(index)))
            .collect();
        let (mut body, head) = legend(&names);
        let frame = self.frame(head + 22.0);
        body.extend(self.axes(&frame));
        for (index, series) in self.series.iter().enumerate() {
            body.push(self.curve(series, index, &frame));
        }
        Drawing::new(&self.title, frame.bottom + 42.0, body)
    }
}

impl Lines {
    fn frame(&self, top: f64) -> Frame {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let xs = points().map(|point| point.x);
        let ys = points().flat_map(|point| [Some(point.y), point.low, point.high]);
        let references = self.at_y.iter().map(|reference| reference.at);
        let bottom = top + PLOT;
        let (first, last) = points().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), point| {
            (a.min(point.x), b.max(point.x))
        });
        let fixed = (last > first).then_some((first, last));
        Frame {
            x: Scale::linear(range(xs, fixed), (LEFT, WIDTH - 14.0)),
            y: Scale::linear(
                range(ys.flatten().chain(references), self.y_range),
                (bottom, top),
            ),
            top,
            bottom,
        }
    }

    fn axes(&self, frame: &Frame) -> Vec<Node> {
        let right = WIDTH - 14.0;
        let plot = (LEFT, right, frame.top);
        let mut nodes = vertical_axis(&frame.y, 5, self.y_format, &self.y_label, plot);
        let (ticks, step) = frame.x.ticks(7);
        for tick in ticks {
            let text = self.x_format.tick(tick, step);
            nodes.push(
                Node::text_middle(frame.x.at(tick), frame.bottom + 16.0, &text).class("xc-tick"),
            );
        }
        nodes.push(axis_label(
            &self.x_label,
            (LEFT + right) / 2.0,
            frame.bottom + 35.0,
        ));
        nodes.extend(self.at_y.iter().map(|reference| {
            let y = frame.y.at(reference.at);
            let line = Node::line(LEFT, y, right, y).class("xc-reference");
            let text = Node::text_end(right, y - 4.0, &reference.label).class("xc-soft");
            self.reference("y", reference).children([line, text])
        }));
        nodes.extend(self.at_x.iter().enumerate().map(|(index, reference)| {
            let x = frame.x.at(reference.at);
            let line = Node::line(x, frame.top, x, frame.bottom).class("xc-reference");
            // Labels of neighbours stand at different heights.
            let y = frame.top + 11.0 + 14.0 * (index % 4) as f64;
            let text = fitted(&reference.label, 150.0);
            let text = if x > WIDTH * 0.7 {
                Node::text_end(x - 4.0, y, &text)
            } else {
                Node::text_at(x + 4.0, y, &text)
            };
            self.reference("x", reference)
                .children([line, text.class("xc-soft xc-halo")])
        }));
        nodes
    }

    fn reference(&self, axis: &str, reference: &Reference) -> Node {
        Node::mark("reference", &reference.label)
            .data("axis", axis)
            .data("at", reference.at)
    }

    fn curve(&self, series: &Series, index: usize, frame: &Frame) -> Node {
        let at = |x: f64, y: f64| (frame.x.at(x), frame.y.at(y));
        let line: Vec<_> = series
            .points
            .iter()
            .map(|point| at(point.x, point.y))
            .collect();
        let upper = series.points.iter().filter_map(|p| Some(at(p.x, p.high?)));
        let lower = series
            .points
            .iter()
            .rev()
            .filter_map(|p| Some(at(p.x, p.low?)));
        let area: Vec<_> = upper.chain(lower).collect();
        let mut group = Node::new("g").class(&series_class(index));
        if area.len() > 2 {
            group = group.child(Node::path(&area, true).class("xc-area"));
        }
        group = group.child(Node::path(&line, false).class("xc-line"));
        let few = series.points.len() <= MARKERS;
        group.children(series.points.iter().map(|point| {
            let (x, y) = at(point.x, point.y);
            let hit = Node::circle(x, y, if few { 9.0 } else { 6.0 }).class("xc-hit");
            let mark = self.mark(series, point).child(hit);
            if few {
                mark.child(Node::circle(x, y, 3.2).class("xc-fill"))
            } else {
                mark
            }
        }))
    }

    fn mark(&self, series: &Series, point: &Point) -> Node {
        let figure = self.y_format.with_interval(point.y, point.low, point.high);
        let tip = format!(
            "{}\n{}: {}\n{}: {figure}",
            series.name,
            self.x_label,
            self.x_format.show(point.x),
            self.y_label
        );
        Node::mark("point", tip.trim_start())
            .data("series", &series.name)
            .data("x", point.x)
            .data("y", point.y)
            .data_if("low", point.low)
            .data_if("high", point.high)
    }
}
