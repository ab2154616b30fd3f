//! `xenosim sensitivity`: one more and one less of a card's figures.

mod report;

use super::arguments::Arguments;
use super::compare::session::{Comparison, Played, Tables, shared_options};
use super::game_args::word;
use super::rank::args::StudyArgs;
use super::{CliError, Output};
use cards::words::Word;
use report::Report;
use serde::{Deserialize, Serialize};
use studies::compare::measure::Measure;
use studies::compare::stop::{EarlyStop, StopRule};
use studies::compare::study::Plain;
use studies::sensitivity::steps::Field;
use studies::sensitivity::tables::sensitivity_table;
use studies::sensitivity::{Question, Sensitivity};

pub(super) const EXAMPLES: &str = "Each figure is changed by one, once up and once down, and the \
    changed game is played with the same luck as the unchanged one. For equipment, power and HP \
    are what it gives to the troop that carries it. A step that is not possible is shown with the \
    reason. Holm's method covers all steps of a table in the deciding measure (--measure).

Examples:
  What the figures of two cards are worth:
    xenosim sensitivity ranger prowler

  The HP of all cards, with 2 players:
    xenosim sensitivity --all --field hp --players 2

  Until the error of each step is at most 0.02 rounds, with two policies:
    xenosim sensitivity militia --target-error 0.02 --policies expert,balanced

  Resume after Ctrl-C:
    xenosim sensitivity --resume reports/sensitivity";

/// A study that has been played.
type Studied = Played<Plain, Sensitivity>;

/// What is changed.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Sensitivity")]
pub(super) struct SensitivityArgs {
    /// Cards whose figures are changed
    #[arg(value_name = "CARD", conflicts_with = "all")]
    cards: Vec<String>,
    /// All cards
    #[arg(long)]
    all: bool,
    /// Figures to change [default: power,hp,cost,copies]
    #[arg(long, value_name = "FIELD", value_delimiter = ',', value_parser = word::<Field>())]
    field: Vec<Field>,
    #[command(flatten)]
    study: StudyArgs,
}

impl SensitivityArgs {
    fn stop(&self, measure: Measure) -> Result<StopRule, CliError> {
        Ok(StopRule {
            games: self.study.games(),
            settles: self.study.settles(measure)?.unwrap_or(EarlyStop::Never),
        })
    }
}

impl Comparison for SensitivityArgs {
    const COMMAND: &'static str = "sensitivity";
    const JUDGES: bool = false;
    type Study = Plain;
    type Question = Sensitivity;
    type Findings = ();

    fn wanted(&self) -> Result<(Plain, Sensitivity), CliError> {
        if self.cards.is_empty() && !self.all {
            return Err(CliError::Usage(
                "no cards given; name some, such as `xenosim sensitivity ranger`, or use --all"
                    .into(),
            ));
        }
        let question = Question {
            asked: self.study.asked()?,
            cards: self.cards.clone(),
            fields: self.field.clone(),
        };
        let (library, defaults) = (self.study.library()?, self.study.defaults());
        let (design, sensitivity) = Sensitivity::new(&question, &library, &defaults)?;
        let stop = self.stop(design.measure)?;
        Ok((Plain { design, stop }, sensitivity))
    }

    fn arguments(&self) -> Arguments {
        let arguments = Arguments::of(Self::COMMAND)
            .plain(&self.cards)
            .flag("all", self.all)
            .list("field", self.field.iter().map(|field| field.word()));
        self.study.add_to(arguments)
    }

    shared_options!(study.common);

    fn findings(&self, _: &Studied) -> Result<(), CliError> {
        Ok(())
    }

    fn tables(&self, played: &Studied, (): &()) -> Tables {
        let (design, question) = (played.design(), &played.question);
        let table = sensitivity_table(design, question, &played.results, played.sums())?;
        Ok(vec![("sensitivity", table)])
    }

    fn report(&self, played: &Studied, (): &(), out: &mut Output) -> Result<(), CliError> {
        Report(played).write(out)
    }
}
