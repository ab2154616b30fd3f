//! Axes, legends, and places for labels that do not collide.

use crate::WIDTH;
use crate::node::{Node, fitted, text_width};
use crate::scale::Scale;
use answers::{Axis, Unit};

/// Where a plot with a vertical axis begins and ends.
pub(crate) const LEFT: f64 = 52.0;
pub(crate) const RIGHT: f64 = WIDTH - 14.0;

/// The name of a horizontal axis, kept inside the drawing.
pub(crate) fn axis_label(label: &str, middle: f64, y: f64) -> Node {
    let label = fitted(label, WIDTH - 8.0);
    let half = text_width(&label) * 0.45;
    let x = middle.clamp(
        half.min(WIDTH / 2.0) + 2.0,
        (WIDTH - half).max(WIDTH / 2.0) - 2.0,
    );
    Node::text_middle(x, y, &label).class("xc-soft")
}

/// A vertical axis with its grid, and its name above.
pub(crate) fn vertical_axis(scale: &Scale, axis: &Axis, top: f64) -> Vec<Node> {
    let mut nodes = vec![Node::text_at(4.0, top - 10.0, &axis.label).class("xc-soft")];
    let (ticks, step) = scale.ticks(5, axis.unit);
    for tick in ticks {
        let at = scale.at(tick);
        nodes.push(Node::line(LEFT, at, RIGHT, at).class("xc-grid"));
        let text = axis.unit.tick(tick, step);
        nodes.push(Node::text_end(LEFT - 6.0, at + 4.0, &text).class("xc-tick"));
    }
    nodes
}

/// A horizontal axis below a plot, with as many ticks as have room, and its grid if it has one.
pub(crate) fn horizontal_axis(
    scale: &Scale,
    axis: &Axis,
    (left, right): (f64, f64),
    (top, bottom): (f64, f64),
) -> Vec<Node> {
    let room = ((right - left) / 55.0).max(3.0) as usize;
    let (ticks, step) = scale.ticks(room, axis.unit);
    let mut nodes = Vec::new();
    for tick in ticks {
        let x = scale.at(tick);
        let text = match axis.logarithmic {
            true => power_of_ten(tick),
            false => axis.unit.tick(tick, step),
        };
        // A number under the end of the axis must not leave the drawing.
        let half = text_width(&text) * 0.45;
        let at = x.min(WIDTH - half);
        nodes.push(Node::line(x, top, x, bottom).class("xc-grid"));
        nodes.push(Node::text_middle(at, bottom + 16.0, &text).class("xc-tick"));
    }
    nodes.push(axis_label(&axis.label, (left + right) / 2.0, bottom + 35.0));
    nodes
}

/// 10 as it is, other powers short: 0.001, 1k, 1M.
fn power_of_ten(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{}M", value / 1e6),
        value if value >= 1e3 => format!("{}k", value / 1e3),
        value => format!("{value}"),
    }
}

/// A legend of colours, if there are several, in as many lines as it needs, and its height.
pub(crate) fn legend<'a>(
    entries: impl ExactSizeIterator<Item = (&'a str, String)>,
) -> (Vec<Node>, f64) {
    if entries.len() < 2 {
        return (Vec::new(), 0.0);
    }
    let (mut x, mut y) = (6.0, 12.0);
    let mut nodes = Vec::new();
    for (name, class) in entries {
        let name = fitted(name, WIDTH - 60.0);
        let width = text_width(&name) * 0.92 + 34.0;
        if x + width > WIDTH && x > 6.0 {
            x = 6.0;
            y += 18.0;
        }
        let swatch = Node::path(&[(x, y - 4.0), (x + 18.0, y - 4.0)], false).class("xc-line");
        let area = Node::rect(x + 5.0, y - 8.0, 8.0, 8.0).class("xc-fill");
        let text = Node::text_at(x + 23.0, y, &name).class("xc-value");
        nodes.push(Node::new("g").class(&class).children([swatch, area, text]));
        x += width;
    }
    (nodes, y + 8.0)
}

/// Labels that were placed, so that the next ones keep clear of them. They are drawn last, because
/// nothing may cross them.
#[derive(Default)]
pub(crate) struct Labels {
    taken: Vec<(f64, f64, f64)>,
    pub(crate) nodes: Vec<Node>,
}

impl Labels {
    /// Puts a label at the first place that is free, as the left end and the base line of the text;
    /// nowhere if it would cover others everywhere.
    pub(crate) fn place(&mut self, text: &str, places: impl IntoIterator<Item = (f64, f64)>) {
        let width = text_width(text) * 0.9;
        let is_free = |(x, y): &(f64, f64)| {
            let apart = |(from, to, base): &(f64, f64, f64)| {
                x + width + 6.0 < *from || *to + 6.0 < *x || (y - base).abs() > 12.0
            };
            *x >= 0.0 && x + width <= WIDTH && self.taken.iter().all(apart)
        };
        if let Some((x, y)) = places.into_iter().find(is_free) {
            self.taken.push((x, x + width, y));
            let label = Node::text_at(x, y, text).class("xc-soft xc-halo");
            self.nodes.push(label);
        }
    }
}

/// What is shown on hover: the lines that are not empty.
pub(crate) fn tip(lines: &[&str]) -> String {
    let lines: Vec<&str> = lines
        .iter()
        .copied()
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n")
}

/// A position on an axis as text.
pub(crate) fn position(unit: Unit, value: f64) -> String {
    match value.fract() == 0.0 {
        true => unit.tick(value, 1.0),
        false => answers::Number::new(value, unit).text(),
    }
}
