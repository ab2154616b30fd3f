//! The shuffle keys of cards, computed once because they are the same for all games.

use super::{Kind, KindId, MAX_KINDS};
use crate::rng::{Identity, ShuffleKey};

/// So many copies of a kind lie in hardly any pile.
const MANY_COPIES: usize = 8;

/// The shuffle keys of the cards of each kind. They have the maximum length, so that a lookup needs no
/// check.
#[derive(Clone, Debug)]
pub struct ShuffleKeys {
    /// Of the first copies.
    first: Box<[[ShuffleKey; MANY_COPIES]; MAX_KINDS + 1]>,
    /// What others are worked out from: the identity of the first card.
    identities: Box<[Identity; MAX_KINDS + 1]>,
}

impl ShuffleKeys {
    pub(crate) fn new(kinds: &[Kind]) -> Self {
        let mut keys = ShuffleKeys {
            first: Box::new([[ShuffleKey::default(); MANY_COPIES]; MAX_KINDS + 1]),
            identities: Box::new([Identity::default(); MAX_KINDS + 1]),
        };
        for (number, kind) in kinds.iter().enumerate().take(MAX_KINDS) {
            let first = Identity::new(kind.label, u32::from(kind.first_copy));
            keys.identities[number] = first;
            keys.first[number] = std::array::from_fn(|copy| first.later(copy as u8).shuffle_key());
        }
        keys
    }

    /// The key of the `copy`-th card of a kind, counted from 0.
    #[inline]
    pub fn of(&self, kind: KindId, copy: u8) -> ShuffleKey {
        match self.first[kind.index()].get(usize::from(copy)) {
            Some(key) => *key,
            None => self.identities[kind.index()].later(copy).shuffle_key(),
        }
    }
}
