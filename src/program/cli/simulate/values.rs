//! Values of options, read the same way from the command line and from a file.

use std::time::Duration;
use tables::Format;

/// The most games a run can have.
const MOST_GAMES: u64 = 1_000_000_000_000;
/// The most threads.
const MOST_THREADS: usize = 1024;

/// Reads a whole number, with underscores between digits if one likes.
fn whole(text: &str) -> Option<u64> {
    let digits = text.trim().replace('_', "");
    digits.parse().ok()
}

/// Reads a number of games.
pub(in crate::cli) fn games(text: &str) -> Result<u64, String> {
    whole(text)
        .filter(|games| (1..=MOST_GAMES).contains(games))
        .ok_or_else(|| format!("expected a whole number from 1 to {MOST_GAMES}"))
}

/// Reads a seed.
pub(in crate::cli) fn seed(text: &str) -> Result<u64, String> {
    whole(text).ok_or_else(|| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// Reads a number of threads.
pub(in crate::cli) fn threads(text: &str) -> Result<usize, String> {
    let threads = whole(text).and_then(|threads| usize::try_from(threads).ok());
    threads
        .filter(|threads| (1..=MOST_THREADS).contains(threads))
        .ok_or_else(|| format!("expected a whole number from 1 to {MOST_THREADS}"))
}

/// Reads a time between checkpoints.
pub(in crate::cli) fn checkpoint(text: &str) -> Result<Duration, String> {
    let seconds = text.trim().parse::<f64>().ok();
    seconds
        .filter(|seconds| (0.0..=86_400.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds from 0 to 86400".into())
}

/// Reads one format.
pub(in crate::cli) fn format(text: &str) -> Result<Format, String> {
    text.parse::<Format>().map_err(|error| error.to_string())
}

/// A name that is good for a file.
pub(in crate::cli) fn file_name(text: &str) -> Result<String, String> {
    let good = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    match !text.is_empty() && text.len() <= 64 && text.chars().all(good) {
        true => Ok(text.into()),
        false => Err("expected letters, digits, - and _ only".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_within_their_limits() {
        assert_eq!(games("10_000"), Ok(10_000));
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(threads("2"), Ok(2));
        assert_eq!(checkpoint("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["0", "-1", "1.5", "", "x", "2000000000000"] {
            assert!(games(wrong).is_err(), "{wrong}");
        }
        assert!(seed("-1").is_err() && seed("abc").is_err());
        assert!(threads("0").is_err() && threads("5000").is_err());
        assert!(checkpoint("-1").is_err() && checkpoint("nan").is_err());
    }
}
