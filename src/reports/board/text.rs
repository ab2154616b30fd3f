//! Lines of text with a little style, cut and wrapped to a width.

use std::borrow::Cow;
pub use textwrap::core::display_width as text_width;
use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::UnicodeWidthChar;

/// How a piece of text stands out. Without colours, bold and reverse still do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Not at all.
    #[default]
    Plain,
    /// Headings.
    Strong,
    /// Less important.
    Faint,
    /// The players' side.
    Friend,
    /// The enemies' side.
    Foe,
    /// Good to notice.
    Alert,
    /// What the cursor is on.
    Chosen,
}

/// A line made of pieces.
#[derive(Clone, Debug, Default)]
pub struct Line(pub Vec<(Style, String)>);

impl Line {
    /// A line in one style.
    pub fn new(style: Style, text: impl Into<String>) -> Self {
        Line(vec![(style, text.into())])
    }

    /// A plain line.
    pub fn plain(text: impl Into<String>) -> Self {
        Line::new(Style::Plain, text)
    }

    /// The line with one more piece.
    pub fn with(mut self, style: Style, text: impl Into<String>) -> Self {
        self.0.push((style, text.into()));
        self
    }

    fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| text_width(text)).sum()
    }

    /// The line with spaces up to a width.
    pub fn padded(self, width: usize) -> Line {
        let missing = width.saturating_sub(self.width());
        self.with(Style::Plain, " ".repeat(missing))
    }

    /// The line cut to a width, with an ellipsis where something is left out.
    pub fn fitted(&self, width: usize) -> Line {
        if self.width() <= width {
            return self.clone();
        }
        let mut left = width.saturating_sub(1);
        let mut pieces = Vec::new();
        for (style, text) in &self.0 {
            let cut = cut(text, left);
            left -= text_width(&cut);
            let is_cut = cut.len() < text.len();
            pieces.push((*style, if is_cut { cut + "…" } else { cut }));
            if is_cut {
                break;
            }
        }
        Line(pieces)
    }

    /// The text alone.
    #[cfg(test)]
    pub fn text(&self) -> String {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }
}

/// The beginning of a text that fits. Control characters, which a terminal would obey, are left
/// out.
fn cut(text: &str, width: usize) -> String {
    let mut left = width;
    let mut out = String::new();
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if wide > left {
            break;
        }
        left -= wide;
        out.push(c);
    }
    out
}

/// A text in lines of at most a width, broken between words where possible.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let options = Options::new(width.max(8)).word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(text, options.word_separator(WordSeparator::AsciiSpace));
    lines.into_iter().map(Cow::into_owned).collect()
}
