//! The training data: positions of games that were played to the end of the last round, each with
//! the damage that followed.

use super::reading::{self, NUMBERS, ZONES, Zone};
use cards::{KindId, MAX_KINDS};
use game::play::View;
use game::state::{MAX_PLAYERS, ROUNDS};
use serde::{Deserialize, Serialize};

/// How many cards of a kind lie in a zone, packed tightly: there are millions of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// Where its numbers start in the list: those about the table, then those about each player.
    numbers: u32,
}

/// Many positions, and the damage of their games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Rows {
    entries: Vec<Entry>,
    rows: Vec<Row>,
    /// [`NUMBERS`] at a time.
    numbers: Vec<f32>,
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
        self.block(index, 1 + seat)
    }

    /// The numbers about the table in a position, without the base.
    pub fn common_numbers(&self, index: usize) -> &[f32; NUMBERS] {
        self.block(index, 0)
    }

    fn block(&self, index: usize, nth: usize) -> &[f32; NUMBERS] {
        let (blocks, _) = self.numbers.as_chunks();
        &blocks[self.rows[index].numbers as usize + nth]
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
            numbers: (self.numbers.len() / NUMBERS) as u32,
        };
        self.numbers.extend(reading::common_numbers(view));
        self.count(|each| reading::visit_common(view, each));
        for seat in 0..view.players() {
            row.starts[1 + usize::from(seat)] = self.entries.len() as u32;
            self.count(|each| reading::visit_seat(view, seat, each));
            self.numbers.extend(reading::seat_numbers(view, seat));
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
        let numbers = (self.numbers.len() / NUMBERS) as u32;
        for row in &mut other.rows {
            row.game += games;
            row.starts.iter_mut().for_each(|start| *start += entries);
            row.numbers += numbers;
        }
        self.numbers.append(&mut other.numbers);
        self.entries.append(&mut other.entries);
        self.rows.append(&mut other.rows);
        self.damage.append(&mut other.damage);
    }
    /// Whether all indices are in range: what has been read from a file may be anything.
    pub fn is_sound(&self) -> bool {
        let is_sound = |row: &Row| {
            let players = usize::from(row.players);
            (1..=MAX_PLAYERS).contains(&players)
                && (1..=ROUNDS).contains(&row.round)
                && (row.game as usize) < self.damage.len()
                && row.starts[..=players + 1].is_sorted()
                && row.starts[players + 1] as usize <= self.entries.len()
                && (row.numbers as usize + players + 1) * NUMBERS <= self.numbers.len()
        };
        self.entries.iter().all(|entry| entry.slot() < SLOTS) && self.rows.iter().all(is_sound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Rows {
        let row = |game, players, numbers| Row {
            game,
            round: 3,
            players,
            starts: [0, 1, 2, 3, 3, 3],
            numbers,
        };
        Rows {
            entries: vec![
                Entry::new(7, 3),
                Entry::new(8, 31),
                Entry::new(SLOTS - 1, 1),
            ],
            rows: vec![row(0, 2, 0), row(1, 1, 3)],
            numbers: (0..5 * NUMBERS).map(|number| number as f32).collect(),
            damage: vec![[2.0; ROUNDS as usize], [3.0; ROUNDS as usize]],
        }
    }

    #[test]
    fn rows_that_point_nowhere_are_unsound() {
        assert!(rows().is_sound() && Rows::default().is_sound());
        let spoiled: [fn(&mut Rows); 8] = [
            |rows| rows.rows[0].game = 2,
            |rows| rows.rows[0].players = 0,
            |rows| rows.rows[0].players = 5,
            |rows| rows.rows[0].round = 0,
            |rows| rows.rows[0].starts[1] = 4,
            |rows| rows.rows[0].starts[3] = 4,
            |rows| rows.rows[0].numbers = 3,
            |rows| rows.entries[0] = Entry::new(SLOTS, 1),
        ];
        for (number, spoil) in spoiled.iter().enumerate() {
            let mut rows = rows();
            spoil(&mut rows);
            assert!(!rows.is_sound(), "{number}");
        }
    }

    #[test]
    fn other_rows_keep_their_parts_when_they_are_added() {
        let mut both = rows();
        both.append(rows());
        assert!(both.is_sound());
        assert_eq!(both.row(3).game, 3);
        assert_eq!(both.damage(3), rows().damage(1));
        assert_eq!(both.common_numbers(3), rows().common_numbers(1));
        assert_eq!(both.numbers(2, 1), rows().numbers(0, 1));
        assert_eq!(both.entries(2, 1), rows().entries(0, 1));
    }
}
