//! The table as people look at it: a game as steps, a page to step through it, a short account,
//! and the board in a terminal.

pub(super) mod brief;
pub(super) mod screen;
mod snapshot;
pub(super) mod steps;
pub(super) mod table;
pub(super) mod text;
pub(super) mod viewer;

#[cfg(test)]
mod tests;
