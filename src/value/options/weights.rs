//! The weights of a network that scores options.

use super::{NUMBERS, SLOTS};
use crate::descriptor::DESCRIPTOR;
use crate::weights::{Column, FIRST, SECOND};

/// All weights of one network. A card in a slot adds what its description adds there, and what its
/// name adds there.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// For every slot and number of a description, what it adds: slot × [`DESCRIPTOR`] + number.
    pub map: Vec<Column>,
    /// For every slot and known name, what the name adds: slot × names + name.
    pub names: Vec<Column>,
    /// For every number, what it adds.
    pub numbers: Vec<Column>,
    /// The first layer's offset.
    pub first: Column,
    /// For every unit of the first layer, what it adds to the second.
    pub second: Vec<[f32; SECOND]>,
    /// The second layer's offset.
    pub second_offset: [f32; SECOND],
    /// What the second layer adds to the score.
    pub last: [f32; SECOND],
}

impl Weights {
    /// Weights that are all zero, with room for so many names.
    pub fn zero(names: usize) -> Self {
        Weights {
            map: vec![[0.0; FIRST]; SLOTS * DESCRIPTOR],
            names: vec![[0.0; FIRST]; SLOTS * names],
            numbers: vec![[0.0; FIRST]; NUMBERS],
            first: [0.0; FIRST],
            second: vec![[0.0; SECOND]; FIRST],
            second_offset: [0.0; SECOND],
            last: [0.0; SECOND],
        }
    }

    /// All rows, in the order of the file, where each row has its own scale.
    pub fn rows(&self) -> impl Iterator<Item = &[f32]> {
        let columns = self.map.iter().chain(&self.names).chain(&self.numbers);
        columns
            .chain([&self.first])
            .map(|column| &column[..])
            .chain(self.second.iter().map(|row| &row[..]))
            .chain([&self.second_offset[..], &self.last[..]])
    }

    /// All rows, mutable.
    pub fn rows_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let columns = self
            .map
            .iter_mut()
            .chain(&mut self.names)
            .chain(&mut self.numbers);
        columns
            .chain([&mut self.first])
            .map(|column| &mut column[..])
            .chain(self.second.iter_mut().map(|row| &mut row[..]))
            .chain([&mut self.second_offset[..], &mut self.last[..]])
    }
}
