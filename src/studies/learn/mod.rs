//! Learning the value of positions from games.

pub mod games;
pub mod training;
