//! Learning the value of positions from games: games are played to the end of the last round by
//! players of different strength ([`games`]), a small network is trained on their tables
//! ([`training`]), and the same again with players who go by what was learned ([`run`]).

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
