//! Runs of many games: [`sim`] plays them, [`lifecycle`] is the life of a run in its output
//! directory, the same for every command that writes one.
//!
//! Knows `cards`, `game`, `players`, and beside them `statistics` and `tables`, which know no game.

pub mod lifecycle;
pub mod sim;
