//! Where cards are, except for what those on the board have of their own: the piles of players, the
//! lanes, the encounter decks, the market and the weather.

use super::{List, Pile};
use cards::KindId;
use cards::limits::*;

/// The cards of one player that are not on the board.
#[derive(Clone, Copy, Default)]
pub struct PlayerCards {
    /// Draw deck; the last card is drawn first.
    pub deck: Pile<PLAYER_PILE>,
    /// Hand, in the order in which cards came.
    pub hand: Pile<PLAYER_PILE>,
    /// Discard pile; the last card is uppermost.
    pub discard: Pile<PLAYER_PILE>,
    /// How often the deck has been shuffled again.
    pub shuffles: u32,
    /// Whether the order of the deck is still open (see [`crate::rules::hidden`]).
    pub deck_open: bool,
    /// The triggers of cards in hand (may have too many bits, never too few).
    pub hand_moments: u32,
}

impl PlayerCards {
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Self) {
        let PlayerCards {
            deck,
            hand,
            discard,
            shuffles,
            deck_open,
            hand_moments,
        } = self;
        deck.copy_from(&other.deck);
        hand.copy_from(&other.hand);
        discard.copy_from(&other.discard);
        *shuffles = other.shuffles;
        *deck_open = other.deck_open;
        *hand_moments = other.hand_moments;
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
    /// The triggers of enemies here (may have too many bits, never too few).
    pub enemy_moments: u32,
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
#[derive(Clone, Copy, Default)]
pub struct Encounter {
    /// Draw deck; the last card is drawn first.
    pub deck: Pile<ENCOUNTER_PILE>,
    /// Discard pile.
    pub discard: Pile<ENCOUNTER_PILE>,
    /// Bosses set aside, in the order in which they will come (the last first).
    pub bosses: Pile<BOSS_PILE>,
    /// Whether that order is still open, because it has not been needed yet.
    pub bosses_open: bool,
    /// How often the deck has been shuffled. Not at all: nobody has needed it yet, and its order
    /// is still open.
    pub shuffles: u32,
    /// How many cards lie below the places of the next round to be dealt; 0 where enemies are
    /// simply dealt from the top.
    pub below_places: u8,
    /// What has been dealt again.
    pub redealt: Redealt,
}

/// One row of the market.
#[derive(Clone, Copy, Default)]
pub struct MarketRow {
    /// Cards that can be bought.
    pub pool: Pile<MARKET_PILE>,
    /// Cards that refill the pool; the last comes first.
    pub deck: Pile<MARKET_PILE>,
    /// How many cards the pool should hold.
    pub size: u8,
    /// Whether the row has been opened, and its deck shuffled.
    pub shuffled: bool,
    /// How many cards at the bottom of the deck are in no order yet, because nobody has come near
    /// them.
    pub unordered: u8,
    /// Whether the order of the whole deck is still open (see [`crate::rules::hidden`]).
    pub deck_open: bool,
    /// In the stacks market: the stacks on the table, empty ones included, a kind for each.
    pub stacks: Pile<STACKS>,
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
