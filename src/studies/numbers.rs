//! Ranges and lists of whole numbers, as every option reads them.

use std::ops::RangeInclusive;

/// The most numbers in a list.
const MOST: i64 = 60;

/// Reads ranges (`1-4`, `1..4`, with a step `10..60/10`) and lists of numbers and ranges (`1,3-4`):
/// every number once, in rising order.
pub fn numbers(text: &str, allowed: RangeInclusive<i64>) -> Result<Vec<i64>, String> {
    let mut all = Vec::new();
    for part in text.split(',') {
        let (low, high, step) = range(part.trim()).ok_or_else(|| {
            format!("`{text}`: expected a range or a list of whole numbers, such as 1-4 or 1,2")
        })?;
        if high.saturating_sub(low) / step >= MOST {
            return Err(format!("`{text}`: at most {MOST} numbers are read"));
        }
        all.extend((low..=high).step_by(step as usize));
    }
    all.sort_unstable();
    all.dedup();
    match all.iter().find(|number| !allowed.contains(number)) {
        None => Ok(all),
        Some(number) => {
            let (low, high) = allowed.into_inner();
            Err(format!("{number}: expected numbers from {low} to {high}"))
        }
    }
}

/// The first and the last number of a part of a list, and the step between numbers.
fn range(text: &str) -> Option<(i64, i64, i64)> {
    let (range, step) = text.split_once('/').unwrap_or((text, "1"));
    // A hyphen at the beginning belongs to a negative number.
    let hyphen = range.char_indices().skip(1).find(|(_, c)| *c == '-');
    let (low, high) = match (range.split_once(".."), hyphen) {
        (Some(ends), _) => ends,
        (None, Some((at, _))) => (&range[..at], &range[at + 1..]),
        (None, None) => (range, range),
    };
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let (low, high, step) = (number(low)?, number(high)?, number(step)?);
    (low <= high && step > 0).then_some((low, high, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists_are_read() {
        for (text, read) in [
            ("1-4", &[1, 2, 3, 4][..]),
            ("1..4", &[1, 2, 3, 4]),
            ("3,1,1-2", &[1, 2, 3]),
            ("10..60/20", &[10, 30, 50]),
            ("-2..1/2, 5", &[-2, 0, 5]),
            ("-2--1", &[-2, -1]),
            ("7", &[7]),
        ] {
            assert_eq!(numbers(text, -9..=99).as_deref(), Ok(read), "{text}");
        }
        for wrong in [
            "", "1,", "4-1", "a", "1..x", "1..9/0", "0..99", "5-", "..3", "1-2-3", "100",
        ] {
            assert!(numbers(wrong, -9..=99).is_err(), "{wrong}");
        }
        assert!(numbers("-9223372036854775808..9223372036854775807", -9..=99).is_err());
    }
}
