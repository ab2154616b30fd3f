//! Learning from games that were played in shards.

use super::{Bar, LearnArgs, Plan, Run};
use crate::cli::CliError;
use crate::cli::lifecycle::Ended;
use crate::cli::sharded::{Begin, Sharded};
use crate::cli::simulate::ShowArgs;
use answers::Answer;
use runs::lifecycle::{OutputDirectory, ShardDirectory, Shards};
use runs::sim::batch::thread_pool;
use runs::sim::{Plan as GamePlan, Shard, Watch};
use studies::learn::shard::{GameShard, gather};
use studies::learn::{Learning, PIECES};
use studies::pilot::Workload;

impl Sharded for LearnArgs {
    fn games_to_split(&self, _: &Plan) -> u64 {
        self.games
    }

    fn rounds(&self, plan: &Plan) -> u32 {
        u32::try_from(plan.setting.generations).unwrap_or(u32::MAX)
    }

    fn check(&self, plan: &Plan, shard: &ShardDirectory) -> Result<(), CliError> {
        let learning = Learning::new(&plan.setting, thread_pool(1)?, Some(plan.before.clone()));
        gather(&learning, std::slice::from_ref(shard))?;
        Ok(())
    }

    fn workload(&self, plan: &Plan) -> Vec<Workload> {
        let plans = &plan.setting.plans;
        let share = |plan: &GamePlan| Workload {
            games: self.games.div_ceil(plans.len() as u64),
            plan: plan.clone(),
        };
        plans.iter().map(share).collect()
    }

    /// It also says what the generation started from.
    fn whole_of(&self, part: Plan) -> Result<Plan, CliError> {
        Ok(part)
    }

    fn round(&self, plan: &Plan) -> Option<u32> {
        let generation = plan.before.generations.len() as u32 + 1;
        (u64::from(generation) < plan.setting.generations).then_some(generation)
    }

    fn merge(
        &self,
        plan: Plan,
        shards: &Shards,
        begin: Begin<'_>,
        show: ShowArgs,
    ) -> Result<Ended, CliError> {
        learn_from(self, plan, shards, begin()?, show)
    }
}

/// Plays a shard of the games of a generation.
pub(super) fn play(
    plan: &Plan,
    shard: Shard,
    directory: OutputDirectory,
    show: ShowArgs,
) -> Result<Ended, CliError> {
    let pool = thread_pool(directory.manifest.threads)?;
    let learning = Learning::new(&plan.setting, pool, Some(plan.before.clone()));
    let games = GameShard::new(&learning, Some(shard));
    let bar = Bar::new(games.games(), show.is_for_people());
    let played = games.play(&directory, &bar);
    bar.finish();
    let complete = played?;
    let generation = learning.number();
    let ending = if complete { "games" } else { "interrupted" };
    let what = format!("shard {shard} of the games of generation {generation}");
    Ended::shard(directory, &what, complete, ending)
}

/// Learns from the games of all shards of a generation; after the last one, writes everything.
fn learn_from(
    args: &LearnArgs,
    plan: Plan,
    shards: &Shards,
    mut directory: OutputDirectory,
    show: ShowArgs,
) -> Result<Ended, CliError> {
    let setting = &plan.setting;
    let pool = thread_pool(directory.manifest.threads)?;
    let mut learning = Learning::new(setting, pool, Some(plan.before));
    let material = gather(&learning, &shards.all)?;
    let number = learning.number();
    let bar = Bar::of(
        setting.generations * 2 * PIECES,
        "pieces",
        show.is_for_people(),
    );
    bar.resumed((number * 2 - 1) * PIECES);
    let advanced = learning.advance_with(&material, &bar).is_some();
    bar.finish();
    if !advanced {
        return Ok(Ended::interrupted());
    }
    directory.keep(learning.progress())?;
    if learning.is_done() {
        let progress = learning.progress().clone();
        let run = Run {
            args,
            setting,
            show,
        };
        return run.conclude(&progress, directory);
    }
    let path = directory.path().to_path_buf();
    let manifest = directory.finish(false, "generation")?;
    let (path, all) = (path.display(), setting.generations);
    let mut answer = Answer::new("learn", format!("generation {number} of {all}"));
    answer.complete = false;
    answer.say(format!(
        "{path}: generation {number} of {all} learned; play the next in shards with the same \
         options and `--shard I/N --from {path}`, or here with `xenosim learn --resume {path}`"
    ));
    answer.reproduce.command = manifest.command;
    Ok(answer.into())
}
