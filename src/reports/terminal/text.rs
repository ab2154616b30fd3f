//! Sentences and figures for people to read.

pub use answers::{counted, grouped};

use std::borrow::Cow;
use textwrap::{Options, WordSeparator, WordSplitter};

/// A text in lines of at most `width` columns. Words are never broken; what follows the first line
/// is indented as that is.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let rest = text.trim_start_matches(' ');
    let indent = &text[..text.len() - rest.len()];
    let options = Options::new(width)
        .initial_indent(indent)
        .subsequent_indent(indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(rest, options);
    lines.into_iter().map(Cow::into_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        let text = format!("  {}", "word ".repeat(40));
        let lines = wrapped(&text, 40);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| line.len() <= 40));
        assert!(lines.iter().all(|line| line.starts_with("  word")));
        assert_eq!(wrapped("", 40), [""]);
        let long = "x".repeat(60);
        assert_eq!(wrapped(&long, 40), [long.as_str()]);
    }
}
