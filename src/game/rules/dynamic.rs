//! Games under any players and before any watcher.
//!
//! The rules are compiled for every kind of player and watcher, which is what makes millions
//! of games fast and what takes long to compile. Tellings, scenarios and tests do not need it:
//! they come through here, where one compiled copy of the rules serves them all.

use super::Game;
use crate::observe::{DynObserver, Event};
use crate::play::{DynPolicy, Policy};
use crate::state::GameState;
use cards::CardSet;
use cards::ruleset::Ruleset;

/// Whoever is told what happens.
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
    let (mut players, mut watcher) = (DynPolicy(players), DynObserver(watcher));
    Game::new(cards, rules, state, &mut players, &mut watcher).play_step();
}

/// Watches nothing.
pub fn unwatched(_: &GameState, _: &CardSet, _: &Event) {}
