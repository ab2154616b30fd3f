//! Watching a game: observers see every event and cannot influence play.

pub mod describe;
mod event;
mod json;
mod log;
pub mod tally;

pub use describe::Describe;
pub use event::{At, CardPlace, Cause, Event, Incident, Nature, StopReason, Way};
pub use json::{Json, question_line};
pub use log::Log;

use crate::state::GameState;
use cards::CardSet;

/// Watches a game.
pub trait Observer {
    /// Whether events are wanted at all. Where not, they cost nothing.
    const ACTIVE: bool = true;
    /// Whether it looks into decks. Where not, cards are put in order only as they are drawn.
    const SEES_DECKS: bool = Self::ACTIVE;
    /// Something has happened; `state` is the table after it.
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event);
}

/// Watches nothing, and costs nothing.
impl Observer for () {
    const ACTIVE: bool = false;
    fn event(&mut self, _: &GameState, _: &CardSet, _: &Event) {}
}

/// Any watcher behind a pointer. Where a game is told to a person speed does not matter, and one
/// compiled copy of the rules serves all of them.
pub struct DynObserver<'a>(pub &'a mut dyn FnMut(&GameState, &CardSet, &Event));

impl Observer for DynObserver<'_> {
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        (self.0)(state, cards, event);
    }
}
