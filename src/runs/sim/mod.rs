//! Runs of many games: what is played, on how many threads, until when, and what is written. A
//! [`Plan`] has everything that determines the results. [`run()`] plays it: games are cut into
//! chunks ([`batch`]), played in parallel, and consumed in the order of their indices, so that
//! tables and sums do not depend on threads. Progress is saved in part files ([`checkpoint`]), from
//! which an interrupted run is resumed and shards are merged ([`merge`]). All sums are integers
//! ([`totals`]); estimates are computed from them at the very end ([`results`]).

pub mod answer;
pub mod batch;
mod causes;
pub mod checkpoint;
mod collect;
pub mod columns;
pub mod curve;
pub mod decisions;
pub mod examples;
pub mod figures;
pub mod game;
pub mod habits;
pub mod measure;
pub mod merge;
pub mod plan;
pub mod results;
mod rows;
pub mod run;
mod shard;
pub mod stop;
pub mod totals;

pub use plan::{Configuration, Plan};
pub use rows::Rows;
pub use run::{Watch, run};
pub use shard::Shard;
pub use stop::{StopReason, StopRule};
pub use totals::Totals;

use tables::ExportError;

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// Writing or reading results failed.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// Directories that do not belong together, or cannot be resumed.
    #[error("{0}")]
    Unfit(String),
    /// Threads could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were requested.
        threads: usize,
        /// The message of the system.
        reason: String,
    },
}
