//! The arguments of `compare`, and the equivalent command line.

use crate::cli::CliError;
use crate::cli::game_args::word;
use crate::cli::simulate::values;
use crate::cli::variant_args::{ComparisonArgs, PlayersArgs};
use studies::compare::design::{Defaults, Design};
use studies::compare::experiment::{Every, Experiment, NamedChanges};
use studies::compare::measure::{Amount, Measure};
use studies::compare::scan::Scan;
use studies::compare::stop::{EarlyStop, StopRule};

/// The name of a comparison defined on the command line.
const AD_HOC: &str = "compare";

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
    #[command(flatten)]
    pub who: PlayersArgs,
    /// Maximum games of each arm in each stratum
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = values::games)]
    pub games: u64,
    /// The smallest difference that matters, in the unit of the measure [default: 0.05 rounds,
    /// 1 HP each, 2% of games]
    #[arg(long, value_name = "AMOUNT", value_parser = Amount::margin, allow_hyphen_values = true)]
    pub margin: Option<Amount>,
    /// Show win rates for the base with which the baseline wins this share of games
    #[arg(long, value_name = "PERCENT", default_value = "40%", value_parser = values::win_rate, allow_hyphen_values = true)]
    pub at_win_rate: f64,
    /// Compare a range of values with the unchanged game and chart them, such as
    /// set.prowler.hp=1..6 or base-hp=10,20,40
    #[arg(long, value_name = "KEY=NUMBERS", value_parser = Scan::parse)]
    pub scan: Option<Scan>,
    /// Stop playing an arm as soon as there is a verdict on it
    #[arg(long, conflicts_with = "target_error")]
    pub until_decided: bool,
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

    /// When playing ends.
    pub(super) fn stop(&self, measure: Measure) -> Result<StopRule, CliError> {
        let settles = match self.until_decided {
            true => Some(EarlyStop::Verdict),
            false => self.common.precision(measure)?,
        };
        Ok(StopRule::new(
            self.games,
            settles.unwrap_or(EarlyStop::Never),
        ))
    }

    /// The comparison requested by these arguments; rejected if it makes no sense.
    pub(super) fn design(&self) -> Result<Design, CliError> {
        let experiment = self.experiment()?;
        let library = self.common.played.variant.library()?;
        let defaults = Defaults {
            adapt: self.adapt,
            ..Defaults::new(self.common.played.seed, self.games)
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
        let (who, measure) = (&self.who, self.common.measure);
        let base = self.common.played.variant.base(who.policy.clone())?;
        experiment.base = base.over(&experiment.base);
        experiment.arms.extend(named("arm", &self.arm)?);
        if let Some(scan) = &self.scan {
            experiment.arms.extend(scan.arms()?);
        }
        experiment.settings.extend(named("setting", &self.setting)?);
        experiment.every.extend(&self.every);
        experiment.baseline = self.baseline.clone().or(experiment.baseline);
        if measure.is_some() && measure != experiment.measure {
            // The margin of a file is in the unit of its measure.
            experiment.margin = None;
        }
        experiment.measure = measure.or(experiment.measure);
        experiment.margin = self.margin.or(experiment.margin);
        if let Some(players) = &who.players {
            experiment.players = players.clone();
        }
        if !who.policies.is_empty() {
            experiment.policies = who.policies.clone();
        } else if who.policy.is_some() {
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
