//! The arguments of `tune`, and the equivalent command line.

use super::judged::JudgedGames;
use crate::cli::CliError;
use crate::cli::compare::args::measure;
use crate::cli::result_args::ResultArgs;
use crate::cli::simulate::DEFAULT_SEED;
use crate::cli::simulate::values::{self, PlayerNumbers};
use crate::cli::variant_args::VariantArgs;
use players::registry;
use reports::terminal::text::grouped;
use studies::compare::design::Design;
use studies::compare::measure::{Amount, Measure};
use studies::compare::stop::{EarlyStop, StopRule};
use studies::tune::Setting;

/// The default policy that tuning starts from.
const DEFAULT_START: &str = "balanced";
/// The default name of the tuned policy.
const DEFAULT_NAME: &str = "tuned";
const DEFAULT_PLAYERS: [u8; 3] = [1, 2, 4];
const DEFAULT_GENERATIONS: u64 = 40;
const DEFAULT_POPULATION: u64 = 24;
const DEFAULT_GAMES: u64 = 200;
const DEFAULT_JUDGE_GAMES: u64 = 10_000;
/// The most games to judge by when only a target error is given.
const MOST_JUDGE_GAMES: u64 = 100_000;
const DEFAULT_STEP: f64 = 0.3;

/// What is tuned and how.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Tuning")]
pub(in crate::cli) struct TuneArgs {
    /// The policy to start from, by name or file [default: balanced]
    #[arg(value_name = "POLICY")]
    start: Option<String>,
    /// The name of the tuned policy and its file [default: tuned]
    #[arg(long, value_name = "NAME", value_parser = values::file_name)]
    name: Option<String>,
    /// Tune only the weights of these sections
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',',
          value_parser = ["purchase", "deployment", "reaction", "wrap-up"])]
    section: Vec<String>,
    /// Numbers of players to tune for [default: 1,2,4]
    #[arg(long, value_name = "NUMBERS", value_parser = values::player_numbers)]
    players: Option<PlayerNumbers>,
    /// Number of generations [default: 40]
    #[arg(long, value_name = "N", value_parser = values::from_to::<u64>(1, 100_000))]
    generations: Option<u64>,
    /// Sets of weights per generation [default: 24]
    #[arg(long, value_name = "N", value_parser = values::from_to::<u64>(4, 10_000))]
    population: Option<u64>,
    /// Games per set of weights and number of players [default: 200]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    games: Option<u64>,
    /// Initial step size; 1 changes weights by about 100% [default: 0.3]
    #[arg(long, value_name = "X", value_parser = values::decimal(0.001, 10.0), allow_negative_numbers = true)]
    step: Option<f64>,
    /// The measure to optimise and to judge by [default: endurance]
    #[arg(long, value_name = "MEASURE", value_parser = measure())]
    measure: Option<Measure>,
    /// Master seed of tuning; the tuned policy is judged on games of the next seed [default: 1]
    #[arg(long, value_name = "N", value_parser = values::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Maximum fresh games with each number of players to judge the result [default: 10000; with a
    /// target error 100000]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    judge_games: Option<u64>,
    /// Judge the result until the error of its difference is at most this, such as 0.02 rounds of
    /// endurance
    #[arg(long, value_name = "AMOUNT", value_parser = Amount::target_error,
          allow_hyphen_values = true)]
    target_error: Option<Amount>,
    #[command(flatten)]
    pub result: ResultArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

impl TuneArgs {
    pub(super) fn start(&self) -> &str {
        self.start.as_deref().unwrap_or(DEFAULT_START)
    }

    pub(super) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(DEFAULT_NAME)
    }

    /// The file of the tuned policy.
    pub(super) fn file(&self) -> String {
        format!("{}.toml", self.name())
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or(DEFAULT_SEED)
    }

    fn judge_games(&self) -> u64 {
        let default = match self.target_error {
            Some(_) => MOST_JUDGE_GAMES,
            None => DEFAULT_JUDGE_GAMES,
        };
        self.judge_games.unwrap_or(default)
    }

    /// When judging ends.
    pub(super) fn judge_stop(&self, design: &Design) -> Result<StopRule, CliError> {
        let target = self
            .target_error
            .map(|target| target.as_target(design.measure));
        let target = target.transpose().map_err(CliError::Usage)?;
        let settles = target.map_or(EarlyStop::Never, EarlyStop::Precision);
        Ok(StopRule::new(self.judge_games(), settles))
    }

    /// How many games judge, as text.
    pub(super) fn judged_on(&self) -> String {
        let games = grouped(self.judge_games());
        match &self.target_error {
            None => format!("{games} fresh games"),
            Some(target) => {
                format!("up to {games} fresh games, until the error is at most {target},")
            }
        }
    }

    pub(super) fn players(&self) -> Vec<u8> {
        let default = || DEFAULT_PLAYERS.to_vec();
        self.players.clone().unwrap_or_else(default)
    }

    pub(super) fn measure(&self) -> Measure {
        self.measure.unwrap_or(Measure::Endurance)
    }

    fn games(&self) -> u64 {
        self.games.unwrap_or(DEFAULT_GAMES)
    }

    /// The games played for training, and those for judging.
    pub(super) fn judged(&self) -> JudgedGames<'_> {
        JudgedGames {
            start: self.start(),
            players: self.players(),
            measure: self.measure(),
            seed: self.seed(),
            games: self.games(),
            judge_games: self.judge_games(),
            variant: &self.variant,
        }
    }

    /// What these arguments request; rejected if it makes no sense.
    pub(super) fn setting(&self) -> Result<Setting, CliError> {
        let design = self.judged().design()?;
        // A wrong unit is rejected before anything is played.
        self.judge_stop(&design)?;
        let strata = design.strata.into_iter();
        let mut plans: Vec<_> = strata.flat_map(|stratum| stratum.plans).collect();
        // Weights are judged by the game at the table while they are tuned.
        plans.iter_mut().for_each(|plan| plan.plays_on = false);
        let setting = Setting {
            start: registry::load(self.start(), &plans[0].cards)?,
            sections: self.section.clone(),
            plans,
            generations: self.generations.unwrap_or(DEFAULT_GENERATIONS),
            population: self.population.unwrap_or(DEFAULT_POPULATION) as usize,
            games: self.games(),
            seed: self.seed(),
            measure: self.measure(),
            step: self.step.unwrap_or(DEFAULT_STEP),
        };
        self.refuse_idle(&setting)?;
        Ok(setting)
    }

    fn refuse_idle(&self, setting: &Setting) -> Result<(), CliError> {
        let start = self.start();
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
