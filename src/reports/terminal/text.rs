//! Sentences and figures for people to read.

use indicatif::HumanCount;
use statistics::Interval;
use std::borrow::Cow;
use textwrap::{Options, WordSeparator, WordSplitter};

/// A number with separators between thousands.
pub fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// A number of things: "1 game", "2,000 games".
pub fn counted(number: u64, thing: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {thing}{s}", grouped(number))
}

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

/// A rate in per cent: one digit after the point, two for rates below 0.1% that are not zero.
pub fn per_cent(rate: f64) -> String {
    let per_cent = 100.0 * rate;
    if per_cent > 0.0 && per_cent < 0.095 {
        format!("{per_cent:.2}%")
    } else {
        format!("{per_cent:.1}%")
    }
}

/// An interval of rates: `0.0 to 0.1%`.
pub fn range_per_cent(interval: &Interval) -> String {
    let low = per_cent(interval.low);
    let low = low.trim_end_matches('%');
    format!("{low} to {}", per_cent(interval.high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

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

    #[test]
    fn small_rates_are_not_shown_as_zero() {
        assert_eq!(per_cent(0.0), "0.0%");
        assert_eq!(per_cent(0.0003), "0.03%");
        assert_eq!(per_cent(0.1234), "12.3%");
        assert_eq!(range_per_cent(&Interval::new(0.0, 0.012)), "0.0 to 1.2%");
    }
}
