//! Learning a player from games. Some games are played to the end of the last round, and a value learns
//! how their positions end ([`training`]); in others search tries the options of every question, and
//! networks learn what they are worth ([`options`]). Both are then used by the player and by the search
//! of the next generation ([`generation`], [`run`]).

mod adam;
pub mod adapt;
pub mod games;
pub mod generation;
pub mod labels;
pub mod material;
pub mod options;
pub mod run;
pub mod shard;
pub mod store;
#[cfg(test)]
mod tests;
pub mod training;

pub use run::{Generation, Learning, Listener, PIECES, Progress, Setting};
