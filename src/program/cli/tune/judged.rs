//! What `tune` and `learn` share: they make a player from games, and judge it on others.

use crate::cli::CliError;
use crate::cli::variant_args::VariantArgs;
use std::path::Path;
use studies::compare::design::{Defaults, Design};
use studies::compare::experiment::Experiment;
use studies::compare::measure::Measure;
use studies::tune::judgement;

/// The games from which a player is made, and those on which it is judged.
pub(in crate::cli) struct JudgedGames<'a> {
    /// The policy to start from, which the result is judged against.
    pub start: &'a str,
    pub players: Vec<u8>,
    pub measure: Measure,
    pub seed: u64,
    pub games: u64,
    pub judge_games: u64,
    pub variant: &'a VariantArgs,
}

impl JudgedGames<'_> {
    /// The seed of the games that the result is judged by.
    pub(in crate::cli) fn judge_seed(&self) -> u64 {
        self.seed.wrapping_add(1)
    }

    /// The games from which a player is made.
    pub(in crate::cli) fn design(&self) -> Result<Design, CliError> {
        let experiment = Experiment {
            base: self.variant.base(Some(self.start.into()))?,
            players: self.players.clone(),
            measure: Some(self.measure),
            ..Experiment::default()
        };
        let library = self.variant.library()?;
        let defaults = self.defaults(self.seed, self.games);
        Ok(Design::resolve(&experiment, &library, &defaults)?)
    }

    /// The comparison that judges the result.
    pub(in crate::cli) fn judgement(&self, result: &Path) -> Result<Design, CliError> {
        let design = judgement::design(
            self.start,
            result,
            &self.players,
            self.measure,
            self.variant.base(None)?,
            &self.variant.library()?,
            &self.defaults(self.judge_seed(), self.judge_games),
        );
        Ok(design?)
    }

    fn defaults(&self, seed: u64, games: u64) -> Defaults {
        Defaults {
            policy: self.start.into(),
            seed,
            games,
            adapt: false,
        }
    }
}
