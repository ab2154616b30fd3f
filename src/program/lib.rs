//! The program: the command line ([`cli`]), and the scenario files with which a ruling can be
//! checked ([`scenario`]).
//!
//! Everything else is in the crates beside this one: `cards`, `game`, `players`, `studies`, and
//! `statistics` and `tables`, which know no game.

pub mod cli;
pub mod scenario;

#[cfg(test)]
mod fuzz;
