//! Arguments that commands which compare games have in common.

use super::game_args::word;
use super::result_args::ResultArgs;
use super::simulate::{Adjust, values};
use super::{CliError, DataArgs, SwitchArgs};
use cards::load::Library;
use runs::sim::Shard;
use studies::compare::changes::Changes;

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

/// How a comparison is played, and where its results go.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ComparisonArgs {
    /// Adjust all means for the luck of the draw; games take longer, which pays off for policies
    /// that search
    #[arg(long, value_name = "WHAT", value_parser = word::<Adjust>())]
    pub adjust: Option<Adjust>,
    /// Maximum games of policies that search, where others play as well; but for ladder, the luck of
    /// the draw is taken off [default: 400; ladder: 100]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    pub search_games: Option<u64>,
    /// Play only part i of n of the games; merge the parts with `xenosim merge`
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    #[command(flatten)]
    pub result: ResultArgs,
    #[command(flatten)]
    pub variant: VariantArgs,
}
