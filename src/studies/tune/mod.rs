//! Tuning: better weights for a policy, found by playing.
//!
//! A separable evolution strategy ([`evolution`]) proposes sets of weights; each is judged by how
//! far it comes in games ([`fitness`]): all sets of a generation on the same games, every
//! generation on fresh ones. Everything follows from the seed, whatever the threads, and a
//! generation is a point from which a run can be resumed ([`run`]). What came of it is judged on games that played no part ([`judgement`]).

pub mod evolution;
pub mod fitness;
pub mod judgement;
pub mod run;
pub mod store;

pub use run::{Generation, Progress, Setting, Tuning};
