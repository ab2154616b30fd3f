//! The table and its parts, as JSON shows them.

use super::names::counted;
use crate::state::{BoardCard, Encounter, GameState, MarketRow, PlayerCards, Side};
use cards::{CardSet, KindId};
use serde::Serialize;
use std::collections::BTreeMap;

fn counts<'a>(cards: &'a CardSet, counts: &[u8]) -> BTreeMap<&'a str, u8> {
    let named = cards
        .iter()
        .map(|(kind, facts)| (facts.id.as_str(), counts[kind.index()]));
    named.filter(|(_, count)| *count > 0).collect()
}

/// The whole table.
#[derive(Serialize)]
pub(super) struct JsonTable<'a> {
    base: i32,
    first_player: u16,
    players: Vec<Player<'a>>,
    lanes: Vec<LaneJson<'a>>,
    encounters: &'a [Encounter],
    market: &'a [MarketRow],
    #[serde(skip_serializing_if = "Option::is_none")]
    weather: Option<Weather<'a>>,
    supply: BTreeMap<&'a str, u8>,
    burned: BTreeMap<&'a str, u8>,
}

#[derive(Serialize)]
struct Player<'a> {
    #[serde(flatten)]
    cards: &'a PlayerCards,
    resources: u16,
    /// Only where divisions are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    division: Option<KindId>,
}

#[derive(Serialize)]
struct LaneJson<'a> {
    troops: Vec<OnBoard<'a>>,
    enemies: Vec<OnBoard<'a>>,
}

/// The weather, in games that have it.
#[derive(Serialize)]
struct Weather<'a> {
    deck: &'a [KindId],
    discard: &'a [KindId],
    card: Option<KindId>,
    conditions: Vec<&'a str>,
}

/// A card in a lane, with its items.
#[derive(Serialize)]
pub(super) struct OnBoard<'a> {
    card: KindId,
    face_up: bool,
    damage: i16,
    equipment: &'a [KindId],
    converted: bool,
    owner: Option<u16>,
}

impl<'a> OnBoard<'a> {
    fn of(card: &'a BoardCard) -> Self {
        OnBoard {
            card: card.kind,
            face_up: card.face_up,
            damage: card.damage,
            equipment: card.equipment(),
            converted: card.converted,
            owner: (card.owner != u8::MAX).then(|| counted(card.owner)),
        }
    }
}

/// One side of a lane from the front.
pub(super) fn lane_side(state: &GameState, side: Side, lane: u8) -> Vec<OnBoard<'_>> {
    let slots = state.lanes[lane as usize].side(side).iter();
    let cards = slots.map(|slot| OnBoard::of(state.board.card(*slot)));
    cards.collect()
}

impl<'a> JsonTable<'a> {
    /// The table as it stands.
    pub fn of(state: &'a GameState, cards: &'a CardSet) -> Self {
        let seats = 0..state.players;
        JsonTable {
            base: state.base,
            first_player: counted(state.first_player),
            players: seats
                .clone()
                .map(|seat| Player {
                    cards: &state.seats[seat as usize],
                    resources: state.resources[seat as usize],
                    division: state.divisions[seat as usize],
                })
                .collect(),
            lanes: seats
                .map(|lane| LaneJson {
                    troops: lane_side(state, Side::Troop, lane),
                    enemies: lane_side(state, Side::Enemy, lane),
                })
                .collect(),
            encounters: &state.encounters,
            market: &state.market,
            weather: state.weather.is_in_use().then(|| Weather {
                deck: state.weather.deck.cards(),
                discard: state.weather.discard.cards(),
                card: state.weather.card,
                conditions: cards.condition_names(state.weather.conditions),
            }),
            supply: counts(cards, &state.supply),
            burned: counts(cards, &state.burned),
        }
    }
}
