//! Curves with bands, and dots with names.

use crate::WIDTH;
use crate::layout::{LEFT, Labels, RIGHT, horizontal_axis, legend, position, tip, vertical_axis};
use crate::node::{Node, fitted, text_width};
use crate::scale::{Scale, range};
use crate::style::series_class;
use answers::{Axis, Lines, Point, Reference, Series};

const PLOT: f64 = 220.0;
/// With more points than this, only the line is drawn, and points appear on hover.
const MARKERS: usize = 25;

struct Frame {
    x: Scale,
    y: Scale,
    top: f64,
    bottom: f64,
}

pub(crate) fn draw(chart: &Lines) -> (f64, Vec<Node>) {
    let names = chart.series.iter().enumerate();
    let names: Vec<_> = names
        .map(|(i, one)| (one.name.as_str(), series_class(i)))
        .collect();
    let (mut body, head) = legend(names.into_iter());
    let frame = frame(chart, head + 22.0);
    body.extend(vertical_axis(&frame.y, &chart.y, frame.top));
    let grid = if chart.x.logarithmic {
        frame.top
    } else {
        frame.bottom
    };
    body.extend(horizontal_axis(
        &frame.x,
        &chart.x,
        (LEFT, RIGHT),
        (grid, frame.bottom),
    ));
    let mut labels = Labels::default();
    body.extend(
        chart
            .at_y
            .iter()
            .map(|one| across(one, &frame, &mut labels)),
    );
    body.extend(chart.at_x.iter().map(|one| down(one, &frame, &mut labels)));
    for (index, series) in chart.series.iter().enumerate() {
        body.push(curve(chart, series, index, &frame));
    }
    for point in chart.series.iter().flat_map(|series| &series.points) {
        name(point, &frame, &mut labels);
    }
    body.extend(labels.nodes);
    (frame.bottom + 42.0, body)
}

fn frame(chart: &Lines, top: f64) -> Frame {
    let points = || chart.series.iter().flat_map(|series| &series.points);
    let bottom = top + PLOT;
    let y = range(chart.numbers(), chart.y.range);
    Frame {
        x: horizontal(&chart.x, points().map(|point| point.x).collect()),
        y: Scale::linear(y, (bottom, top)),
        top,
        bottom,
    }
}

/// Curves go from edge to edge; names of dots need room.
fn horizontal(axis: &Axis, xs: Vec<f64>) -> Scale {
    if axis.logarithmic {
        let logarithms = xs.iter().filter(|x| **x > 0.0).map(|x| x.log10());
        let (low, high) = range(logarithms, None);
        return Scale::logarithmic((10f64.powf(low), 10f64.powf(high)), (LEFT, RIGHT));
    }
    let first = xs.iter().copied().fold(f64::INFINITY, f64::min);
    let last = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let ends = axis.range.or((last > first).then_some((first, last)));
    Scale::linear(range(xs, ends), (LEFT, RIGHT))
}

fn across(reference: &Reference, frame: &Frame, labels: &mut Labels) -> Node {
    let y = frame.y.at(reference.at);
    let line = Node::line(LEFT, y, RIGHT, y).class("xc-reference");
    let x = RIGHT - text_width(&reference.label) * 0.9;
    labels.place(
        &reference.label,
        [(x, y - 4.0), (x, y + 13.0), (LEFT + 4.0, y - 4.0)],
    );
    mark(reference, "y").child(line)
}

fn down(reference: &Reference, frame: &Frame, labels: &mut Labels) -> Node {
    let x = frame.x.at(reference.at);
    let line = Node::line(x, frame.top, x, frame.bottom).class("xc-reference");
    let text = fitted(&reference.label, 150.0);
    let left = x - 4.0 - text_width(&text) * 0.9;
    let rows = (0..6).map(|row| frame.top + 11.0 + 14.0 * f64::from(row));
    let places = rows.flat_map(|y| [(x + 4.0, y), (left, y)]);
    labels.place(&text, places);
    mark(reference, "x").child(line)
}

fn mark(reference: &Reference, axis: &str) -> Node {
    Node::mark("reference", &reference.label)
        .data("axis", axis)
        .data("at", reference.at)
}

fn curve(chart: &Lines, series: &Series, index: usize, frame: &Frame) -> Node {
    let at = |x: f64, y: f64| (frame.x.at(x), frame.y.at(y));
    let points = || series.points.iter();
    let line: Vec<_> = points().map(|point| at(point.x, point.y.value)).collect();
    let named = points().any(|point| !point.label.is_empty());
    let mut group = Node::new("g").class(&series_class(index));
    let upper = points().filter_map(|point| Some(at(point.x, point.y.high?)));
    let lower = points()
        .rev()
        .filter_map(|point| Some(at(point.x, point.y.low?)));
    let area: Vec<_> = upper.chain(lower).collect();
    if area.len() > 2 && !named {
        group = group.child(Node::path(&area, true).class("xc-area"));
    }
    let line = Node::path(&line, false).class("xc-line");
    group = group.child(if named {
        line.attr("opacity", 0.35)
    } else {
        line
    });
    let few = series.points.len() <= MARKERS;
    group.children(points().map(|point| {
        let (x, y) = at(point.x, point.y.value);
        let hit = Node::circle(x, y, if few { 9.0 } else { 6.0 }).class("xc-hit");
        let mut mark = dot(chart, series, point).child(hit);
        if let (true, Some(low), Some(high)) = (named, point.y.low, point.y.high) {
            let whisker = Node::line(x, frame.y.at(low), x, frame.y.at(high));
            mark = mark.child(whisker.class("xc-thin"));
        }
        match few {
            true => mark.child(Node::circle(x, y, 3.4).class("xc-fill")),
            false => mark,
        }
    }))
}

fn dot(chart: &Lines, series: &Series, point: &Point) -> Node {
    let x = format!("{}: {}", chart.x.label, position(chart.x.unit, point.x));
    let y = format!("{}: {}", chart.y.label, point.y.with_interval());
    Node::mark("point", &tip(&[&series.name, &point.label, &x, &y]))
        .data("series", &series.name)
        .data("x", point.x)
        .data("y", point.y.value)
        .data_if("low", point.y.low)
        .data_if("high", point.y.high)
}

/// The name of a dot, beside it where there is room.
fn name(point: &Point, frame: &Frame, labels: &mut Labels) {
    if point.label.is_empty() {
        return;
    }
    let (x, y) = (frame.x.at(point.x), frame.y.at(point.y.value));
    let text = fitted(&point.label, WIDTH / 3.0);
    let width = text_width(&text) * 0.9;
    let sides = [x + 7.0, x - 7.0 - width, x - width / 2.0];
    let places = [4.0, -9.0, 17.0]
        .into_iter()
        .flat_map(|off| sides.map(|x| (x, y + off)));
    labels.place(&text, places);
}
