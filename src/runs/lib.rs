//! Runs of many games: [`sim`] plays them, [`lifecycle`] manages the output directory of a run, in
//! the same way for every command. May depend on `cards`, `game` and `players`, and on `statistics`
//! and `tables`, which know nothing of the game.

pub mod lifecycle;
pub mod sim;
