//! Values of options, read the same way from the command line and from a file.

use std::time::Duration;
use studies::numbers::numbers;

/// The most games a run can have.
const MOST_GAMES: u64 = 1_000_000_000_000;
/// The most threads.
const MOST_THREADS: u64 = 1024;

/// Reads a whole number: `2_000_000`, `10k`, `1.5M` or `1e6`.
fn whole(text: &str) -> Option<u64> {
    let text = text.trim();
    let (number, power) = match text.split_once(['e', 'E']) {
        Some((number, power)) => (number, power.parse::<u32>().ok()?),
        None => match text.strip_suffix(|c: char| c.is_ascii_alphabetic()) {
            Some(number) => (number, power_of(&text[number.len()..])?),
            None => (text, 0),
        },
    };
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let decimals = decimals.trim_end_matches('0');
    let digits = format!("{}{decimals}", without_underscores(whole)?);
    let shift = power.checked_sub(decimals.len().try_into().ok()?)?;
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    digits
        .parse::<u64>()
        .ok()?
        .checked_mul(10u64.checked_pow(shift)?)
}

fn power_of(unit: &str) -> Option<u32> {
    match unit {
        "k" | "K" => Some(3),
        "m" | "M" => Some(6),
        "g" | "G" => Some(9),
        _ => None,
    }
}

/// Digits without the single underscores between them.
fn without_underscores(text: &str) -> Option<String> {
    let sound = !text.starts_with('_') && !text.ends_with('_') && !text.contains("__");
    sound.then(|| text.replace('_', ""))
}

/// Reads a whole number within limits.
fn number(text: &str, least: u64, most: u64) -> Result<u64, String> {
    whole(text)
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| {
            let examples = if most >= 1_000_000 {
                ", such as 20000, 10k or 1e6"
            } else {
                ""
            };
            format!("expected a whole number from {least} to {most}{examples}")
        })
}

/// A reader of whole numbers within limits.
pub(in crate::cli) fn from_to<T: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = number(text, least, most)?;
        T::try_from(number).map_err(|_| format!("{number} is too large"))
    }
}

/// Reads a number of players.
pub(in crate::cli) fn players(text: &str) -> Result<u8, String> {
    from_to(1, 4)(text)
}

/// Numbers of players: one value of an option.
pub(in crate::cli) type PlayerNumbers = Vec<u8>;

/// Reads numbers of players, such as `1-4` or `1,2`.
pub(in crate::cli) fn player_numbers(text: &str) -> Result<PlayerNumbers, String> {
    let players = numbers(text, 1..=4)?;
    Ok(players.into_iter().map(|number| number as u8).collect())
}

/// Reads a number of games.
pub(in crate::cli) fn games(text: &str) -> Result<u64, String> {
    number(text, 1, MOST_GAMES)
}

/// Reads a seed.
pub(in crate::cli) fn seed(text: &str) -> Result<u64, String> {
    number(text, 0, u64::MAX)
}

/// Reads a number of threads.
pub(in crate::cli) fn threads(text: &str) -> Result<usize, String> {
    from_to(1, MOST_THREADS)(text)
}

/// Reads a time between checkpoints.
pub(in crate::cli) fn checkpoint(text: &str) -> Result<Duration, String> {
    let seconds = text.trim().parse::<f64>().ok();
    seconds
        .filter(|seconds| (0.0..=86_400.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds from 0 to 86400".into())
}

/// A reader of numbers within limits.
pub(in crate::cli) fn decimal(
    least: f64,
    most: f64,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.trim().parse::<f64>().ok();
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| format!("expected a number from {least} to {most}"))
    }
}

/// Reads a win rate such as `40%`, `40` or `0.4`, as a share.
pub(in crate::cli) fn win_rate(text: &str) -> Result<f64, String> {
    let form = "expected a win rate from 1% to 99%, such as 40%, 40 or 0.4";
    let (number, is_percentage) = match text.trim().strip_suffix('%') {
        Some(number) => (number, true),
        None => (text.trim(), false),
    };
    let number = number.parse::<f64>().map_err(|_| form)?;
    let share = if is_percentage || number >= 1.0 {
        number / 100.0
    } else {
        number
    };
    let allowed = (0.01..=0.99).contains(&share);
    allowed.then_some(share).ok_or_else(|| form.into())
}

/// A name that is valid for a file.
pub(in crate::cli) fn file_name(text: &str) -> Result<String, String> {
    let good = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if !text.is_empty() && text.len() <= 64 && text.chars().all(good) {
        Ok(text.into())
    } else {
        Err("expected letters, digits, - and _ only".into())
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
        for (text, number) in [
            ("2_000_000", 2_000_000),
            ("10k", 10_000),
            ("1.5M", 1_500_000),
            ("2G", 2_000_000_000),
            ("1e6", 1_000_000),
            ("2.50e3", 2500),
        ] {
            assert_eq!(games(text), Ok(number), "{text}");
        }
        for wrong in
            "0 -1 1.5 x 2000000000000 1__0 _1 1_ two 1e99 k e6 1.2345k 1k0 +5 1e-3 . 10kk ٣"
                .split(' ')
        {
            assert!(games(wrong).is_err(), "{wrong}");
        }
        for text in ["40%", "40", "0.4", " 40.0% "] {
            assert_eq!(win_rate(text), Ok(0.4), "{text}");
        }
        assert_eq!(win_rate("1"), Ok(0.01));
        for wrong in ["0.4%", "0%", "100%", "x%", "-5%", "0.001", "nan", ""] {
            assert!(win_rate(wrong).is_err(), "{wrong}");
        }
        assert!(games("").is_err() && seed("-1").is_err() && seed("abc").is_err());
        assert!(threads("0").is_err() && threads("5000").is_err());
        assert!(checkpoint("-1").is_err() && checkpoint("nan").is_err());
    }
}
