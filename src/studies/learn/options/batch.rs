//! Some questions, with the columns of the first layer that their features need.

use super::Cards;
use rayon::prelude::*;
use value::add_numbers;
use value::options::questions::{Question, Questions};
use value::options::weights::Weights;
use value::options::{Feature, NUMBERS, SLOTS};
use value::weights::{Column, FIRST};

/// Stands for a card that has no column yet.
const NONE: u32 = u32::MAX;

/// A feature of a row: its column, and how many times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub column: u32,
    pub times: f32,
}

/// Some questions. Each has a row for what its options have in common, then one for each option.
pub(super) struct Batch<'a> {
    pub questions: Vec<&'a Question>,
    /// Where the rows of each question begin, and where the last ends.
    pub first_rows: Vec<usize>,
    entries: Vec<Entry>,
    /// Where the entries of each row begin, and where the last ends.
    starts: Vec<usize>,
    /// The cards with a column in each slot; the columns of slots follow one another.
    pub slots: Vec<Vec<u32>>,
    /// Where the columns of each slot begin, and then those of numbers.
    pub first_columns: Vec<usize>,
}

/// Where the column of a card in a slot is, while a batch is put together.
pub(super) struct Places {
    cards: usize,
    places: Vec<u32>,
}

impl Places {
    pub fn new(cards: usize) -> Self {
        Places {
            cards,
            places: vec![NONE; SLOTS * cards],
        }
    }

    /// The card's number among those of its slot.
    fn of(&mut self, slots: &mut [Vec<u32>], slot: usize, card: u32) -> u32 {
        let place = &mut self.places[slot * self.cards + card as usize];
        if *place == NONE {
            *place = slots[slot].len() as u32;
            slots[slot].push(card);
        }
        *place
    }

    /// Forgets all places.
    fn clear(&mut self, slots: &[Vec<u32>]) {
        for (slot, cards) in slots.iter().enumerate() {
            for card in cards {
                self.places[slot * self.cards + *card as usize] = NONE;
            }
        }
    }
}

impl<'a> Batch<'a> {
    /// Reads questions and looks up their features.
    pub fn new(all: &'a Questions, numbers: &[u32], places: &mut Places) -> Self {
        let questions = numbers.iter().map(|number| &all.all()[*number as usize]);
        let mut batch = Batch {
            questions: questions.collect(),
            first_rows: vec![0],
            entries: Vec::new(),
            starts: vec![0],
            slots: vec![Vec::new(); SLOTS],
            first_columns: Vec::with_capacity(SLOTS + 1),
        };
        // First by number within a slot; the columns are known when all cards are.
        let mut found: Vec<(Feature, u32)> = Vec::new();
        for question in &batch.questions {
            let options = question.options.iter().map(|option| &option.features);
            for row in std::iter::once(&question.position).chain(options) {
                found.extend(row.iter().map(|feature| {
                    let place = feature.slot_and_kind().map(|(slot, kind)| {
                        let card = all.card(question.cards, kind);
                        places.of(&mut batch.slots, slot, card)
                    });
                    (*feature, place.unwrap_or(0))
                }));
                batch.starts.push(found.len());
            }
            batch.first_rows.push(batch.starts.len() - 1);
        }
        places.clear(&batch.slots);
        let mut columns = 0;
        for cards in &batch.slots {
            batch.first_columns.push(columns);
            columns += cards.len();
        }
        batch.first_columns.push(columns);
        let entry = |(feature, place): &(Feature, u32)| Entry {
            column: batch.column_of(*feature, *place),
            times: feature.times(),
        };
        batch.entries = found.iter().map(entry).collect();
        batch
    }

    fn column_of(&self, feature: Feature, place: u32) -> u32 {
        match feature.slot_and_kind() {
            Some((slot, _)) => self.first_columns[slot] as u32 + place,
            None => (self.first_columns[SLOTS] + feature.as_number().unwrap_or(0)) as u32,
        }
    }

    /// The features of a row.
    pub fn row(&self, row: usize) -> &[Entry] {
        &self.entries[self.starts[row]..self.starts[row + 1]]
    }

    /// The columns that follow from the weights: of all cards in their slots, then of numbers.
    pub fn columns(&self, weights: &Weights, cards: &Cards, with_names: bool) -> Vec<Column> {
        let of_slot = |slot: usize| {
            let met = self.slots[slot].iter();
            met.map(move |card| cards.column(weights, slot, *card as usize, with_names))
        };
        let mut columns: Vec<Column> = (0..SLOTS).into_par_iter().flat_map_iter(of_slot).collect();
        columns.extend(&weights.numbers);
        columns
    }

    /// For every column, the rows that it is added to and how many times.
    pub fn uses(&self) -> Uses {
        let columns = self.first_columns[SLOTS] + NUMBERS;
        let mut starts = vec![0; columns + 1];
        for entry in &self.entries {
            starts[entry.column as usize + 1] += 1;
        }
        for column in 0..columns {
            starts[column + 1] += starts[column];
        }
        let mut next = starts.clone();
        let mut uses = vec![(0, 0.0); self.entries.len()];
        for row in 0..self.starts.len() - 1 {
            for entry in self.row(row) {
                let at = &mut next[entry.column as usize];
                uses[*at] = (row as u32, entry.times);
                *at += 1;
            }
        }
        Uses { starts, uses }
    }
}

/// Where the columns of a batch are used.
pub(super) struct Uses {
    starts: Vec<usize>,
    uses: Vec<(u32, f32)>,
}

impl Uses {
    /// The slope of a column, given those of the rows.
    pub fn slope(&self, column: usize, rows: &[Column]) -> Column {
        let uses = &self.uses[self.starts[column]..self.starts[column + 1]];
        let mut sum = [0.0; FIRST];
        add_all(
            &mut sum,
            uses.iter()
                .map(|(row, times)| (&rows[*row as usize], *times)),
        );
        sum
    }
}

/// Adds columns, each so many times, in their order.
pub(super) fn add_all<'a>(sum: &mut Column, columns: impl Iterator<Item = (&'a Column, f32)>) {
    const TOGETHER: usize = 64;
    let mut columns = columns.peekable();
    while columns.peek().is_some() {
        let some: arrayvec::ArrayVec<(&Column, f32), TOGETHER> =
            columns.by_ref().take(TOGETHER).collect();
        add_numbers(sum, &some);
    }
}
