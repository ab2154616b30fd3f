//! `xenosim synergy`: the effect of two cards beyond the sum of their separate effects.

mod report;

use super::arguments::Arguments;
use super::compare::session::{Comparison, Played, Tables, shared_options};
use super::game_args::word;
use super::rank::args::StudyArgs;
use super::simulate::values;
use super::{CliError, Output};
use cards::words::Word;
use report::Report;
use serde::{Deserialize, Serialize};
use studies::rank::subject::CardType;
use studies::synergy::study::Findings;
use studies::synergy::tables::{matrix_table, pairs_table};
use studies::synergy::{Question, Synergy};

/// Extra copies of each card by default.
const DEFAULT_COPIES: u8 = 3;

pub(super) const EXAMPLES: &str =
    "Four games are played with the same luck: unchanged, with three \
more copies of one card, of the other, and of both. Synergy is the effect of both beyond the sum \
of their separate effects. Pairs are screened by the Benjamini-Hochberg method, so that on average \
at most 10% of those found are false. Synergies are small: expect to need thousands of games. \
Pairs with a card that is bought (enemies: met) in fewer than 5% of the games are not judged.

Examples:
  All pairs of four cards:
    xenosim synergy ranger hercules med-pack hi-ex-grenade

  All pairs of items, with 2 players:
    xenosim synergy --type item --players 2 --games 2000

  Resume after Ctrl-C:
    xenosim synergy --resume reports/synergy";

/// Which pairs are tried.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Synergy")]
pub(super) struct SynergyArgs {
    /// Cards to try in all pairs
    #[arg(value_name = "CARD")]
    cards: Vec<String>,
    /// Types of cards to try in all pairs
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',',
          value_parser = word::<CardType>())]
    types: Vec<CardType>,
    /// Number of extra copies of each card [default: 3]
    #[arg(long, value_name = "N", value_parser = values::from_to::<u8>(1, 20))]
    more: Option<u8>,
    #[command(flatten)]
    study: StudyArgs,
}

impl Comparison for SynergyArgs {
    const COMMAND: &'static str = "synergy";
    const JUDGES: bool = false;
    type Study = Synergy;
    type Question = ();
    type Findings = Findings;

    fn wanted(&self) -> Result<(Synergy, ()), CliError> {
        if self.cards.is_empty() && self.types.is_empty() {
            return Err(CliError::Usage(
                "no cards given; name at least two, such as `xenosim synergy ranger hercules`, or \
                 a type, such as --type item"
                    .into(),
            ));
        }
        let question = Question {
            asked: self.study.asked()?,
            cards: self.cards.clone(),
            types: self.types.clone(),
            copies: self.more.unwrap_or(DEFAULT_COPIES),
        };
        let synergy = Synergy::new(&question, &self.study.library()?, &self.study.defaults())?;
        self.study.refuse_target_error(Self::COMMAND, "pairs")?;
        Ok((synergy, ()))
    }

    fn arguments(&self) -> Arguments {
        let arguments = Arguments::of(Self::COMMAND)
            .plain(&self.cards)
            .list("type", self.types.iter().map(|one| one.word()))
            .each("more", self.more);
        self.study.add_to(arguments)
    }

    shared_options!(study.common);

    fn findings(&self, played: &Played<Synergy>) -> Result<Findings, CliError> {
        Ok(Findings::new(&played.study, &played.state))
    }

    fn tables(&self, played: &Played<Synergy>, findings: &Findings) -> Tables {
        Ok(vec![
            ("pairs", pairs_table(&played.study, findings)?),
            ("matrix", matrix_table(&played.study, findings)?),
        ])
    }

    fn report(
        &self,
        played: &Played<Synergy>,
        findings: &Findings,
        out: &mut Output,
    ) -> Result<(), CliError> {
        Report { played, findings }.write(out)
    }
}
