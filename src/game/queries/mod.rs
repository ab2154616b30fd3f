//! Queries on the state, shared by rules and players: power and HP, prices, what a troop can carry,
//! orders of a lane.

mod equipment;
mod orders;
mod price;
mod stats;

pub use equipment::can_carry;
pub use orders::{factorial, permute};
pub use price::price;
pub(crate) use stats::small;
pub use stats::*;
