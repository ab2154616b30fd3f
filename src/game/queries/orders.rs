//! Orders of a lane, numbered.

/// How many orders a number of cards have.
pub(crate) fn factorial(n: usize) -> u8 {
    (1..=n as u8).product()
}

/// Applies the permutation with the given number in lexicographic order.
pub fn permute<T>(cards: &mut [T], mut number: u8) {
    for index in 0..cards.len() {
        let block = factorial(cards.len() - index - 1);
        let pick = index + (number / block) as usize;
        number %= block;
        // Lanes are so short that moving cards one by one is the least work.
        for later in (index..pick).rev() {
            cards.swap(later, later + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_are_all_different_and_the_first_keeps_the_order() {
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..factorial(4) {
            let mut cards = [1, 2, 3, 4];
            permute(&mut cards, number);
            seen.insert(cards);
        }
        assert_eq!(seen.len(), 24);
        let mut cards = [1, 2, 3, 4];
        permute(&mut cards, 0);
        assert_eq!(cards, [1, 2, 3, 4]);
        permute(&mut cards, 23);
        assert_eq!(cards, [4, 3, 2, 1]);
    }
}
