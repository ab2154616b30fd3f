//! Learning the value of positions from games: games are played to the end of the last round by
//! players of different strength ([`games`]), a small network is trained on their tables
//! ([`training`]), and this is repeated with players that use the new value ([`run`]).

pub mod adapt;
pub mod games;
pub mod labels;
pub mod run;
pub mod shard;
pub mod store;
#[cfg(test)]
mod tests;
pub mod training;

pub use run::{Generation, Learning, Listener, PIECES, Progress, Setting};
