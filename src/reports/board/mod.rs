//! The table as people look at it: a game as steps, a page to step through it, a short account,
//! and the board in a terminal.

pub mod brief;
pub mod screen;
mod snapshot;
pub mod steps;
pub mod table;
pub mod text;
pub mod viewer;

#[cfg(test)]
mod tests;
