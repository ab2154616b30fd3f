//! `xenosim balance`: the smallest changes that reach goals.

use super::CliError;
use super::compare::session::play_whole;
use super::lifecycle::{Ended, Job};
use super::result_args::ResultArgs;
use super::simulate::values::{self, PlayerNumbers};
use super::simulate::{DEFAULT_SEED, ShowArgs};
use super::variant_args::VariantArgs;
use cards::words::Word;
use players::registry;
use runs::lifecycle::OutputDirectory;
use runs::sim::SimError;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use studies::balance::goal::Goal;
use studies::balance::lever::May;
use studies::balance::tables::{sets_table, steps_table};
use studies::balance::{Balance, Question, Stage};
use studies::compare::stop::Ending;
use studies::compare::sums::StratumSums;

/// The word for nobody.
const NOBODY: &str = "none";

pub(super) const EXAMPLES: &str =
    "The largest steps of every figure are played alone, with the luck of the unchanged game; smaller \
ones are taken to do their share. Effects are added up to find sets that may reach the goals; what \
the most promising ones are made of is played with more games, then the sets, because changes \
interact; the best of those are confirmed with fresh luck. So an answer is the \
smallest set that was found, not a proof that there is none smaller. Each set is written as a patch \
file for --patch.

A goal is a range of win rates (35%..45%; 40% stands for 37 to 43%) or of rounds survived (5..6), \
and after a colon the game in which it is to be reached. That 30 HP are to give 40% wins is \
40%:base-hp=30.

Examples:
  The fewest changes of figures for 40% wins with two players:
    xenosim balance --goal 40%:base-hp=31 --players 2

  At 15 HP, with the number of enemies to be changed as well:
    xenosim balance --goal 40% --players 2 --change power=2,hp=2,copies=3,enemies=3

  Several goals at once:
    xenosim balance --goal 40%:players=2,base-hp=33 --goal 30%..50%:base-hp=33 --players 1-4

  Only enemies, one change, and Hydra stays as it is:
    xenosim balance --goal 40%:base-hp=30 --change enemy.hp=2,enemy.power --at-most 1 --lock hydra

  Resume after Ctrl-C:
    xenosim balance --resume reports/balance";

/// The request.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Goals and changes")]
pub(in crate::cli) struct BalanceArgs {
    /// What is to be reached, such as 40%, 35%..45%:players=2,base-hp=20 or 5..6 rounds; several
    /// goals are to be reached at once
    #[arg(long, value_name = "GOAL", default_value = "40%", value_parser = Goal::parse)]
    goal: Vec<Goal>,
    /// What may be changed, and by how much at most: power, hp, cost, copies, with a type of cards
    /// before it (enemy.hp=2); enemies (per round), base-hp=5 [default: power,hp,cost,copies]
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = May::parse)]
    change: Vec<May>,
    /// The most changes of a set, from 1 to 4
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = values::from_to::<u8>(1, 4))]
    at_most: u8,
    /// Cards that stay as they are
    #[arg(long, value_name = "CARD,CARD", value_delimiter = ',')]
    lock: Vec<String>,
    /// Numbers of players of goals that name none, such as 1-4 or 1,2
    #[arg(long, value_name = "NUMBERS", default_value = "1", value_parser = values::player_numbers)]
    players: PlayerNumbers,
    /// Policy of all players, for whom the goals are to be reached
    #[arg(long, value_name = "NAME", default_value = registry::DEFAULT)]
    policy: String,
    /// Other players who show what the found sets mean for them, or none
    #[arg(
        long,
        value_name = "NAME,NAME",
        default_value = "strategist",
        value_delimiter = ','
    )]
    confirm: Vec<String>,
    /// Games of each single change in the game of each goal; sets get four times, finalists twenty
    /// times as many
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = values::games)]
    games: u64,
    /// Master seed: the same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = values::seed)]
    seed: u64,
    #[command(flatten)]
    result: ResultArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

impl BalanceArgs {
    fn question(&self) -> Result<Question, CliError> {
        let mut allowed = self.change.clone();
        if allowed.is_empty() {
            allowed = May::usual();
        }
        let mut others = self.confirm.clone();
        others.retain(|name| name != NOBODY);
        Ok(Question {
            base: self.variant.base(None)?,
            goals: self.goal.clone(),
            players: self.players.clone(),
            policy: self.policy.clone(),
            others,
            allowed,
            locked: self.lock.clone(),
            at_most: self.at_most.into(),
            games: self.games,
            seed: self.seed,
        })
    }
}

/// What has been played: the sums of every finished stage.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    stages: Vec<Vec<StratumSums>>,
}

impl Job for BalanceArgs {
    const COMMAND: &'static str = "balance";
    type Plan = Balance;

    fn plan(&self) -> Result<Balance, CliError> {
        Ok(Balance::new(self.question()?, self.variant.library()?)?)
    }

    fn identity(&self, balance: &Balance) -> Result<(String, Value), CliError> {
        let goals = balance.goals.iter().map(|(goal, _)| goal.text());
        let about = json!({
            "goals": goals.collect::<Vec<_>>(),
            "allowed_changes": balance.levers.len(),
            "games": balance.question.games,
            "seed": balance.question.seed,
        });
        Ok((balance.fingerprint()?, about))
    }

    fn result(&self) -> &ResultArgs {
        &self.result
    }

    fn carry_out(
        &self,
        balance: Balance,
        mut directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended, CliError> {
        let mut kept: Kept = directory.recover()?.unwrap_or_default();
        let mut stages = std::mem::take(&mut kept.stages).into_iter();
        let found = balance.search(&mut |study| {
            let stage = match stages.next() {
                Some(sums) if sums.len() == study.design.strata.len() => Some((study, sums)),
                Some(_) => return Err(directory.implausible("it has other strata").into()),
                None => {
                    let what = format!("games of {}", study.design.title);
                    play_whole(study, &what, &directory, show)?
                }
            };
            if let Some((_, sums)) = &stage {
                kept.stages.push(sums.clone());
                directory.keep(&kept)?;
            }
            Ok::<Stage, CliError>(stage)
        })?;
        let Some(found) = found else {
            directory.finish(false, Ending::Interrupted.word())?;
            return Ok(Ended::interrupted());
        };
        let names = (1..=found.finalists.len()).map(|number| format!("set-{number}.toml"));
        let files: Vec<String> = names.collect();
        directory.announce(files.iter().cloned())?;
        for (file, tried) in files.iter().zip(&found.finalists) {
            let changes = tried.set.len() as u64;
            directory.write_text(file, &balance.patch(&tried.set), changes)?;
        }
        let tables = [
            (
                "sets",
                sets_table(&balance, &found).map_err(SimError::from)?,
            ),
            (
                "steps",
                steps_table(&balance, &found).map_err(SimError::from)?,
            ),
        ];
        let answer = balance.answer(&found, &files);
        let formats = self.result.formats();
        Ok(directory.conclude(answer, &tables, &formats)?.into())
    }
}
