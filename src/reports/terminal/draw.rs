//! Numbers drawn with letters.

use answers::Number;

/// A bar of blocks: solid up to the lower end of the interval and shaded up to the upper.
pub(super) fn bar(number: &Number, most: f64, width: usize) -> String {
    let columns = |value: f64| (value / most).clamp(0.0, 1.0) * width as f64;
    match (number.low, number.high) {
        (Some(low), Some(high)) => {
            let (low, high) = (
                columns(low).round() as usize,
                columns(high).round() as usize,
            );
            "█".repeat(low) + &"▒".repeat(high - low)
        }
        _ => blocks(columns(number.value)),
    }
}

/// Blocks; eighths of a block show small differences.
fn blocks(columns: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (columns * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// A number with its interval and the line of no difference, among all numbers of its column;
/// without a number, no difference. To the right is better for the players.
pub(super) fn around<'a>(
    number: Option<&Number>,
    all: impl Iterator<Item = &'a Number>,
    gain: f64,
    width: usize,
) -> String {
    let ends = |number: &Number| {
        let (low, high) = (
            number.low.unwrap_or(number.value),
            number.high.unwrap_or(number.value),
        );
        if gain < 0.0 {
            (-high, -low)
        } else {
            (low, high)
        }
    };
    let (low, high) = all
        .map(ends)
        .fold((0.0, 0.0), |(low, high): (f64, f64), (a, b)| {
            (low.min(a), high.max(b))
        });
    let last = (width - 1) as f64;
    let column = |value: f64| {
        let share = if high > low {
            (value - low) / (high - low)
        } else {
            0.5
        };
        (share * last).round().clamp(0.0, last) as usize
    };
    let zero = column(0.0);
    let mut line = vec![' '; width];
    line[zero] = '|';
    if let Some(number) = number {
        let (low, high) = ends(number);
        line[column(low)..=column(high)].fill('-');
        if (column(low)..=column(high)).contains(&zero) {
            line[zero] = '+';
        }
    }
    line[number.map_or(zero, |number| column(gain.signum() * number.value))] = 'o';
    line.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use answers::Unit;

    #[test]
    fn bars_grow_with_their_number() {
        let share = |value| Number::new(value, Unit::Share);
        assert_eq!(bar(&share(0.0), 1.0, 40), "");
        assert_eq!(bar(&share(1.0), 1.0, 40).chars().count(), 40);
        assert_eq!(bar(&share(1.0 / 320.0), 1.0, 40), "▏");
        assert_eq!(bar(&share(0.5).between(0.25, 0.75), 1.0, 8), "██▒▒▒▒");
    }

    #[test]
    fn easier_is_to_the_right() {
        let change =
            |value: f64| Number::new(value, Unit::Change).between(value - 0.1, value + 0.1);
        let all = [change(1.0), change(-1.0)];
        let at = |number: Option<&Number>, gain| {
            let line = around(number, all.iter(), gain, 36);
            assert_eq!(line.chars().count(), 36);
            line.find('o').unwrap()
        };
        let zero = at(None, 1.0);
        assert!(at(Some(&all[0]), 1.0) > zero);
        assert!(at(Some(&all[0]), -1.0) < zero);
    }
}
