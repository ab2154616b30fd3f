//! `xenosim target`: which setting gives a target win rate.

use super::CliError;
use super::compare::session::{Comparison, Found, Played};
use super::simulate::values;
use super::variant_args::{GamesArgs, PlayersArgs};
use serde_json::Value;
use studies::compare::design::Defaults;
use studies::compare::study::Study;
use studies::target::Question;
use studies::target::answer::Told;
use studies::target::tables::{settings_table, target_table};
use studies::target::varied::Varied;

/// Default numbers of games: for the base, which needs one run, and for each value of any other
/// setting.
const DEFAULT_GAMES: [u64; 2] = [4000, 1500];

pub(super) const EXAMPLES: &str = "The base HP is read off the curve of win rates, so one run is \
    enough. For any other setting, every value is played with the same luck and the actual base; \
    if all values win almost no or almost all games, compare the base that each value would need.

Examples:
  The base HP with which one to four players win 40%:
    xenosim target --win-rate 40% --players 1-4

  The bases for an easy, a normal and a hard game:
    xenosim target --win-rate 70%,40%,15%

  How many enemies per round give two players 40%, with a base of 61 HP each:
    xenosim target --players 2 --vary enemies --base-hp 61

  The HP of Prowler:
    xenosim target --players 2 --vary set.prowler.hp=2..6 --base-hp 61";

/// The request.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Target")]
pub(in crate::cli) struct TargetArgs {
    /// The target win rates, such as 70%,40%,15%
    #[arg(long, value_name = "PERCENT", default_value = "40%", value_delimiter = ',', value_parser = values::win_rate,
          allow_hyphen_values = true)]
    win_rate: Vec<f64>,
    /// The setting to vary: base-hp, enemies, set.CARD.FIELD=2..6, copies.CARD=1,3 or any other setting
    /// with numbers
    #[arg(long, value_name = "SETTING", default_value = "base-hp", value_parser = Varied::parse)]
    vary: Varied,
    #[command(flatten)]
    who: PlayersArgs,
    /// Games of each setting with each number of players [default: 4000; 1500 unless the base is
    /// varied]
    #[arg(long, value_name = "N", value_parser = values::games)]
    games: Option<u64>,
    #[command(flatten)]
    played: GamesArgs,
}

impl TargetArgs {
    fn games(&self) -> u64 {
        self.games.unwrap_or(match self.vary {
            Varied::BaseHp => DEFAULT_GAMES[0],
            _ => DEFAULT_GAMES[1],
        })
    }
}

impl Comparison for TargetArgs {
    const COMMAND: &'static str = "target";
    type Question = Question;

    fn wanted(&self) -> Result<(Study, Question), CliError> {
        let question = Question {
            wanted: self.win_rate.clone(),
            varied: self.vary.clone(),
        };
        let asked = self.who.experiment(&self.played.variant)?;
        let defaults = Defaults::new(self.played.seed, self.games());
        let study = question.study(asked, &self.played.variant.library()?, &defaults)?;
        Ok((study, question))
    }

    fn facts(&self, study: &Study) -> Vec<(&'static str, Value)> {
        let mut plans = study.design.strata.iter().map(|at| &at.plans[0]);
        vec![
            ("wanted", self.win_rate.clone().into()),
            ("varied", self.vary.to_string().into()),
            (
                "looks_at_base",
                plans.any(|plan| plan.policy.looks_at_base()).into(),
            ),
        ]
    }

    fn played(&self) -> &GamesArgs {
        &self.played
    }

    fn found(&self, played: &Played<Question>) -> Result<Found, CliError> {
        let question = &played.question;
        let found = &question.answers(&played.study, played.sums());
        let tables = [
            ("target", target_table(question, found)?),
            ("settings", settings_table(found)?),
        ];
        let told = Told {
            played: played.told(),
            question,
            found,
        };
        Found::new(told.answer(), tables)
    }
}
