//! A matrix of numbers as shades.

use crate::WIDTH;
use crate::layout::tip;
use crate::node::{Node, fitted, text_width};
use answers::{HeatCell, HeatMap};

const ROW: f64 = 21.0;
/// The strongest shade still lets the text be read.
const STRONGEST: f64 = 0.62;
/// The widest name of a slanted column.
const WIDEST: f64 = 150.0;

struct Frame {
    left: f64,
    top: f64,
    width: f64,
    slanted: bool,
    most: f64,
}

pub(crate) fn draw(chart: &HeatMap) -> (f64, Vec<Node>) {
    let frame = frame(chart);
    let mut body: Vec<Node> = heads(chart, &frame);
    for (index, (name, cells)) in chart.rows.iter().enumerate() {
        let y = frame.top + ROW * index as f64;
        let label = fitted(name, frame.left - 10.0);
        body.push(Node::text_end(frame.left - 7.0, y + 15.0, &label));
        let cells = chart.columns.iter().zip(cells).enumerate();
        for (index, (column, cell)) in cells {
            let drawn = cell.as_ref();
            body.extend(drawn.map(|cell| self::cell(name, column, cell, index, y, &frame)));
        }
    }
    (frame.top + ROW * chart.rows.len() as f64 + 8.0, body)
}

fn frame(chart: &HeatMap) -> Frame {
    let widest = |names: &mut dyn Iterator<Item = &String>| {
        names.map(|name| text_width(name)).fold(0.0, f64::max)
    };
    let left = widest(&mut chart.rows.iter().map(|(name, _)| name)).min(178.0) + 12.0;
    let longest = widest(&mut chart.columns.iter()).min(WIDEST);
    let count = chart.columns.len().max(1) as f64;
    let width = (WIDTH - left - 2.0) / count;
    let slanted = longest > width - 4.0;
    let cells = chart.rows.iter().flat_map(|(_, cells)| cells).flatten();
    let most = cells
        .map(|cell| cell.number.value.abs())
        .fold(0.0, f64::max);
    Frame {
        left,
        // Slanted names lean over the last column.
        width: if slanted {
            (WIDTH - left - longest * 0.62) / count
        } else {
            width
        },
        top: if slanted { longest * 0.62 + 20.0 } else { 24.0 },
        slanted,
        most: if most > 0.0 { most } else { 1.0 },
    }
}

fn heads(chart: &HeatMap, frame: &Frame) -> Vec<Node> {
    let heads = chart.columns.iter().enumerate().map(|(index, name)| {
        let x = frame.left + frame.width * (index as f64 + 0.5);
        let y = frame.top - 8.0;
        if !frame.slanted {
            return Node::text_middle(x, y, name).class("xc-value");
        }
        Node::text_at(x, y, &fitted(name, WIDEST))
            .attr("transform", format!("rotate(-40 {x:.2} {y:.2})"))
            .class("xc-value")
    });
    heads.collect()
}

fn cell(row: &str, column: &str, cell: &HeatCell, index: usize, y: f64, frame: &Frame) -> Node {
    let (x, value) = (frame.left + frame.width * index as f64, cell.number.value);
    let strength = (value.abs() / frame.most).clamp(0.0, 1.0) * STRONGEST;
    let area = Node::rect(x, y, frame.width, ROW).class("xc-fill xc-cell");
    let name = format!("{row}, {column}");
    let mark = Node::mark("cell", &tip(&[&name, &cell.number.with_interval()]))
        .class(if value < 0.0 { "c1" } else { "c0" })
        .data("row", row)
        .data("column", column)
        .data("value", value)
        .child(area.attr("fill-opacity", format!("{strength:.3}")));
    let figure = cell.number.text();
    if text_width(&figure) * 0.86 > frame.width - 2.0 {
        return mark;
    }
    let text = Node::text_middle(x + frame.width / 2.0, y + 14.5, &figure).class("xc-value");
    mark.child(if cell.sure {
        text.attr("font-weight", "700")
    } else {
        text
    })
}
