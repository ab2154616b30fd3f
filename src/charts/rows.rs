//! What charts with a labelled row for each thing have in common.

use crate::WIDTH;
use crate::format::Format;
use crate::node::{Node, fitted, text_width};
use crate::scale::Scale;

/// Height of a row.
pub(crate) const ROW: f64 = 22.0;
/// Space for the axis below.
pub(crate) const AXIS: f64 = 42.0;
/// Space above the first row.
pub(crate) const TOP: f64 = 8.0;
/// Widest column of labels.
const WIDEST_LABEL: f64 = 196.0;

/// The columns of such a chart: labels, the plot, and figures as text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    pub(crate) left: f64,
    pub(crate) right: f64,
}

impl Columns {
    /// As wide as the labels and the figures need.
    pub(crate) fn new<'a>(
        labels: impl IntoIterator<Item = &'a str>,
        figures: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let widest = |widths: &mut dyn Iterator<Item = f64>| widths.fold(0.0, f64::max);
        let labels = widest(&mut labels.into_iter().map(text_width));
        let figures = widest(&mut figures.into_iter().map(|text| text_width(text) * 0.86));
        let figures = if figures > 0.0 { figures + 8.0 } else { 10.0 };
        Columns {
            left: labels.min(WIDEST_LABEL) + 12.0,
            right: WIDTH - figures,
        }
    }

    /// A label before its row.
    pub(crate) fn label(&self, text: &str, y: f64) -> Node {
        Node::text_end(self.left - 8.0, y + 4.5, &fitted(text, self.left - 10.0))
    }

    /// A figure behind its row.
    pub(crate) fn figure(&self, text: &str, y: f64) -> Node {
        Node::text_end(WIDTH - 2.0, y + 4.0, text).class("xc-value")
    }

    /// A heading over rows.
    pub(crate) fn heading(text: &str, y: f64) -> Node {
        Node::text_at(4.0, y + 5.0, &fitted(text, WIDTH - 8.0)).class("xc-group")
    }

    /// The horizontal axis with its grid, below the rows.
    pub(crate) fn axis(
        &self,
        scale: &Scale,
        format: Format,
        label: &str,
        top: f64,
        bottom: f64,
    ) -> Vec<Node> {
        let room = ((self.right - self.left) / 55.0).max(3.0) as usize;
        let (ticks, step) = scale.ticks(room);
        let mut nodes = Vec::new();
        for tick in ticks {
            let x = scale.at(tick);
            nodes.push(Node::line(x, top, x, bottom).class("xc-grid"));
            let text = format.tick(tick, step);
            nodes.push(Node::text_middle(x, bottom + 15.0, &text).class("xc-tick"));
        }
        let middle = (self.left + self.right) / 2.0;
        nodes.push(axis_label(label, middle, bottom + 33.0));
        nodes
    }
}

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
pub(crate) fn vertical_axis(
    scale: &Scale,
    most: usize,
    format: Format,
    label: &str,
    (left, right, top): (f64, f64, f64),
) -> Vec<Node> {
    let mut nodes = vec![Node::text_at(4.0, top - 10.0, label).class("xc-soft")];
    let (ticks, step) = scale.ticks(most);
    for tick in ticks {
        let at = scale.at(tick);
        nodes.push(Node::line(left, at, right, at).class("xc-grid"));
        let text = format.tick(tick, step);
        nodes.push(Node::text_end(left - 6.0, at + 4.0, &text).class("xc-tick"));
    }
    nodes
}

/// A legend of colours, if there are several, in as many lines as it needs, and its height.
pub(crate) fn legend(entries: &[(String, String)]) -> (Vec<Node>, f64) {
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
        let box_ = Node::rect(x + 5.0, y - 8.0, 8.0, 8.0).class("xc-fill");
        let text = Node::text_at(x + 23.0, y, &name).class("xc-value");
        nodes.push(Node::new("g").class(class).children([swatch, box_, text]));
        x += width;
    }
    (nodes, y + 8.0)
}
