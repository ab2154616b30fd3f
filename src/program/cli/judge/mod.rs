//! `xenosim judge`: is a card fair for its cost?

mod report;

use super::arguments::Arguments;
use super::compare::session::{Comparison, Played, Tables, shared_options};
use super::rank::args::StudyArgs;
use super::simulate::values;
use super::{CliError, Output};
use report::Report;
use serde::{Deserialize, Serialize};
use studies::compare::experiment::Experiment;
use studies::compare::measure::Amount;
use studies::judge::study::Findings;
use studies::judge::tables::judge_table;
use studies::judge::{Judgement, Question};

/// Extra copies of each card by default.
const DEFAULT_COPIES: u8 = 3;
/// The smallest advantage that matters by default, in rounds of endurance.
const DEFAULT_MARGIN: &str = "0.02";

pub(super) const EXAMPLES: &str =
    "Three more copies of the card are added to its deck, then three \
    of each similar card (same type and wave, same or nearest cost), one card at a time and always \
    with the same luck. The advantage of the card is its effect beyond the average effect of the \
    others: `strong` and `weak` mean that its whole interval is beyond the margin, `fair` that it \
    is within the margin. This is repeated with each figure one higher or lower and with other \
    costs: the card is fair at the cost where the advantage is zero. A card that players buy \
    (enemies: meet) in fewer than 5% of the games is not judged.

Examples:
  Is the Ranger worth its cost?
    xenosim judge ranger

  Your own card, compared with two others:
    xenosim judge my-trooper --patch mine.toml --against ranger,field-medic

  An enemy, with 2 players:
    xenosim judge prowler --players 2

  Resume after Ctrl-C:
    xenosim judge --resume reports/judge-ranger";

/// What is judged.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Judgement")]
pub(super) struct JudgeArgs {
    /// The card
    #[arg(value_name = "CARD")]
    card: Option<String>,
    /// Cards to compare it with [default: those of its type, wave and cost]
    #[arg(long, value_name = "CARD,CARD", value_delimiter = ',')]
    against: Vec<String>,
    /// Number of extra copies of each card [default: 3]
    #[arg(long, value_name = "N", value_parser = values::from_to::<u8>(1, 20))]
    more: Option<u8>,
    /// The smallest advantage that matters, in the unit of the measure [default: 0.02 rounds]
    #[arg(long, value_name = "AMOUNT", value_parser = Amount::margin, allow_hyphen_values = true)]
    margin: Option<Amount>,
    #[command(flatten)]
    study: StudyArgs,
}

impl JudgeArgs {
    fn margin(&self) -> Result<Option<Amount>, CliError> {
        match (self.margin, self.study.measure) {
            (None, None) => Amount::margin(DEFAULT_MARGIN)
                .map(Some)
                .map_err(CliError::Usage),
            (margin, _) => Ok(margin),
        }
    }
}

impl Comparison for JudgeArgs {
    const COMMAND: &'static str = "judge";
    type Study = Judgement;
    type Question = ();
    type Findings = Findings;

    fn wanted(&self) -> Result<(Judgement, ()), CliError> {
        let Some(card) = &self.card else {
            return Err(CliError::Usage(
                "no card given; name one, such as `xenosim judge ranger`".into(),
            ));
        };
        let question = Question {
            asked: Experiment {
                margin: self.margin()?,
                ..self.study.asked()?
            },
            card: card.clone(),
            against: self.against.clone(),
            copies: self.more.unwrap_or(DEFAULT_COPIES),
        };
        let judgement = Judgement::new(&question, &self.study.library()?, &self.study.defaults())?;
        self.study.refuse_target_error(Self::COMMAND, "cards")?;
        Ok((judgement, ()))
    }

    fn arguments(&self) -> Arguments {
        let arguments = Arguments::of(Self::COMMAND)
            .plain(&self.card)
            .list("against", &self.against)
            .each("more", self.more)
            .each("margin", self.margin);
        self.study.add_to(arguments)
    }

    shared_options!(study.common);

    fn findings(&self, played: &Played<Judgement>) -> Result<Findings, CliError> {
        Ok(Findings::new(&played.study, &played.state))
    }

    fn tables(&self, played: &Played<Judgement>, findings: &Findings) -> Tables {
        Ok(vec![("judge", judge_table(&played.study, findings)?)])
    }

    fn report(
        &self,
        played: &Played<Judgement>,
        findings: &Findings,
        out: &mut Output,
    ) -> Result<(), CliError> {
        Report { played, findings }.write(out)
    }
}
