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
use studies::learn::generation::Method;
use studies::learn::{Progress, Setting};

/// What is learned, and from what.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Learning")]
pub(in crate::cli) struct LearnArgs {
    /// The policy to start from, by name or file; what it has learned is trained further, and the
    /// result is judged against it
    #[arg(value_name = "POLICY", default_value = registry::DEFAULT)]
    pub policy: String,
    /// The policy that searches; from the second generation on, it searches around the answers of the
    /// player that learns
    #[arg(long, value_name = "POLICY", default_value = "strategist")]
    teacher: String,
    /// The name of what is learned, of its files and of the policy that uses it
    #[arg(long, value_name = "NAME", default_value = "learned", value_parser = values::file_name)]
    pub name: String,
    /// Numbers of players to train for
    #[arg(long, value_name = "NUMBERS", default_value = "1-4", value_parser = values::player_numbers)]
    players: PlayerNumbers,
    /// Number of generations: each plays games and learns from them
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = values::from_to::<u64>(1, 100))]
    generations: u64,
    /// Games per generation whose questions search answers, for all numbers of players together; a
    /// value learns from eight times as many, which take little time
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = values::games)]
    pub games: u64,
    /// Passes over all positions and questions in training
    #[arg(long, value_name = "X", default_value_t = 3.0, value_parser = values::decimal(0.01, 100.0))]
    epochs: f64,
    /// Master seed of training; the result is judged on games of the next seed
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = values::seed)]
    seed: u64,
    /// Fresh games with each number of players to judge the result
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = values::games)]
    judge_games: u64,
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
    /// The files of the value and of the networks.
    pub(super) fn learned_files(&self) -> [String; 2] {
        ["value", "net"].map(|ending| format!("{}.{ending}", self.name))
    }

    /// The file of the policy that uses them.
    pub(super) fn policy_file(&self) -> String {
        format!("{}.toml", self.name)
    }

    /// The games played for training, and those for judging.
    pub(super) fn judged(&self) -> JudgedGames<'_> {
        JudgedGames {
            start: &self.policy,
            players: &self.players,
            measure: Measure::Endurance,
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
        let plans: Vec<_> = strata.flat_map(|stratum| stratum.plans).collect();
        let base = self.variant.base(None)?;
        let teacher = registry::load(&self.teacher)?;
        if teacher.search.is_none() {
            let name = &self.teacher;
            let message = format!("--teacher {name}: the policy `{name}` does not search");
            return Err(CliError::Usage(message));
        }
        let common = Common {
            library: changed(&base, &self.variant.library()?),
            switches: base.switches,
            rulings: base.rulings,
            players: self.players.clone(),
        };
        Ok(Setting {
            student: registry::load(&self.policy)?.at_once(),
            teacher,
            cards: common.cards()?,
            common,
            generations: self.generations,
            games: self.games,
            method: Method::new(self.epochs, self.seed),
            seed: self.seed,
            plans,
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
}
