//! Writing for people and programs: buffered, with colour only where a person looks.

use std::io::{self, IsTerminal, Write};

/// Where a command writes its result.
pub struct Output {
    writer: Box<dyn Write>,
    colour: bool,
}

impl Output {
    /// Standard output; coloured on a terminal, unless `NO_COLOR` is set.
    pub fn stdout() -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Output {
            colour: wanted && io::stdout().is_terminal(),
            writer: Box::new(io::BufWriter::new(io::stdout().lock())),
        }
    }

    /// Nowhere, for a command that another one runs.
    pub fn nowhere() -> Self {
        Output {
            colour: false,
            writer: Box::new(io::sink()),
        }
    }

    /// Anything else, plain.
    pub fn to(writer: impl Write + 'static) -> Self {
        Output {
            colour: false,
            writer: Box::new(writer),
        }
    }

    /// A title, set off from the text.
    pub fn title(&self, text: &str) -> String {
        self.styled("1", text)
    }

    /// Something less important.
    pub fn faint(&self, text: &str) -> String {
        self.styled("2", text)
    }

    fn styled(&self, code: &str, text: &str) -> String {
        match self.colour {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_string(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
