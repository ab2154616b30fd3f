//! The answers that players give.

use crate::observe::json;
use crate::state::CardRef;
use cards::KindId;
use serde::Serialize;

/// An answer to a [`Decision`](super::Decision).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Choice {
    /// Do nothing (more); keep things as they are.
    #[default]
    Pass,
    /// A card of a kind, in hand or in the pile the question is about.
    #[serde(serialize_with = "json::card")]
    Card(KindId),
    /// A card on offer.
    Buy {
        /// What it is.
        #[serde(rename = "card")]
        kind: KindId,
        /// Row of the market.
        row: u8,
        /// Place in the row.
        #[serde(skip)]
        slot: u8,
    },
    /// Use an ability of a card in hand, or of the division that the player leads.
    FromHand {
        /// The card.
        #[serde(rename = "card")]
        kind: KindId,
        /// Number of the ability on the card.
        #[serde(serialize_with = "json::from_one")]
        ability: u8,
    },
    /// Use an ability of a card on the board.
    #[serde(serialize_with = "json::use_on_board")]
    OnBoard {
        /// The troop.
        card: CardRef,
        /// The item on it whose ability it is ([`Choice::OWN`]: the troop's own).
        item: u8,
        /// Number of the ability on the card.
        ability: u8,
    },
    /// Deploy a troop from hand as an instant.
    #[serde(serialize_with = "json::card")]
    Deploy(KindId),
    /// A card on the board.
    #[serde(serialize_with = "json::on")]
    Target(CardRef),
    /// An item on a troop.
    #[serde(serialize_with = "json::item")]
    Item {
        /// The troop.
        card: CardRef,
        /// Which of its items.
        item: u8,
    },
    /// A lane.
    #[serde(serialize_with = "json::number_from_one")]
    Lane(u8),
    /// A position in a lane, 0 being the front.
    #[serde(serialize_with = "json::number_from_one")]
    Position(u8),
    /// Which parts of an "and/or" ability: 1 the first, 2 the second, 3 both.
    #[serde(serialize_with = "json::number")]
    Mode(u8),
    /// This much of the damage.
    #[serde(serialize_with = "json::number")]
    Amount(i16),
    /// An order of the lane: number of a permutation in lexicographic order.
    #[serde(serialize_with = "json::number")]
    Order(u8),
    /// Number of a waiting ability.
    #[serde(serialize_with = "json::number_from_one")]
    Waiting(u8),
    /// Redistribute the items.
    Redistribute,
}

impl Choice {
    /// In [`Choice::OnBoard`]: the ability is the troop's own, not an item's.
    pub const OWN: u8 = u8::MAX;
}
