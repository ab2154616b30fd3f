//! The interface of players.

use super::{Choice, Decision, Resting, View};
use cards::rng::GameKey;

/// A player, or all players of a game.
pub trait Policy {
    /// Picks one of the legal choices, by its index in `options`.
    ///
    /// `view.seat()` says who is asked. `options` is never empty.
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize;

    /// Called for a question with a single legal answer, which is taken without asking. For players
    /// who follow a script.
    fn no_choice(&mut self, _view: &View<'_>, _decision: &Decision, _only: Choice) {}

    /// Called before every phase and every lane of a combat phase, where a game can be copied and
    /// continued. For players who try out their options.
    fn rest(&mut self, _at: &Resting<'_>) {}

    /// Called in the middle of a phase, before a step at which a game can be copied and continued as
    /// well.
    fn pause(&mut self, _at: &Resting<'_>) {}

    /// Called after every answer: whether to deal everything hidden again, with this luck. Only for
    /// imagined games.
    fn new_luck(&mut self) -> Option<GameKey> {
        None
    }
}
