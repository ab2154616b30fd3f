//! Sentences and figures as people read them.

use statistics::Interval;

/// Columns of a line of text.
const WIDTH: usize = 79;

/// A text in lines of at most 79 columns.
pub fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        let columns = line.chars().count();
        if columns > 0 && columns + 1 + word.chars().count() > WIDTH {
            lines.push(word.to_string());
            continue;
        }
        if columns > 0 {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines
}

/// A rate in per cent: one digit after the point, two for rates below 0.1% that are not zero.
pub fn per_cent(rate: f64) -> String {
    let per_cent = 100.0 * rate;
    match per_cent > 0.0 && per_cent < 0.095 {
        true => format!("{per_cent:.2}%"),
        false => format!("{per_cent:.1}%"),
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
    fn lines_break_between_words() {
        let text = "word ".repeat(40);
        let lines = wrapped(&text);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| line.len() <= 79));
        assert_eq!(lines.join(" "), text.trim_end());
        assert_eq!(wrapped(""), [""]);
    }

    #[test]
    fn small_rates_are_told_from_none() {
        assert_eq!(per_cent(0.0), "0.0%");
        assert_eq!(per_cent(0.0003), "0.03%");
        assert_eq!(per_cent(0.1234), "12.3%");
        assert_eq!(range_per_cent(&Interval::new(0.0, 0.012)), "0.0 to 1.2%");
    }
}
