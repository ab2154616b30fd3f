//! The output of commands: buffered, as wide as the terminal, with colour only on a terminal.

use super::grid::Texts;
use super::text::wrapped;
use anstream::ColorChoice;
use anstyle::Style;
use std::io::{self, IsTerminal, Write};

/// The default width.
const USUAL_WIDTH: usize = 80;
/// The minimum width.
const LEAST_WIDTH: usize = 30;

/// Where a command writes its result.
pub struct Output {
    writer: Box<dyn Write>,
    colour: bool,
    width: usize,
    /// Whether to wrap long lines, which is done on a terminal.
    wraps: bool,
    /// The line that is being written.
    line: Vec<u8>,
}

impl Output {
    /// Standard output; coloured on a terminal, unless `NO_COLOR` is set. `COLUMNS` in the
    /// environment says how wide it is, otherwise the terminal does.
    pub fn stdout() -> Self {
        let stdout = io::stdout();
        let asked = std::env::var("COLUMNS").ok();
        let asked = asked.and_then(|columns| columns.parse().ok());
        let terminal = || {
            let size = stdout.is_terminal().then(crossterm::terminal::size);
            size.and_then(Result::ok)
                .map(|(columns, _)| usize::from(columns))
        };
        let width = asked.or_else(terminal).filter(|width| *width > 0);
        let colour = anstream::AutoStream::choice(&stdout) != ColorChoice::Never;
        let mut output = Self::to(io::BufWriter::new(stdout.lock()));
        output.colour = colour;
        output.width = width.unwrap_or(USUAL_WIDTH).max(LEAST_WIDTH);
        output.wraps = width.is_some();
        output
    }

    /// Discards everything, for a command that another one runs.
    pub fn nowhere() -> Self {
        Self::to(io::sink())
    }

    /// Anything else, plain.
    pub fn to(writer: impl Write + 'static) -> Self {
        Output {
            writer: Box::new(writer),
            colour: false,
            width: USUAL_WIDTH,
            wraps: false,
            line: Vec::new(),
        }
    }

    /// Leaves lines as they are, for machine-readable output.
    pub fn leave_lines(&mut self) {
        self.wraps = false;
    }

    /// How many columns a line has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// A title, set off from the text.
    pub fn title(&self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    /// Something less important.
    pub fn faint(&self, text: &str) -> String {
        self.styled(Style::new().dimmed(), text)
    }

    fn styled(&self, style: Style, text: &str) -> String {
        if !self.colour {
            return text.to_string();
        }
        format!("{style}{text}{style:#}")
    }

    /// Writes a text in lines.
    pub fn prose(&mut self, text: &str) -> io::Result<()> {
        self.styled_prose(Style::new(), text)
    }

    /// Writes a less important text in lines.
    pub fn faint_prose(&mut self, text: &str) -> io::Result<()> {
        self.styled_prose(Style::new().dimmed(), text)
    }

    /// Writes a text that stands out, in lines.
    pub fn title_prose(&mut self, text: &str) -> io::Result<()> {
        self.styled_prose(Style::new().bold(), text)
    }

    fn styled_prose(&mut self, style: Style, text: &str) -> io::Result<()> {
        for line in wrapped(text, self.width) {
            let line = self.styled(style, &line);
            writeln!(self, "{line}")?;
        }
        Ok(())
    }

    /// Writes a table with as many of its columns as fit.
    pub(super) fn table(&mut self, grid: &Texts) -> io::Result<()> {
        let shown = grid.fitted(self.width);
        let head = self.styled(Style::new().dimmed(), &shown.head);
        if !shown.head.is_empty() {
            writeln!(self, "{head}")?;
        }
        for row in shown.rows {
            writeln!(self, "{row}")?;
        }
        if !shown.left_out.is_empty() {
            let note = format!("  (too narrow for: {})", shown.left_out.join(", "));
            self.faint_prose(&note)?;
        }
        Ok(())
    }

    /// Passes on the line that is complete.
    fn end_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let line = printable(&String::from_utf8_lossy(&line));
        if !self.wraps {
            return self.writer.write_all(line.as_bytes());
        }
        for line in wrapped(line.trim_end_matches('\n'), self.width) {
            writeln!(self.writer, "{line}")?;
        }
        Ok(())
    }
}

/// A text without what a terminal would obey, apart from styles: names come from anywhere.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_control() && !"\n\t".contains(c)) {
        let (before, control) = rest.split_at(at);
        let style = style_at(control);
        shown += before;
        shown += style.unwrap_or("\u{fffd}");
        rest = match style {
            Some(style) => &control[style.len()..],
            None => control
                .get(control.chars().next().map_or(0, char::len_utf8)..)
                .unwrap_or(""),
        };
    }
    shown + rest
}

/// The sequence that a text begins with, if it only sets colours and the like.
fn style_at(text: &str) -> Option<&str> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[end..].starts_with('m').then(|| &text[..end + 3])
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.end_line()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.line);
        self.writer.write_all(&rest)?;
        self.writer.flush()
    }
}

impl Drop for Output {
    /// Writes an incomplete last line as well; a closed stream is ignored.
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_styles_reach_the_terminal() {
        let styled = "\u{1b}[1;31mred\u{1b}[0m\tand\n";
        assert_eq!(printable(styled), styled);
        assert_eq!(
            printable("a\u{1b}[2Jb\u{9b}31mc\u{1b}]0;title\u{7}\r\u{1b}"),
            "a\u{fffd}[2Jb\u{fffd}31mc\u{fffd}]0;title\u{fffd}\u{fffd}\u{fffd}"
        );
    }
}
