//! The file of a learned value: a few lines of text that say what it is and how it was made, then
//! the weights, one byte each, with a scale for every row, and a seal.

use super::descriptor::{DESCRIPTOR, NAMES};
use super::heading::Heading;
use super::reading::{NUMBER_NAMES, NUMBERS, ZONES};
use super::weights::{FIRST, Named, SECOND, Weights};
use cards::data::Faults;
use cards::data::tree::fingerprint;
use files::{Kind, seal};

const KIND: Kind = Kind::bytes("value", 2);
/// The words for what a card known by name is.
const CARD: &str = "card";
const ENEMY: &str = "enemy";

/// A learned value and how it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// How it was made, line by line: the command, the training games, the loss on held-out
    /// games.
    pub story: Vec<String>,
    /// The weights.
    pub weights: Weights,
}

/// Identifies the inputs: weights fit only the inputs they were trained with.
fn shape() -> String {
    let names = fingerprint(&format!("{NAMES:?}{NUMBER_NAMES:?}"));
    format!("{ZONES} {DESCRIPTOR} {NUMBERS} {FIRST} {SECOND} {names:016x}")
}

impl Learned {
    /// The bytes of the file. Weights are rounded: reading them again gives the rounded ones.
    pub fn to_bytes(&self) -> Vec<u8> {
        let side = |named: &Named| if named.is_enemy { ENEMY } else { CARD };
        let named = self.weights.named.iter();
        let heading = Heading {
            story: self.story.clone(),
            named: named
                .map(|named| (side(named).into(), named.id.clone()))
                .collect(),
        };
        let mut bytes = heading.to_bytes(&shape());
        for row in self.weights.rows() {
            let most = row.iter().fold(0.0f32, |most, x| most.max(x.abs()));
            let scale = most / 127.0;
            bytes.extend(scale.to_le_bytes());
            let whole = |x: &f32| match scale > 0.0 {
                true => (x / scale).round().clamp(-127.0, 127.0) as i8,
                false => 0,
            };
            bytes.extend(row.iter().map(|x| whole(x) as u8));
        }
        KIND.seal(seal::FREE, &bytes)
    }

    /// Reads the bytes of a file; `file` names it in error messages.
    pub fn from_bytes(file: &str, bytes: &[u8]) -> Result<Self, Faults> {
        let fault = |message: String| Faults::single(file, message);
        let words = [CARD, ENEMY];
        let (heading, mut rest) = Heading::open((&KIND, file), bytes, &shape(), &words)?;
        let named = heading.named.into_iter().map(|(what, id)| Named {
            id,
            is_enemy: what == ENEMY,
        });
        let mut weights = Weights::with_names(named.collect());
        for row in weights.rows_mut() {
            if rest.len() < 4 + row.len() {
                return Err(fault("ends before all weights are read".into()));
            }
            let (scale, numbers) = rest.split_at(4);
            let scale = f32::from_le_bytes([scale[0], scale[1], scale[2], scale[3]]);
            if !scale.is_finite() {
                return Err(fault("has a weight that is not a number".into()));
            }
            for (weight, number) in row.iter_mut().zip(numbers) {
                *weight = f32::from(*number as i8) * scale;
            }
            rest = &numbers[row.len()..];
        }
        match rest.is_empty() {
            true => Ok(Learned {
                story: heading.story,
                weights,
            }),
            false => Err(fault("continues after the last weight".into())),
        }
    }
}
