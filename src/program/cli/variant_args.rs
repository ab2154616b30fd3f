//! Arguments that commands which compare games have in common.

use super::game_args::word;
use super::result_args::ResultArgs;
use super::simulate::values::{self, PlayerNumbers};
use super::simulate::{Adjust, DEFAULT_SEED};
use super::{CliError, DataArgs, SwitchArgs};
use cards::load::Library;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use runs::sim::Shard;
use studies::compare::changes::Changes;
use studies::compare::experiment::Experiment;
use studies::compare::measure::{Amount, DECIDING, Measure};
use studies::compare::stop::EarlyStop;

/// The cards and rules that all games have in common.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct VariantArgs {
    #[command(flatten)]
    pub cards: DataArgs,
    #[command(flatten)]
    pub rules: SwitchArgs,
}

impl VariantArgs {
    /// What the options say about all games.
    pub(super) fn base(&self, policy: Option<String>) -> Result<Changes, CliError> {
        let (cards, file) = (&self.cards, self.rules.file()?);
        let patch = cards.patch.iter();
        Ok(Changes {
            players: file.players,
            policy,
            sets: cards.set_choice(),
            switches: self.rules.switches.or(file.switches),
            rulings: [file.rulings, cards.ruling.clone()].concat(),
            set: cards.set.clone(),
            patch: patch.map(|path| path.display().to_string()).collect(),
        })
    }

    /// The cards as written, without changes: those are part of [`VariantArgs::base`].
    pub(super) fn library(&self) -> Result<Library, CliError> {
        DataArgs {
            patch: Vec::new(),
            set: Vec::new(),
            ruling: Vec::new(),
            ..self.cards.clone()
        }
        .library()
    }

    /// The option that names the directory of the card set.
    pub(super) fn data(&self) -> Vec<String> {
        let data = self.cards.data.iter();
        data.flat_map(|path| ["--data".to_string(), path.display().to_string()])
            .collect()
    }
}

/// Whose games are compared.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct PlayersArgs {
    /// Numbers of players to try, such as 1-4 or 1,2 [default: 1]
    #[arg(long, value_name = "NUMBERS", value_parser = values::player_numbers)]
    pub players: Option<PlayerNumbers>,
    /// Policies to try, one after the other, or levels of play: newcomer, practised, strong;
    /// answers say for whom an effect holds
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
}

impl PlayersArgs {
    /// An experiment with these players.
    pub(super) fn experiment(&self, variant: &VariantArgs) -> Result<Experiment, CliError> {
        Ok(Experiment {
            base: variant.base(self.policy.clone())?,
            players: self.players.clone().unwrap_or_default(),
            policies: self.policies.clone(),
            ..Experiment::default()
        })
    }
}

/// The most games of each arm when only a target error is given.
const MOST_GAMES: u64 = 100_000;

/// What a comparison is judged by.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ComparisonArgs {
    /// The deciding measure [default: endurance; compare: rounds if arms differ in base HP]
    #[arg(long, value_name = "MEASURE", value_parser = measure())]
    pub measure: Option<Measure>,
    /// Stop playing an arm when the error of its difference is at most this, in the unit of the
    /// measure
    #[arg(long, value_name = "AMOUNT", value_parser = Amount::target_error,
          allow_hyphen_values = true)]
    pub target_error: Option<Amount>,
    /// Adjust all means for the luck of the draw; games take longer, which pays off for policies
    /// that search
    #[arg(long, value_name = "WHAT", value_parser = word::<Adjust>())]
    pub adjust: Option<Adjust>,
    #[command(flatten)]
    pub played: GamesArgs,
}

/// Which games of a comparison are played, and where its results go.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct GamesArgs {
    /// Master seed: the same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = values::seed)]
    pub seed: u64,
    /// Maximum games of policies that search, where others play as well; but for ladder, the luck of
    /// the draw is taken off [default: 400; ladder: 100]
    #[arg(long, value_name = "N", value_parser = values::games)]
    pub search_games: Option<u64>,
    /// Play only part i of n of the games; merge the parts with `xenosim merge`
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    #[command(flatten)]
    pub result: ResultArgs,
    #[command(flatten)]
    pub variant: VariantArgs,
}

impl ComparisonArgs {
    /// Games of each arm, at most: as many as given, or a default number unless precision decides.
    pub(super) fn games(&self, given: Option<u64>, default: u64) -> u64 {
        given.unwrap_or(match self.target_error {
            Some(_) => MOST_GAMES,
            None => default,
        })
    }

    /// When an arm is settled, if a target error was given.
    pub(super) fn precision(&self, measure: Measure) -> Result<Option<EarlyStop>, CliError> {
        let target = self.target_error.map(|target| target.as_target(measure));
        let target = target.transpose().map_err(CliError::Usage)?;
        Ok(target.map(EarlyStop::Precision))
    }
}

/// Reads a measure that can decide.
pub(super) fn measure() -> impl TypedValueParser<Value = Measure> {
    PossibleValuesParser::new(DECIDING.map(|(word, _)| word))
        .try_map(|text| Measure::asked_for(&text).ok_or("unknown measure"))
}
