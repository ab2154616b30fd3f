//! Small networks that score the options of a question, learned from what search found them worth.
//!
//! A network sees a question as sparse features: a card in a *slot* (the second troop of the lane, the
//! card that the option plays, its target), or a number. Those of the position are added up once for
//! a question, those of an option once for each. As in the value, a card counts by its description and
//! by its name, so changed and new cards are understood; the columns are worked out once for a card set.
//!
//! [`questions`] holds what search found out, to learn from; [`weights`] is what is learned, [`mod@file`]
//! how it is kept, and [`network`] how it is used.

pub mod features;
pub mod file;
pub mod network;
pub mod questions;
pub mod weights;

use cards::words::words;
use cards::{KindId, MAX_KINDS};
use serde::{Deserialize, Serialize};

pub use features::{NUMBERS, SLOTS};

/// The features that a slot has room for: one for each kind.
pub const SLOT_SIZE: usize = MAX_KINDS + 1;
/// The index of the first number.
pub const FIRST_NUMBER: usize = SLOTS * SLOT_SIZE;
/// The unit of [`Feature::times`].
const UNIT: f32 = 1024.0;

words! {
    /// A group of questions that share a network.
    pub enum Group as "group of questions" {
        /// What to buy, and what to give up for it.
        Purchase = "purchase",
        /// Whom and what to deploy where, and what to keep.
        Deployment = "deployment",
        /// Everything in combat.
        Combat = "combat",
    }
}

/// How many groups there are.
pub const GROUPS: usize = 3;

/// A feature that is not zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feature {
    /// Which: slot × [`SLOT_SIZE`] + kind, or [`FIRST_NUMBER`] + number.
    pub index: u16,
    /// How many times, in units of 1/1024: what is learned from is exactly what is seen in play.
    times: i16,
}

impl Feature {
    /// A card in a slot.
    pub fn card(slot: usize, kind: KindId) -> Self {
        Feature {
            index: (slot * SLOT_SIZE + kind.index()) as u16,
            times: UNIT as i16,
        }
    }

    /// The same, a share of the times.
    pub fn scaled(self, share: f32) -> Self {
        Feature {
            times: (f32::from(self.times) * share) as i16,
            ..self
        }
    }

    /// A number; `None` if it is zero.
    pub fn number(number: usize, value: f32) -> Option<Self> {
        let times = (value * UNIT).clamp(-32_000.0, 32_000.0) as i16;
        let index = (FIRST_NUMBER + number) as u16;
        (times != 0).then_some(Feature { index, times })
    }

    /// How many times its column counts.
    pub fn times(self) -> f32 {
        f32::from(self.times) / UNIT
    }

    /// The slot and the kind of a card; otherwise it is a number.
    pub fn slot_and_kind(self) -> Option<(usize, usize)> {
        let index = usize::from(self.index);
        (index < FIRST_NUMBER).then_some((index / SLOT_SIZE, index % SLOT_SIZE))
    }

    /// The number, if it is one.
    pub fn as_number(self) -> Option<usize> {
        usize::from(self.index).checked_sub(FIRST_NUMBER)
    }
}
