//! What is learned from: tables of games that were played to the end of the last round, each with
//! the damage that came after it.

use crate::cards::{CardSet, KindId, MAX_KINDS};
use crate::policy::value::reading::{self, WHOLE, ZONES};
use crate::ruleset::Ruleset;
use crate::state::{GameState, ROUNDS};

/// How many cards of a kind lie in a zone, in as little room as possible: there are millions.
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

/// A table of a game.
#[derive(Clone, Debug)]
pub struct Row {
    /// The game's number among all that are learned from.
    pub game: u32,
    /// The round, 1 to 9.
    pub round: u8,
    /// The number of players.
    pub players: u8,
    /// Where its entries end in the list.
    end: u32,
    /// The numbers about the whole table, the base left open.
    pub whole: [f32; WHOLE],
}

/// Many tables, and the damage of the games they are from.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    entries: Vec<Entry>,
    rows: Vec<Row>,
    /// For each game, the damage per player in each round.
    damage: Vec<[f32; ROUNDS as usize]>,
}

impl Rows {
    /// How many tables there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many games they are from.
    pub fn games(&self) -> usize {
        self.damage.len()
    }

    /// A table.
    pub fn row(&self, index: usize) -> &Row {
        &self.rows[index]
    }

    /// The cards of a table.
    pub fn entries(&self, index: usize) -> &[Entry] {
        let start = match index {
            0 => 0,
            _ => self.rows[index - 1].end as usize,
        };
        &self.entries[start..self.rows[index].end as usize]
    }

    /// The damage per player of a game, by round.
    pub fn damage(&self, game: u32) -> &[f32; ROUNDS as usize] {
        &self.damage[game as usize]
    }

    /// Keeps a table of the game under way.
    pub fn keep(&mut self, state: &GameState, cards: &CardSet, rules: &Ruleset) {
        let mut counts = [0u16; SLOTS];
        let mut slots = Vec::with_capacity(128);
        reading::visit(state, cards, |zone, kind: KindId| {
            let slot = zone as usize * SLOTS_OF_ZONE + kind.index();
            if counts[slot] == 0 {
                slots.push(slot);
            }
            counts[slot] += 1;
        });
        slots.sort_unstable();
        for slot in slots {
            // What does not fit into one entry makes another.
            let mut left = counts[slot];
            while left > 0 {
                let count = left.min(Entry::MOST);
                self.entries.push(Entry::new(slot, count));
                left -= count;
            }
        }
        self.rows.push(Row {
            game: self.damage.len() as u32,
            round: state.round,
            players: state.players,
            end: self.entries.len() as u32,
            whole: reading::whole(state, cards, rules),
        });
    }

    /// The game under way has ended.
    pub fn end_game(&mut self, damage: [f32; ROUNDS as usize]) {
        self.damage.push(damage);
    }

    /// Adds the tables of other games after these.
    pub fn append(&mut self, mut other: Rows) {
        let (entries, games) = (self.entries.len() as u32, self.damage.len() as u32);
        for row in &mut other.rows {
            row.game += games;
            row.end += entries;
        }
        self.entries.append(&mut other.entries);
        self.rows.append(&mut other.rows);
        self.damage.append(&mut other.damage);
    }
}
