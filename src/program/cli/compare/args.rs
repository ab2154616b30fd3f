//! The arguments of `compare`, and the equivalent command line.

use crate::cli::game_args::word;
use crate::cli::result_args::ResultArgs;
use crate::cli::simulate::{Adjust, DEFAULT_SEED, adjust_arguments, values};
use crate::cli::{CliError, DataArgs, SwitchArgs};
use cards::load::Library;
use cards::words::Word;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use players::registry;
use reports::terminal::compare::Scan;
use runs::sim::Shard;
use serde::{Deserialize, Serialize};
use studies::compare::changes::Changes;
use studies::compare::design::{Defaults, Design};
use studies::compare::experiment::{Every, Experiment, NamedChanges};
use studies::compare::measure::{Amount, DECIDING, Measure};
use studies::compare::stop::{EarlyStop, StopRule};

/// Games of each arm when no number is given.
const DEFAULT_GAMES: u64 = 10_000;
/// The win rate of the baseline at which win rates are shown, in per cent, when none is given.
const DEFAULT_WIN_RATE: f64 = 40.0;
/// The name of a comparison defined on the command line.
const AD_HOC: &str = "compare";

fn every() -> impl TypedValueParser<Value = Every> {
    PossibleValuesParser::new(Every::all_words())
        .try_map(|text| Every::parse_word(&text).ok_or("unknown kind of arms"))
}

/// Reads a measure that can decide.
pub(in crate::cli) fn measure() -> impl TypedValueParser<Value = Measure> {
    PossibleValuesParser::new(DECIDING.map(|(word, _)| word))
        .try_map(|text| Measure::asked_for(&text).ok_or("unknown measure"))
}

/// Reads a win rate to calibrate the base by, in per cent.
fn win_rate(text: &str) -> Result<f64, String> {
    let number = text.trim().strip_suffix('%').unwrap_or_default();
    let per_cent = number.trim().parse::<f64>().ok();
    per_cent
        .filter(|per_cent| (1.0..=99.0).contains(per_cent))
        .ok_or("expected a percentage from 1% to 99%, such as 40%".into())
}

/// What is compared and what is written.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Comparison")]
pub(in crate::cli) struct CompareArgs {
    /// A built-in experiment (see --list) or the path of a TOML file
    #[arg(value_name = "EXPERIMENT")]
    pub experiment: Option<String>,
    /// An arm: name:key=value,key=value (repeatable; added after those of the experiment)
    #[arg(long, value_name = "ARM")]
    pub arm: Vec<String>,
    /// Add an arm for each option of each ruling, or for each policy
    #[arg(long, value_name = "SORT", value_parser = every())]
    pub every: Vec<Every>,
    /// The arm that all others are compared with [default: the unchanged game]
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,
    /// A setting to try all arms in, written like an arm (repeatable)
    #[arg(long, value_name = "SETTING")]
    pub setting: Vec<String>,
    /// Numbers of players to try all arms with, such as 1,2,3,4 [default: 1]
    #[arg(long, value_name = "N,N", value_delimiter = ',',
          value_parser = values::players)]
    pub players: Vec<u8>,
    /// Policies to try all arms with, such as random,pass
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
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
    #[arg(long, value_name = "PERCENT", value_parser = win_rate, allow_hyphen_values = true)]
    pub at_win_rate: Option<f64>,
    /// Compare a range of values with the unchanged game and chart them, such as
    /// set.prowler.hp=1..6
    #[arg(long, value_name = "KEY=A..B", value_parser = Scan::parse)]
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
    #[serde(default)]
    pub adapt: bool,
    /// Adjust all means for the luck of the draw; games take longer, which pays off for policies
    /// that search
    #[arg(long, value_name = "WHAT", value_parser = word::<Adjust>())]
    #[serde(default)]
    pub adjust: Option<Adjust>,
    /// Play only part i of n of the games; merge the parts with `xenosim merge`
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    #[command(flatten)]
    pub result: ResultArgs,
    #[command(flatten)]
    pub cards: DataArgs,
    #[command(flatten)]
    pub rules: SwitchArgs,
}

impl CompareArgs {
    /// How many games of each arm are explained.
    pub(super) fn explain(&self) -> Option<usize> {
        self.explain_games.map(usize::from)
    }

    fn games(&self) -> u64 {
        self.games.unwrap_or(DEFAULT_GAMES)
    }

    /// When playing ends.
    pub(super) fn stop(&self, measure: Measure) -> Result<StopRule, CliError> {
        let known = self.target_error.map(|target| target.as_target(measure));
        let known = known.transpose().map_err(CliError::Usage)?;
        Ok(StopRule {
            games: self.games(),
            settles: match (self.until_decided, known) {
                (true, _) => EarlyStop::Verdict,
                (false, Some(target)) => EarlyStop::Precision(target),
                (false, None) => EarlyStop::Never,
            },
        })
    }

    /// The comparison requested by these arguments; rejected if it makes no sense.
    pub(super) fn design(&self) -> Result<Design, CliError> {
        let experiment = self.experiment()?;
        let library = plain_library(&self.cards)?;
        let defaults = Defaults {
            policy: registry::DEFAULT.into(),
            seed: self.seed.unwrap_or(DEFAULT_SEED),
            games: self.games(),
            adapt: self.adapt,
        };
        let mut design = Design::resolve(&experiment, &library, &defaults)?;
        if let Some(scan) = &self.scan {
            design.leave_out_baseline(&scan.names());
        }
        design.refuse_idle_arms()?;
        design.calibrate(self.at_win_rate.unwrap_or(DEFAULT_WIN_RATE) / 100.0);
        Ok(design)
    }

