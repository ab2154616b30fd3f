//! The complete state of a game: flat, fixed-size and copied with one `memcpy`.
//!
//! Piles hold card kinds, because cards of a kind are alike there. Only cards on the board have
//! state of their own; they live in an arena ([`Board`]) and are addressed by [`CardRef`], which
//! notices when the card it meant has left.

mod board;
mod pile;
mod places;
mod progress;

pub use board::{ARENA, Board, BoardCard, CardRef, MAX_EQUIPMENT, Side};
pub use pile::{List, Pile};
pub use places::{Encounter, Lane, MarketRow, PlayerCards, Redealt, Weather};
pub use progress::{Fight, Pairing, Step, Turns};

pub use cards::limits::*;
use cards::rng::GameKey;
use cards::words::words;
use cards::{CardSet, KindId, KindSet, MAX_KINDS};

words! {
    /// Where in the round the game stands.
    pub enum Phase as "phase" {
        /// Hands are filled.
        Draw = "draw",
        /// Cards are bought.
        Purchase = "purchase",
        /// Troops and items are put on the board.
        Deployment = "deployment",
        /// Enemies are dealt.
        EnemyDeployment = "enemy-deployment",
        /// Lanes are fought, one after the other.
        Combat = "combat",
        /// Cleaning up.
        WrapUp = "wrap-up",
        /// The game has ended.
        Over = "over",
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

/// Things that happened and are reported, never silent.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Incidents {
    /// Exchanges that changed nothing, for which the lane was stopped.
    pub stalemates: u16,
    /// Enemies that could not be placed because deck and discard pile were empty.
    pub empty_encounter_draws: u16,
    /// Resource cards that could not be handed out because the stack was empty.
    pub empty_supply_draws: u16,
    /// Cards that a player could not draw because deck and discard pile were empty.
    pub short_draws: u16,
    /// Lanes stopped after 1,000 enemies.
    pub endless_lanes: u16,
    /// Chains of triggers cut off because they were nested too deeply.
    pub cut_chains: u16,
    /// Cards that found no room in the fixed-size state.
    pub overflows: u16,
}

/// The whole state of one game.
#[derive(Clone, Copy)]
pub struct GameState {
    /// What all randomness of the game follows from.
    pub key: GameKey,
    /// Number of players.
    pub players: u8,
    /// Round, 1 to 9 (10 when the game is over and survived).
    pub round: u8,
    /// Where in the round the game stands.
    pub phase: Phase,
    /// How far the phase, or the lane being fought, has come.
    pub step: Step,
    /// Whose turn it is in the phase.
    pub turns: Turns,
    /// Cards that the player who buys could not pay after all in this turn, because the reductions
    /// they had hoped for were refused.
    pub refused: KindSet,
    /// How far the fight has come in the lane being fought.
    pub fight: Fight,
    /// Seat of the first player.
    pub first_player: u8,
    /// How many lanes have been fought in this combat phase.
    pub lanes_done: u8,
    /// The lane being fought, if any.
    pub fighting: Option<u8>,
    /// Base HP left; in training the damage counted up, as a negative number.
    pub base: i32,
    /// Whether the game has been lost.
    pub lost: bool,
    /// The round in which the base fell; 0 while it stands.
    pub fell_in_round: u8,
    /// If set, the game is played on after the base has fallen, until round 9 ends or the base is
    /// down to this (see [`crate::rules::Layout::set_up`]).
    pub plays_on_to: Option<i32>,
    /// The weather.
    pub weather: Weather,
    /// The divisions of the players.
    pub divisions: [Option<KindId>; MAX_PLAYERS],
    /// Powers of the divisions used this round, a bit each.
    pub division_used: [u8; MAX_PLAYERS],
    /// Whether some division increases bonuses of items.
    pub item_bonus: bool,
    /// Cards of the players.
    pub seats: [PlayerCards; MAX_PLAYERS],
    /// Resources of the players in the purchase phase.
    pub resources: [u16; MAX_PLAYERS],
    /// The lanes.
    pub lanes: [Lane; MAX_PLAYERS],
    /// Cards on the board.
    pub board: Board,
    /// Encounter decks of the waves.
    pub encounters: [Encounter; 3],
    /// The market.
    pub market: [MarketRow; MARKET_ROWS],
    /// Cards in the supply (resources) or left in the box (unused starting cards and bosses), by kind.
    pub supply: [u8; MAX_KINDS],
    /// Cards that have left the game, by kind.
    pub burned: [u8; MAX_KINDS],
    /// Things worth reporting.
    pub incidents: Incidents,
    /// Decisions with more than one legal answer so far.
    pub decisions: u32,
    /// Counts windows and actions in them: within a window, the table has not changed as long as
    /// this has not.
    pub moment: u32,
    /// The triggers of troops and items in all lanes (may have too many bits, never too few).
    pub lane_moments: u32,
    /// Whether a troop or an item has left a lane since these were worked out.
    pub lane_moments_stale: bool,
    /// The triggers of the troops and items of each lane that are not used up (may have too many
    /// bits, never too few).
    pub ready: [u32; MAX_PLAYERS],
    /// Whether some of a lane have left or been used up since these were worked out.
    pub ready_stale: [bool; MAX_PLAYERS],
    /// The triggers of cards in all hands (may have too many bits, never too few).
    pub hand_moments: u32,
    /// Where some card has moved up since lanes were last closed: a bit for each lane's troops,
    /// then a bit for each lane's enemies.
    pub advances_pending: u8,
    /// Whether some troop has a bonus against one enemy.
    pub duels: bool,
}

impl GameState {
    /// An empty table.
    pub fn new(key: GameKey, players: u8) -> Self {
        GameState {
            key,
            players,
            round: 1,
            phase: Phase::Draw,
            step: Step::Start,
            turns: Turns::default(),
            refused: KindSet::default(),
            fight: Fight::default(),
            first_player: 0,
            lanes_done: 0,
            fighting: None,
            base: 0,
            lost: false,
            fell_in_round: 0,
            plays_on_to: None,
            weather: Weather::default(),
            divisions: [None; MAX_PLAYERS],
            division_used: [0; MAX_PLAYERS],
            item_bonus: false,
            seats: [PlayerCards::default(); MAX_PLAYERS],
            resources: [0; MAX_PLAYERS],
            lanes: [Lane::default(); MAX_PLAYERS],
            board: Board::default(),
            encounters: [Encounter::default(); 3],
            market: [MarketRow::default(); MARKET_ROWS],
            supply: [0; MAX_KINDS],
            burned: [0; MAX_KINDS],
            incidents: Incidents::default(),
            decisions: 0,
            moment: 0,
            lane_moments: 0,
            lane_moments_stale: false,
            ready: [0; MAX_PLAYERS],
            ready_stale: [false; MAX_PLAYERS],
            hand_moments: 0,
            advances_pending: 0,
            duels: false,
        }
    }

    /// Becomes equal to another state. Copies only the cards that are there, which is much less
    /// than the whole state.
    pub fn copy_from(&mut self, other: &GameState) {
        let GameState {
            key,
            players,
            round,
            phase,
            step,
            turns,
            refused,
            fight,
            first_player,
            lanes_done,
            fighting,
            base,
            lost,
            fell_in_round,
            plays_on_to,
            weather,
            divisions,
            division_used,
            item_bonus,
            seats,
            resources,
            lanes,
            board,
            encounters,
            market,
            supply,
            burned,
            incidents,
            decisions,
            moment,
            lane_moments,
            lane_moments_stale,
            ready,
            ready_stale,
            hand_moments,
            advances_pending,
            duels,
        } = self;
        // Unused seats and their lanes are empty in every state.
        let taken = usize::from(other.players.max(*players));
        *key = other.key;
        *players = other.players;
        *round = other.round;
        *phase = other.phase;
        *step = other.step;
        *turns = other.turns;
        *refused = other.refused;
        *fight = other.fight;
        *first_player = other.first_player;
        *lanes_done = other.lanes_done;
        *fighting = other.fighting;
        *base = other.base;
        *lost = other.lost;
        *fell_in_round = other.fell_in_round;
        *plays_on_to = other.plays_on_to;
        *weather = other.weather;
        *divisions = other.divisions;
        *division_used = other.division_used;
        *item_bonus = other.item_bonus;
        for (seat, from) in seats.iter_mut().zip(&other.seats).take(taken) {
            seat.copy_from(from);
        }
        *resources = other.resources;
        lanes[..taken].copy_from_slice(&other.lanes[..taken]);
        board.copy_from(&other.board);
        // These are mostly full, or small: looking for what is there would take longer.
        *encounters = other.encounters;
        *market = other.market;
        *supply = other.supply;
        *burned = other.burned;
        *incidents = other.incidents;
        *decisions = other.decisions;
        *moment = other.moment;
        *lane_moments = other.lane_moments;
        *lane_moments_stale = other.lane_moments_stale;
        *ready = other.ready;
        *ready_stale = other.ready_stale;
        *hand_moments = other.hand_moments;
        *advances_pending = other.advances_pending;
        *duels = other.duels;
    }

    /// The current wave, 1 to 3.
    #[inline]
    pub fn wave(&self) -> u8 {
        // Stored in a table, because it is needed very often; a long one, so that nothing needs to be
        // checked. Of its rounds, nine are played.
        const WAVES: [u8; 16] = [1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3];
        WAVES[usize::from(self.round) % WAVES.len()]
    }

    /// How many rows of the market are open: the items, and the troops of each wave so far.
    #[inline]
    pub fn open_rows(&self) -> u8 {
        self.wave() + 1
    }

    /// The round within the wave, 1 to 3.
    #[inline]
    pub fn round_of_wave(&self) -> u8 {
        (self.round.clamp(1, ROUNDS) - 1) % 3 + 1
    }

    /// Whether the game has ended.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Recomputes the triggers of cards in all players' hands.
    pub fn refresh_hand_moments(&mut self) {
        let hands = self.seats.iter().map(|player| player.hand_moments);
        self.hand_moments = hands.fold(0, |all, moments| all | moments);
    }

    /// The seat to the left of another.
    #[inline]
    pub fn next_seat(&self, seat: u8) -> u8 {
        if seat + 1 < self.players { seat + 1 } else { 0 }
    }

    /// The seats from `start` to the left.
    #[inline]
    pub fn seats_from(&self, start: u8) -> impl Iterator<Item = u8> + use<> {
        let (start, players) = (usize::from(start), usize::from(self.players));
        ROUND_THE_TABLE[players][start..start + players]
            .iter()
            .copied()
    }

    /// The card that stands in a lane at a position.
    pub fn at(&self, side: Side, lane: u8, position: usize) -> Option<CardRef> {
        let lane = &self.lanes[lane as usize];
        let slot = match side {
            Side::Troop => lane.troops.as_slice().get(position),
            Side::Enemy => lane.enemies.as_slice().get(position),
        }?;
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
    pub fn first_enemy(&self, lane: u8) -> Option<CardRef> {
        let first = self.lanes[lane as usize].enemies.first()?;
        Some(self.board.card_ref(first))
    }

    /// The position of a card in its lane, if it is still there.
    #[inline]
    pub fn position(&self, card: CardRef) -> Option<usize> {
        let on_board = self.board.get(card)?;
        let lane = &self.lanes[on_board.lane as usize];
        let slots = match on_board.side {
            Side::Troop => lane.troops.as_slice(),
            Side::Enemy => lane.enemies.as_slice(),
        };
        slots.iter().position(|slot| *slot == card.slot)
    }

    /// Whether any pile holds the wrong number of cards: counts every physical card by kind.
    pub fn count_cards(&self) -> [u16; MAX_KINDS] {
        let mut counts = [0u16; MAX_KINDS];
        let mut add = |cards: &[KindId]| {
            for kind in cards {
                counts[kind.index()] += 1;
            }
        };
        for seat in &self.seats {
            add(seat.deck.cards());
            add(seat.hand.cards());
            add(seat.discard.cards());
        }
        for encounter in &self.encounters {
            add(encounter.deck.cards());
            add(encounter.discard.cards());
            add(encounter.bosses.cards());
        }
        for row in &self.market {
            add(row.pool.cards());
            add(row.deck.cards());
        }
        for division in self.divisions.iter().flatten() {
            add(&[*division]);
        }
        add(self.weather.deck.cards());
        add(self.weather.discard.cards());
        add(self.weather.card.as_slice());
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
