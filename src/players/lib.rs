//! The players: policies described by files ([`spec`], [`registry`]), made ready for a card set,
//! that answer the questions of the rules by rules of thumb, or by trying out their choices in
//! imagined games (`search`, the only part that uses the rules).
//!
//! May depend on `cards`, `game` and `value`.

pub mod bot;
mod choosing;
mod deployment;
mod dice;
mod games;
pub mod interrupt;
pub mod labels;
mod learner;
pub mod lesson;
pub mod luck;
mod pass;
mod purchase;
mod random;
mod reaction;
pub mod registry;
mod row;
mod search;
pub mod spec;
mod table;
mod wrap_up;

pub(crate) use choosing::{best_by, first_that, number_of_order};
pub use pass::Pass;
pub use purchase::Opinion;
pub use random::Random;
pub use search::{Considered, Effort, Examined, Scale, Trial};
pub use table::{Players, PreparedPolicy};
