//! Columns made of parts.

use crate::format::Format;
use crate::node::Node;
use crate::rows::{axis_label, legend, vertical_axis};
use crate::scale::Scale;
use crate::{Chart, Drawing, WIDTH};

/// A column.
#[derive(Clone, Debug)]
pub struct Stack {
    /// What it is about.
    pub label: String,
    /// The value of each part, in the order of [`Stacked::parts`].
    pub values: Vec<f64>,
    /// What else to show on hover.
    pub note: String,
}

/// Columns beside each other, each made of the same parts.
#[derive(Clone, Debug)]
pub struct Stacked {
    /// What the chart shows.
    pub title: String,
    /// Name of the horizontal axis.
    pub x_label: String,
    /// Name of the vertical axis.
    pub y_label: String,
    /// How its numbers are written.
    pub format: Format,
    /// Names of the parts; with a single one there is no legend.
    pub parts: Vec<String>,
    /// The columns.
    pub stacks: Vec<Stack>,
}

const LEFT: f64 = 52.0;
const PLOT: f64 = 190.0;

impl Chart for Stacked {
    fn draw(&self) -> Drawing {
        let names = self.parts.iter().enumerate();
        let names: Vec<_> = names
            .map(|(index, name)| (name.clone(), format!("c{index}")))
            .collect();
        let (mut body, head) = legend(&names);
        let top = head + 22.0;
        let bottom = top + PLOT;
        let right = WIDTH - 10.0;
        let tallest = self
            .stacks
            .iter()
            .map(|stack| stack.values.iter().sum::<f64>());
        let tallest = tallest.fold(0.0, f64::max);
        let tallest = if tallest > 0.0 { tallest } else { 1.0 };
        let y = Scale::linear((0.0, tallest * 1.04), (bottom, top));
        body.extend(vertical_axis(
            &y,
            4,
            self.format,
            &self.y_label,
            (LEFT, right, top),
        ));
        let width = (right - LEFT) / self.stacks.len().max(1) as f64;
        for (index, stack) in self.stacks.iter().enumerate() {
            let x = LEFT + width * index as f64;
            body.extend(self.column(stack, x + width * 0.12, width * 0.76, &y));
            let label = crate::node::fitted(&stack.label, width);
            body.push(Node::text_middle(x + width / 2.0, bottom + 16.0, &label).class("xc-tick"));
        }
        body.push(axis_label(
            &self.x_label,
            (LEFT + right) / 2.0,
            bottom + 35.0,
        ));
        Drawing::new(&self.title, bottom + 42.0, body)
    }
}

impl Stacked {
    fn column(&self, stack: &Stack, x: f64, width: f64, y: &Scale) -> Vec<Node> {
        let mut below = 0.0;
        let parts = self.parts.iter().zip(&stack.values).enumerate();
        let marks = parts.map(|(index, (part, value))| {
            let (from, to) = (y.at(below), y.at(below + value));
            below += value;
            let name = format!("{} {}", self.x_label, stack.label);
            let tip = format!(
                "{name}\n{part}: {}\n{}",
                self.format.show(*value),
                stack.note
            );
            let mark = Node::mark("part", tip.trim())
                .class(&format!("c{index}"))
                .data("label", &stack.label)
                .data("part", part)
                .data("value", value);
            let area = Node::rect(x, to, width, from - to).class("xc-fill");
            let mark = mark.child(area.attr("opacity", 0.85));
            // A column of one part has a tooltip even if it is too low to hover over.
            if self.parts.len() == 1 {
                let (bottom, top) = (y.at(0.0), y.at(f64::INFINITY));
                let hit = Node::rect(x, top, width, bottom - top);
                mark.child(hit.attr("fill", "transparent"))
            } else {
                mark
            }
        });
        marks.collect()
    }
}
