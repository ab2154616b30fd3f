//! Points in a plane, such as what players cost and what they achieve.

use crate::format::Format;
use crate::lines::Point;
use crate::node::{Node, fitted, text_width};
use crate::rows::{axis_label, legend, vertical_axis};
use crate::scale::{Scale, range};
use crate::style::series_class;
use crate::{Chart, Drawing, WIDTH};

/// A point with its name.
#[derive(Clone, Debug)]
pub struct Dot {
    /// What it is.
    pub label: String,
    /// Which series it belongs to, by number.
    pub series: usize,
    /// Its position.
    pub point: Point,
    /// What else to show on hover.
    pub note: String,
}

/// Points in a plane.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// What the chart shows.
    pub title: String,
    /// Name of the horizontal axis.
    pub x_label: String,
    /// How its numbers are written in details.
    pub x_format: Format,
    /// Whether the horizontal axis is logarithmic; then all of its numbers must be positive.
    pub logarithmic: bool,
    /// Name of the vertical axis.
    pub y_label: String,
    /// How its numbers are written.
    pub y_format: Format,
    /// Names of the series.
    pub series: Vec<String>,
    /// The points; those of one series are joined.
    pub dots: Vec<Dot>,
}

const LEFT: f64 = 52.0;
const PLOT: f64 = 230.0;

impl Chart for Scatter {
    fn draw(&self) -> Drawing {
        let names = self.series.iter().enumerate();
        let names: Vec<_> = names
            .map(|(i, name)| (name.clone(), series_class(i)))
            .collect();
        let (mut body, head) = legend(&names);
        let top = head + 22.0;
        let bottom = top + PLOT;
        let right = WIDTH - 14.0;
        let x = self.horizontal((LEFT, right));
        let ys = self
            .dots
            .iter()
            .flat_map(|dot| [Some(dot.point.y), dot.point.low, dot.point.high]);
        let y = Scale::linear(range(ys.flatten(), None), (bottom, top));
        body.extend(vertical_axis(
            &y,
            5,
            self.y_format,
            &self.y_label,
            (LEFT, right, top),
        ));
        let (ticks, step) = x.ticks(6);
        for tick in ticks {
            let at = x.at(tick);
            body.push(Node::line(at, top, at, bottom).class("xc-grid"));
            let text = if self.logarithmic {
                power_of_ten(tick)
            } else {
                self.x_format.tick(tick, step)
            };
            body.push(Node::text_middle(at, bottom + 16.0, &text).class("xc-tick"));
        }
        body.push(axis_label(
            &self.x_label,
            (LEFT + right) / 2.0,
            bottom + 35.0,
        ));
        for index in 0..self.series.len().max(1) {
            body.push(self.group(index, &x, &y));
        }
        Drawing::new(&self.title, bottom + 42.0, body)
    }
}

impl Scatter {
    fn horizontal(&self, coordinates: (f64, f64)) -> Scale {
        let xs = || self.dots.iter().map(|dot| dot.point.x);
        if !self.logarithmic {
            return Scale::linear(range(xs(), None), coordinates);
        }
        let logarithms = range(xs().filter(|x| *x > 0.0).map(f64::log10), None);
        Scale::logarithmic(
            (10f64.powf(logarithms.0), 10f64.powf(logarithms.1)),
            coordinates,
        )
    }

    fn group(&self, index: usize, x: &Scale, y: &Scale) -> Node {
        let dots = || self.dots.iter().filter(move |dot| dot.series == index);
        let line: Vec<_> = dots()
            .map(|dot| (x.at(dot.point.x), y.at(dot.point.y)))
            .collect();
        let path = Node::path(&line, false)
            .class("xc-line")
            .attr("opacity", 0.35);
        let group = Node::new("g").class(&series_class(index)).child(path);
        group.children(dots().map(|dot| self.mark(dot, x, y)))
    }

    fn mark(&self, dot: &Dot, x: &Scale, y: &Scale) -> Node {
        let (at_x, at_y) = (x.at(dot.point.x), y.at(dot.point.y));
        let figure = self
            .y_format
            .with_interval(dot.point.y, dot.point.low, dot.point.high);
        let tip = format!("{}\n{}: {figure}\n{}", dot.label, self.y_label, dot.note);
        let mut mark = Node::mark("dot", tip.trim())
            .data("label", &dot.label)
            .data("x", dot.point.x)
            .data("y", dot.point.y)
            .data_if("low", dot.point.low)
            .data_if("high", dot.point.high);
        if let (Some(low), Some(high)) = (dot.point.low, dot.point.high) {
            mark = mark.child(Node::line(at_x, y.at(low), at_x, y.at(high)).class("xc-thin"));
        }
        // Only the last series names its points: the others are near theirs.
        let named = dot.series + 1 == self.series.len().max(1);
        mark = mark.child(Node::circle(at_x, at_y, 4.5).class("xc-fill"));
        if !named {
            return mark;
        }
        let text = fitted(&dot.label, 110.0);
        let fits = at_x + 8.0 + text_width(&text) < WIDTH;
        let text = if fits {
            Node::text_at(at_x + 8.0, at_y + 4.0, &text)
        } else {
            Node::text_end(at_x - 8.0, at_y + 4.0, &text)
        };
        mark.child(text.class("xc-value"))
    }
}

/// 10 as it is, other powers short: 0.001, 1k, 1M.
fn power_of_ten(value: f64) -> String {
    if value >= 1e6 {
        format!("{}M", value / 1e6)
    } else if value >= 1e3 {
        format!("{}k", value / 1e3)
    } else {
        format!("{value}")
    }
}
