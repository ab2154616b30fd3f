//! Charts as SVG text, made from plain data.
//!
//! Each chart is a struct with public fields; [`Chart::draw`] turns it into a [`Drawing`], which is
//! embedded in a page with [`Drawing::inline`] or kept as a file with [`Drawing::standalone`]. This
//! crate knows nothing of the game, tables or files.
//!
//! The SVG is written by hand. The charts are lines, circles, rectangles and text, and what makes
//! them useful here is what plotting libraries leave out: every mark carries its numbers as
//! `data-` attributes and as a `<title>`, colours are CSS variables that follow light and dark, and
//! the text stays text. A plotting crate would add seconds to a cold build and megabytes of
//! font handling for less.
//!
//! Marks: each element with `data-mark` stands for one row of the data. Its other `data-`
//! attributes hold the numbers exactly as they were given, so that a test (or a reader's script)
//! can compare a chart with its table.
//!
//! Colours are those of Okabe and Ito, which people with any of the common kinds of colour
//! blindness can tell apart; shapes and dashes repeat the meaning of colours.

mod bars;
mod forest;
mod format;
mod heat_map;
mod histogram;
mod lines;
mod node;
mod ranks;
mod rows;
mod scale;
mod scatter;
mod stacked;
mod style;
mod up_down;

#[cfg(test)]
mod tests;

pub use bars::{Bar, Bars};
pub use forest::{Forest, ForestRow, Tone};
pub use format::Format;
pub use heat_map::{Cell, HeatMap, Shading};
pub use histogram::{Bin, Histogram};
pub use lines::{Lines, Point, Reference, Series};
pub use node::escape;
pub use ranks::{RankRow, Ranks};
pub use scatter::{Dot, Scatter};
pub use stacked::{Stack, Stacked};
pub use style::{CHART_CSS, DARK_VARIABLES, LIGHT_VARIABLES};
pub use up_down::{UpDown, UpDownRow};

use node::Node;

/// The width of every drawing in its own units. Narrow, so that text stays readable on a phone;
/// a page may show it up to about one and a half times as wide.
pub const WIDTH: f64 = 480.0;

/// Something that can be drawn.
pub trait Chart {
    /// Draws the chart.
    fn draw(&self) -> Drawing;
}

/// A finished drawing.
#[derive(Clone, Debug)]
pub struct Drawing {
    title: String,
    height: f64,
    body: Vec<Node>,
}

impl Drawing {
    pub(crate) fn new(title: &str, height: f64, body: Vec<Node>) -> Self {
        Drawing {
            title: title.to_string(),
            height,
            body,
        }
    }

    /// What it shows.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The `<svg>` element for a page that has [`CHART_CSS`] and the colour variables. The page
    /// shows the title; here it is the accessible name.
    pub fn inline(&self) -> String {
        self.root(0.0).children(self.body.clone()).to_string()
    }

    /// A whole SVG file with its title and its own colours, which follow the reader's light or
    /// dark setting.
    pub fn standalone(&self) -> String {
        let head = 28.0;
        let heading = Node::text_at(8.0, 18.0, &self.title).class("xc-heading");
        let shifted = Node::new("g").attr("transform", format!("translate(0 {head})"));
        self.root(head)
            .attr("width", WIDTH)
            .attr("height", self.height + head)
            .child(Node::new("style").raw(&style::standalone_css()))
            .child(Node::rect(0.0, 0.0, WIDTH, self.height + head).class("xc-paper"))
            .child(heading)
            .child(shifted.children(self.body.clone()))
            .to_string()
    }

    fn root(&self, head: f64) -> Node {
        Node::new("svg")
            .attr("xmlns", "http://www.w3.org/2000/svg")
            .attr("class", "xc")
            .attr("viewBox", format!("0 0 {WIDTH} {}", self.height + head))
            .attr("role", "img")
            .attr("aria-label", &self.title)
    }
}
