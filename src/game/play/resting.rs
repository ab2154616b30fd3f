//! Where a game can be copied and continued.

use crate::state::GameState;

/// A game at rest: it can be copied and continued. Players must not look inside.
pub struct Resting<'a>(&'a GameState);

impl<'a> Resting<'a> {
    /// A game at rest.
    pub(crate) fn new(state: &'a GameState) -> Self {
        Resting(state)
    }

    /// The full state, including hidden cards. A player that searches copies it and redeals what is
    /// hidden before deciding anything in the copy; nobody may look at it.
    pub fn state(&self) -> &'a GameState {
        self.0
    }
}
