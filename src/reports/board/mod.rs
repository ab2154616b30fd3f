//! The board: a game as steps, a page to step through it, and the board in a terminal.

pub mod screen;
mod snapshot;
pub mod steps;
pub mod table;
pub mod text;
pub mod viewer;

#[cfg(test)]
mod tests;
