//! Where cards are, except for what those on the board have of their own: the piles of players, the
//! lanes, the encounter decks, the market and the weather.

use super::{GameState, List, Pile, Side};
use crate::observe::CardPlace;
use cards::KindId;
use cards::limits::*;
use serde::Serialize;

/// The cards of one player that are not on the board.
#[derive(Clone, Copy, Default, Serialize)]
pub struct PlayerCards {
    /// Draw deck; the last card is drawn first.
    pub deck: Pile<PLAYER_PILE>,
    /// Hand, in the order in which cards came.
    pub hand: Pile<PLAYER_PILE>,
    /// Discard pile; the last card is uppermost.
    pub discard: Pile<PLAYER_PILE>,
    /// How often the deck has been shuffled again.
    #[serde(skip)]
    pub shuffles: u32,
    /// Whether the order of the deck is still open (see [`crate::rules::hidden`]).
    #[serde(skip)]
    pub deck_open: bool,
}

impl PlayerCards {
    pub(super) fn copy_from(&mut self, other: &Self) {
        let PlayerCards {
            deck,
            hand,
            discard,
            shuffles,
            deck_open,
        } = self;
        deck.copy_from(&other.deck);
        hand.copy_from(&other.hand);
        discard.copy_from(&other.discard);
        *shuffles = other.shuffles;
        *deck_open = other.deck_open;
    }
}

/// One lane: the troops of a player and the enemies they face.
#[derive(Clone, Copy, Default)]
pub struct Lane {
    /// Troops from the front.
    pub troops: List<u8, LANE_ZONES>,
    /// Enemies from the front.
    pub enemies: List<u8, LANE_ENEMIES>,
    /// Enemies killed here this round.
    pub kills: u16,
    /// Enemies turned up or resolved here this round.
    pub turned_up: u16,
    /// Whether the lane has been fought to its end this round.
    pub fought: bool,
}

impl Lane {
    /// The cards on one side from the front, as places on the board.
    pub fn side(&self, side: Side) -> &[u8] {
        match side {
            Side::Troop => self.troops.as_slice(),
            Side::Enemy => self.enemies.as_slice(),
        }
    }

    pub(crate) fn side_mut(&mut self, side: Side) -> &mut [u8] {
        match side {
            Side::Troop => self.troops.as_mut_slice(),
            Side::Enemy => self.enemies.as_mut_slice(),
        }
    }

    /// Whether another troop fits.
    pub(crate) fn has_free_zone(&self) -> bool {
        !self.troops.is_full()
    }
}

/// Which of a wave's hidden cards have been dealt again in an imagined game (see
/// [`crate::rules::hidden`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Redealt {
    /// All of them.
    #[default]
    All,
    /// Which cards the deck holds, but not yet their order.
    NotTheOrder,
    /// Nothing yet.
    Nothing,
}

/// One wave's enemies that are not on the board.
#[derive(Clone, Copy, Default, Serialize)]
pub struct Encounter {
    /// Draw deck; the last card is drawn first.
    pub deck: Pile<ENCOUNTER_PILE>,
    /// Discard pile.
    pub discard: Pile<ENCOUNTER_PILE>,
    /// Bosses set aside, in the order in which they will come (the last first).
    pub bosses: Pile<BOSS_PILE>,
    /// Whether that order is still open, because it has not been needed yet.
    #[serde(skip)]
    pub bosses_open: bool,
    /// How often the deck has been shuffled. Not at all: nobody has needed it yet, and its order
    /// is still open.
    #[serde(skip)]
    pub shuffles: u32,
    /// How many cards lie below the places of the next round to be dealt; 0 where enemies are
    /// simply dealt from the top.
    #[serde(skip)]
    pub below_places: u8,
    /// What has been dealt again.
    #[serde(skip)]
    pub redealt: Redealt,
}

/// One row of the market.
#[derive(Clone, Copy, Default, Serialize)]
pub struct MarketRow {
    /// Cards that can be bought.
    pub pool: Pile<MARKET_PILE>,
    /// Cards that refill the pool; the last comes first.
    pub deck: Pile<MARKET_PILE>,
    /// How many cards the pool should hold.
    #[serde(skip)]
    pub size: u8,
    /// Whether the row has been opened, and its deck shuffled.
    #[serde(skip)]
    pub shuffled: bool,
    /// How many cards at the bottom of the deck were put back there: everybody knows their order.
    #[serde(skip)]
    pub returned: u8,
    /// Whether the order of the rest of the deck is still open (see [`crate::rules::hidden`]).
    #[serde(skip)]
    pub deck_open: bool,
    /// In the stacks market: the stacks on the table, empty ones included, a kind for each.
    #[serde(skip_serializing_if = "Pile::is_empty")]
    pub stacks: Pile<STACKS>,
}

impl MarketRow {
    /// Puts a card at the bottom of the deck. `false`: there was no room.
    #[must_use]
    pub(crate) fn put_back(&mut self, kind: KindId) -> bool {
        let fits = self.deck.push_bottom(kind);
        self.returned += u8::from(fits);
        fits
    }

    /// The cards of the deck whose order nobody knows.
    pub(crate) fn hidden_cards(&mut self) -> &mut [KindId] {
        &mut self.deck.cards_mut()[usize::from(self.returned)..]
    }
}

impl GameState {
    /// Puts a card on top of a pile, or among those that are only counted. `false`: there is no room.
    #[inline(always)]
    #[must_use]
    pub(crate) fn put(&mut self, place: CardPlace, kind: KindId) -> bool {
        match place {
            CardPlace::Hand(seat) => self.seats[seat as usize].hand.push(kind),
            CardPlace::Deck(seat) => self.seats[seat as usize].deck.push(kind),
            CardPlace::Discard(seat) => self.seats[seat as usize].discard.push(kind),
            CardPlace::EncounterDeck(wave) => self.encounters[wave as usize - 1].deck.push(kind),
            CardPlace::EncounterDiscard(wave) => {
                self.encounters[wave as usize - 1].discard.push(kind)
            }
            CardPlace::Bosses(wave) => self.encounters[wave as usize - 1].bosses.push(kind),
            CardPlace::MarketPool(row) => self.market[row as usize].pool.push(kind),
            CardPlace::MarketDeck(row) => self.market[row as usize].deck.push(kind),
            CardPlace::MarketBottom(row) => self.market[row as usize].put_back(kind),
            CardPlace::WeatherDeck => self.weather.deck.push(kind),
            CardPlace::WeatherDiscard => self.weather.discard.push(kind),
            CardPlace::Supply => {
                self.supply[kind.index()] += 1;
                true
            }
            CardPlace::Burned => {
                self.burned[kind.index()] += 1;
                true
            }
            _ => false,
        }
    }
}

/// The weather: the card in force, and those before and after it. All empty in games without.
#[derive(Clone, Copy, Default)]
pub struct Weather {
    /// Weather deck; the last card is turned first.
    pub deck: Pile<WEATHER_PILE>,
    /// Weather cards of earlier rounds.
    pub discard: Pile<WEATHER_PILE>,
    /// The card in force.
    pub card: Option<KindId>,
    /// The conditions in force, as bits by their number in the card set.
    pub conditions: u16,
    /// How often the deck has been shuffled again.
    pub shuffles: u32,
}

impl Weather {
    /// Whether the game has weather at all.
    pub fn is_in_use(&self) -> bool {
        self.card.is_some() || !self.deck.is_empty() || !self.discard.is_empty()
    }
}
