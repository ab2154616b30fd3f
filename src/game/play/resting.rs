//! Where a game can be copied and continued.

use crate::state::GameState;

/// A game at rest: it can be copied and continued. The one door through which a policy comes to what
/// is hidden, for players that search, for training and for measurements; players see a
/// [`View`](super::View).
pub struct Resting<'a>(&'a GameState);

impl<'a> Resting<'a> {
    /// A game at rest.
    pub(crate) fn new(state: &'a GameState) -> Self {
        Resting(state)
    }

    /// The state with all hidden cards. A player that searches copies it and redeals what is hidden
    /// before deciding anything in the copy.
    pub fn with_hidden_cards(&self) -> &'a GameState {
        self.0
    }
}
