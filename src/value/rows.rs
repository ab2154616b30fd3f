//! The training data: positions of games that were played to the end of the last round, each with
//! the damage that followed.

mod bytes;

use super::reading::{self, NUMBERS, ZONES, Zone};
use cards::{KindId, MAX_KINDS};
use game::play::View;
use game::state::{MAX_PLAYERS, ROUNDS};

/// How many cards of a kind lie in a zone, packed tightly: there are millions of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry(u16);

impl Entry {
    const BITS: u32 = 5;
    const MOST: u16 = (1 << Self::BITS) - 1;

    fn new(slot: usize, count: u16) -> Self {
        Entry((slot as u16) << Self::BITS | count)
    }
    /// The zone and kind, as one number: zone × 256 + kind.
    pub fn slot(self) -> usize {
        usize::from(self.0 >> Self::BITS)
    }
    /// How many cards.
    pub fn count(self) -> f32 {
        f32::from(self.0 & Self::MOST)
    }
}

/// The slots of a zone.
pub const SLOTS_OF_ZONE: usize = MAX_KINDS + 1;
/// All slots.
pub const SLOTS: usize = ZONES * SLOTS_OF_ZONE;

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Row {
    /// The game's number in the training data.
    pub game: u32,
    /// The round, 1 to 9.
    pub round: u8,
    /// The number of players.
    pub players: u8,
    /// Where its entries start in the list: those common to all players, then each player's, then
    /// the end.
    starts: [u32; MAX_PLAYERS + 2],
    /// The numbers about the table, without the base.
    pub common: [f32; NUMBERS],
    /// Where the numbers about its players start in the list.
    seats: u32,
}

/// Many positions, and the damage of their games.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    entries: Vec<Entry>,
    rows: Vec<Row>,
    seats: Vec<[f32; NUMBERS]>,
    /// For each game, the damage per player in each round.
    damage: Vec<[f32; ROUNDS as usize]>,
}

impl Rows {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.damage.len()
    }

    /// A position.
    pub fn row(&self, index: usize) -> &Row {
        &self.rows[index]
    }

    /// The cards of a position that count for all players alike.
    pub fn common(&self, index: usize) -> &[Entry] {
        self.part(index, 0)
    }

    /// The cards of a player in a position.
    pub fn entries(&self, index: usize, seat: usize) -> &[Entry] {
        self.part(index, 1 + seat)
    }

    /// The numbers about a player in a position.
    pub fn numbers(&self, index: usize, seat: usize) -> &[f32; NUMBERS] {
        &self.seats[self.rows[index].seats as usize + seat]
    }

    fn part(&self, index: usize, part: usize) -> &[Entry] {
        let starts = &self.rows[index].starts;
        &self.entries[starts[part] as usize..starts[part + 1] as usize]
    }

    /// The damage per player of a game, by round.
    pub fn damage(&self, game: u32) -> &[f32; ROUNDS as usize] {
        &self.damage[game as usize]
    }

    /// Records a position of the current game.
    pub fn keep(&mut self, view: &View<'_>) {
        let mut row = Row {
            game: self.damage.len() as u32,
            round: view.round(),
            players: view.players(),
            starts: [self.entries.len() as u32; MAX_PLAYERS + 2],
            common: reading::common_numbers(view),
            seats: self.seats.len() as u32,
        };
        self.count(|each| reading::visit_common(view, each));
        for seat in 0..view.players() {
            row.starts[1 + usize::from(seat)] = self.entries.len() as u32;
            self.count(|each| reading::visit_seat(view, seat, each));
            self.seats.push(reading::seat_numbers(view, seat));
        }
        row.starts[1 + usize::from(view.players())] = self.entries.len() as u32;
        self.rows.push(row);
    }

    /// Counts cards and adds an entry for each kind in each zone.
    fn count(&mut self, visit: impl FnOnce(&mut dyn FnMut(Zone, KindId))) {
        let mut slots: Vec<usize> = Vec::with_capacity(64);
        visit(&mut |zone, kind| slots.push(zone as usize * SLOTS_OF_ZONE + kind.index()));
        slots.sort_unstable();
        for alike in slots.chunk_by(|a, b| a == b) {
            // What does not fit into one entry goes into another.
            for part in alike.chunks(usize::from(Entry::MOST)) {
                self.entries.push(Entry::new(part[0], part.len() as u16));
            }
        }
    }

    /// Ends the current game.
    pub fn end_game(&mut self, damage: [f32; ROUNDS as usize]) {
        self.damage.push(damage);
    }

    /// Appends the positions of other games.
    pub fn append(&mut self, mut other: Rows) {
        let (entries, games) = (self.entries.len() as u32, self.damage.len() as u32);
        let seats = self.seats.len() as u32;
        for row in &mut other.rows {
            row.game += games;
            row.starts.iter_mut().for_each(|start| *start += entries);
            row.seats += seats;
        }
        self.seats.append(&mut other.seats);
        self.entries.append(&mut other.entries);
        self.rows.append(&mut other.rows);
        self.damage.append(&mut other.damage);
    }
}
