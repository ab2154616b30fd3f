//! The game: a flat [`state`], the [`rules`] by the phases of the rulebook, the interface of
//! [`play`] that players are written against, the [`queries`] on the state that rules and players
//! share, and the [`observe`]rs that watch. Depends on `cards` and no other crate of the workspace:
//! no players, files, clocks or threads. All randomness comes from the key of the game.

pub mod observe;
pub mod play;
pub mod queries;
pub mod rules;
pub mod state;
