//! How the parts of events, questions and answers are serialised. Those that point at a card on
//! the board are serialised as where it stands, on the table that [`to_line`] was given.

use crate::observe::At;
use crate::play::Choice;
use crate::state::{CardRef, GameState};
use cards::{CardSet, KindId};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::cell::RefCell;

/// A card on the board, where it stands and what it carries.
struct PlacedCard {
    card: CardRef,
    at: At,
    items: Vec<KindId>,
}

thread_local! {
    static BOARD: RefCell<Vec<PlacedCard>> = const { RefCell::new(Vec::new()) };
}

/// A value as a line of JSON, with cards and places as they are on a table.
pub(super) fn to_line(
    state: &GameState,
    cards: &CardSet,
    value: &impl Serialize,
) -> serde_json::Result<String> {
    BOARD.set(placed_cards(state));
    cards::with_ids(cards, || serde_json::to_string(value))
}

fn placed_cards(state: &GameState) -> Vec<PlacedCard> {
    let lanes = state.lanes[..usize::from(state.players)].iter();
    let sides = lanes.flat_map(|lane| [lane.troops.as_slice(), lane.enemies.as_slice()]);
    let cards = sides.flat_map(|slots| (0..).zip(slots));
    let placed = cards.map(|(position, slot)| {
        let card = state.board.card(*slot);
        PlacedCard {
            card: state.board.card_ref(*slot),
            at: At {
                side: card.side,
                lane: card.lane,
                position,
                kind: card.kind,
            },
            items: card.equipment().to_vec(),
        }
    });
    placed.collect()
}

/// Looks a card up; `None` if it has left.
fn find<T>(card: CardRef, read: impl FnOnce(&PlacedCard) -> T) -> Option<T> {
    BOARD.with_borrow(|board| board.iter().find(|found| found.card == card).map(read))
}

impl Serialize for CardRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        find(*self, |found| found.at).serialize(serializer)
    }
}

pub(crate) fn has_left(card: &CardRef) -> bool {
    find(*card, |_| ()).is_none()
}

pub(crate) fn nobody(card: &Option<CardRef>) -> bool {
    card.as_ref().is_none_or(has_left)
}

/// Counts from 1, as people do.
pub(super) fn counted(index: u8) -> u16 {
    u16::from(index) + 1
}

pub(crate) fn from_one<S: Serializer>(index: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    counted(*index).serialize(serializer)
}

pub(crate) fn lane<S: Serializer>(lane: &Option<u8>, serializer: S) -> Result<S::Ok, S::Error> {
    lane.map(counted).serialize(serializer)
}

pub(crate) fn player<S: Serializer>(seat: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    field(serializer, "player", &counted(*seat))
}

pub(crate) fn wave<S: Serializer>(wave: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    field(serializer, "wave", wave)
}

pub(crate) fn row<S: Serializer>(row: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    field(serializer, "row", row)
}

pub(crate) fn card<S: Serializer>(kind: &KindId, serializer: S) -> Result<S::Ok, S::Error> {
    field(serializer, "card", kind)
}

pub(crate) fn number<S, T>(number: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    S: Serializer,
    T: Serialize,
{
    field(serializer, "number", number)
}

pub(crate) fn number_from_one<S: Serializer>(index: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    number(&counted(*index), serializer)
}

/// A variant that holds one value, as a field with a name.
fn field<S: Serializer>(
    serializer: S,
    name: &'static str,
    value: &impl Serialize,
) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct(name, 1)?;
    fields.serialize_field(name, value)?;
    fields.end()
}

/// A card on the board, an item on it, an ability of either.
#[derive(Serialize)]
struct CardOnBoard {
    #[serde(skip_serializing_if = "has_left")]
    on: CardRef,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<KindId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ability: Option<u16>,
}

impl CardOnBoard {
    fn new(on: CardRef, item: u8, ability: Option<u8>) -> Self {
        let item = find(on, |found| found.items.get(usize::from(item)).copied());
        CardOnBoard {
            on,
            item: item.flatten(),
            ability: ability.map(counted),
        }
    }
}

pub(crate) fn on<S: Serializer>(card: &CardRef, serializer: S) -> Result<S::Ok, S::Error> {
    CardOnBoard::new(*card, Choice::OWN, None).serialize(serializer)
}

pub(crate) fn item<S: Serializer>(
    card: &CardRef,
    item: &u8,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    CardOnBoard::new(*card, *item, None).serialize(serializer)
}

pub(crate) fn use_on_board<S: Serializer>(
    card: &CardRef,
    item: &u8,
    ability: &u8,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    CardOnBoard::new(*card, *item, Some(*ability)).serialize(serializer)
}
