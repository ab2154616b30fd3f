//! Small helpers for choosing among options.

use game::play::Choice;
use game::state::LANE_ZONES;

/// The option with the greatest score; the first of equals.
#[inline(always)]
pub(crate) fn best_by<T>(options: &[T], mut score: impl FnMut(&T) -> f32) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (index, option) in options.iter().enumerate() {
        let score = score(option);
        if score > best.1 {
            best = (index, score);
        }
    }
    best.0
}

/// The first option that fits, or the plain one.
pub(crate) fn first_that(options: &[Choice], fits: impl Fn(&Choice) -> bool) -> usize {
    options.iter().position(fits).unwrap_or(0)
}

/// The number of an order of a lane, which is its place among the options.
pub(crate) fn number_of_order(order: &[u8]) -> usize {
    /// How many orders a number of cards have.
    const ORDERS: [usize; LANE_ZONES] = [1, 1, 2, 6];
    let mut number = 0;
    let mut rest = order;
    while let [from, later @ ..] = rest {
        let smaller = later.iter().filter(|other| *other < from).count();
        number += smaller * ORDERS[later.len()];
        rest = later;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From which zone each zone of a lane is filled under an order that is offered.
    fn place_of_order(choice: Choice, count: usize) -> [u8; LANE_ZONES] {
        let mut zones = [0, 1, 2, 3];
        let mut number = match choice {
            Choice::Order(number) => usize::from(number),
            _ => 0,
        };
        for index in 0..count {
            let block: usize = (1..count - index).product();
            let pick = index + number / block;
            number %= block;
            zones[index..=pick].rotate_right(1);
        }
        zones
    }

    #[test]
    fn orders_are_lexicographic_as_the_rules_have_them() {
        assert_eq!(place_of_order(Choice::Pass, 4), [0, 1, 2, 3]);
        assert_eq!(place_of_order(Choice::Order(1), 4), [0, 1, 3, 2]);
        assert_eq!(place_of_order(Choice::Order(23), 4), [3, 2, 1, 0]);
        assert_eq!(place_of_order(Choice::Order(3), 3)[..3], [1, 2, 0]);
        assert_eq!(place_of_order(Choice::Order(1), 2)[..2], [1, 0]);
        for number in 0..24u8 {
            let order = place_of_order(Choice::Order(number), 4);
            assert_eq!(number_of_order(&order), usize::from(number));
        }
    }
}
