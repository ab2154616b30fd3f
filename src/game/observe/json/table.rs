//! The table and its parts, as JSON shows them.

use crate::observe::{At, CardPlace};
use crate::state::{BoardCard, CardRef, GameState, Side};
use cards::{CardSet, KindId};
use serde::Serialize;
use std::collections::BTreeMap;

/// The name of a card in files.
pub(super) fn id(cards: &CardSet, kind: KindId) -> &str {
    &cards.kind(kind).id
}

fn ids<'a>(cards: &'a CardSet, kinds: &[KindId]) -> Vec<&'a str> {
    kinds.iter().map(|kind| id(cards, *kind)).collect()
}

fn counts<'a>(cards: &'a CardSet, counts: &[u8]) -> BTreeMap<&'a str, u8> {
    let named = cards
        .iter()
        .map(|(kind, facts)| (facts.id.as_str(), counts[kind.index()]));
    named.filter(|(_, count)| *count > 0).collect()
}

/// Counts from 1, as people do.
pub(super) fn number(index: u8) -> u16 {
    u16::from(index) + 1
}

/// The whole table.
#[derive(Serialize)]
pub(super) struct JsonTable<'a> {
    base: i32,
    first_player: u16,
    players: Vec<Player<'a>>,
    lanes: Vec<Lane<'a>>,
    encounters: Vec<Encounter<'a>>,
    market: Vec<Row<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weather: Option<Weather<'a>>,
    supply: BTreeMap<&'a str, u8>,
    burned: BTreeMap<&'a str, u8>,
}

#[derive(Serialize)]
struct Player<'a> {
    deck: Vec<&'a str>,
    hand: Vec<&'a str>,
    discard: Vec<&'a str>,
    resources: u16,
    /// Only where divisions are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    division: Option<&'a str>,
}

#[derive(Serialize)]
struct Lane<'a> {
    troops: Vec<OnBoard<'a>>,
    enemies: Vec<OnBoard<'a>>,
}

#[derive(Serialize)]
struct Encounter<'a> {
    deck: Vec<&'a str>,
    discard: Vec<&'a str>,
    bosses: Vec<&'a str>,
}

#[derive(Serialize)]
struct Row<'a> {
    pool: Vec<&'a str>,
    deck: Vec<&'a str>,
    /// Only in the stacks market.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stacks: Vec<&'a str>,
}

/// The weather, in games that have it.
#[derive(Serialize)]
struct Weather<'a> {
    deck: Vec<&'a str>,
    discard: Vec<&'a str>,
    card: Option<&'a str>,
    conditions: Vec<&'a str>,
}

/// A card in a lane, with its items.
#[derive(Serialize)]
pub(super) struct OnBoard<'a> {
    card: &'a str,
    face_up: bool,
    damage: i16,
    equipment: Vec<&'a str>,
    converted: bool,
    owner: Option<u16>,
}

impl<'a> OnBoard<'a> {
    fn of(cards: &'a CardSet, card: &BoardCard) -> Self {
        OnBoard {
            card: id(cards, card.kind),
            face_up: card.face_up,
            damage: card.damage,
            equipment: ids(cards, card.equipment()),
            converted: card.converted,
            owner: (card.owner != u8::MAX).then(|| number(card.owner)),
        }
    }
}

/// One side of a lane from the front.
pub(super) fn lane_side<'a>(
    state: &GameState,
    cards: &'a CardSet,
    side: Side,
    lane: u8,
) -> Vec<OnBoard<'a>> {
    let lane = &state.lanes[lane as usize];
    let slots = match side {
        Side::Troop => lane.troops.as_slice(),
        Side::Enemy => lane.enemies.as_slice(),
    };
    slots
        .iter()
        .map(|slot| OnBoard::of(cards, state.board.card(*slot)))
        .collect()
}

/// The cards of a pile from the bottom to the top.
pub(super) fn pile<'a>(state: &GameState, cards: &'a CardSet, place: CardPlace) -> Vec<&'a str> {
    let kinds = match place {
        CardPlace::Deck(seat) => state.seats[seat as usize].deck.cards(),
        CardPlace::EncounterDeck(wave) => state.encounters[wave as usize - 1].deck.cards(),
        CardPlace::MarketDeck(row) => state.market[row as usize].deck.cards(),
        CardPlace::WeatherDeck => state.weather.deck.cards(),
        _ => &[],
    };
    ids(cards, kinds)
}

