//! The program: the command line ([`cli`]).
//!
//! Everything else is in the crates beside this one, which `CONTRIBUTING.md` maps.

pub mod cli;

#[cfg(test)]
mod fuzz;
