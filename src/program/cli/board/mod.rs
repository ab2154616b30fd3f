//! The table as people look at it: a game as steps, a page to step through it, a short account,
//! and the board in a terminal.

pub(super) mod brief;
pub(super) mod snapshot;
pub(super) mod steps;
pub(super) mod viewer;
