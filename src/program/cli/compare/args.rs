//! The arguments of `compare`, and the equivalent command line.

use crate::cli::CliError;
use crate::cli::game_args::word;
use crate::cli::simulate::DEFAULT_SEED;
use crate::cli::simulate::values::{self, PlayerNumbers};
use crate::cli::variant_args::ComparisonArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use studies::compare::design::{Defaults, Design};
use studies::compare::experiment::{Every, Experiment, NamedChanges};
use studies::compare::measure::{Amount, DECIDING, Measure};
use studies::compare::scan::Scan;
use studies::compare::stop::{EarlyStop, StopRule};

/// Games of each arm when no number is given.
const DEFAULT_GAMES: u64 = 10_000;
/// The win rate of the baseline at which win rates are shown, when none is given.
const DEFAULT_WIN_RATE: f64 = 0.4;
/// The name of a comparison defined on the command line.
const AD_HOC: &str = "compare";

/// Reads a measure that can decide.
pub(in crate::cli) fn measure() -> impl TypedValueParser<Value = Measure> {
    PossibleValuesParser::new(DECIDING.map(|(word, _)| word))
        .try_map(|text| Measure::asked_for(&text).ok_or("unknown measure"))
}

/// What is compared and what is written.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Comparison")]
pub(in crate::cli) struct CompareArgs {
    /// A built-in experiment (see --list) or the path of a TOML file
    #[arg(value_name = "EXPERIMENT")]
    pub experiment: Option<String>,
    /// An arm: name:key=value,key=value (repeatable; added after those of the experiment)
    #[arg(long, value_name = "ARM")]
    pub arm: Vec<String>,
    /// Add an arm for each option of each ruling, or for each policy
    #[arg(long, value_name = "SORT", value_parser = word::<Every>())]
    pub every: Vec<Every>,
    /// The arm that all others are compared with [default: the unchanged game]
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,
    /// A setting to try all arms in, written like an arm (repeatable)
    #[arg(long, value_name = "SETTING")]
    pub setting: Vec<String>,
    /// Numbers of players to try all arms with, such as 1-4 or 1,2 [default: 1]
    #[arg(long, value_name = "NUMBERS", value_parser = values::player_numbers)]
    pub players: Option<PlayerNumbers>,
    /// Policies to try all arms with, such as random,pass, or levels of play: newcomer, practised,
    /// strong
    #[arg(
        long,
        visible_alias = "level",
        value_name = "NAME,NAME",
        value_delimiter = ','
    )]
    pub policies: Vec<String>,
    /// Policy of all players, or one for each seat: a,b
    #[arg(long, value_name = "NAME", conflicts_with = "policies")]
    pub policy: Option<String>,
    /// Maximum games of each arm in each stratum [default: 10000]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// Master seed: the same seed plays the same games [default: 1]
    #[arg(long, value_name = "N", value_parser = values::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// The deciding measure [default: endurance; rounds if arms differ in base HP]
    #[arg(long, value_name = "MEASURE", value_parser = measure())]
    pub measure: Option<Measure>,
    /// The smallest difference that matters, in the unit of the measure [default: 0.05 rounds,
    /// 1 HP each, 2% of games]
    #[arg(long, value_name = "AMOUNT", value_parser = Amount::margin, allow_hyphen_values = true)]
    pub margin: Option<Amount>,
    /// Show win rates for the base with which the baseline wins this share of games [default: 40%]
    #[arg(long, value_name = "PERCENT", value_parser = values::win_rate, allow_hyphen_values = true)]
    pub at_win_rate: Option<f64>,
    /// Compare a range of values with the unchanged game and chart them, such as
    /// set.prowler.hp=1..6 or base-hp=10,20,40
    #[arg(long, value_name = "KEY=NUMBERS", value_parser = Scan::parse)]
    pub scan: Option<Scan>,
    /// Stop playing an arm as soon as there is a verdict on it
    #[arg(long, conflicts_with = "target_error")]
    pub until_decided: bool,
    /// Stop playing an arm when the error of its difference is at most this, in the unit of the
    /// measure
    #[arg(long, value_name = "AMOUNT", value_parser = Amount::target_error,
          allow_hyphen_values = true)]
    pub target_error: Option<Amount>,
    /// Show games that ended differently, and where they diverge [default: 3 of each arm]
    #[arg(long = "explain", value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "3", value_parser = values::from_to::<u8>(1, 10))]
    explain_games: Option<u8>,
    /// Also play every arm with players trained on it, on separate games
    #[arg(long)]
    pub adapt: bool,
    #[command(flatten)]
    pub common: ComparisonArgs,
}

