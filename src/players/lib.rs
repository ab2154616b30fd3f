//! The players: policies described by files ([`spec`], [`registry`]), made ready for a card set,
//! that answer the questions of the rules by rules of thumb, or by trying out their choices in
//! imagined games (`search`, the only part that uses the rules).
//!
//! Knows `cards` and `game`.

pub mod bot;
mod choosing;
mod deployment;
mod dice;
mod games;
pub mod interrupt;
pub mod luck;
mod model;
mod pass;
mod purchase;
mod random;
mod reaction;
pub mod registry;
mod search;
pub mod spec;
mod table;
pub mod value;
mod wrap_up;

pub(crate) use choosing::{best_by, first_that, number_of_order};
pub use pass::Pass;
pub use purchase::Opinion;
pub use random::Random;
pub use search::{Considered, Effort, Scale};
pub use table::{Players, PreparedPolicy};
