//! A fast, reproducible simulator of the cooperative card game XenoShyft.
//!
//! Data flows one way: card files are loaded into a [`cards::CardSet`], a [`ruleset::Ruleset`]
//! says which reading of the rules is played, the [`rules`] play a game on a flat
//! [`state::GameState`] by asking a [`policy::Policy`] for every choice, and an
//! [`observe::Observer`] watches.
//!
//! Three crates make the program, so that each is compiled at the level it needs: definitions
//! (`src/definitions`) and this one, which speaks with people, hardly at all; the engine
//! (`src/engine`), fully.

pub mod cli;
pub mod scenario;

pub use xenosim_definitions::{ability, cards, data, limits, rng, ruleset, words};
pub use xenosim_engine::{
    analysis, bench, compare, export, observe, policy, rank, rules, selftest, sensitivity, sim,
    state, tune,
};
