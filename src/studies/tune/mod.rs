//! Tuning: better weights for a policy, found by playing.
//!
//! A separable evolution strategy ([`evolution`]) proposes sets of weights; each is judged by its
//! games ([`fitness`]): all sets of a generation on the same games, every generation on fresh ones.
//! Everything follows from the seed, independent of threads, and a run can be resumed after every
//! generation ([`run`]). The result is judged on fresh games ([`judgement`]).

pub mod evolution;
pub mod fitness;
pub mod judgement;
pub mod run;
pub mod store;

pub use run::{Generation, Progress, Setting, Tuning};
