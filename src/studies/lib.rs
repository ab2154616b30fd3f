//! Studies of many games: [`compare`], [`rank`], [`card`], [`mod@balance`], [`target`], [`tune`], [`learn`],
//! [`pilot`], [`review`] and [`selftest`]. May depend on `cards`, `game`, `value`, `players` and `runs`,
//! and on `statistics` and `tables`, which know nothing of the game.

pub mod balance;
pub mod card;
pub mod compare;
pub mod learn;
pub mod numbers;
pub mod pilot;
pub mod rank;
pub mod review;
pub mod selftest;
pub mod target;
pub mod tune;
pub mod watched;
