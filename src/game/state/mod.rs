//! The complete state of a game: flat, fixed-size and copied with one `memcpy`.
//!
//! Piles hold card kinds, because cards of a kind are alike there. Only cards on the board have
//! state of their own; they live in an arena ([`Board`]) and are addressed by [`CardRef`], which
//! notices when the card it meant has left.

mod board;
mod check;
mod pending;
mod pile;
mod places;
mod progress;
mod triggers;

pub(crate) use board::ARENA;
pub use board::{Board, BoardCard, CardRef, MAX_EQUIPMENT, Side};
pub use check::check;
pub(crate) use check::check_if_debug;
pub use pile::{List, Pile};
pub use places::{Encounter, Lane, MarketRow, PlayerCards, Redealt, Weather};
pub(crate) use progress::{Fight, Pairing, Step, Turns};

use crate::observe::{CardPlace, Incident};
pub use cards::limits::*;
use cards::rng::GameKey;
use cards::words::{Word, words};
use cards::{CardSet, KindId, KindSet, MAX_KINDS};
pub use triggers::CardFacts;
pub(crate) use triggers::Triggers;

words! {
    /// Where in the round the game stands.
    pub enum Phase as "phase" {
        /// Hands are filled.
        Draw = "draw" says "Draw",
        /// Cards are bought.
        Purchase = "purchase" says "Purchase",
        /// Troops and items are put on the board.
        Deployment = "deployment" says "NorTec deployment",
        /// Enemies are dealt.
        EnemyDeployment = "enemy-deployment" says "Enemy deployment",
        /// Lanes are fought, one after the other.
        Combat = "combat" says "Combat",
        /// Cleaning up.
        WrapUp = "wrap-up" says "Wrap-up",
        /// The game has ended.
        Over = "over" says "The game is over",
    }
}

/// The seats of a number of players, twice round the table: from any seat on they are all there.
/// They are gone through so often that they are worth writing down.
const ROUND_THE_TABLE: [[u8; 2 * MAX_PLAYERS]; MAX_PLAYERS + 1] = [
    [0; 2 * MAX_PLAYERS],
    [0; 2 * MAX_PLAYERS],
    [0, 1, 0, 1, 0, 1, 0, 1],
    [0, 1, 2, 0, 1, 2, 0, 1],
    [0, 1, 2, 3, 0, 1, 2, 3],
];

/// How often each incident has happened: reported, never silent.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Incidents([u16; Incident::ALL.len()]);

impl Incidents {
    /// How often an incident has happened.
    pub fn of(&self, incident: Incident) -> u16 {
        self.0[incident as usize]
    }

    pub(crate) fn count(&mut self, incident: Incident) {
        let count = &mut self.0[incident as usize];
        *count = count.saturating_add(1);
    }
}

