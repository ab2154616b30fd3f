//! Commands whose games can be split into shards and merged.

use super::card::CardArgs;
use super::cluster::{self, Asked, Prepared};
use super::compare::args::CompareArgs;
use super::compare::session::{self, Comparison};
use super::ladder::LadderArgs;
use super::learn::LearnArgs;
use super::lifecycle::{Ended, Job};
use super::merge::{MergeTo, merge};
use super::rank::RankArgs;
use super::seeds::merge_seeds;
use super::simulate::{RunArgs, ShowArgs};
use super::target::TargetArgs;
use super::{CliError, Output};
use runs::lifecycle::{OutputDirectory, ShardDirectory, Shards};
use runs::sim::{Plan, Shard};
use std::path::PathBuf;
use studies::pilot::{Workload, workload_of};

/// A command whose games can be split into shards.
pub(in crate::cli) trait Sharded: Job {
    /// The games of one round, which are split among shards.
    fn games_to_split(&self, plan: &Self::Plan) -> u64;
    /// How often shards are played and merged: the result of one round determines how the next is
    /// played.
    fn rounds(&self, _: &Self::Plan) -> u32 {
        1
    }
    /// Rejects a complete shard that cannot be merged.
    fn check(&self, plan: &Self::Plan, shard: &ShardDirectory) -> Result<(), CliError>;
    /// The games to be played, by policy.
    fn workload(&self, plan: &Self::Plan) -> Vec<Workload>;
    /// What is merged: everything, from the plan of a shard.
    fn whole_of(&self, _: Self::Plan) -> Result<Self::Plan, CliError> {
        self.plan()
    }
    /// Which round is merged, if there are more after it.
    fn round(&self, _: &Self::Plan) -> Option<u32> {
        None
    }
    /// Merges all shards into a directory, which is begun when nothing more can be refused.
    fn merge(
        &self,
        whole: Self::Plan,
        shards: &Shards,
        begin: Begin<'_>,
        show: ShowArgs,
    ) -> Result<Ended, CliError>;
}

/// Starts the directory of a merge.
pub(in crate::cli) type Begin<'a> = &'a mut dyn FnMut() -> Result<OutputDirectory, CliError>;

/// Merges finished runs in some directories.
type MergeSeeds = fn(&[PathBuf], &MergeTo<'_>, &mut Output) -> Result<(), CliError>;

/// What can be done with the shards of a command, by its name.
pub(in crate::cli) struct ShardedCommand {
    /// Its name.
    pub name: &'static str,
    /// Parses a command that is to be split.
    pub ask: fn(&[String]) -> Result<Asked, CliError>,
    /// Plays a shard of a directory that was prepared, on some threads.
    pub play: fn(&Prepared, Shard, usize, &mut Output) -> Result<(), CliError>,
    /// Fails unless a shard is complete and can be merged.
    pub check: fn(&Prepared, Shard) -> Result<(), CliError>,
    /// Merges all shards.
    pub merge: fn(&Shards, &MergeTo<'_>, &mut Output) -> Result<(), CliError>,
    /// Merges finished runs on several seeds, if it compares.
    pub merge_seeds: Option<MergeSeeds>,
}

impl ShardedCommand {
    /// All commands that have shards.
    pub(in crate::cli) const ALL: [ShardedCommand; 7] = [
        ShardedCommand::of::<RunArgs>(),
        ShardedCommand::comparing::<CompareArgs>(),
        ShardedCommand::comparing::<RankArgs>(),
        ShardedCommand::comparing::<LadderArgs>(),
        ShardedCommand::comparing::<CardArgs>(),
        ShardedCommand::of::<LearnArgs>(),
        ShardedCommand::comparing::<TargetArgs>(),
    ];

    const fn of<S: Sharded>() -> Self {
        ShardedCommand {
            name: S::COMMAND,
            ask: Asked::parse::<S>,
            play: cluster::play::<S>,
            check: cluster::check::<S>,
            merge: merge::<S>,
            merge_seeds: None,
        }
    }

    const fn comparing<C: Comparison>() -> Self {
        ShardedCommand {
            merge_seeds: Some(merge_seeds::<C>),
            ..ShardedCommand::of::<C>()
        }
    }

    /// The command of this name, if it has shards.
    pub(in crate::cli) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|command| command.name == name)
    }
}

impl Sharded for RunArgs {
    fn workload(&self, plan: &Self::Plan) -> Vec<Workload> {
        vec![Workload {
            games: plan.planned_games(),
            plan: plan.clone(),
        }]
    }

    fn merge(
        &self,
        whole: Plan,
        shards: &Shards,
        begin: Begin<'_>,
        _: ShowArgs,
    ) -> Result<Ended, CliError> {
        let formats = self.result.formats();
        Ok(runs::sim::merge::merge(&whole, &shards.all, begin()?, &formats)?.into())
    }

    fn games_to_split(&self, plan: &Self::Plan) -> u64 {
        plan.stop.games.unwrap_or_default()
    }

    fn check(&self, plan: &Self::Plan, shard: &ShardDirectory) -> Result<(), CliError> {
        Ok(runs::sim::merge::check(plan, shard)?)
    }
}

impl<C: Comparison> Sharded for C {
    fn workload(&self, (study, _): &Self::Plan) -> Vec<Workload> {
        workload_of(study)
    }

    fn merge(
        &self,
        whole: Self::Plan,
        shards: &Shards,
        begin: Begin<'_>,
        show: ShowArgs,
    ) -> Result<Ended, CliError> {
        session::merge(self, whole, shards, begin, show)
    }

    fn games_to_split(&self, (study, _): &Self::Plan) -> u64 {
        study.stop.games
    }

    fn check(&self, (study, _): &Self::Plan, shard: &ShardDirectory) -> Result<(), CliError> {
        studies::compare::store::merge(study, std::slice::from_ref(shard))?;
        Ok(())
    }
}
