//! A fast, reproducible simulator of the cooperative card game XenoShyft.
//!
//! Data flows one way: card files are loaded into a [`cards::CardSet`], a [`ruleset::Ruleset`]
//! says which reading of the rules is played, the [`rules`] play a game on a flat
//! [`state::GameState`] by asking a [`policy::Policy`] for every choice, and an
//! [`observe::Observer`] watches.

pub mod ability;
pub mod analysis;
pub mod bench;
pub mod cards;
pub mod cli;
pub mod compare;
pub mod data;
pub mod export;
pub mod observe;
pub mod policy;
pub mod rank;
pub mod rng;
pub mod rules;
pub mod ruleset;
pub mod scenario;
pub mod selftest;
pub mod sensitivity;
pub mod sim;
pub mod state;
pub mod tune;
pub mod words;
