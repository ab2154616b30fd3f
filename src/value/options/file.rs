//! The file of learned networks: a few lines of text that say what they are and how they were made,
//! then the weights, one byte each, with a scale for every row, and a seal.

use super::weights::Weights;
use super::{GROUPS, NUMBERS, SLOTS};
use crate::descriptor::{DESCRIPTOR, NAMES};
use crate::heading::Heading;
use crate::weights::{FIRST, SECOND};
use cards::data::Faults;
use cards::data::tree::fingerprint;
use files::{Kind, seal};

const KIND: Kind = Kind::bytes("networks", 2);
/// The word for a card known by name.
const CARD: &str = "card";

/// Learned networks and how they were made.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// How they were made, line by line: the command, the games, the regret on held-out games.
    pub story: Vec<String>,
    /// The cards known by name, as files name them.
    pub named: Vec<String>,
    /// The weights of each group.
    pub weights: [Weights; GROUPS],
}

/// Identifies the inputs: weights fit only the inputs they were trained with.
fn shape() -> String {
    let names = fingerprint(&format!("{NAMES:?}"));
    format!("{SLOTS} {DESCRIPTOR} {NUMBERS} {FIRST} {SECOND} {names:016x}")
}

impl Learned {
    /// The bytes of the file. Weights are rounded: reading them again gives the rounded ones.
    pub fn to_bytes(&self) -> Vec<u8> {
        let named = self.named.iter();
        let heading = Heading {
            story: self.story.clone(),
            named: named.map(|id| (CARD.into(), id.clone())).collect(),
        };
        let mut bytes = heading.to_bytes(&shape());
        for row in self.weights.iter().flat_map(Weights::rows) {
            write_row(row, &mut bytes);
        }
        KIND.seal(seal::FREE, &bytes)
    }

    /// Reads the bytes of a file; `file` names it in error messages.
    pub fn from_bytes(file: &str, bytes: &[u8]) -> Result<Self, Faults> {
        let fault = |message: String| Faults::single(file, message);
        let (heading, mut rest) = Heading::open((&KIND, file), bytes, &shape(), &[CARD])?;
        let named: Vec<String> = heading.named.into_iter().map(|(_, id)| id).collect();
        let mut weights: [Weights; GROUPS] = std::array::from_fn(|_| Weights::zero(named.len()));
        for row in weights.iter_mut().flat_map(Weights::rows_mut) {
            rest = read_row(row, rest)
                .ok_or_else(|| fault("ends before all weights are read".into()))?;
        }
        match rest.is_empty() {
            true => Ok(Learned {
                story: heading.story,
                named,
                weights,
            }),
            false => Err(fault("continues after the last weight".into())),
        }
    }
}

/// Writes a row: its scale, and its numbers unless all are zero, as most columns of names are.
fn write_row(row: &[f32], bytes: &mut Vec<u8>) {
    let most = row.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    let scale = lasting(most / 127.0);
    bytes.extend(scale.to_le_bytes());
    if scale > 0.0 {
        let whole = |x: &f32| (x / scale).round().clamp(-127.0, 127.0) as i8;
        bytes.extend(row.iter().map(|x| whole(x) as u8));
    }
}

/// The next scale that comes out again when the row read with it is written: the greatest number times a
/// scale, divided by the greatest number, may be another scale. Rounding keeps the order of numbers, so
/// this cannot go past one that does.
fn lasting(scale: f32) -> f32 {
    match scale * 127.0 / 127.0 {
        again if again == scale => scale,
        again => lasting(again),
    }
}

/// Reads a row, and returns what follows.
fn read_row<'b>(row: &mut [f32], bytes: &'b [u8]) -> Option<&'b [u8]> {
    let (scale, rest) = bytes.split_first_chunk::<4>()?;
    let scale = f32::from_le_bytes(*scale);
    if scale <= 0.0 || !scale.is_finite() {
        return Some(rest);
    }
    let (numbers, rest) = rest.split_at_checked(row.len())?;
    for (weight, number) in row.iter_mut().zip(numbers) {
        *weight = f32::from(*number as i8) * scale;
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::super::network::Networks;
    use super::super::{Feature, Group};
    use super::*;
    use cards::KindId;
    use cards::load::Library;

    fn learned() -> Learned {
        let mut weights: [Weights; GROUPS] = std::array::from_fn(|_| Weights::zero(2));
        let rows = weights.iter_mut().flat_map(Weights::rows_mut);
        for (nth, weight) in rows.flatten().enumerate() {
            *weight = ((nth % 255) as i8).max(-127).into();
        }
        Learned {
            story: vec!["made up".into()],
            named: vec!["ranger".into(), "militia".into()],
            weights,
        }
    }

    #[test]
    fn networks_come_back_from_their_file() {
        let bytes = learned().to_bytes();
        let again = Learned::from_bytes("x", &bytes).unwrap();
        assert_eq!(again.to_bytes(), bytes);
        assert_eq!(
            (again.story, again.named),
            (learned().story, learned().named)
        );
    }

    #[test]
    fn every_scale_lasts() {
        for bits in (1.0f32.to_bits()..2.0f32.to_bits()).step_by(997) {
            let scale = lasting(f32::from_bits(bits));
            assert_eq!(scale * 127.0 / 127.0, scale);
            assert!(
                (scale.to_bits() as i64 - i64::from(bits)).abs() <= 2,
                "{bits}"
            );
        }
    }

    #[test]
    fn what_is_damaged_or_of_another_version_is_refused() {
        let bytes = learned().to_bytes();
        let fault = |bytes: &[u8]| Learned::from_bytes("x.net", bytes).unwrap_err().to_string();
        let mut spoiled = bytes.clone();
        spoiled[bytes.len() / 2] ^= 4;
        assert!(fault(&spoiled).contains("checksum"), "{}", fault(&spoiled));
        assert!(fault(&bytes[..bytes.len() - 3]).contains("seal"));
        assert!(fault(b"hello").contains("seal"));
        let other = KIND.seal(seal::FREE, b"shape 9\n");
        assert!(fault(&other).contains("another version"));
    }

    #[test]
    fn a_name_and_a_description_both_count() {
        let cards = Library::embedded().cards().unwrap();
        let mut learned = learned();
        for weights in &mut learned.weights {
            *weights = Weights::zero(2);
            weights.second = vec![[1.0; SECOND]; FIRST];
            weights.last = [1.0 / (SECOND * FIRST) as f32; SECOND];
            weights.names[3 * 2] = [0.5; FIRST];
            weights.map[3 * DESCRIPTOR + 1] = [0.25; FIRST];
        }
        let networks = Networks::new(&learned, &cards);
        let score = |id: &str, slot: usize| {
            let kind = cards.kinds.iter().position(|kind| kind.id == id).unwrap();
            let network = networks.of(Group::Combat);
            let position = network.position(&[]);
            network.score(&position, &[Feature::card(slot, KindId(kind as u8))])
        };
        assert_eq!(score("ranger", 3), 0.75);
        assert_eq!(score("militia", 3), 0.25);
        assert_eq!(score("ranger", 4), 0.0);
    }
}
