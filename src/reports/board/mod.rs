//! The board: a game as steps, a page to step through it, a short summary, and the board in a
//! terminal.

pub mod brief;
pub mod screen;
mod snapshot;
pub mod steps;
pub mod table;
pub mod text;
pub mod viewer;

#[cfg(test)]
mod tests;
