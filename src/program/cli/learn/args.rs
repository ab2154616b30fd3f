//! The arguments of `learn`, and the equivalent command line.

use crate::cli::CliError;
use crate::cli::result_args::ResultArgs;
use crate::cli::simulate::DEFAULT_SEED;
use crate::cli::simulate::values::{self, PlayerNumbers};
use crate::cli::tune::judged::JudgedGames;
use crate::cli::variant_args::VariantArgs;
use players::labels::settings::Common;
use players::registry;
use runs::lifecycle::kept_by;
use runs::sim::Shard;
use std::path::PathBuf;
use studies::compare::compile::changed;
use studies::compare::measure::Measure;
use studies::compare::stop::StopRule;
use studies::learn::generation::Method;
use studies::learn::{Progress, Setting};

/// The default policy whose search labels questions.
const DEFAULT_TEACHER: &str = "strategist";
/// The default name of what is learned.
const DEFAULT_NAME: &str = "learned";
const DEFAULT_PLAYERS: [u8; 4] = [1, 2, 3, 4];
const DEFAULT_GENERATIONS: u64 = 3;
const DEFAULT_GAMES: u64 = 4_000;
const DEFAULT_EPOCHS: f64 = 3.0;
const DEFAULT_JUDGE_GAMES: u64 = 2_000;

/// What is learned, and from what.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Learning")]
pub(in crate::cli) struct LearnArgs {
    /// The policy to start from, by name or file; what it has learned is trained further, and the
    /// result is judged against it [default: veteran]
    #[arg(value_name = "POLICY")]
    policy: Option<String>,
    /// The policy that searches; from the second generation on, it searches around the answers of the
    /// player that learns [default: strategist]
    #[arg(long, value_name = "POLICY")]
    teacher: Option<String>,
    /// The name of what is learned, of its files and of the policy that uses it [default: learned]
    #[arg(long, value_name = "NAME", value_parser = values::file_name)]
    name: Option<String>,
    /// Numbers of players to train for [default: 1-4]
    #[arg(long, value_name = "NUMBERS", value_parser = values::player_numbers)]
    players: Option<PlayerNumbers>,
    /// Number of generations: each plays games and learns from them [default: 3]
    #[arg(long, value_name = "N", value_parser = values::from_to::<u64>(1, 100))]
    generations: Option<u64>,
    /// Games per generation whose questions search answers, for all numbers of players together; a
    /// value learns from eight times as many, which take little time [default: 4000]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    games: Option<u64>,
    /// Passes over all positions and questions in training [default: 3]
    #[arg(long, value_name = "X", value_parser = values::decimal(0.01, 100.0), allow_negative_numbers = true)]
    epochs: Option<f64>,
    /// Master seed of training; the result is judged on games of the next seed [default: 1]
    #[arg(long, value_name = "N", value_parser = values::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Fresh games with each number of players to judge the result [default: 2000]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    judge_games: Option<u64>,
    /// Play only part i of n of the games of a generation; `xenosim merge` trains on all parts
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// With --shard: play the generation after those in this directory, made by `xenosim merge`
    #[arg(long, value_name = "DIR", requires = "shard")]
    pub from: Option<PathBuf>,
    #[command(flatten)]
    pub result: ResultArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

impl LearnArgs {
    /// The policy to start from, which the result is judged against.
    pub(super) fn start(&self) -> &str {
        self.policy.as_deref().unwrap_or(registry::DEFAULT)
    }

    fn teacher(&self) -> &str {
        self.teacher.as_deref().unwrap_or(DEFAULT_TEACHER)
    }

    pub(super) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(DEFAULT_NAME)
    }

    /// The files of the value and of the networks.
    pub(super) fn learned_files(&self) -> [String; 2] {
        ["value", "net"].map(|ending| format!("{}.{ending}", self.name()))
    }

    /// The file of the policy that uses them.
    pub(super) fn policy_file(&self) -> String {
        format!("{}.toml", self.name())
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(DEFAULT_SEED)
    }

    pub(super) fn judge_games(&self) -> u64 {
        self.judge_games.unwrap_or(DEFAULT_JUDGE_GAMES)
    }

    fn players(&self) -> Vec<u8> {
        let default = || DEFAULT_PLAYERS.to_vec();
        self.players.clone().unwrap_or_else(default)
    }

    pub(super) fn games(&self) -> u64 {
        self.games.unwrap_or(DEFAULT_GAMES)
    }

    fn epochs(&self) -> f64 {
        self.epochs.unwrap_or(DEFAULT_EPOCHS)
    }

    /// The games played for training, and those for judging.
    pub(super) fn judged(&self) -> JudgedGames<'_> {
        JudgedGames {
            start: self.start(),
            players: self.players(),
            measure: Measure::Endurance,
            seed: self.seed(),
            games: self.games(),
            judge_games: self.judge_games(),
            variant: &self.variant,
        }
    }

    /// What these arguments request; rejected if it makes no sense.
    pub(super) fn setting(&self) -> Result<Setting, CliError> {
        let design = self.judged().design()?;
        let strata = design.strata.into_iter();
        let plans: Vec<_> = strata.flat_map(|stratum| stratum.plans).collect();
        let cards = &plans[0].cards;
        let base = self.variant.base(None)?;
        let teacher = registry::load(self.teacher(), cards)?;
        if teacher.search.is_none() {
            let name = self.teacher();
            let message = format!("--teacher {name}: the policy `{name}` does not search");
            return Err(CliError::Usage(message));
        }
        Ok(Setting {
            student: registry::load(self.start(), cards)?.at_once(),
            teacher,
            mixed: base.switches.difficulty.is_none() && base.switches.enemies_per_round.is_none(),
            common: Common {
                library: changed(&base, &self.variant.library()?),
                switches: base.switches,
                rulings: base.rulings,
                players: self.players(),
            },
            generations: self.generations(),
            games: self.games(),
            method: Method::new(self.epochs(), self.seed()),
            seed: self.seed(),
            plans,
        })
    }

    fn generations(&self) -> u64 {
        self.generations.unwrap_or(DEFAULT_GENERATIONS)
    }

    /// What earlier generations learned, which only a shard needs to be given.
    pub(super) fn before(&self, setting: &Setting) -> Result<Progress, CliError> {
        let Some(path) = &self.from else {
            return Ok(Progress::default());
        };
        let wrong = |why: String| {
            let path = path.display();
            CliError::Usage(format!(
                "{path}: contains no earlier generation of this run: {why}"
            ))
        };
        let kept: Result<Progress, _> = kept_by(path, &setting.fingerprint(), None);
        let kept = kept.map_err(|error| wrong(error.to_string()))?;
        if !kept.fits(setting) {
            return Err(wrong("it belongs to another run".into()));
        }
        if kept.generations.len() as u64 >= setting.generations {
            Err(wrong("all generations have been played".into()))
        } else {
            Ok(kept)
        }
    }

    /// When judging ends.
    pub(super) fn judge_stop(&self) -> StopRule {
        StopRule::fixed(self.judge_games())
    }
}
