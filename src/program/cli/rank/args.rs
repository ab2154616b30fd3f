//! Arguments of the commands that study cards.

use crate::cli::CliError;
use crate::cli::compare::args::measure;
use crate::cli::simulate::DEFAULT_SEED;
use crate::cli::simulate::values::{self, PlayerNumbers};
use crate::cli::variant_args::ComparisonArgs;
use cards::load::Library;
use cards::words::Word;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use studies::compare::design::Defaults;
use studies::compare::experiment::Experiment;
use studies::compare::measure::{Amount, Measure};
use studies::compare::stop::EarlyStop;

/// Which games a study of cards plays, and what is written.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Study")]
pub(in crate::cli) struct StudyArgs {
    /// The deciding measure [default: endurance]
    #[arg(long, value_name = "MEASURE", value_parser = measure())]
    pub measure: Option<Measure>,
    /// Numbers of players to try, such as 1-4 or 1,2 [default: 1]
    #[arg(long, value_name = "NUMBERS", value_parser = values::player_numbers)]
    pub players: Option<PlayerNumbers>,
    /// Policies to try, or levels of play (newcomer, practised, strong); disagreement on the
    /// direction of an effect is flagged
    #[arg(
        long,
        visible_alias = "level",
        value_name = "NAME,NAME",
        value_delimiter = ','
    )]
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
    pub adapt: bool,
    #[command(flatten)]
    pub common: ComparisonArgs,
}

/// Games of each arm when no number is given.
const DEFAULT_GAMES: u64 = 5_000;
/// The most games of each arm when only a target error is given.
const MOST_GAMES: u64 = 100_000;

impl StudyArgs {
    /// Whether it ends by precision.
    pub(in crate::cli) fn is_precise(&self) -> bool {
        self.target_error.is_some()
    }

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
    pub(in crate::cli) fn asked(&self) -> Result<Experiment, CliError> {
        Ok(Experiment {
            base: self.common.variant.base(self.policy.clone())?,
            players: self.players.clone().unwrap_or_default(),
            policies: self.policies.clone(),
            measure: self.measure,
            ..Experiment::default()
        })
    }

    /// The cards as written.
    pub(in crate::cli) fn library(&self) -> Result<Library, CliError> {
        self.common.variant.library()
    }

    /// What else a design needs.
    pub(in crate::cli) fn defaults(&self) -> Defaults {
        Defaults {
            adapt: self.adapt,
            ..Defaults::new(self.seed.unwrap_or(DEFAULT_SEED), self.games())
        }
    }
}

/// Reads a word of a vocabulary, or `all`.
pub(super) fn word_or_all<W: Word + Send + Sync>() -> impl TypedValueParser<Value = Option<W>> {
    let words = W::all_words().into_iter().chain(["all"]);
    PossibleValuesParser::new(words.collect::<Vec<_>>()).map(|text| W::parse_word(&text))
}
