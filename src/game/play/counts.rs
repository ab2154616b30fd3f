//! Cards whose order nobody knows.

use cards::{KindId, MAX_KINDS};

/// How many cards of each kind there are, without any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindCounts {
    counts: [u8; MAX_KINDS + 1],
}

impl Default for KindCounts {
    fn default() -> Self {
        KindCounts {
            counts: [0; MAX_KINDS + 1],
        }
    }
}

impl KindCounts {
    /// Adds one card.
    pub(crate) fn add(&mut self, kind: KindId) {
        self.counts[kind.index()] += 1;
    }

    /// The number of cards of a kind.
    pub fn of(&self, kind: KindId) -> u8 {
        self.counts[kind.index()]
    }

    /// The kinds of which there is a card, with how many, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (KindId, u8)> {
        let words = self.counts.as_chunks::<8>().0.iter().enumerate();
        // Most kinds are missing: eight are passed over at a time.
        let present = words.filter(|(_, eight)| u64::from_ne_bytes(**eight) != 0);
        present.flat_map(|(word, eight)| {
            let counted = eight.iter().enumerate().filter(|(_, count)| **count > 0);
            counted.map(move |(place, count)| (KindId((8 * word + place) as u8), *count))
        })
    }

    /// Every card by its kind, in the order of the kinds' numbers.
    pub fn cards(&self) -> impl Iterator<Item = KindId> {
        self.iter()
            .flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into()))
    }
}

impl<'a> FromIterator<&'a KindId> for KindCounts {
    fn from_iter<I: IntoIterator<Item = &'a KindId>>(kinds: I) -> Self {
        let mut counts = KindCounts::default();
        for kind in kinds {
            counts.add(*kind);
        }
        counts
    }
}

/// The enemies of the wave that nobody has seen: those in the encounter deck and those that lie
/// face-down, of which nobody knows which is where.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnseenEnemies {
    /// Those that are no bosses.
    pub enemies: KindCounts,
    /// The bosses, with those set aside.
    pub bosses: KindCounts,
    /// Among how many cards bosses may have come: those that lie face-down and, where bosses are
    /// shuffled into the deck, those in the deck.
    pub dealt: usize,
    /// How many bosses are among them.
    pub dealt_bosses: usize,
}