impl CompareArgs {
    /// How many games of each arm are explained.
    pub(super) fn explain(&self) -> Option<usize> {
        self.explain_games.map(usize::from)
    }

    fn games(&self) -> u64 {
        self.games.unwrap_or(DEFAULT_GAMES)
    }

    /// The share of games that the baseline wins at the base where win rates are shown.
    pub(super) fn calibrated_share(&self) -> f64 {
        self.at_win_rate.unwrap_or(DEFAULT_WIN_RATE)
    }

    /// When playing ends.
    pub(super) fn stop(&self, measure: Measure) -> Result<StopRule, CliError> {
        let known = self.target_error.map(|target| target.as_target(measure));
        let known = known.transpose().map_err(CliError::Usage)?;
        let settles = match (self.until_decided, known) {
            (true, _) => EarlyStop::Verdict,
            (false, Some(target)) => EarlyStop::Precision(target),
            (false, None) => EarlyStop::Never,
        };
        Ok(StopRule::new(self.games(), settles))
    }

    /// The comparison requested by these arguments; rejected if it makes no sense.
    pub(super) fn design(&self) -> Result<Design, CliError> {
        let experiment = self.experiment()?;
        let library = self.common.variant.library()?;
        let defaults = Defaults {
            adapt: self.adapt,
            ..Defaults::new(self.seed.unwrap_or(DEFAULT_SEED), self.games())
        };
        let mut design = Design::resolve(&experiment, &library, &defaults)?;
        if let Some(scan) = &self.scan {
            design.leave_out_baseline(&scan.names());
        }
        design.refuse_idle_arms()?;
        Ok(design)
    }

    fn experiment(&self) -> Result<Experiment, CliError> {
        let mut experiment = match &self.experiment {
            Some(name) => Experiment::find(name)?,
            None => Experiment {
                name: AD_HOC.into(),
                title: "Variants of the game with the same luck".into(),
                ..Experiment::default()
            },
        };
        let asked = !self.arm.is_empty() || !self.every.is_empty() || self.scan.is_some();
        if self.experiment.is_none() && !asked {
            let names: Vec<&str> = Experiment::shipped()
                .iter()
                .map(|(name, _)| *name)
                .collect();
            return Err(CliError::Usage(format!(
                "nothing to compare; name an experiment ({}) or an arm, such as --arm \
                 weaker:set.prowler.hp=2",
                names.join(", ")
            )));
        }
        let variant = &self.common.variant;
        experiment.base = variant.base(self.policy.clone())?.over(&experiment.base);
        experiment.arms.extend(named("arm", &self.arm)?);
        if let Some(scan) = &self.scan {
            experiment.arms.extend(scan.arms()?);
        }
        experiment.settings.extend(named("setting", &self.setting)?);
        experiment.every.extend(&self.every);
        experiment.baseline = self.baseline.clone().or(experiment.baseline);
        if self
            .measure
            .is_some_and(|measure| Some(measure) != experiment.measure)
        {
            // The margin of a file is in the unit of its measure.
            experiment.margin = None;
        }
        experiment.measure = self.measure.or(experiment.measure);
        experiment.margin = self.margin.or(experiment.margin);
        if let Some(players) = &self.players {
            experiment.players = players.clone();
        }
        if !self.policies.is_empty() {
            experiment.policies = self.policies.clone();
        } else if self.policy.is_some() {
            experiment.policies = Vec::new();
        }
        Ok(experiment)
    }
}

/// Reads arms or settings.
pub(in crate::cli) fn named(option: &str, texts: &[String]) -> Result<Vec<NamedChanges>, CliError> {
    let read = texts.iter().map(|text| NamedChanges::parse(option, text));
    Ok(read.collect::<Result<_, _>>()?)
}
