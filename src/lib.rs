//! A fast, reproducible simulator of the cooperative card game XenoShyft.
//!
//! Data flows one way: card files are loaded into a [`cards::CardSet`], a [`ruleset::Ruleset`]
//! says which reading of the rules is played, the [`rules`](crate) play a game on a flat
//! [`state::GameState`] by asking policies for every choice, and observers watch.

pub mod ability;
pub mod cards;
pub mod cli;
pub mod data;
pub mod rng;
pub mod ruleset;
pub mod state;
pub mod words;
