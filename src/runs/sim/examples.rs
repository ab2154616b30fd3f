//! Games worth looking at: a typical one, the best and the worst.

use super::game::GameRecord;
use game::state::ROUNDS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// How many games went equally badly, and the first of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examples(BTreeMap<u32, (u64, u64)>);

impl Examples {
    /// Counts a game.
    pub(super) fn record(&mut self, record: &GameRecord) {
        self.add(badness(record), 1, record.game);
    }

    fn add(&mut self, badness: u32, games: u64, first: u64) {
        let known = self.0.entry(badness).or_insert((0, first));
        *known = (known.0 + games, known.1.min(first));
    }

    /// Adds other games.
    pub(super) fn merge(&mut self, other: &Examples) {
        for (badness, (games, first)) in &other.0 {
            self.add(*badness, *games, *first);
        }
    }

    /// The first of the games that would have needed a base in this range.
    pub(super) fn within(&self, needed: Range<u32>) -> Option<u64> {
        self.0.range(needed).map(|(_, (_, first))| *first).min()
    }

    /// Examples with their names, by the numbers of the games.
    pub fn named(&self) -> Vec<(&'static str, u64)> {
        let all: u64 = self.0.values().map(|(games, _)| games).sum();
        let mut so_far = 0;
        let median = self.0.values().find(|(games, _)| {
            so_far += games;
            2 * so_far > all
        });
        let (best, worst) = (self.0.values().next(), self.0.values().next_back());
        let named = [
            ("A typical game", median),
            ("The best game", best),
            ("The worst game", worst),
        ];
        let found = named
            .into_iter()
            .filter_map(|(name, found)| Some((name, found?.1)));
        found.collect()
    }
}

/// The base that a game would have needed; where that is not known, how early it was lost, and by
/// how much.
fn badness(record: &GameRecord) -> u32 {
    let early = u32::from(ROUNDS) - u32::from(record.rounds_survived);
    let lost = early * 1000 + record.base_damage;
    record.endured.map_or(lost, |endured| endured.needed_hp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_bases_has_its_first_game() {
        let mut examples = Examples::default();
        for (needed, first) in [(10, 7), (12, 4), (13, 1)] {
            examples.add(needed, 2, first);
        }
        assert_eq!(examples.within(10..13), Some(4));
        assert_eq!(examples.within(11..12), None);
    }
}
