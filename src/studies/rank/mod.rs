//! Ranking cards: how strong each troop and item is, how dangerous each enemy and boss. A card's
//! place in the ranking comes from one of three methods ([`Method`]). Two change the game and play
//! both versions with the same luck: **ablation** removes all copies, **addition** adds one. They
//! are arms of a comparison ([`crate::compare`]). **Exposure** only observes the unchanged game: the
//! place of a card in its shuffled deck is determined by luck before anybody plays.
//!
//! [`design`] makes the arms, [`results`] computes effects and ranks, [`tables`] and the command
//! line show them.

pub mod answer;
pub mod design;
pub mod results;
pub mod tables;

pub use design::{Method, Ranking};
pub use results::Results;
