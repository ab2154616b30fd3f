//! Kinds of cards as data: by the ids of the cards that are in use, where somebody said which.

use crate::{CardSet, KindId, MAX_KINDS};
use serde::{Serialize, Serializer};
use std::cell::RefCell;

thread_local! {
    static IDS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Calls `write`; the kinds that it serialises become ids of these cards.
pub fn with_ids<T>(cards: &CardSet, write: impl FnOnce() -> T) -> T {
    let kinds = (0..=MAX_KINDS).map(|number| cards.kind(KindId(number as u8)));
    let ids = kinds.map(|kind| kind.id.clone()).collect();
    let outer = IDS.replace(ids);
    let written = write();
    IDS.set(outer);
    written
}

impl Serialize for KindId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        IDS.with_borrow(|ids| match ids.get(self.index()) {
            Some(id) => serializer.serialize_str(id),
            None => serializer.serialize_u8(self.0),
        })
    }
}
