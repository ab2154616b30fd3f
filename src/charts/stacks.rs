//! Columns made of parts; with many narrow ones, a histogram.

use crate::WIDTH;
use crate::layout::{LEFT, Labels, RIGHT, axis_label, legend, tip, vertical_axis};
use crate::node::{Node, text_width};
use crate::scale::Scale;
use answers::{Stack, Stacks};

const PLOT: f64 = 190.0;
/// Narrower columns stand without a gap.
const NARROW: f64 = 20.0;

pub(crate) fn draw(chart: &Stacks) -> (f64, Vec<Node>) {
    let names = chart.parts.iter().enumerate();
    let names: Vec<_> = names
        .map(|(index, name)| (name.as_str(), format!("c{index}")))
        .collect();
    let (mut body, head) = legend(names.into_iter());
    let top = head + 22.0;
    let bottom = top + PLOT;
    let tallest = chart.stacks.iter().map(total).fold(0.0, f64::max);
    let tallest = if tallest > 0.0 { tallest } else { 1.0 };
    let y = Scale::linear((0.0, tallest * 1.04), (bottom, top));
    body.extend(vertical_axis(&y, &chart.y, top));
    let width = (RIGHT - LEFT) / chart.stacks.len().max(1) as f64;
    let gap = if width > NARROW { width * 0.12 } else { 0.5 };
    let mut free = 0.0;
    for (index, stack) in chart.stacks.iter().enumerate() {
        let x = LEFT + width * index as f64;
        body.extend(column(chart, stack, (x + gap, width - 2.0 * gap), &y));
        // Where columns are narrow, only as many labels as have room.
        let (middle, half) = (x + width / 2.0, text_width(&stack.label) * 0.5);
        if middle - half >= free && middle + half <= WIDTH {
            free = middle + half + 8.0;
            body.push(Node::text_middle(middle, bottom + 16.0, &stack.label).class("xc-tick"));
        }
    }
    let mut labels = Labels::default();
    for reference in &chart.at {
        let x = LEFT + width * (reference.at + 0.5);
        let line = Node::line(x, top, x, bottom).class("xc-zero");
        let left = x - 4.0 - text_width(&reference.label) * 0.9;
        let rows = [top + 11.0, top + 25.0, top + 39.0];
        let places = rows.into_iter().flat_map(|y| [(x + 4.0, y), (left, y)]);
        let mark = Node::mark("reference", &reference.label).data("at", reference.at);
        body.push(mark.child(line));
        labels.place(&reference.label, places);
    }
    body.extend(labels.nodes);
    body.push(axis_label(&chart.x, (LEFT + RIGHT) / 2.0, bottom + 35.0));
    (bottom + 42.0, body)
}

fn total(stack: &Stack) -> f64 {
    stack.values.iter().map(|number| number.value).sum()
}

fn column(chart: &Stacks, stack: &Stack, (x, width): (f64, f64), y: &Scale) -> Vec<Node> {
    let mut below = 0.0;
    let parts = chart.parts.iter().zip(&stack.values).enumerate();
    let marks = parts.map(|(index, (part, number))| {
        let (from, to) = (y.at(below), y.at(below + number.value));
        below += number.value;
        let name = format!("{} {}", chart.x, stack.label);
        let figure = format!("{part}: {}", number.with_interval());
        let area = Node::rect(x, to, width, from - to).class("xc-fill");
        let mark = Node::mark("part", &tip(&[&name, &figure, &stack.note]))
            .class(&format!("c{index}"))
            .data("label", &stack.label)
            .data("part", part)
            .data("value", number.value)
            .child(area.attr("opacity", 0.85));
        // A column of one part has a tooltip even if it is too low to hover over.
        if chart.parts.len() > 1 {
            return mark;
        }
        let (bottom, top) = (y.at(0.0), y.at(f64::INFINITY));
        mark.child(Node::rect(x, top, width, bottom - top).attr("fill", "transparent"))
    });
    marks.collect()
}
