//! Observers: they see every event and cannot influence play.

pub mod describe;
mod event;
pub(crate) mod json;
mod log;
pub mod tally;

pub use describe::Describe;
pub use event::{At, CardPlace, Cause, Event, Incident, Nature, StopReason, Way};
pub use json::{Json, question_line};
pub use log::Log;

use crate::state::GameState;
use cards::CardSet;

/// Observes a game.
pub trait Observer {
    /// Whether events are needed. If not, they cost nothing.
    const ACTIVE: bool = true;
    /// Whether it looks into decks. If not, cards are put in order only when they are drawn.
    const SEES_DECKS: bool = Self::ACTIVE;
    /// Whether it follows the game step by step. If not, decisions are not reported, and cards may
    /// move several at a time before each of them is.
    const SEES_STEPS: bool = Self::ACTIVE;
    /// Something has happened; `state` is the table after it.
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event);
}

/// Observes nothing, and costs nothing.
impl Observer for () {
    const ACTIVE: bool = false;
    fn event(&mut self, _: &GameState, _: &CardSet, _: &Event) {}
}

/// Any observer behind a pointer. For logs and replays speed does not matter, and one compiled copy
/// of the rules is enough for all of them.
pub(crate) struct DynObserver<'a>(pub &'a mut dyn FnMut(&GameState, &CardSet, &Event));

impl Observer for DynObserver<'_> {
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        (self.0)(state, cards, event);
    }
}
