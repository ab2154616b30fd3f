//! Times as Slurm writes them.

use std::time::Duration;

const WRONG: &str = "expected a time in Slurm's format: minutes, minutes:seconds, \
hours:minutes:seconds, days-hours or days-hours:minutes:seconds, such as 30 or 1:30:00";

/// Reads a time as `sbatch --time` does.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let seconds = seconds(text.trim()).filter(|seconds| (1..=366 * 86_400).contains(seconds));
    seconds
        .map(Duration::from_secs)
        .ok_or_else(|| WRONG.to_string())
}

fn seconds(text: &str) -> Option<u64> {
    let number = |text: &str| {
        text.parse::<u64>()
            .ok()
            .filter(|number| *number < 1_000_000)
    };
    let numbers = |text: &str| -> Option<Vec<u64>> { text.split(':').map(number).collect() };
    if let Some((days, rest)) = text.split_once('-') {
        let clock = match numbers(rest)?[..] {
            [hours] => hours * 3600,
            [hours, minutes] => hours * 3600 + minutes * 60,
            [hours, minutes, seconds] => hours * 3600 + minutes * 60 + seconds,
            _ => return None,
        };
        return Some(number(days)? * 86_400 + clock);
    }
    match numbers(text)?[..] {
        [minutes] => Some(minutes * 60),
        [minutes, seconds] => Some(minutes * 60 + seconds),
        [hours, minutes, seconds] => Some(hours * 3600 + minutes * 60 + seconds),
        _ => None,
    }
}

/// A rounded time as text.
pub(super) fn roughly(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 90.0 => format!("{s:.1} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} hours", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_slurm_reads_them() {
        for (given, seconds) in [
            ("30", 1800),
            ("0:10", 10),
            ("90:00", 5400),
            ("1:30:05", 5405),
            ("1-0", 86_400),
            ("2-12:30", 217_800),
            ("0-1:2:3", 3723),
        ] {
            let time = parse(given).expect(given);
            assert_eq!(time.as_secs(), seconds, "{given}");
        }
        for wrong in ["", "0", "1h", "1:2:3:4", "-5", "1-", "9999999999", "1.5"] {
            assert!(
                parse(wrong).is_err_and(|why| why.contains("such as")),
                "{wrong}"
            );
        }
    }
}
