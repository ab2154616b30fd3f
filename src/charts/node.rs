//! A tree of XML elements and its text.

use std::fmt::{self, Display};

/// Escapes text for XML and HTML, in elements and in quoted attributes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // XML forbids the other control characters.
            '\t' | '\n' | '\r' => out.push(c),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// An element with its attributes and content; text is escaped when it comes in.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    name: &'static str,
    attributes: String,
    content: String,
}

impl Node {
    pub(crate) fn new(name: &'static str) -> Self {
        Node {
            name,
            attributes: String::new(),
            content: String::new(),
        }
    }

    pub(crate) fn attr(mut self, name: &str, value: impl Display) -> Self {
        let value = escape(&value.to_string());
        self.attributes.push_str(&format!(" {name}=\"{value}\""));
        self
    }

    /// A coordinate, to a hundredth of a unit.
    pub(crate) fn at(self, name: &str, value: f64) -> Self {
        let rounded = (value * 100.0).round() / 100.0;
        // Negative zero would be printed with its sign.
        self.attr(name, rounded + 0.0)
    }

    pub(crate) fn class(self, class: &str) -> Self {
        self.attr("class", class)
    }

    pub(crate) fn text(mut self, text: &str) -> Self {
        self.content.push_str(&escape(text));
        self
    }

    pub(crate) fn raw(mut self, text: &str) -> Self {
        self.content.push_str(text);
        self
    }

    pub(crate) fn child(mut self, child: Node) -> Self {
        self.content.push_str(&child.to_string());
        self
    }

    pub(crate) fn children(self, children: impl IntoIterator<Item = Node>) -> Self {
        children.into_iter().fold(self, Node::child)
    }

    /// A group that stands for one row of the data: its name, and what is shown on hover.
    pub(crate) fn mark(mark: &str, tip: &str) -> Self {
        Node::new("g")
            .attr("data-mark", mark)
            .child(Node::new("title").text(tip))
    }

    /// A number behind a mark, exactly.
    pub(crate) fn data(self, name: &str, value: impl Display) -> Self {
        self.attr(&format!("data-{name}"), value)
    }

    /// A number behind a mark, where there is one.
    pub(crate) fn data_if(self, name: &str, value: Option<f64>) -> Self {
        match value {
            Some(value) => self.data(name, value),
            None => self,
        }
    }

    pub(crate) fn rect(x: f64, y: f64, width: f64, height: f64) -> Self {
        Node::new("rect")
            .at("x", x)
            .at("y", y)
            .at("width", width.max(0.0))
            .at("height", height.max(0.0))
    }

    pub(crate) fn line(x1: f64, y1: f64, x2: f64, y2: f64) -> Self {
        Node::new("line")
            .at("x1", x1)
            .at("y1", y1)
            .at("x2", x2)
            .at("y2", y2)
    }

    pub(crate) fn circle(x: f64, y: f64, r: f64) -> Self {
        Node::new("circle").at("cx", x).at("cy", y).at("r", r)
    }

    /// A closed or open path through points.
    pub(crate) fn path(points: &[(f64, f64)], closed: bool) -> Self {
        let mut steps = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            steps.push_str(&format!("{letter}{x:.2} {y:.2}"));
        }
        if closed {
            steps.push('Z');
        }
        Node::new("path").attr("d", steps)
    }

    pub(crate) fn text_at(x: f64, y: f64, text: &str) -> Self {
        Node::new("text").at("x", x).at("y", y).text(text)
    }

    /// Text that ends at a point.
    pub(crate) fn text_end(x: f64, y: f64, text: &str) -> Self {
        Node::text_at(x, y, text).attr("text-anchor", "end")
    }

    /// Text around a point.
    pub(crate) fn text_middle(x: f64, y: f64, text: &str) -> Self {
        Node::text_at(x, y, text).attr("text-anchor", "middle")
    }
}

impl Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Node {
            name,
            attributes,
            content,
        } = self;
        if content.is_empty() {
            write!(f, "<{name}{attributes}/>")
        } else {
            write!(f, "<{name}{attributes}>{content}</{name}>")
        }
    }
}

/// About how wide a text is at the usual size; fonts differ, so this errs on the wide side.
pub(crate) fn text_width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

fn char_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' => 4.6,
        'm' | 'w' | 'M' | 'W' | '%' => 11.4,
        'A'..='Z' => 9.2,
        c if (c as u32) > 0x2e80 => 13.0,
        _ => 7.9,
    }
}

/// A text cut to a width, with an ellipsis where something is left out.
pub(crate) fn fitted(text: &str, width: f64) -> String {
    if text_width(text) <= width {
        return text.to_string();
    }
    let mut left = width - 9.0;
    let mut out = String::new();
    for c in text.chars() {
        left -= char_width(c);
        if left < 0.0 {
            break;
        }
        out.push(c);
    }
    format!("{}…", out.trim_end())
}
