//! The kinds of a card set.

use super::{Class, Kind, KindId, MAX_KINDS};
use std::ops::{Deref, DerefMut};

/// All kinds of a set, by number. The list is padded with blank ones, so that every [`KindId`] is
/// valid and lookups, which the rules do more often than anything else, need no check.
#[derive(Clone, Debug)]
pub struct Kinds {
    count: usize,
    filled_up: Box<[Kind; MAX_KINDS + 1]>,
}

impl Kinds {
    /// The kinds in the order of their numbers. Those beyond the limit are left out; the loader
    /// rejects them.
    pub fn new(mut kinds: Vec<Kind>) -> Self {
        let count = kinds.len().min(MAX_KINDS);
        kinds.truncate(count);
        let blank = Kind::new("", String::new(), Class::Resource, Vec::new());
        kinds.resize(MAX_KINDS + 1, blank);
        let filled_up = kinds.into_boxed_slice().try_into();
        Kinds {
            count,
            filled_up: filled_up.expect("filled up to this length"),
        }
    }

    /// The facts about a kind.
    #[inline]
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.filled_up[id.index()]
    }
}

impl Deref for Kinds {
    type Target = [Kind];

    #[inline]
    fn deref(&self) -> &[Kind] {
        &self.filled_up[..self.count]
    }
}

impl DerefMut for Kinds {
    fn deref_mut(&mut self) -> &mut [Kind] {
        &mut self.filled_up[..self.count]
    }
}

impl<'a> IntoIterator for &'a Kinds {
    type Item = &'a Kind;
    type IntoIter = std::slice::Iter<'a, Kind>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
