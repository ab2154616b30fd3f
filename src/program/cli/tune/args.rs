//! The arguments of `tune`, and the equivalent command line.

use super::judged::JudgedGames;
use crate::cli::CliError;
use crate::cli::result_args::ResultArgs;
use crate::cli::simulate::DEFAULT_SEED;
use crate::cli::simulate::values::{self, PlayerNumbers};
use crate::cli::variant_args::{VariantArgs, measure};
use players::registry;
use studies::compare::measure::Measure;
use studies::tune::Setting;

/// What is tuned and how.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Tuning")]
pub(in crate::cli) struct TuneArgs {
    /// The policy to start from, by name or file
    #[arg(value_name = "POLICY", default_value = "balanced")]
    pub start: String,
    /// The name of the tuned policy and its file
    #[arg(long, value_name = "NAME", default_value = "tuned", value_parser = values::file_name)]
    pub name: String,
    /// Tune only the weights of these sections
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',',
          value_parser = ["purchase", "deployment", "reaction", "wrap-up"])]
    section: Vec<String>,
    /// Numbers of players to tune for
    #[arg(long, value_name = "NUMBERS", default_value = "1,2,4", value_parser = values::player_numbers)]
    pub players: PlayerNumbers,
    /// Number of generations
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = values::from_to::<u64>(1, 100_000))]
    generations: u64,
    /// Sets of weights per generation
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = values::from_to::<u64>(4, 10_000))]
    population: u64,
    /// Games per set of weights and number of players
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = values::games)]
    games: u64,
    /// Initial step size; 1 changes weights by about 100%
    #[arg(long, value_name = "X", default_value_t = 0.3, value_parser = values::decimal(0.001, 10.0))]
    step: f64,
    /// The measure to optimise and to judge by
    #[arg(long, value_name = "MEASURE", default_value = "endurance", value_parser = measure())]
    pub measure: Measure,
    /// Master seed of tuning; the tuned policy is judged on games of the next seed
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = values::seed)]
    seed: u64,
    /// Fresh games with each number of players to judge the result
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = values::games)]
    judge_games: u64,
    #[command(flatten)]
    pub result: ResultArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

impl TuneArgs {
    /// The file of the tuned policy.
    pub(super) fn file(&self) -> String {
        format!("{}.toml", self.name)
    }

    /// The games played for training, and those for judging.
    pub(super) fn judged(&self) -> JudgedGames<'_> {
        JudgedGames {
            start: &self.start,
            players: &self.players,
            measure: self.measure,
            seed: self.seed,
            games: self.games,
            judge_games: self.judge_games,
            variant: &self.variant,
        }
    }

    /// What these arguments request; rejected if it makes no sense.
    pub(super) fn setting(&self) -> Result<Setting, CliError> {
        let design = self.judged().design()?;
        let strata = design.strata.into_iter();
        let mut plans: Vec<_> = strata.flat_map(|stratum| stratum.plans).collect();
        // Weights are judged by the game at the table while they are tuned.
        plans.iter_mut().for_each(|plan| plan.plays_on = false);
        let setting = Setting {
            start: registry::load(&self.start)?,
            sections: self.section.clone(),
            plans,
            generations: self.generations,
            population: self.population as usize,
            games: self.games,
            seed: self.seed,
            measure: self.measure,
            step: self.step,
        };
        self.refuse_idle(&setting)?;
        Ok(setting)
    }

    fn refuse_idle(&self, setting: &Setting) -> Result<(), CliError> {
        let start = &self.start;
        if let Some(search) = &setting.start.search {
            return Err(CliError::Usage(format!(
                "policy `{start}` searches and uses the weights of `{}`: tune that one instead",
                search.policy
            )));
        }
        if setting.tuned().is_empty() {
            Err(CliError::Usage(format!(
                "policy `{start}` has no weights to tune in these sections"
            )))
        } else {
            Ok(())
        }
    }
}
