//! The arguments of `learn`, and the equivalent command line.

use crate::cli::CliError;
use crate::cli::arguments::Arguments;
use crate::cli::result_args::ResultArgs;
use crate::cli::simulate::{DEFAULT_SEED, values};
use crate::cli::tune::judged::JudgedGames;
use crate::cli::variant_args::VariantArgs;
use players::registry;
use runs::lifecycle::kept_by;
use runs::sim::Shard;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use studies::compare::measure::Measure;
use studies::compare::stop::StopRule;
use studies::learn::training::Method;
use studies::learn::{Progress, Setting};

/// The default policies that play the training games.
const DEFAULT_POLICIES: &str = "veteran,expert";
/// The default name of the value.
const DEFAULT_NAME: &str = "learned";
const DEFAULT_PLAYERS: [u8; 4] = [1, 2, 3, 4];
const DEFAULT_GENERATIONS: u64 = 2;
const DEFAULT_GAMES: u64 = 36_000;
const DEFAULT_JUDGE_GAMES: u64 = 2_000;
/// The minimum number of positions seen in training by default: fewer teach too little. A game has
/// 18 of them.
const LOOKED_AT: f64 = 2e6;
const TABLES_OF_GAME: f64 = 18.0;
/// The default number of passes.
const DEFAULT_EPOCHS: std::ops::RangeInclusive<f64> = 3.0..=12.0;

/// What is learned, and from what.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Learning")]
pub(in crate::cli) struct LearnArgs {
    /// Policies that play the training games, by name or file; they take turns [default:
    /// veteran,expert]
    #[arg(value_name = "POLICY,POLICY")]
    policies: Option<String>,
    /// Let the policies play as they are, with their own values and random purchases only: for a value
    /// of what a purchase is worth to these players [default: they start without values, and some
    /// deployments are random, too]
    #[arg(long)]
    #[serde(default)]
    as_played: bool,
    /// The name of the value, its file and the policy that uses it [default: learned]
    #[arg(long, value_name = "NAME", value_parser = values::file_name)]
    name: Option<String>,
    /// Numbers of players to train for [default: 1,2,3,4]
    #[arg(long, value_name = "N,N", value_delimiter = ',',
          value_parser = clap::value_parser!(u8).range(1..=4))]
    players: Vec<u8>,
    /// Number of generations: each plays games and learns from them; from the second on, players
    /// that use the new value take part [default: 2]
    #[arg(long, value_name = "N", value_parser = values::from_to::<u64>(1, 100))]
    generations: Option<u64>,
    /// Games per generation, for all numbers of players together [default: 36000]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    games: Option<u64>,
    /// Passes over the positions in training [default: 3; more with fewer games, up to 12]
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
    #[serde(flatten)]
    variant: VariantArgs,
}

impl LearnArgs {
    fn policies(&self) -> &str {
        self.policies.as_deref().unwrap_or(DEFAULT_POLICIES)
    }

    /// The policy that the result is judged against: the first.
    pub(super) fn start(&self) -> &str {
        self.policies().split(',').next().unwrap_or_default().trim()
    }

    pub(super) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(DEFAULT_NAME)
    }

    /// The file of the value.
    pub(super) fn value_file(&self) -> String {
        format!("{}.value", self.name())
    }

    /// The file of the policy that uses it.
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
        values::or_default(&self.players, &DEFAULT_PLAYERS)
    }

    pub(super) fn games(&self) -> u64 {
        self.games.unwrap_or(DEFAULT_GAMES)
    }

    fn epochs(&self) -> f64 {
        let wanted = LOOKED_AT / (self.games() as f64 * TABLES_OF_GAME);
        let usual = wanted
            .round()
            .clamp(*DEFAULT_EPOCHS.start(), *DEFAULT_EPOCHS.end());
        self.epochs.unwrap_or(usual)
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
        let policies = registry::load_all(self.policies(), &plans[0].cards)?;
        let switches = self.variant.rules.file()?.switches;
        let switches = self.variant.rules.switches.or(switches);
        Ok(Setting {
            policies,
            as_played: self.as_played,
            plans,
            mixed: switches.difficulty.is_none() && switches.enemies_per_round.is_none(),
            generations: self.generations.unwrap_or(DEFAULT_GENERATIONS),
            games: self.games(),
            method: Method {
                epochs: self.epochs(),
                seed: self.seed(),
                ..Method::default()
            },
            seed: self.seed(),
        })
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
        let kept: Result<Progress, _> = kept_by(path, &setting.fingerprint());
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

    /// Arguments that request the same.
    pub(super) fn command_line(&self) -> Arguments {
        Arguments::of("learn")
            .plain([self.policies()])
            .flag("as-played", self.as_played)
            .option("name", self.name())
            .list("players", self.players())
            .option(
                "generations",
                self.generations.unwrap_or(DEFAULT_GENERATIONS),
            )
            .option("games", self.games())
            .option("epochs", self.epochs())
            .option("seed", self.seed())
            .option("judge-games", self.judge_games())
            .each("format", self.result.named_formats())
            .data(&self.variant)
            .changes(&self.variant)
    }
}
