//! Keyed randomness: every random number of a game is a pure function of what it is for.
//!
//! Nothing is "consumed" from a stream. The place of a card in a shuffle depends only on (master
//! seed, game index, deck, shuffle number, card, copy), so a game in which one card is missing
//! still has all its other cards in the same order, and two variants of a game share as much luck
//! as possible. This makes paired comparisons strong.

use crate::words::words;

words! {
    /// What a random number is for. Different purposes never share numbers.
    pub enum Purpose as "purpose" {
        /// The shuffle of a player's deck.
        PlayerDeck = "player-deck",
        /// The shuffle of an encounter deck.
        EncounterDeck = "encounter-deck",
        /// The order in which a wave's bosses appear.
        Bosses = "bosses",
        /// Which drawn enemies make room for bosses.
        Displaced = "displaced",
        /// The shuffle of the enemies drawn for a round with bosses.
        BossRound = "boss-round",
        /// The shuffle of a market deck.
        MarketDeck = "market-deck",
        /// Who is first player.
        FirstPlayer = "first-player",
        /// Which division a player gets.
        Division = "division",
        /// The order of the weather deck.
        Weather = "weather",
        /// Choices of a policy that decides by chance. Never used by the rules.
        Policy = "policy",
        /// Hidden information sampled by a searching policy. Never used by the rules.
        Sampling = "sampling",
    }
}

/// The key of one game: everything random in it follows from this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameKey(u64);

impl GameKey {
    /// The key of game number `game` under the master seed `seed`.
    #[inline]
    pub fn new(seed: u64, game: u64) -> Self {
        GameKey(mix(
            mix(seed ^ 0x9e37_79b9_7f4a_7c15) ^ game.wrapping_mul(0xd6e8_feb8_6659_fd93)
        ))
    }

    /// A stream for one purpose about one thing (a seat, a wave ...), the `count`-th time.
    #[inline]
    pub fn stream(self, purpose: Purpose, entity: u32, count: u32) -> Stream {
        let what = ((purpose as u64) << 56) ^ (u64::from(entity) << 32) ^ u64::from(count);
        Stream(mix(self.0 ^ what.wrapping_mul(0x9fb2_1c65_1e98_df25)))
    }

    /// The key as a number, for logs.
    #[inline]
    pub fn number(self) -> u64 {
        self.0
    }

    /// A key for `salt`-th alternative luck, for policies that sample hidden information.
    #[inline]
    pub fn alternative(self, salt: u64) -> Self {
        GameKey(mix(self.0 ^ mix(salt ^ 0xa076_1d64_78bd_642f)))
    }
}

/// Spreads small numbers over 64 bits.
const SPREAD: u64 = 0xe703_7ed1_a0b4_28db;

/// What a card is and which copy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Identity(u64);

impl Identity {
    /// The `copy`-th card with identity `label`.
    #[inline]
    pub fn new(label: u32, copy: u32) -> Self {
        Identity((u64::from(label) << 32) | u64::from(copy))
    }

    /// The card that is `count` copies later.
    #[inline]
    pub fn later(self, count: u8) -> Self {
        Identity(self.0 + u64::from(count))
    }

    /// The card's shuffle key.
    #[inline]
    pub fn shuffle_key(self) -> ShuffleKey {
        ShuffleKey(mix(self.0 ^ SPREAD))
    }
}

/// An identity spread over 64 bits: the part of a card's place in shuffles that does not depend on
/// the game. The keys of different cards have no simple relation.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShuffleKey(u64);

/// A family of random numbers about one event, addressed by a label and a copy number.
#[derive(Clone, Copy, Debug)]
pub struct Stream(u64);

impl Stream {
    /// The number of the `copy`-th thing with identity `label`.
    #[inline]
    pub fn of(self, label: u32, copy: u32) -> u64 {
        let what = Identity::new(label, copy);
        mix(self.0 ^ what.0.wrapping_mul(SPREAD))
    }

    /// The number by which a card finds its place in a shuffle; its upper bits are the random ones.
    ///
    /// A whole deck is numbered in every game, so this is a single multiplication, by a number that
    /// is random for each shuffle. The numbers of any few cards are as good as independent, because
    /// their keys are unrelated.
    #[inline]
    pub fn place_of(self, card: ShuffleKey) -> u64 {
        card.0.wrapping_mul(self.0 | 1)
    }

