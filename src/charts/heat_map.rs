//! A matrix of numbers as shades.

use crate::format::Format;
use crate::node::{Node, fitted, text_width};
use crate::{Chart, Drawing, WIDTH};

/// What shades mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shading {
    /// From nothing to much, in one colour.
    Amount,
    /// Above zero blue, below zero orange.
    Sign,
}

/// A number of the matrix.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The number.
    pub value: f64,
    /// Whether it is certain enough to be set in bold.
    pub sure: bool,
    /// What else to show on hover.
    pub note: String,
}

/// Rows and columns of numbers.
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// What the chart shows.
    pub title: String,
    /// How numbers are written.
    pub format: Format,
    /// What shades mean.
    pub shading: Shading,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Names of the rows, with a cell (or nothing) for each column.
    pub rows: Vec<(String, Vec<Option<Cell>>)>,
}

const ROW: f64 = 21.0;
/// The strongest shade still lets the text be read.
const STRONGEST: f64 = 0.62;

impl Chart for HeatMap {
    fn draw(&self) -> Drawing {
        let widest = self
            .rows
            .iter()
            .map(|(name, _)| text_width(name))
            .fold(0.0, f64::max);
        let left = widest.min(178.0) + 12.0;
        let count = self.columns.len().max(1) as f64;
        let plain = (WIDTH - left - 2.0) / count;
        let slanted = self
            .columns
            .iter()
            .any(|name| text_width(name) > plain - 4.0);
        // Slanted names lean over the last column.
        let width = if slanted {
            (WIDTH - left - self.longest_name() * 0.62) / count
        } else {
            plain
        };
        let top = if slanted {
            self.longest_name() * 0.62 + 20.0
        } else {
            24.0
        };
        let most = self.most();
        let mut body = self.heads(left, width, top, slanted);
        for (index, (name, cells)) in self.rows.iter().enumerate() {
            let y = top + ROW * index as f64;
            let label = fitted(name, left - 10.0);
            body.push(Node::text_end(left - 7.0, y + 15.0, &label));
            for (column, cell) in cells.iter().enumerate() {
                let at = (left + width * column as f64, y);
                body.extend(
                    cell.as_ref()
                        .map(|cell| self.cell(name, column, cell, at, width, most)),
                );
            }
        }
        Drawing::new(&self.title, top + ROW * self.rows.len() as f64 + 8.0, body)
    }
}

impl HeatMap {
    fn most(&self) -> f64 {
        let cells = self.rows.iter().flat_map(|(_, cells)| cells).flatten();
        let most = cells
            .map(|cell| cell.value.abs())
            .filter(|value| value.is_finite());
        let most = most.fold(0.0, f64::max);
        if most > 0.0 { most } else { 1.0 }
    }

    /// The longest name of a column, as shown.
    fn longest_name(&self) -> f64 {
        let widths = self.columns.iter().map(|name| text_width(name));
        widths.fold(0.0, f64::max).min(150.0)
    }

    fn heads(&self, left: f64, width: f64, top: f64, slanted: bool) -> Vec<Node> {
        let heads = self.columns.iter().enumerate().map(|(index, name)| {
            let x = left + width * (index as f64 + 0.5);
            if slanted {
                let turn = format!("rotate(-40 {x:.2} {:.2})", top - 8.0);
                let text = fitted(name, 150.0);
                Node::text_at(x, top - 8.0, &text)
                    .attr("transform", turn)
                    .class("xc-value")
            } else {
                Node::text_middle(x, top - 8.0, name).class("xc-value")
            }
        });
        heads.collect()
    }

    fn cell(
        &self,
        row: &str,
        column: usize,
        cell: &Cell,
        at: (f64, f64),
        width: f64,
        most: f64,
    ) -> Node {
        let figure = self.format.show(cell.value);
        let name = &self.columns[column];
        let tip = format!("{row}, {name}\n{figure}\n{}", cell.note);
        let strength = (cell.value.abs() / most).clamp(0.0, 1.0) * STRONGEST;
        let class = match self.shading {
            Shading::Sign if cell.value < 0.0 => "c1",
            Shading::Sign | Shading::Amount => "c0",
        };
        let area = Node::rect(at.0, at.1, width, ROW).class("xc-fill xc-cell");
        let mut mark = Node::mark("cell", tip.trim())
            .class(class)
            .data("row", row)
            .data("column", name)
            .data("value", cell.value)
            .child(area.attr("fill-opacity", format!("{strength:.3}")));
        if text_width(&figure) * 0.86 <= width - 2.0 {
            let text =
                Node::text_middle(at.0 + width / 2.0, at.1 + 14.5, &figure).class("xc-value");
            mark = mark.child(if cell.sure {
                text.attr("font-weight", "700")
            } else {
                text
            });
        }
        mark
    }
}
