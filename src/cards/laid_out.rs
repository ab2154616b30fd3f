//! The shuffle keys of cards: those of every kind, and those of the cards of piles before anything is
//! shuffled. Computed once, because they are the same for all games.

use super::{Class, Kind, KindId, MAX_KINDS, Stock};
use crate::limits::MARKET_ROWS;
use crate::rng::{Identity, ShuffleKey};

/// So many copies of a kind lie in hardly any pile.
const MANY_COPIES: usize = 8;

/// The shuffle keys of the cards of each kind. They have the maximum length, so that a lookup needs no
/// check.
#[derive(Clone, Debug)]
pub struct ShuffleKeys {
    /// Of the first copies.
    first: Box<[[ShuffleKey; MANY_COPIES]; MAX_KINDS + 1]>,
    /// What others are worked out from: the identity of the first card.
    identities: Box<[Identity; MAX_KINDS + 1]>,
}

impl ShuffleKeys {
    pub(crate) fn new(kinds: &[Kind]) -> Self {
        let mut keys = ShuffleKeys {
            first: Box::new([[ShuffleKey::default(); MANY_COPIES]; MAX_KINDS + 1]),
            identities: Box::new([Identity::default(); MAX_KINDS + 1]),
        };
        for (number, kind) in kinds.iter().enumerate().take(MAX_KINDS) {
            let first = Identity::new(kind.label, u32::from(kind.first_copy));
            keys.identities[number] = first;
            keys.first[number] = std::array::from_fn(|copy| first.later(copy as u8).shuffle_key());
        }
        keys
    }

    /// The key of the `copy`-th card of a kind, counted from 0.
    #[inline]
    pub fn of(&self, kind: KindId, copy: u8) -> ShuffleKey {
        match self.first[kind.index()].get(usize::from(copy)) {
            Some(key) => *key,
            None => self.identities[kind.index()].later(copy).shuffle_key(),
        }
    }
}

/// The shuffle keys of the cards of each pile, in the order in which they are laid out, for the
/// first shuffle.
#[derive(Clone, Debug, Default)]
pub struct LaidOut {
    /// The rows of the market.
    pub market: [Vec<ShuffleKey>; MARKET_ROWS],
    /// The encounter decks of waves 1 to 3.
    pub enemies: [Vec<ShuffleKey>; 3],
    /// A player's starting deck.
    pub starting_deck: Vec<ShuffleKey>,
}

impl LaidOut {
    pub(crate) fn new(kinds: &[Kind], starting_deck: &[Stock]) -> Self {
        let mut laid_out = LaidOut::default();
        for kind in kinds {
            let pile = match kind.market_row() {
                Some(row) => laid_out.market.get_mut(row),
                None if kind.class == Class::Enemy => {
                    let wave = usize::from(kind.wave).checked_sub(1);
                    wave.and_then(|wave| laid_out.enemies.get_mut(wave))
                }
                None => None,
            };
            if let Some(pile) = pile {
                pile.extend(copies(kind, kind.copies));
            }
        }
        for stock in starting_deck {
            let pile = &mut laid_out.starting_deck;
            pile.extend(copies(&kinds[stock.kind.index()], stock.count));
        }
        laid_out
    }
}

/// The shuffle keys of the first cards of a kind.
fn copies(kind: &Kind, count: u8) -> impl Iterator<Item = ShuffleKey> {
    let first = Identity::new(kind.label, u32::from(kind.first_copy));
    (0..count).map(move |copy| first.later(copy).shuffle_key())
}
