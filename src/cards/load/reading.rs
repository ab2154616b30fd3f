//! Reading the cards of sets that differ in few of them.
//!
//! A check puts a set together once for every option of every ruling, and each option changes a
//! card or two. The others are read once.

use super::cards::{self, Names, RawCard};
use crate::Kind;
use crate::data::{Sink, TomlTable};
use std::collections::HashMap;
use std::sync::Arc;

/// What has been read so far, and to what end.
#[derive(Default)]
pub(super) struct Reading {
    /// Whether only faults are looked for, and nobody uses the sets.
    pub(super) only_checks: bool,
    known: Vec<(Names, Known)>,
}

/// Cards without faults, by the place of their fields in memory, which are kept so that no others
/// come to that place.
type Known = HashMap<*const TomlTable, (Arc<TomlTable>, Kind)>;

impl Reading {
    /// A reading of many sets of which only the faults count.
    pub(super) fn for_a_check() -> Self {
        Reading {
            only_checks: true,
            known: Vec::new(),
        }
    }

    /// Reads every card, as far as it can be understood.
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
                // A fault is to be told each time.
                if sink.len() == before {
                    known.insert(place, (Arc::clone(&card.fields), kind.clone()));
                }
                kind
            })
            .collect()
    }

    /// What has been read where cards could refer to these names.
    fn known_with(&mut self, names: &Names) -> &mut Known {
        let found = self.known.iter().position(|(known, _)| known == names);
        let number = found.unwrap_or_else(|| {
            self.known.push((names.clone(), Known::default()));
            self.known.len() - 1
        });
        &mut self.known[number].1
    }
}
