//! Cards that were not in the training games: their name counts as that of the most similar known
//! card. A renamed card is then judged like the original, and one with a changed figure nearly so.

use super::descriptor::Descriptor;
use super::reading::ZONES;

/// The distance from which two cards count as unrelated. A point of power or HP counts
/// about a quarter, another class or wave more than one.
const APART: f32 = 0.5;

/// The kind whose name stands for a kind, and its weight: the kind itself, or a similar one.
/// `names` has a column for every zone and kind whose name is known.
pub(super) fn by_name(
    number: usize,
    names: &[Option<usize>],
    descriptions: &[Descriptor],
) -> (usize, f32) {
    let kinds = descriptions.len();
    let is_known = |kind: usize| (0..ZONES).any(|zone| names[zone * kinds + kind].is_some());
    nearest(number, is_known, descriptions)
}

/// The same, where names are known or not whatever the zone.
pub(super) fn nearest(
    number: usize,
    is_known: impl Fn(usize) -> bool,
    descriptions: &[Descriptor],
) -> (usize, f32) {
    if is_known(number) {
        return (number, 1.0);
    }
    let mut nearest = (number, 0.0);
    for kind in (0..descriptions.len()).filter(|kind| is_known(*kind)) {
        let share = 1.0 - distance(&descriptions[number], &descriptions[kind]) / APART;
        if share > nearest.1 {
            nearest = (kind, share);
        }
    }
    nearest
}

fn distance(one: &Descriptor, other: &Descriptor) -> f32 {
    let squares = one.iter().zip(other).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f32>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::descriptor::DESCRIPTOR;
    use super::*;

    /// Descriptions that differ in one number.
    fn descriptions(numbers: &[f32]) -> Vec<Descriptor> {
        let one = |number: &f32| {
            let mut description = [0.0; DESCRIPTOR];
            description[3] = *number;
            description
        };
        numbers.iter().map(one).collect()
    }

    #[test]
    fn a_card_without_a_name_is_known_by_the_one_most_like_it() {
        let all = descriptions(&[1.0, 2.0, 1.0, 1.9, 3.0]);
        let mut names = vec![None; ZONES * all.len()];
        names[0] = Some(0);
        names[1] = Some(1);
        let known = |number| by_name(number, &names, &all);
        assert_eq!([known(0), known(1)], [(0, 1.0), (1, 1.0)]);
        assert_eq!(known(2), (0, 1.0));
        let (kind, share) = known(3);
        assert!(kind == 1 && (share - 0.8).abs() < 1e-4, "{share}");
        assert_eq!(known(4), (4, 0.0));
    }
}
