//! The game: a flat [`state`], the [`rules`] by the phases of the rulebook, the interface of
//! [`play`] that players are written against, the [`queries`] on the state that rules and players
//! share, and the [`observe`]rs that watch.
//!
//! Knows `cards` and no other crate of the workspace: no player, no file, no clock, no thread. All
//! luck comes from the key of the game.

pub mod observe;
pub mod play;
pub mod queries;
pub mod rules;
pub mod state;
