//! Arguments that commands which compare games have in common.

use super::arguments::Arguments;
use super::game_args::word;
use super::result_args::ResultArgs;
use super::simulate::Adjust;
use super::{CliError, DataArgs, SwitchArgs};
use cards::load::Library;
use cards::words::Word;
use runs::sim::Shard;
use serde::{Deserialize, Serialize};
use studies::compare::changes::Changes;

/// The cards and rules that all games have in common.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
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
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
pub(super) struct ComparisonArgs {
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
    #[serde(flatten)]
    pub variant: VariantArgs,
}

impl Arguments {
    /// Adds what means are adjusted for.
    pub(super) fn adjust(self, adjust: Option<Adjust>) -> Self {
        self.each("adjust", adjust.map(Word::word))
    }

    /// Adds the directory of the card set.
    pub(super) fn data(self, variant: &VariantArgs) -> Self {
        self.plain(variant.data())
    }

    /// Adds everything that changes the game.
    pub(super) fn changes(self, variant: &VariantArgs) -> Self {
        let VariantArgs { cards, rules } = variant;
        self.options(cards.set_choice().entries())
            .rules(rules)
            .card_changes(cards)
    }

    /// Adds switches and the file of rules.
    pub(super) fn rules(self, rules: &SwitchArgs) -> Self {
        let file = rules.rules_file.iter();
        self.options(rules.switches.chosen())
            .each("rules-file", file.map(|path| path.display()))
    }

    /// Adds changes of cards, and rulings.
    pub(super) fn card_changes(self, cards: &DataArgs) -> Self {
        let rulings = cards.ruling.iter();
        self.each("patch", cards.patch.iter().map(|path| path.display()))
            .each("set", &cards.set)
            .each(
                "ruling",
                rulings.map(|(name, option)| format!("{name}={option}")),
            )
    }
}
