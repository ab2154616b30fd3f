//! The program: the command line ([`cli`]). Everything else is in the other crates;
//! `CONTRIBUTING.md` has a map.

pub mod cli;

#[cfg(any(test, feature = "fuzz"))]
pub mod fuzz;
