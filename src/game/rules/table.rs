//! The table as the rules look at it: what can be asked without changing anything.

use crate::state::GameState;
use cards::ruleset::Ruleset;
use cards::{CardSet, Kind, KindId};

/// A state with its cards and rules, to ask and not to change. Its methods stand beside the steps of
/// the rules that need them.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    pub state: &'a GameState,
    pub cards: &'a CardSet,
    pub rules: &'a Ruleset,
}

impl<'a> Table<'a> {
    #[inline]
    pub fn new(state: &'a GameState, cards: &'a CardSet, rules: &'a Ruleset) -> Self {
        Table {
            state,
            cards,
            rules,
        }
    }

    /// The facts about a kind.
    pub fn kind(self, kind: KindId) -> &'a Kind {
        self.cards.kind(kind)
    }
}
