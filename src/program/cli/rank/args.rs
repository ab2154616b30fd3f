//! Arguments of the commands that study cards.

use crate::cli::CliError;
use crate::cli::simulate::values;
use crate::cli::variant_args::{ComparisonArgs, PlayersArgs};
use cards::load::Library;
use cards::words::Word;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use studies::compare::design::Defaults;
use studies::compare::experiment::Experiment;

/// Which games a study of cards plays, and what is written.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Study")]
pub(in crate::cli) struct StudyArgs {
    #[command(flatten)]
    pub who: PlayersArgs,
    /// Maximum games of each changed game with each number of players and policy [default: 5000;
    /// with a target error 100000]
    #[arg(long, value_name = "N", value_parser = values::games)]
    pub games: Option<u64>,
    /// Also play every changed game with players trained on it, on separate games
    #[arg(long)]
    pub adapt: bool,
    #[command(flatten)]
    pub common: ComparisonArgs,
}

/// Games of each arm when no number is given.
const DEFAULT_GAMES: u64 = 5_000;

impl StudyArgs {
    /// Games of each arm, at most.
    pub(in crate::cli) fn games(&self) -> u64 {
        self.common.games(self.games, DEFAULT_GAMES)
    }

    /// What the options say about all games.
    pub(in crate::cli) fn asked(&self) -> Result<Experiment, CliError> {
        Ok(Experiment {
            measure: self.common.measure,
            ..self.who.experiment(&self.common.played.variant)?
        })
    }

    /// The cards as written.
    pub(in crate::cli) fn library(&self) -> Result<Library, CliError> {
        self.common.played.variant.library()
    }

    /// What else a design needs.
    pub(in crate::cli) fn defaults(&self) -> Defaults {
        Defaults {
            adapt: self.adapt,
            ..Defaults::new(self.common.played.seed, self.games())
        }
    }
}

/// Reads a word of a vocabulary, or `all`.
pub(super) fn word_or_all<W: Word + Send + Sync>() -> impl TypedValueParser<Value = Option<W>> {
    let words = W::all_words().into_iter().chain(["all"]);
    PossibleValuesParser::new(words.collect::<Vec<_>>()).map(|text| W::parse_word(&text))
}