/// Declares the state: each field with what it is on an empty table. Outside this crate fields are read,
/// by value or by reference, and never changed. Those `in_part` are copied as far as they are in use, by
/// [`GameState::copy_from`], all others whole.
macro_rules! game_state {
    (
        new($key:ident, $players:ident);
        values { $( $(#[$of_value:meta])+ $value:ident: $value_type:ty = $value_start:expr; )+ }
        references { $( $(#[$of_thing:meta])+ $thing:ident: $thing_type:ty = $thing_start:expr; )+ }
        inner { $( $(#[$of_inner:meta])+ $vis:vis $inner:ident: $inner_type:ty = $inner_start:expr; )+ }
        in_part { $( $(#[$of_part:meta])+ $part:ident: $part_type:ty = $part_start:expr; )+ }
    ) => {
        /// The whole state of one game.
        #[derive(Clone, Copy)]
        pub struct GameState {
            $( pub(crate) $value: $value_type, )+
            $( pub(crate) $thing: $thing_type, )+
            $( $(#[$of_inner])+ $vis $inner: $inner_type, )+
            $( pub(crate) $part: $part_type, )+
        }

        impl GameState {
            /// An empty table.
            pub fn new($key: GameKey, $players: u8) -> Self {
                GameState {
                    $( $value: $value_start, )+
                    $( $thing: $thing_start, )+
                    $( $inner: $inner_start, )+
                    $( $part: $part_start, )+
                }
            }

            $( $(#[$of_value])+ pub fn $value(&self) -> $value_type { self.$value } )+
            $( $(#[$of_thing])+ pub fn $thing(&self) -> &$thing_type { &self.$thing } )+
            $( $(#[$of_part])+ pub fn $part(&self) -> &$part_type { &self.$part } )+

            fn copy_whole_fields(&mut self, other: &GameState) {
                $( self.$value = other.$value; )+
                $( self.$thing = other.$thing; )+
                $( self.$inner = other.$inner; )+
            }
        }
    };
}

game_state! {
    new(key, players);
    values {
        /// What all randomness of the game follows from.
        key: GameKey = key;
        /// Number of players.
        players: u8 = players;
        /// Round, 1 to 9 (10 when the game is over and survived).
        round: u8 = 1;
        /// Where in the round the game stands.
        phase: Phase = Phase::Draw;
        /// Seat of the first player.
        first_player: u8 = 0;
        /// The lane being fought, if any.
        fighting: Option<u8> = None;
        /// Base HP left; in training the damage counted up, as a negative number.
        base: i32 = 0;
        /// Whether the game has been lost.
        lost: bool = false;
        /// The round in which the base fell; 0 while it stands.
        fell_in_round: u8 = 0;
        /// If set, the game is played on after the base has fallen, until round 9 ends or the base is
        /// down to this.
        plays_on_to: Option<i32> = None;
        /// The divisions of the players.
        divisions: [Option<KindId>; MAX_PLAYERS] = [None; MAX_PLAYERS];
        /// Powers of the divisions used this round, a bit each.
        division_used: [u8; MAX_PLAYERS] = [0; MAX_PLAYERS];
        /// Resources of the players in the purchase phase.
        resources: [u16; MAX_PLAYERS] = [0; MAX_PLAYERS];
        /// Decisions with more than one legal answer so far.
        decisions: u32 = 0;
        /// Things worth reporting.
        incidents: Incidents = Incidents::default();
    }
    references {
        /// The weather.
        weather: Weather = Weather::default();
        /// Encounter decks of the waves.
        encounters: [Encounter; 3] = [Encounter::default(); 3];
        /// The market.
        market: [MarketRow; MARKET_ROWS] = [MarketRow::default(); MARKET_ROWS];
        /// Cards in the supply (resources) or left in the box (unused starting cards and bosses), by kind.
        supply: [u8; MAX_KINDS] = [0; MAX_KINDS];
        /// Cards that have left the game, by kind.
        burned: [u8; MAX_KINDS] = [0; MAX_KINDS];
    }
    inner {
        /// How far the phase, or the lane being fought, has come.
        pub(crate) step: Step = Step::Start;
        /// Whose turn it is in the phase.
        pub(crate) turns: Turns = Turns::default();
        /// Cards that the player who buys could not pay after all in this turn, because the reductions
        /// they had hoped for were refused.
        pub(crate) refused: KindSet = KindSet::default();
        /// How far the fight has come in the lane being fought.
        pub(crate) fight: Fight = Fight::default();
        /// How many lanes have been fought in this combat phase.
        pub(crate) lanes_done: u8 = 0;
        /// Whether some division increases bonuses of items.
        pub(crate) item_bonus: bool = false;
        /// Counts windows and actions in them: within a window, the table has not changed as long as
        /// this has not.
        pub(crate) moment: u32 = 0;
        /// Who may respond to what.
        pub(crate) triggers: Triggers = Triggers::default();
        /// Whether some card has moved up since lanes were last closed.
        advances_pending: bool = false;
        /// Whether some troop has a bonus against one enemy.
        duels: bool = false;
    }
    in_part {
        /// Cards of the players.
        seats: [PlayerCards; MAX_PLAYERS] = [PlayerCards::default(); MAX_PLAYERS];
        /// The lanes.
        lanes: [Lane; MAX_PLAYERS] = [Lane::default(); MAX_PLAYERS];
        /// Cards on the board.
        board: Board = Board::default();
    }
}

impl GameState {
    /// The game is played on after the base has fallen, until it is down to this; `None`: it is over then.
    pub fn play_on_to(&mut self, floor: Option<i32>) {
        self.plays_on_to = floor;
    }

    /// Becomes equal to another state. Copies only the cards that are there, which is much less
    /// than the whole state.
    pub fn copy_from(&mut self, other: &GameState) {
        // Unused seats and their lanes are empty in every state.
        let taken = usize::from(other.players.max(self.players));
        self.copy_whole_fields(other);
        for (seat, from) in self.seats.iter_mut().zip(&other.seats).take(taken) {
            seat.copy_from(from);
        }
        self.lanes[..taken].copy_from_slice(&other.lanes[..taken]);
        self.board.copy_from(&other.board);
    }

    /// The current wave, 1 to 3.
    pub fn wave(&self) -> u8 {
        // A table, because it is needed very often; `% 16` lets the compiler drop the bounds check.
        const WAVES: [u8; 16] = [1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3];
        WAVES[usize::from(self.round) % WAVES.len()]
    }

    /// How many rows of the market are open: the items, and the troops of each wave so far.
    pub fn open_rows(&self) -> u8 {
        self.wave() + 1
    }

    /// The round within the wave, 1 to 3.
    pub(crate) fn round_of_wave(&self) -> u8 {
        (self.round.clamp(1, ROUNDS) - 1) % 3 + 1
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The seat to the left of another.
    pub(crate) fn next_seat(&self, seat: u8) -> u8 {
        if seat + 1 < self.players { seat + 1 } else { 0 }
    }

    /// The seats from `start` to the left.
    #[inline]
    pub(crate) fn seats_from(&self, start: u8) -> impl Iterator<Item = u8> + use<> {
        let (start, players) = (usize::from(start), usize::from(self.players));
        ROUND_THE_TABLE[players][start..start + players]
            .iter()
            .copied()
    }

    /// The card that stands in a lane at a position.
    pub fn at(&self, side: Side, lane: u8, position: usize) -> Option<CardRef> {
        let slot = self.lanes[lane as usize].side(side).get(position)?;
        Some(self.board.card_ref(*slot))
    }

    /// The first troop of a lane.
    #[inline]
    pub fn first_troop(&self, lane: u8) -> Option<CardRef> {
        let first = self.lanes[lane as usize].troops.first()?;
        Some(self.board.card_ref(first))
    }

    /// The first enemy of a lane.
    #[inline]
    pub(crate) fn first_enemy(&self, lane: u8) -> Option<CardRef> {
        let first = self.lanes[lane as usize].enemies.first()?;
        Some(self.board.card_ref(first))
    }

    /// The position of a card in its lane, if it is still there.
    #[inline]
    pub fn position(&self, card: CardRef) -> Option<usize> {
        let on_board = self.board.get(card)?;
        let slots = self.lanes[on_board.lane as usize].side(on_board.side);
        slots.iter().position(|slot| *slot == card.slot)
    }

    /// Takes the uppermost card of a kind out of a player's discard pile. `false`: there is none.
    #[inline]
    pub(crate) fn take_discarded(&mut self, seat: u8, kind: KindId) -> bool {
        self.seats[seat as usize].discard.remove_uppermost(kind)
    }

    /// Whether any pile holds the wrong number of cards: counts every physical card by kind.
    pub fn count_cards(&self) -> [u16; MAX_KINDS] {
        let mut counts = [0u16; MAX_KINDS];
        let mut add = |cards: &[KindId]| {
            for kind in cards {
                counts[kind.index()] += 1;
            }
        };
        for place in CardPlace::piles() {
            add(place.cards(self));
        }
        for division in self.divisions.iter().flatten() {
            add(&[*division]);
        }
        for lane in &self.lanes {
            for slot in lane.troops.as_slice().iter().chain(lane.enemies.as_slice()) {
                let card = self.board.card(*slot);
                add(&[card.kind]);
                add(card.equipment());
            }
        }
        for (count, (supply, burned)) in counts.iter_mut().zip(self.supply.iter().zip(&self.burned))
        {
            *count += u16::from(*supply) + u16::from(*burned);
        }
        counts
    }

    /// The first kind whose cards are not all in exactly one place each, with the count found.
    pub fn miscounted(&self, cards: &CardSet) -> Option<(KindId, u16)> {
        let counts = self.count_cards();
        cards
            .iter()
            .find(|(id, kind)| counts[id.index()] != u16::from(kind.copies))
            .map(|(id, _)| (id, counts[id.index()]))
    }
}
