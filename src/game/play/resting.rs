//! Where a game can be copied and continued.

use crate::state::GameState;

/// A game at rest: it can be copied and continued. What it holds is not for players to see.
pub struct Resting<'a>(&'a GameState);

impl<'a> Resting<'a> {
    /// A game at rest.
    pub(crate) fn new(state: &'a GameState) -> Self {
        Resting(state)
    }

    /// The table with all that is hidden. A player that searches copies it and redeals what is
    /// hidden before anything is decided in the copy; nobody may look.
    pub fn state(&self) -> &'a GameState {
        self.0
    }
}
