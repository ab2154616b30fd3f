//! The file of a learned value: a few lines of text that say what it is and how it was made, then
//! the weights, one byte each, with a scale for every row.

use super::descriptor::{DESCRIPTOR, NAMES};
use super::reading::{NUMBER_NAMES, NUMBERS, ZONES};
use super::weights::{FIRST, Named, SECOND, Weights};
use cards::data::Faults;
use cards::data::tree::fingerprint;

/// The first line of every such file.
const MAGIC: &str = "xenosim value 1";
/// The line after which the weights follow.
const END: &str = "weights";

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
        let mut text = format!("{MAGIC}\nshape {}\n", shape());
        for line in &self.story {
            text += &format!("# {line}\n");
        }
        for named in &self.weights.named {
            let side = if named.is_enemy { "enemy" } else { "card" };
            text += &format!("{side} {}\n", named.id);
        }
        text += &format!("{END}\n");
        let mut bytes = text.into_bytes();
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
        bytes
    }

    /// Reads the bytes of a file; `file` names it in error messages.
    pub fn from_bytes(file: &str, bytes: &[u8]) -> Result<Self, Faults> {
        let fault = |message: String| Faults::single(file, message);
        let mut rest = bytes;
        let mut line = || -> Option<String> {
            let end = rest.iter().position(|byte| *byte == b'\n')?;
            let text = std::str::from_utf8(&rest[..end]).ok()?.to_string();
            rest = &rest[end + 1..];
            Some(text)
        };
        if line().as_deref() != Some(MAGIC) {
            let message = format!("is not a learned value: its first line should be `{MAGIC}`");
            return Err(fault(message));
        }
        if line() != Some(format!("shape {}", shape())) {
            let message = "was trained by another version of this program; train it again with \
                `xenosim learn`";
            return Err(fault(message.into()));
        }
        let (mut story, mut named) = (Vec::new(), Vec::new());
        loop {
            let Some(text) = line() else {
                return Err(fault(format!("has no line `{END}`: it is truncated")));
            };
            match text.split_once(' ') {
                Some(("#", text)) => story.push(text.to_string()),
                Some((side @ ("card" | "enemy"), id)) => named.push(Named {
                    id: id.to_string(),
                    is_enemy: side == "enemy",
                }),
                None if text == END => break,
                _ => return Err(fault(format!("has an unknown line: `{text}`"))),
            }
        }
        let mut weights = Weights::with_names(named);
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
            true => Ok(Learned { story, weights }),
            false => Err(fault("continues after the last weight".into())),
        }
    }
}