    /// The `count`-th of further streams about the same event.
    #[inline]
    pub fn nth(self, count: u32) -> Stream {
        Stream(self.of(0, count) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// A number below `n` (which must not be 0), with negligible bias.
    #[inline]
    pub fn below(self, n: u32) -> u32 {
        ((u128::from(mix(self.0)) * u128::from(n)) >> 64) as u32
    }

    /// A 64-bit seed for a conventional generator.
    #[inline]
    pub fn seed(self) -> u64 {
        mix(self.0 ^ 0x2545_f491_4f6c_dd1d)
    }
}

/// A well-mixing bijection of 64-bit numbers (the finaliser of SplitMix64).
#[inline]
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A stable 32-bit label of a name (FNV-1a), so that randomness is tied to what a card is
/// called and not to its position in a file.
pub fn label(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn streams_differ_by_everything_they_are_about() {
        use Purpose::{EncounterDeck, PlayerDeck};
        let number = |seed, game, purpose, (about, number), (label, copy)| {
            let stream = GameKey::new(seed, game).stream(purpose, about, number);
            stream.of(label, copy)
        };
        let all = BTreeSet::from([
            number(1, 1, PlayerDeck, (0, 0), (7, 0)),
            number(2, 1, PlayerDeck, (0, 0), (7, 0)),
            number(1, 2, PlayerDeck, (0, 0), (7, 0)),
            number(1, 1, EncounterDeck, (0, 0), (7, 0)),
            number(1, 1, PlayerDeck, (1, 0), (7, 0)),
            number(1, 1, PlayerDeck, (0, 1), (7, 0)),
            number(1, 1, PlayerDeck, (0, 0), (8, 0)),
            number(1, 1, PlayerDeck, (0, 0), (7, 1)),
        ]);
        assert_eq!(all.len(), 8);
    }

    #[test]
    fn later_copies_are_the_same_as_copies_named_outright() {
        let stream = GameKey::new(1, 1).stream(Purpose::PlayerDeck, 0, 0);
        for (label, copy, count) in [(7, 0, 0), (7, 0, 3), (u32::MAX, 5, 200)] {
            let later = Identity::new(label, copy).later(count);
            let named = Identity::new(label, copy + u32::from(count));
            assert_eq!(
                stream.place_of(later.shuffle_key()),
                stream.place_of(named.shuffle_key())
            );
        }
    }

    /// How far counts are from being all alike, in standard deviations of the chi-square sum.
    fn unevenness(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        let terms = counts
            .iter()
            .map(|count| (f64::from(*count) - expected).powi(2));
        let freedom = counts.len() as f64 - 1.0;
        (terms.sum::<f64>() / expected - freedom) / (2.0 * freedom).sqrt()
    }

    #[test]
    fn shuffles_favour_no_order() {
        // A deck of 36 cards, three copies of each, as real ones are.
        let lots: Vec<ShuffleKey> = (0..36)
            .map(|card| Identity::new(label(&format!("card {}", card / 3)), card % 3).shuffle_key())
            .collect();
        let mut top_two = vec![0; 36 * 36];
        let mut copies = vec![0; 6 * 6 * 6];
        let mut strangers = vec![0; 6 * 6 * 6];
        let mut orders = vec![0; 24];
        const GAMES: u64 = 200_000;
        for game in 0..GAMES {
            let stream = GameKey::new(9, game).stream(Purpose::MarketDeck, 0, 0);
            let numbers: Vec<u64> = lots.iter().map(|lot| stream.place_of(*lot)).collect();
            let mut order: Vec<usize> = (0..36).collect();
            order.sort_unstable_by_key(|card| numbers[*card]);
            top_two[order[35] * 36 + order[34]] += 1;
            let sixth = |card: usize| ((u128::from(numbers[card]) * 6) >> 64) as usize;
            let cell =
                |cards: [usize; 3]| cards.iter().fold(0, |cell, card| cell * 6 + sixth(*card));
            copies[cell([3, 4, 5])] += 1;
            strangers[cell([0, 13, 29])] += 1;
            // The order of four cards, two of them copies of one.
            let four = [6, 7, 19, 30].map(|card| numbers[card]);
            let rank = |at: usize| (0..at).filter(|other| four[*other] > four[at]).count();
            orders[rank(1) * 12 + rank(2) * 4 + rank(3)] += 1;
        }
        // The top card cannot be the second as well.
        let pairs: Vec<u32> = (0..36 * 36)
            .filter(|cell| cell / 36 != cell % 36)
            .map(|cell| top_two[cell])
            .collect();
        for counts in [&pairs, &copies, &strangers, &orders] {
            assert!(unevenness(counts).abs() < 4.5, "{}", unevenness(counts));
        }
    }
}
