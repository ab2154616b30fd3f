//! Games with any players and any observer. The rules are compiled for every kind of player and
//! observer, which makes millions of games fast but takes long to compile. Replays, scenarios and
//! tests do not need that speed: they use this module, with one compiled copy of the rules for all
//! of them.

use super::Game;
use crate::observe::{DynObserver, Event};
use crate::play::Policy;
use crate::state::GameState;
use cards::CardSet;
use cards::ruleset::Ruleset;

/// The observer.
pub type Watcher<'a> = &'a mut dyn FnMut(&GameState, &CardSet, &Event);

/// Plays until the game is over.
pub fn play(
    cards: &CardSet,
    rules: &Ruleset,
    state: &mut GameState,
    players: &mut dyn Policy,
    watcher: Watcher<'_>,
) {
    while !state.is_over() {
        play_step(cards, rules, state, players, watcher);
    }
}

/// Plays one phase, or one lane of the combat phase.
pub fn play_step(
    cards: &CardSet,
    rules: &Ruleset,
    state: &mut GameState,
    players: &mut dyn Policy,
    watcher: Watcher<'_>,
) {
    Game::new(cards, rules, state, players, &mut DynObserver(watcher)).play_step();
}

/// Observes nothing.
pub fn unwatched(_: &GameState, _: &CardSet, _: &Event) {}
