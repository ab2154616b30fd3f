//! `xenosim simulate`: play many games and write what happened into tables.

mod args;
pub(super) mod progress;
pub(super) mod values;

pub(super) use args::{Adjust, DEFAULT_SEED, RunArgs, SessionArgs, ShowArgs, all_cores};

use super::CliError;
use super::lifecycle::{Ended, Job};
use super::result_args::ResultArgs;
use progress::Progress;
use runs::lifecycle::OutputDirectory;
use runs::sim::{Plan, Shard, run};
use serde_json::Value;

pub(super) const EXAMPLES: &str = "Examples:
  Play 10,000 games and write tables to reports/:
    xenosim simulate

  Two players, the Dreadmire rules, until the win rate is known to within 0.2%:
    xenosim simulate --players 2 --rules dreadmire --target-error 0.2%

  A hundred million games without rows, on 8 threads:
    xenosim simulate --games 100_000_000 --rows none --threads 8

  A changed card, with the same luck as the run without the change:
    xenosim simulate --games 100000 --seed 7 --set prowler.hp=4";

impl Job for RunArgs {
    const COMMAND: &'static str = "simulate";
    type Plan = Plan;

    fn plan(&self) -> Result<Plan, CliError> {
        self.resolve()
    }

    fn identity(&self, plan: &Plan) -> Result<(String, Value), CliError> {
        Ok((plan.fingerprint(), plan.about()))
    }

    fn result(&self) -> &ResultArgs {
        &self.result
    }

    fn games(&self, plan: &Plan) -> Option<u64> {
        plan.stop.games
    }

    fn directory_name(&self, plan: &Plan) -> String {
        let (players, seed) = (plan.rules.players, plan.seed);
        let policy = plan.policy.name().replace(',', "+");
        // A policy that is a command may hold anything.
        let strange = |c: char| c == '/' || c.is_whitespace() || c.is_control();
        let policy = policy.replace(strange, "-");
        let games = plan.stop.games.map(|games| format!("-{games}"));
        let games = games.unwrap_or_default();
        format!("{}-{players}p-{policy}-seed{seed}{games}", Self::COMMAND)
    }

    fn least_bytes(&self, plan: &Plan) -> u64 {
        plan.least_bytes(&self.result.formats())
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn carry_out(
        &self,
        plan: Plan,
        directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended, CliError> {
        let progress = Progress::new(plan.planned_games(), show.is_for_people());
        let answer = run(&plan, directory, &self.result.formats(), &progress);
        progress.finish();
        Ok(answer?.into())
    }
}
