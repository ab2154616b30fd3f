//! Charts of answers as SVG text.
//!
//! [`draw`] turns a [`Picture`] into a [`Drawing`], which is embedded in a page with
//! [`Drawing::inline`] or kept as a file with [`Drawing::standalone`].
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

mod heat_map;
mod layout;
mod lines;
mod node;
mod rows;
mod scale;
mod stacks;
mod style;

#[cfg(test)]
mod tests;

pub use node::escape;
pub use style::{CHART_CSS, DARK_VARIABLES, LIGHT_VARIABLES};

use answers::{Chart, Picture};
use node::Node;

/// The width of every drawing in its own units. Narrow, so that text stays readable on a phone;
/// a page may show it up to about one and a half times as wide.
pub const WIDTH: f64 = 480.0;

/// Draws a chart.
pub fn draw(picture: &Picture) -> Drawing {
    let (height, body) = match &picture.chart {
        Chart::Rows(chart) => rows::draw(chart),
        Chart::Lines(chart) => lines::draw(chart),
        Chart::Stacks(chart) => stacks::draw(chart),
        Chart::HeatMap(chart) => heat_map::draw(chart),
    };
    Drawing {
        title: picture.title.clone(),
        height,
        body,
    }
}

/// A finished drawing.
#[derive(Clone, Debug)]
pub struct Drawing {
    title: String,
    height: f64,
    body: Vec<Node>,
}

impl Drawing {
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
