//! Runs of many games: [`sim`] plays them, [`lifecycle`] manages the output directory of a run, in
//! the same way for every command, [`memory`] counts allocations and ends a program without memory.
//! May depend on `cards`, `game` and `players`, and on `statistics`
//! and `tables`, which know nothing of the game.

pub mod lifecycle;
pub mod memory;
pub mod sim;
