//! Runs of many games and what they tell. [`sim`] plays millions of them; the studies ([`compare`],
//! [`rank`], [`sensitivity`], [`judge`], [`synergy`], [`target`], [`tune`], [`mod@bench`],
//! [`selftest`]) draw conclusions.
//!
//! Knows `cards`, `game`, `players`, and beside them `statistics` and `tables`, which know no game.

pub mod bench;
pub mod compare;
pub mod judge;
pub mod learn;
pub mod lifecycle;
pub mod rank;
pub mod selftest;
pub mod sensitivity;
pub mod sim;
pub mod synergy;
pub mod target;
pub mod tune;
