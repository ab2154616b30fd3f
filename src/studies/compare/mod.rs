//! Comparisons: several variants of the game played with the same luck.
//!
//! An [`Experiment`] says what is compared: arms, each a set of [`Changes`] to a common base, one
//! of them the baseline, in strata (settings, numbers of players, policies). A [`Design`] is the
//! same fully resolved and checked. [`play`] plays every game of a stratum with all its arms, so
//! that each arm plays the same game keys as the baseline, and keeps exact sums ([`sums`]);
//! [`results`] computes estimates, tests and verdicts from them, and [`explain`] shows where two
//! games with the same key diverge. A [`ladder`] is a comparison of policies, each with the one
//! below it.

pub mod adapt;
pub mod answer;
pub mod calibrate;
pub mod changes;
pub mod compile;
pub mod contrast;
pub mod design;
pub mod experiment;
pub mod explain;
pub mod gifts;
pub mod ladder;
pub mod measure;
pub mod methods;
pub mod order;
pub mod play;
pub mod results;
mod same;
pub mod scan;
pub mod stop;
pub mod store;
pub mod study;
pub mod sums;
pub mod tables;

pub use changes::Changes;
pub use contrast::Contrast;
pub use design::{Design, DesignError, Stratum};
pub use experiment::{Every, Experiment, NamedChanges};
pub use measure::Measure;
pub use results::Results;
pub use stop::{EarlyStop, Ending, StopRule};
pub use study::Study;
