//! The interface between the rules and players of any kind. The rules ask a [`Decision`] with a
//! list of legal [`Choice`]s; a [`Policy`] answers with the index of one of them. The first choice
//! is always the one that does least: pass, keep, or the default order. A policy sees the table through a
//! [`View`], which shows what a person would see and nothing else; only search goes through another
//! door, [`Resting`].

mod choice;
mod counts;
mod decision;
mod policy;
mod resting;
mod view;

pub use choice::Choice;
pub use counts::{KindCounts, UnseenEnemies};
pub use decision::{Decision, QuestionKind};
pub use policy::Policy;
pub use resting::Resting;
pub use view::View;
