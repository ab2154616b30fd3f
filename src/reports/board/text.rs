//! Lines of text with a little style, cut and wrapped to a width.

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

    /// The line cut to a width, with an ellipsis where something is left out.
    pub fn fitted(&self, width: usize) -> Line {
        if self
            .0
            .iter()
            .map(|(_, text)| text_width(text))
            .sum::<usize>()
            <= width
        {
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

/// How many columns of a terminal a text takes.
pub fn text_width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// East Asian characters and emoji take two columns, marks that combine none.
fn char_width(c: char) -> usize {
    match c as u32 {
        0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff => 2,
        0xfe30..=0xfe6f | 0xff00..=0xff60 | 0x1f300..=0x1faff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// The beginning of a text that fits. Control characters, which a terminal would obey, are left
/// out.
fn cut(text: &str, width: usize) -> String {
    let mut left = width;
    let mut out = String::new();
    for c in text.chars() {
        let wide = char_width(c);
        if wide > left {
            break;
        }
        left -= wide;
        out.push(c);
    }
    out
}

/// A text as a terminal may show it: control characters replaced.
pub fn harmless(text: &str) -> String {
    let shown = text
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c });
    shown.collect()
}

/// A text in lines of at most a width, broken between words where possible.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(8);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut word = word.to_string();
        let line = lines.last().map_or(0, |line| text_width(line));
        if line > 0 && line + 1 + text_width(&word) > width {
            lines.push(String::new());
        }
        while text_width(&word) > width {
            let head = cut(&word, width);
            word = word[head.len()..].to_string();
            lines.push(head);
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}
