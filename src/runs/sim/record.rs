//! What the manifest of a run says about its games.

use super::plan::Configuration;
use super::shard::Shard;
use cards::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// Why a run ended.
    pub enum StopReason as "stop reason" {
        /// All games were played.
        Games = "games",
        /// The win rate is precise enough.
        TargetError = "target-error",
        /// It was interrupted and can be resumed.
        Interrupted = "interrupted",
    }
}

impl StopReason {
    /// Whether the run is complete.
    pub fn is_complete(self) -> bool {
        self != StopReason::Interrupted
    }
}

/// Which games were to be played, and how many were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSpan {
    /// Index of the first game.
    pub first: u64,
    /// Index after the last game played.
    pub end: u64,
    /// Games played.
    pub played: u64,
    /// Games won.
    pub won: u64,
}

/// The part of the manifest that is specific to `simulate`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// What was played.
    pub configuration: Configuration,
    /// Which part of the run this is, if it is one.
    pub shard: Option<Shard>,
    /// Which games.
    pub games: GameSpan,
    /// The directories that this was merged from.
    pub merged_from: Vec<String>,
    /// Games played in a second, in the last session.
    pub games_per_second: f64,
}

impl RunRecord {
    /// The record of a run that is about to begin.
    pub fn new(configuration: Configuration, shard: Option<Shard>) -> Self {
        RunRecord {
            configuration,
            shard,
            games: GameSpan::default(),
            merged_from: Vec::new(),
            games_per_second: 0.0,
        }
    }

    /// As the manifest has it.
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!(self)
    }
}
