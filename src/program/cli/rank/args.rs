//! Arguments of the commands that study cards.

use crate::cli::compare::args::{base, data_arguments, measure, plain_library, variant_arguments};
use crate::cli::game_args::word;
use crate::cli::result_args::ResultArgs;
use crate::cli::simulate::{Adjust, DEFAULT_SEED, adjust_arguments, values};
use crate::cli::{CliError, DataArgs, SwitchArgs};
use cards::load::Library;
use cards::words::Word;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use players::registry;
use runs::sim::Shard;
use serde::{Deserialize, Serialize};
use studies::compare::changes::Changes;
use studies::compare::design::Defaults;
use studies::compare::measure::{Amount, Measure};
use studies::compare::stop::EarlyStop;

/// Which games a study of cards plays, and what is written.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Study")]
pub(in crate::cli) struct StudyArgs {
    /// The deciding measure [default: endurance]
    #[arg(long, value_name = "MEASURE", value_parser = measure())]
    pub measure: Option<Measure>,
    /// Numbers of players to try, such as 1,2,3,4 [default: 1]
    #[arg(long, value_name = "N,N", value_delimiter = ',',
          value_parser = values::players)]
    pub players: Vec<u8>,
    /// Policies to try; disagreement on the direction of an effect is flagged
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub policies: Vec<String>,
    /// Policy of all players, or one for each seat: a,b [default: veteran]
    #[arg(long, value_name = "NAME", conflicts_with = "policies")]
    pub policy: Option<String>,
    /// Maximum games of each changed game with each number of players and policy [default: 5000;
    /// with a target error 100000]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// Play a changed game until the error of its effect is at most this, in the unit of the
    /// measure
    #[arg(long, value_name = "AMOUNT", value_parser = Amount::target_error,
          allow_hyphen_values = true)]
    target_error: Option<Amount>,
    /// Master seed: the same seed plays the same games [default: 1]
    #[arg(long, value_name = "N", value_parser = values::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Also play every changed game with players trained on it, on separate games
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

/// Games of each arm when no number is given.
const DEFAULT_GAMES: u64 = 5_000;
/// The most games of each arm when only a target error is given.
const MOST_GAMES: u64 = 100_000;

impl StudyArgs {
    /// Games of each arm, at most.
    pub(in crate::cli) fn games(&self) -> u64 {
        let default = match self.target_error {
            Some(_) => MOST_GAMES,
            None => DEFAULT_GAMES,
        };
        self.games.unwrap_or(default)
    }

    /// When a changed game is settled, if a target error was given.
    pub(in crate::cli) fn settles(&self, measure: Measure) -> Result<Option<EarlyStop>, CliError> {
        let target = self.target_error.map(|target| target.as_target(measure));
        let target = target.transpose().map_err(CliError::Usage)?;
        Ok(target.map(EarlyStop::Precision))
    }

    /// What the options say about all games.
    pub(in crate::cli) fn base(&self) -> Result<Changes, CliError> {
        base(&self.cards, &self.rules, self.policy.clone())
    }

    /// The cards as written.
    pub(in crate::cli) fn library(&self) -> Result<Library, CliError> {
        plain_library(&self.cards)
    }

    /// What else a design needs.
    pub(in crate::cli) fn defaults(&self) -> Defaults {
        Defaults {
            policy: registry::DEFAULT.into(),
            seed: self.seed.unwrap_or(DEFAULT_SEED),
            games: self.games(),
            adapt: self.adapt,
        }
    }

    /// Arguments that request the same games.
    pub(in crate::cli) fn arguments(&self) -> Vec<String> {
        let players: Vec<String> = self.players.iter().map(u8::to_string).collect();
        let some = |list: &[String]| (!list.is_empty()).then(|| list.join(","));
        let mut all = data_arguments(&self.cards);
        for (name, value) in [
            (
                "measure",
                self.measure.map(|measure| measure.option().into()),
            ),
            ("players", some(&players)),
            ("policies", some(&self.policies)),
            ("policy", self.policy.clone()),
            ("games", Some(self.games().to_string())),
            (
                "target-error",
                self.target_error.map(|target| target.text()),
            ),
            ("seed", Some(self.seed.unwrap_or(DEFAULT_SEED).to_string())),
            ("format", Some(self.result.formats_text())),
        ] {
            let value = value.into_iter();
            all.extend(value.flat_map(|value| [format!("--{name}"), value]));
        }
        all.extend(self.adapt.then(|| "--adapt".to_string()));
        all.extend(adjust_arguments(self.adjust));
        all.extend(variant_arguments(&self.cards, &self.rules));
        all
    }
}

/// The methods of `Comparison` for the output of a study of cards.
macro_rules! study_results {
    () => {
        fn result(&self) -> &crate::cli::result_args::ResultArgs {
            &self.study.result
        }

        fn adjust(&self) -> Option<crate::cli::simulate::Adjust> {
            self.study.adjust
        }

        fn shard(&self) -> Option<runs::sim::Shard> {
            self.study.shard
        }

        fn part(mut self, shard: Option<runs::sim::Shard>) -> Self {
            self.study.shard = shard;
            self
        }
    };
}
pub(in crate::cli) use study_results;

/// Reads a word of a vocabulary, or `all`.
pub(super) fn word_or_all<W: Word + Send + Sync>() -> impl TypedValueParser<Value = Option<W>> {
    let words = W::all_words().into_iter().chain(["all"]);
    PossibleValuesParser::new(words.collect::<Vec<_>>()).map(|text| W::parse_word(&text))
}