    fn experiment(&self) -> Result<Experiment, CliError> {
        let mut experiment = match &self.experiment {
            Some(name) => Experiment::find(name)?,
            None => Experiment {
                name: AD_HOC.into(),
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
        experiment.base =
            base(&self.cards, &self.rules, self.policy.clone())?.over(&experiment.base);
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
        if !self.players.is_empty() {
            experiment.players = self.players.clone();
        }
        if !self.policies.is_empty() {
            experiment.policies = self.policies.clone();
        } else if self.policy.is_some() {
            experiment.policies = Vec::new();
        }
        Ok(experiment)
    }

    /// The arguments for the directory of the card set, which is the same for all arms.
    pub(super) fn data_arguments(&self) -> Vec<String> {
        data_arguments(&self.cards)
    }

    /// Arguments that request the same comparison.
    pub(super) fn arguments(&self) -> Vec<String> {
        let mut all = vec!["compare".to_string()];
        all.extend(self.experiment.clone());
        all.extend(self.data_arguments());
        let mut add = |name: &str, value: String| all.extend([format!("--{name}"), value]);
        self.arm.iter().for_each(|arm| add("arm", arm.clone()));
        self.every
            .iter()
            .for_each(|every| add("every", every.word().into()));
        self.setting
            .iter()
            .for_each(|setting| add("setting", setting.clone()));
        let players: Vec<String> = self.players.iter().map(u8::to_string).collect();
        let some = |list: &[String]| (!list.is_empty()).then(|| list.join(","));
        let single = [
            ("baseline", self.baseline.clone()),
            ("players", some(&players)),
            ("policies", some(&self.policies)),
            ("policy", self.policy.clone()),
            ("games", Some(self.games().to_string())),
            ("seed", Some(self.seed.unwrap_or(DEFAULT_SEED).to_string())),
            (
                "measure",
                self.measure.map(|measure| measure.option().into()),
            ),
            ("margin", self.margin.map(|margin| margin.text())),
            (
                "at-win-rate",
                self.at_win_rate.map(|rate| format!("{rate}%")),
            ),
            ("scan", self.scan.as_ref().map(Scan::text)),
            (
                "target-error",
                self.target_error.map(|target| target.text()),
            ),
        ];
        for (name, value) in single {
            value.into_iter().for_each(|value| add(name, value));
        }
        all.extend(variant_arguments(&self.cards, &self.rules));
        all.extend(["--format".to_string(), self.result.formats_text()]);
        all.extend(self.adapt.then(|| "--adapt".to_string()));
        all.extend(adjust_arguments(self.adjust));
        all.extend(self.until_decided.then(|| "--until-decided".to_string()));
        all.extend(self.explain_games.map(|most| format!("--explain={most}")));
        all
    }
}

/// Reads arms or settings.
pub(in crate::cli) fn named(option: &str, texts: &[String]) -> Result<Vec<NamedChanges>, CliError> {
    let read = |text: &String| {
        let (name, changes) = Changes::parse_arm(option, text)?;
        Ok(NamedChanges { name, changes })
    };
    texts.iter().map(read).collect()
}

/// What the options about cards and rules say about all arms.
pub(in crate::cli) fn base(
    cards: &DataArgs,
    rules: &SwitchArgs,
    policy: Option<String>,
) -> Result<Changes, CliError> {
    let file = rules.file()?;
    let patch = cards.patch.iter();
    Ok(Changes {
        players: file.players,
        policy,
        sets: cards.set_choice(),
        switches: rules.switches.or(file.switches),
        rulings: [file.rulings, cards.ruling.clone()].concat(),
        set: cards.set.clone(),
        patch: patch.map(|path| path.display().to_string()).collect(),
    })
}

/// The cards as written, without changes: those are part of the arms.
pub(in crate::cli) fn plain_library(cards: &DataArgs) -> Result<Library, CliError> {
    DataArgs {
        data: cards.data.clone(),
        sets: cards.sets.clone(),
        enemies_from: cards.enemies_from.clone(),
        troops_from: cards.troops_from.clone(),
        items_from: cards.items_from.clone(),
        ..DataArgs::default()
    }
    .library()
}

/// The arguments that name the card set.
pub(in crate::cli) fn data_arguments(cards: &DataArgs) -> Vec<String> {
    let data = cards.data.iter();
    data.flat_map(|path| ["--data".to_string(), path.display().to_string()])
        .collect()
}

/// The arguments that change rules and cards.
pub(in crate::cli) fn variant_arguments(cards: &DataArgs, rules: &SwitchArgs) -> Vec<String> {
    let mut all = Vec::new();
    let mut add = |name: &str, value: String| all.extend([format!("--{name}"), value]);
    for (name, value) in cards.set_choice().entries() {
        add(name, value);
    }
    for (name, value) in rules.switches.chosen() {
        add(name, value);
    }
    if let Some(path) = &rules.rules_file {
        add("rules-file", path.display().to_string());
    }
    for path in &cards.patch {
        add("patch", path.display().to_string());
    }
    for assignment in &cards.set {
        add("set", assignment.clone());
    }
    for (name, option) in &cards.ruling {
        add("ruling", format!("{name}={option}"));
    }
    all
}
