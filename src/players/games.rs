//! Games of these players.
//!
//! The rules are compiled for every kind of player and observer, which makes games fast and
//! compiling slow. It happens here, once, so that the crates above need not do it again.

use super::Players;
use cards::CardSet;
use cards::ruleset::Ruleset;
use game::observe::tally::Tally;
use game::rules::Game;
use game::state::GameState;

impl Players<'_> {
    /// Plays a game to its end and counts what happens.
    pub fn play_counted(
        &mut self,
        cards: &CardSet,
        rules: &Ruleset,
        state: &mut GameState,
        tally: &mut Tally,
    ) {
        Game::new(cards, rules, state, self, tally).play();
    }

    /// Plays a game to its end.
    pub fn play(&mut self, cards: &CardSet, rules: &Ruleset, state: &mut GameState) {
        Game::new(cards, rules, state, self, &mut ()).play();
    }

    /// Plays one phase, or one lane of the combat phase.
    pub fn play_step(&mut self, cards: &CardSet, rules: &Ruleset, state: &mut GameState) {
        Game::new(cards, rules, state, self, &mut ()).play_step();
    }
}