impl<'a> JsonTable<'a> {
    /// The table as it stands.
    pub fn of(state: &GameState, cards: &'a CardSet) -> Self {
        let seats = 0..state.players;
        JsonTable {
            base: state.base,
            first_player: number(state.first_player),
            players: seats
                .clone()
                .map(|seat| {
                    let player = &state.seats[seat as usize];
                    Player {
                        deck: ids(cards, player.deck.cards()),
                        hand: ids(cards, player.hand.cards()),
                        discard: ids(cards, player.discard.cards()),
                        resources: state.resources[seat as usize],
                        division: state.divisions[seat as usize].map(|kind| id(cards, kind)),
                    }
                })
                .collect(),
            lanes: seats
                .map(|lane| Lane {
                    troops: lane_side(state, cards, Side::Troop, lane),
                    enemies: lane_side(state, cards, Side::Enemy, lane),
                })
                .collect(),
            encounters: state
                .encounters
                .iter()
                .map(|encounter| Encounter {
                    deck: ids(cards, encounter.deck.cards()),
                    discard: ids(cards, encounter.discard.cards()),
                    bosses: ids(cards, encounter.bosses.cards()),
                })
                .collect(),
            market: state
                .market
                .iter()
                .map(|row| Row {
                    pool: ids(cards, row.pool.cards()),
                    deck: ids(cards, row.deck.cards()),
                    stacks: ids(cards, row.stacks.cards()),
                })
                .collect(),
            weather: state.weather.is_in_use().then(|| Weather {
                deck: ids(cards, state.weather.deck.cards()),
                discard: ids(cards, state.weather.discard.cards()),
                card: state.weather.card.map(|kind| id(cards, kind)),
                conditions: cards.condition_names(state.weather.conditions),
            }),
            supply: counts(cards, &state.supply),
            burned: counts(cards, &state.burned),
        }
    }
}

/// A card in a lane, as events point to it.
#[derive(Serialize)]
pub(super) struct Spot<'a> {
    side: &'static str,
    lane: u16,
    position: u16,
    card: &'a str,
}

/// The word for a side.
pub(super) fn side_word(side: Side) -> &'static str {
    match side {
        Side::Troop => "troop",
        Side::Enemy => "enemy",
    }
}

impl<'a> Spot<'a> {
    pub fn of(cards: &'a CardSet, at: &At) -> Self {
        Spot {
            side: side_word(at.side),
            lane: number(at.lane),
            position: number(at.position),
            card: id(cards, at.kind),
        }
    }

    /// Where a card is; `None` if it has left.
    pub fn find(state: &GameState, cards: &'a CardSet, card: CardRef) -> Option<Self> {
        let found = state.board.get(card)?;
        let at = At {
            side: found.side,
            lane: found.lane,
            position: state.position(card)? as u8,
            kind: found.kind,
        };
        Some(Spot::of(cards, &at))
    }
}

/// A place where a card can be.
#[derive(Serialize)]
#[serde(tag = "zone", rename_all = "kebab-case")]
pub(super) enum Zone {
    Deck { player: u16 },
    Hand { player: u16 },
    Discard { player: u16 },
    Lane { lane: u16, position: u16 },
    Equipped { lane: u16, position: u16 },
    Carried,
    EnemyLane { lane: u16, position: u16 },
    EncounterDeck { wave: u8 },
    EncounterDiscard { wave: u8 },
    Bosses { wave: u8 },
    Drawn,
    MarketDeck { row: u8 },
    MarketBottom { row: u8 },
    MarketPool { row: u8 },
    WeatherDeck,
    Weather,
    WeatherDiscard,
    Supply,
    Burned,
}

impl From<CardPlace> for Zone {
    fn from(place: CardPlace) -> Self {
        match place {
            CardPlace::Deck(seat) => Zone::Deck {
                player: number(seat),
            },
            CardPlace::Hand(seat) => Zone::Hand {
                player: number(seat),
            },
            CardPlace::Discard(seat) => Zone::Discard {
                player: number(seat),
            },
            CardPlace::Lane { lane, position } => Zone::Lane {
                lane: number(lane),
                position: number(position),
            },
            CardPlace::Equipped { lane, position } => Zone::Equipped {
                lane: number(lane),
                position: number(position),
            },
            CardPlace::Carried => Zone::Carried,
            CardPlace::EnemyLane { lane, position } => Zone::EnemyLane {
                lane: number(lane),
                position: number(position),
            },
            CardPlace::EncounterDeck(wave) => Zone::EncounterDeck { wave },
            CardPlace::EncounterDiscard(wave) => Zone::EncounterDiscard { wave },
            CardPlace::Bosses(wave) => Zone::Bosses { wave },
            CardPlace::Drawn => Zone::Drawn,
            CardPlace::MarketDeck(row) => Zone::MarketDeck { row },
            CardPlace::MarketBottom(row) => Zone::MarketBottom { row },
            CardPlace::MarketPool(row) => Zone::MarketPool { row },
            CardPlace::WeatherDeck => Zone::WeatherDeck,
            CardPlace::Weather => Zone::Weather,
            CardPlace::WeatherDiscard => Zone::WeatherDiscard,
            CardPlace::Supply => Zone::Supply,
            CardPlace::Burned => Zone::Burned,
        }
    }
}
