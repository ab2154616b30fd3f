//! Ranking cards: how strong each troop and item is, how dangerous each enemy and boss.
//!
//! A card's place in the ranking comes from one of four ways to ask what it does ([`Method`]). Two
//! change the game and play both versions on the same luck: **ablation** takes all copies away,
//! **addition** puts one more in. They are arms of a comparison ([`crate::compare`]). Two only watch
//! the game as it is: **exposure** uses that the place of a card in its shuffled deck is settled by
//! luck before anybody plays; the **naive** figure compares games in which the card was bought (or
//! met) with the others and is confounded, because only games that last get to see late cards.
//!
//! [`subject`] says which cards can be studied, [`design`] makes the arms, [`notes`] keeps what is
//! seen beside the arms' sums, [`study`] spends games where ranks are still open, [`results`] makes
//! effects and ranks of it all, [`tables`] and the command line show them.

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
