//! Tables of what is known of every kind.

use cards::{KindId, MAX_KINDS};
use std::ops::Index;

/// Something known of every kind. Filled up to the last possible number, so that a look-up needs no
/// check.
#[derive(Clone, Debug)]
pub(crate) struct ByKind<T>(Box<[T; MAX_KINDS + 1]>);

impl<T: Copy> ByKind<T> {
    /// What is known of the kinds, in the order of their numbers; `blank` only takes up the room.
    pub fn new(known: impl Iterator<Item = T>, blank: T) -> Self {
        let mut all = Box::new([blank; MAX_KINDS + 1]);
        for (place, known) in all.iter_mut().zip(known) {
            *place = known;
        }
        ByKind(all)
    }

    /// The table itself.
    #[inline]
    pub fn all(&self) -> &[T; MAX_KINDS + 1] {
        &self.0
    }
}

impl<T> Index<KindId> for ByKind<T> {
    type Output = T;

    #[inline]
    fn index(&self, kind: KindId) -> &T {
        &self.0[kind.index()]
    }
}
