//! Queries on the state, shared by rules and players: power and HP, prices, what a troop can carry,
//! orders of a lane.

mod equipment;
mod orders;
mod price;
mod stats;

pub use equipment::can_carry;
pub(crate) use orders::factorial;
pub use orders::permute;
pub use price::price;
pub use stats::{holds, power, total_hp};
pub(crate) use stats::{passive_works, small};
