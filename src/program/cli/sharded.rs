//! Commands whose games can be split into shards and merged.

use super::compare::args::CompareArgs;
use super::compare::session::{self, Comparison};
use super::judge::JudgeArgs;
use super::ladder::LadderArgs;
use super::learn::LearnArgs;
use super::lifecycle::Job;
use super::merge::{self, MergeTo};
use super::rank::RankArgs;
use super::sensitivity::SensitivityArgs;
use super::simulate::RunArgs;
use super::synergy::SynergyArgs;
use super::target::TargetArgs;
use super::{CliError, Output};
use runs::lifecycle::{ShardDirectory, Shards};
use runs::sim::Shard;
use std::path::Path;
use studies::compare::study::Study;
use studies::pilot::{Workload, workload_of};

/// A command whose games can be split into shards.
pub(in crate::cli) trait Sharded: Job {
    /// A shard of the request; `None`: all of it.
    fn part(self, shard: Option<Shard>) -> Self;
    /// The games of one round, which are split among shards.
    fn games_to_split(&self, plan: &Self::Plan) -> u64;
    /// How often shards are played and merged: the result of one round determines how the next is
    /// played.
    fn rounds(&self, _: &Self::Plan) -> u32 {
        1
    }
    /// The same after an earlier round, which was merged into a directory.
    fn after(self, _: &Path) -> Self {
        self
    }
    /// Rejects a complete shard that cannot be merged.
    fn check(&self, plan: &Self::Plan, shard: &ShardDirectory) -> Result<(), CliError>;
    /// The games to be played, by policy.
    fn workload(&self, plan: &Self::Plan) -> Vec<Workload>;
    /// Merges all shards of a run.
    fn merge(shards: &Shards, to: &MergeTo<'_>, out: &mut Output) -> Result<(), CliError>;
}

/// An action for any command that has shards.
pub(in crate::cli) trait WithSharded {
    /// Its result.
    type Output;
    /// Performs it for the command `S`.
    fn with<S: Sharded>(self) -> Self::Output;
}

/// Declares which commands have shards.
macro_rules! sharded {
    ($($args:ty),* $(,)?) => {
        /// The names of the commands that have shards.
        pub(in crate::cli) const COMMANDS: &[&str] = &[$(<$args as Job>::COMMAND),*];

        /// Performs an action for a command by name; `None` if it has no shards.
        pub(in crate::cli) fn with_command<W: WithSharded>(name: &str, what: W) -> Option<W::Output> {
            match name {
                $(<$args as Job>::COMMAND => Some(what.with::<$args>()),)*
                _ => None,
            }
        }
    };
}

sharded! {
    RunArgs,
    CompareArgs,
    RankArgs,
    SensitivityArgs,
    LadderArgs,
    JudgeArgs,
    SynergyArgs,
    LearnArgs,
    TargetArgs,
}

impl Sharded for RunArgs {
    fn part(self, shard: Option<Shard>) -> Self {
        RunArgs { shard, ..self }
    }

    fn workload(&self, plan: &Self::Plan) -> Vec<Workload> {
        vec![Workload {
            games: plan.planned_games(),
            plan: plan.clone(),
        }]
    }

    fn merge(shards: &Shards, to: &MergeTo<'_>, out: &mut Output) -> Result<(), CliError> {
        merge::merge_games(shards, to, out)
    }

    fn games_to_split(&self, plan: &Self::Plan) -> u64 {
        plan.stop.games.unwrap_or_default()
    }

    fn check(&self, plan: &Self::Plan, shard: &ShardDirectory) -> Result<(), CliError> {
        Ok(runs::sim::merge::check(plan, shard)?)
    }
}

impl<C: Comparison> Sharded for C {
    fn part(self, shard: Option<Shard>) -> Self {
        Comparison::part(self, shard)
    }

    fn workload(&self, (study, _): &Self::Plan) -> Vec<Workload> {
        workload_of(study)
    }

    fn merge(shards: &Shards, to: &MergeTo<'_>, out: &mut Output) -> Result<(), CliError> {
        session::merge::<C>(shards, to, out)
    }

    fn games_to_split(&self, (study, _): &Self::Plan) -> u64 {
        let strata = 0..study.design().strata.len();
        strata
            .map(|stratum| study.games(stratum))
            .min()
            .unwrap_or(0)
    }

    fn check(&self, (study, _): &Self::Plan, shard: &ShardDirectory) -> Result<(), CliError> {
        studies::compare::store::merge(study, std::slice::from_ref(shard))?;
        Ok(())
    }
}
