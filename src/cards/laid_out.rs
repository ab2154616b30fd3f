//! The shuffle keys of the cards of piles before anything is shuffled.

use super::{Class, Kind, Stock};
use crate::limits::MARKET_ROWS;
use crate::rng::{Identity, ShuffleKey};

/// The shuffle keys of the cards of each pile, in the order in which they are laid out, for the
/// first shuffle. Computed once, because they are the same for all games.
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
