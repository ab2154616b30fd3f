//! The weights of the network.

use super::descriptor::{DESCRIPTOR, Descriptor, describe};
use super::likeness;
use super::reading::{NUMBERS, ZONES};
use cards::{CardSet, Class};
use std::ops::Range;

/// Width of the first layer.
pub const FIRST: usize = 64;
/// Width of the second layer.
pub const SECOND: usize = 32;

/// A row of numbers that goes into the first layer.
pub type Column = [f32; FIRST];

/// Zones in which a card of a player can lie.
const PLAYER_ZONES: usize = 6;

/// The zones in which an enemy, or any other card, can lie.
pub(crate) fn zones(is_enemy: bool) -> Range<usize> {
    match is_enemy {
        true => PLAYER_ZONES..ZONES,
        false => 0..PLAYER_ZONES,
    }
}

/// A card known by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The card's name in files.
    pub id: String,
    /// Whether it is an enemy, which lies in one zone only.
    pub is_enemy: bool,
}

impl Named {
    /// The zones in which the card can lie.
    pub(crate) fn zones(&self) -> Range<usize> {
        zones(self.is_enemy)
    }
}

/// All weights. The first layer handles one player at a time: for every card in every zone, it adds
/// the contributions of its description and of its name, and those of the numbers about the table
/// and the player. The second layer takes the mean of the first over the players.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// For every zone and number of a description, what it adds.
    pub map: Vec<Column>,
    /// The cards known by name.
    pub named: Vec<Named>,
    /// For every named card and each of its zones, what the name adds.
    pub names: Vec<Column>,
    /// For every number about the table or a player, what it adds.
    pub numbers: Vec<Column>,
    /// The first layer's offset.
    pub first: Column,
    /// For every unit of the first layer, what it adds to the second.
    pub second: Vec<[f32; SECOND]>,
    /// The second layer's offset.
    pub second_offset: [f32; SECOND],
    /// For every unit of the second layer, what it adds to the result.
    pub last: [f32; SECOND],
    /// The result's offset.
    pub last_offset: f32,
}

impl Weights {
    /// Zero weights, with room for the names of a card set.
    pub fn zero(cards: &CardSet) -> Self {
        let kinds = cards.kinds.iter();
        let counted = kinds.filter(|kind| kind.class != Class::Weather);
        let named: Vec<Named> = counted
            .map(|kind| Named {
                id: kind.id.clone(),
                is_enemy: kind.class.is_enemy(),
            })
            .collect();
        Weights::with_names(named)
    }

    /// Zero weights for these names.
    pub fn with_names(named: Vec<Named>) -> Self {
        let names = named.iter().map(|named| named.zones().len()).sum();
        Weights {
            map: vec![[0.0; FIRST]; ZONES * DESCRIPTOR],
            names: vec![[0.0; FIRST]; names],
            named,
            numbers: vec![[0.0; FIRST]; NUMBERS],
            first: [0.0; FIRST],
            second: vec![[0.0; SECOND]; FIRST],
            second_offset: [0.0; SECOND],
            last: [0.0; SECOND],
            last_offset: 0.0,
        }
    }

    /// The same weights with room for the names of a card set: an unknown card gets the weights of
    /// the most similar known card.
    pub fn for_cards(&self, cards: &CardSet) -> Self {
        let empty = Weights::zero(cards);
        let (from, to) = (self.name_columns(cards), empty.name_columns(cards));
        let descriptions: Vec<Descriptor> = cards.kinds.iter().map(describe).collect();
        let kinds = descriptions.len();
        let Weights {
            mut names, named, ..
        } = empty;
        for number in 0..kinds {
            let (known, share) = likeness::by_name(number, &from, &descriptions);
            for zone in (0..ZONES).map(|zone| zone * kinds) {
                if let (Some(from), Some(to)) = (from[zone + known], to[zone + number]) {
                    names[to] = self.names[from].map(|weight| weight * share);
                }
            }
        }
        Weights {
            names,
            named,
            ..self.clone()
        }
    }

    /// Where the columns of a named card begin in [`Weights::names`], by its number.
    pub(crate) fn name_starts(&self) -> Vec<usize> {
        let mut at = 0;
        let mut starts = Vec::with_capacity(self.named.len());
        for named in &self.named {
            starts.push(at);
            at += named.zones().len();
        }
        starts
    }

    /// For every zone and kind of a card set, the column of its name, if the name is known.
    pub fn name_columns(&self, cards: &CardSet) -> Vec<Option<usize>> {
        let starts = self.name_starts();
        let mut columns = vec![None; ZONES * cards.kinds.len()];
        for (number, kind) in cards.kinds.iter().enumerate() {
            let found = self.named.iter().position(|named| named.id == kind.id);
            let Some(found) = found else { continue };
            for (nth, zone) in self.named[found].zones().enumerate() {
                columns[zone * cards.kinds.len() + number] = Some(starts[found] + nth);
            }
        }
        columns
    }

    /// All rows, in the order of the file, where each row has its own scale.
    pub fn rows(&self) -> impl Iterator<Item = &[f32]> {
        let columns = self.map.iter().chain(&self.names).chain(&self.numbers);
        columns
            .map(|column| &column[..])
            .chain([&self.first[..]])
            .chain(self.second.iter().map(|row| &row[..]))
            .chain([&self.second_offset[..], &self.last[..]])
            .chain([std::slice::from_ref(&self.last_offset)])
    }

    /// All rows, mutable.
    pub fn rows_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let columns = self
            .map
            .iter_mut()
            .chain(&mut self.names)
            .chain(&mut self.numbers);
        columns
            .map(|column| &mut column[..])
            .chain([&mut self.first[..]])
            .chain(self.second.iter_mut().map(|row| &mut row[..]))
            .chain([&mut self.second_offset[..], &mut self.last[..]])
            .chain([std::slice::from_mut(&mut self.last_offset)])
    }
}
