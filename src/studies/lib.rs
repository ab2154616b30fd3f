//! Studies of many games: [`compare`], [`rank`], [`sensitivity`], [`judge`], [`synergy`],
//! [`target`], [`tune`], [`learn`], [`pilot`], [`mod@bench`] and [`selftest`]. May depend on
//! `cards`, `game`, `value`, `players` and `runs`, and on `statistics` and `tables`, which know
//! nothing of the game.

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
