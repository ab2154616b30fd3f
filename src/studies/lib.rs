//! What many games tell: [`compare`], [`rank`], [`sensitivity`], [`judge`], [`synergy`],
//! [`target`], [`tune`], [`learn`], [`pilot`], [`mod@bench`] and [`selftest`].
//!
//! Knows `cards`, `game`, `players` and `runs`, and beside them `statistics` and `tables`, which know no game.

pub mod bench;
pub mod compare;
pub mod judge;
pub mod learn;
pub mod pilot;
pub mod rank;
pub mod selftest;
pub mod sensitivity;
pub mod synergy;
pub mod target;
pub mod tune;
