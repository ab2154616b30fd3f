//! What the game is made of, as data: the typed vocabulary of [`ability`]s, the [`cards`] and the
//! [`ruleset`] with its rulings, how they are read from files, and how files are refused.
//!
//! Nothing here plays. The crate is compiled without optimisation, because reading a few files
//! takes no time and optimising that code takes long; what games ask of cards while they are
//! played is marked `#[inline]` and so compiled with the rules, at their level.

pub mod ability;
pub mod cards;
pub mod data;
pub mod limits;
pub mod rng;
pub mod ruleset;
pub mod words;
