//! The game played: the [`rules`] play a game on a flat [`state::GameState`] by asking a
//! [`policy::Policy`] for every choice, while an [`observe::Observer`] watches; [`sim`] plays
//! millions of them, and the studies ([`compare`], [`rank`], [`sensitivity`], [`tune`],
//! [`mod@bench`], [`selftest`]) draw conclusions by the statistics of [`analysis`].
//!
//! All of it is compiled with full optimisation. What cards and rulesets are is defined in
//! `xenosim-definitions` and offered here under the same names.

pub mod analysis;
pub mod bench;
pub mod compare;
pub mod export;
pub mod learn;
pub mod observe;
pub mod policy;
pub mod rank;
pub mod rules;
pub mod selftest;
pub mod sensitivity;
pub mod sim;
pub mod state;
pub mod tune;

pub use xenosim_definitions::{ability, cards, data, limits, rng, ruleset, words};
