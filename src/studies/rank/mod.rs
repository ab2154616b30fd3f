//! Ranking cards: how strong each troop and item is, how dangerous each enemy and boss. A card's
//! place in the ranking comes from one of four methods ([`Method`]). Two change the game and play
//! both versions with the same luck: **ablation** removes all copies, **addition** adds one. They
//! are arms of a comparison ([`crate::compare`]). Two only observe the unchanged game: **exposure**
//! uses that the place of a card in its shuffled deck is determined by luck before anybody plays;
//! the **naive** figure compares games in which the card was bought (or met) with the others and is
//! confounded, because late cards appear only in games that last.
//!
//! [`subject`] says which cards can be studied, [`design`] makes the arms, [`notes`] records what
//! is observed besides the arms' sums, [`study`] plays games where ranks are still open,
//! [`results`] computes effects and ranks, [`tables`] and the command line show them.

pub mod design;
pub mod exposure;
pub mod notes;
pub mod results;
pub mod study;
pub mod subject;
pub mod tables;

pub use design::{Method, Ranking};
pub use results::Results;
pub use subject::{CardType, Subject};
