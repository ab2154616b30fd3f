//! The answers that players give.

use crate::state::CardRef;
use cards::KindId;

/// An answer to a [`Decision`](super::Decision).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Choice {
    /// Do nothing (more); keep things as they are.
    #[default]
    Pass,
    /// A card of a kind, in hand or in the pile the question is about.
    Card(KindId),
    /// A card on offer.
    Buy {
        /// Row of the market.
        row: u8,
        /// Place in the row.
        slot: u8,
        /// What it is.
        kind: KindId,
    },
    /// Use an ability of a card in hand, or of the division that the player leads.
    FromHand {
        /// The card.
        kind: KindId,
        /// Number of the ability on the card.
        ability: u8,
    },
    /// Use an ability of a card on the board.
    OnBoard {
        /// The troop.
        card: CardRef,
        /// The item on it whose ability it is ([`Choice::OWN`]: the troop's own).
        item: u8,
        /// Number of the ability on the card.
        ability: u8,
    },
    /// Deploy a troop from hand as an instant.
    Deploy(KindId),
    /// A card on the board.
    Target(CardRef),
    /// An item on a troop.
    Item {
        /// The troop.
        card: CardRef,
        /// Which of its items.
        item: u8,
    },
    /// A lane.
    Lane(u8),
    /// A position in a lane, 0 being the front.
    Position(u8),
    /// Which parts of an "and/or" ability: 1 the first, 2 the second, 3 both.
    Mode(u8),
    /// This much of the damage.
    Amount(i16),
    /// An order of the lane: number of a permutation in lexicographic order.
    Order(u8),
    /// Number of a waiting ability.
    Waiting(u8),
    /// Redistribute the items.
    Redistribute,
}

impl Choice {
    /// In [`Choice::OnBoard`]: the ability is the troop's own, not an item's.
    pub const OWN: u8 = u8::MAX;
}
