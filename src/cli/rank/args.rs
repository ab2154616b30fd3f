//! Arguments of the commands that study cards.

use crate::analysis::confseq::TargetError;
use crate::cards::load::Library;
use crate::cli::compare::args::{base, data_arguments, formats, plain_library, variant_arguments};
use crate::cli::simulate::{DEFAULT_SEED, values};
use crate::cli::{CliError, DataArgs, SwitchArgs};
use crate::compare::changes::Changes;
use crate::compare::design::Defaults;
use crate::compare::experiment::parse_margin;
use crate::compare::results::{Measure, precision_text};
use crate::export::Format;
use crate::policy::registry;
use crate::rank::design::MEASURES;
use crate::sim::stop::parse_target_error;
use crate::words::Word;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;

/// A margin that nothing is judged by.
const UNUSED_MARGIN: &str = "1%";

/// Reads a measure that cards can be judged by.
fn measure() -> impl TypedValueParser<Value = Measure> {
    PossibleValuesParser::new(MEASURES.map(Measure::word))
        .try_map(|text| Measure::parse_word(&text).ok_or("no known measure"))
}

/// Reads a target error: a percentage, or a number in the unit of the measure.
fn target(text: &str) -> Result<(TargetError, bool), String> {
    if text.trim().ends_with('%') {
        return Ok((parse_target_error(text)?, true));
    }
    let number = text.trim().parse::<f64>().ok();
    let target = number.and_then(TargetError::new);
    let target = target.ok_or("expected 0.5% (of win rate), or 0.05 (rounds or base damage)")?;
    Ok((target, false))
}

/// Which games a study of cards plays and what is kept of it.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Study")]
pub(in crate::cli) struct StudyArgs {
    /// What is judged [default: rounds_survived; in training base_damage]
    #[arg(long, value_name = "MEASURE", value_parser = measure())]
    pub measure: Option<Measure>,
    /// Numbers of players to try, such as 1,2,3,4 [default: 1]
    #[arg(long, value_name = "N,N", value_delimiter = ',',
          value_parser = clap::value_parser!(u8).range(1..=4))]
    pub players: Vec<u8>,
    /// Policies to try; where they disagree on a direction, that is flagged
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub policies: Vec<String>,
    /// Who plays: one policy for all players, or one for each seat: a,b [default: expert]
    #[arg(long, value_name = "NAME", conflicts_with = "policies")]
    pub policy: Option<String>,
    /// Games of each changed game with each number of players and policy, at most [default: 5000;
    /// with a target error 100000]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// Play a changed game until its effect is known to within this: 0.5% of win rate, or 0.05
    /// rounds or base damage
    #[arg(long, value_name = "ERROR", value_parser = target, allow_hyphen_values = true)]
    target_error: Option<(TargetError, bool)>,
    /// Master seed: the same seed plays the same games [default: 1]
    #[arg(long, value_name = "N", value_parser = values::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Directory for the results [default: reports/ and the name of the command]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Formats of the tables, beside JSON: csv, parquet [default: csv,parquet]
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', value_parser = values::format)]
    pub format: Vec<Format>,
    /// Write into a directory that is not empty, replacing earlier results there
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub cards: DataArgs,
    #[command(flatten)]
    pub rules: SwitchArgs,
}

/// Games of each arm when no number is given.
const DEFAULT_GAMES: u64 = 5000;
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

    /// The target error, which must be in the unit of the measure.
    pub(in crate::cli) fn target(&self, measure: Measure) -> Result<Option<TargetError>, CliError> {
        let Some((target, is_share)) = self.target_error else {
            return Ok(None);
        };
        match (is_share, measure) {
            (true, Measure::WinRate) => Ok(Some(target)),
            (false, Measure::BaseDamage | Measure::RoundsSurvived) => Ok(Some(target)),
            (_, Measure::WinRate) => Err(CliError::Usage(
                "--target-error is about win rates here: give a percentage, such as 0.5%".into(),
            )),
            (_, other) => Err(CliError::Usage(format!(
                "--target-error is about {} here: give a plain number, such as 0.05, or choose \
                 --measure win_rate",
                other.word()
            ))),
        }
    }

    /// What the options say about all games.
    pub(in crate::cli) fn base(&self) -> Result<Changes, CliError> {
        base(&self.cards, &self.rules, self.policy.clone())
    }

    /// The cards as written.
    pub(in crate::cli) fn library(&self) -> Result<Library, CliError> {
        plain_library(&self.cards)
    }

    /// What a design needs besides.
    pub(in crate::cli) fn defaults(&self) -> Result<Defaults, CliError> {
        Ok(Defaults {
            policy: registry::DEFAULT.into(),
            margin: parse_margin(UNUSED_MARGIN).map_err(CliError::Usage)?,
            seed: self.seed.unwrap_or(DEFAULT_SEED),
            games: self.games(),
        })
    }

    /// The formats of the tables.
    pub(in crate::cli) fn formats(&self) -> Vec<Format> {
        formats(&self.format)
    }

    /// Arguments that ask for the same games.
    pub(in crate::cli) fn arguments(&self) -> Vec<String> {
        let players: Vec<String> = self.players.iter().map(u8::to_string).collect();
        let formats: Vec<&str> = self.formats().into_iter().map(Format::name).collect();
        let some = |list: &[String]| (!list.is_empty()).then(|| list.join(","));
        let target = self.target_error.map(|(target, is_share)| match is_share {
            true => precision_text(target, Measure::WinRate),
            false => precision_text(target, Measure::RoundsSurvived),
        });
        let mut all = data_arguments(&self.cards);
        for (name, value) in [
            ("measure", self.measure.map(|measure| measure.word().into())),
            ("players", some(&players)),
            ("policies", some(&self.policies)),
            ("policy", self.policy.clone()),
            ("games", Some(self.games().to_string())),
            ("target-error", target),
            ("seed", Some(self.seed.unwrap_or(DEFAULT_SEED).to_string())),
            ("format", Some(formats.join(","))),
        ] {
            let value = value.into_iter();
            all.extend(value.flat_map(|value| [format!("--{name}"), value]));
        }
        all.extend(variant_arguments(&self.cards, &self.rules));
        all
    }
}

/// Reads a word of a vocabulary, or `all`.
pub(super) fn word_or_all<W: Word + Send + Sync>() -> impl TypedValueParser<Value = Option<W>> {
    let words = W::all_words().into_iter().chain(["all"]);
    PossibleValuesParser::new(words.collect::<Vec<_>>()).map(|text| W::parse_word(&text))
}
