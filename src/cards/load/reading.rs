//! Reads the cards of sets that differ in few of them. A check assembles a set once for every
//! option of every ruling, and each option changes a card or two. The others are read once.

use super::cards::{self, Names, RawCard};
use crate::Kind;
use crate::data::{Sink, TomlTable};
use std::collections::HashMap;
use std::sync::Arc;

/// What has been read so far, and for what purpose.
#[derive(Default)]
pub(super) struct Reading {
    /// Whether only errors matter, and the sets are not used.
    pub(super) only_checks: bool,
    known: Vec<(Names, Known)>,
}

/// Cards without errors, by the address of their fields, which are kept alive so that the address
/// is not reused.
type Known = HashMap<*const TomlTable, (Arc<TomlTable>, Kind)>;

impl Reading {
    /// A reading of many sets of which only the errors matter.
    pub(super) fn for_a_check() -> Self {
        Reading {
            only_checks: true,
            known: Vec::new(),
        }
    }

    /// Reads as much of every card as possible.
    pub(super) fn kinds(&mut self, cards: &[RawCard], names: &Names, sink: &Sink) -> Vec<Kind> {
        if !self.only_checks {
            return cards
                .iter()
                .map(|card| cards::kind(card, names, sink))
                .collect();
        }
        let known = self.known_with(names);
        cards
            .iter()
            .map(|card| {
                let place = Arc::as_ptr(&card.fields);
                if let Some((_, kind)) = known.get(&place) {
                    return kind.clone();
                }
                let before = sink.len();
                let kind = cards::kind(card, names, sink);
                // An error must be reported each time.
                if sink.len() == before {
                    known.insert(place, (Arc::clone(&card.fields), kind.clone()));
                }
                kind
            })
            .collect()
    }

    /// What has been read with these names to refer to.
    fn known_with(&mut self, names: &Names) -> &mut Known {
        let found = self.known.iter().position(|(known, _)| known == names);
        let number = found.unwrap_or_else(|| {
            self.known.push((names.clone(), Known::default()));
            self.known.len() - 1
        });
        &mut self.known[number].1
    }
}
