//! The effects of one step down and one step up: two bars for each thing.

use crate::format::Format;
use crate::node::Node;
use crate::rows::{AXIS, Columns, ROW, TOP, legend};
use crate::scale::{Scale, range};
use crate::{Chart, Drawing};

/// A thing that can be changed, and the effect.
#[derive(Clone, Debug)]
pub struct UpDownRow {
    /// What is changed.
    pub label: String,
    /// One less: value, low, high.
    pub down: Option<(f64, f64, f64)>,
    /// One more: value, low, high.
    pub up: Option<(f64, f64, f64)>,
    /// What else to show on hover.
    pub note: String,
}

/// Bars for steps down and up around zero.
#[derive(Clone, Debug)]
pub struct UpDown {
    /// What the chart shows.
    pub title: String,
    /// Name of the axis.
    pub x_label: String,
    /// How its numbers are written.
    pub format: Format,
    /// What the two bars are called.
    pub names: [String; 2],
    /// The things.
    pub rows: Vec<UpDownRow>,
}

const DOWN: &str = "c4";
const UP: &str = "c0";
const TALL: f64 = ROW * 1.45;

impl Chart for UpDown {
    fn draw(&self) -> Drawing {
        let [down, up] = &self.names;
        let (mut body, head) = legend(&[(down.clone(), DOWN.into()), (up.clone(), UP.into())]);
        let columns = Columns::new(self.rows.iter().map(|row| row.label.as_str()), []);
        let ends = self
            .rows
            .iter()
            .flat_map(|row| [row.down, row.up])
            .flatten();
        let ends = ends
            .flat_map(|(value, low, high)| [value, low, high])
            .chain([0.0]);
        let scale = Scale::linear(range(ends, None), (columns.left, columns.right));
        let top = TOP + head;
        let bottom = top + TALL * self.rows.len() as f64;
        body.extend(columns.axis(&scale, self.format, &self.x_label, top, bottom));
        let zero = scale.at(0.0);
        for (index, row) in self.rows.iter().enumerate() {
            let y = top + TALL * (index as f64 + 0.5);
            body.push(columns.label(&row.label, y));
            body.extend(
                row.down
                    .map(|bar| self.bar(row, bar, false, &scale, y - 5.5)),
            );
            body.extend(row.up.map(|bar| self.bar(row, bar, true, &scale, y + 5.5)));
        }
        body.push(Node::line(zero, top, zero, bottom).class("xc-zero"));
        Drawing::new(&self.title, bottom + AXIS, body)
    }
}

impl UpDown {
    fn bar(&self, row: &UpDownRow, bar: (f64, f64, f64), up: bool, scale: &Scale, y: f64) -> Node {
        let (value, low, high) = bar;
        let (name, class) = if up {
            (&self.names[1], UP)
        } else {
            (&self.names[0], DOWN)
        };
        let figure = self.format.with_interval(value, Some(low), Some(high));
        let tip = format!("{}, {name}\n{figure}\n{}", row.label, row.note);
        let (zero, end) = (scale.at(0.0), scale.at(value));
        Node::mark("step", tip.trim())
            .class(class)
            .data("label", &row.label)
            .data("step", if up { 1 } else { -1 })
            .data("value", value)
            .data("low", low)
            .data("high", high)
            .child(
                Node::rect(zero.min(end), y - 4.5, (end - zero).abs(), 9.0)
                    .class("xc-fill")
                    .attr("opacity", 0.55),
            )
            .child(Node::line(scale.at(low), y, scale.at(high), y).class("xc-thin"))
            .child(Node::circle(end, y, 2.6).class("xc-fill"))
    }
}
