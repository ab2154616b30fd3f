//! `xenosim target`: which setting gives a target win rate.

use super::CliError;
use super::compare::session::{Comparison, Found, Played, Shared};
use super::result_args::ResultArgs;
use super::simulate::DEFAULT_SEED;
use super::simulate::values;
use super::variant_args::{PlayersArgs, VariantArgs};
use runs::sim::Shard;
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

  The base that people of three levels of play need:
    xenosim target --level newcomer,practised,strong --search-games 200

  The bases for an easy, a normal and a hard game:
    xenosim target --win-rate 70%,40%,15%

  How many enemies per round give two players 40%, with a base of 61 HP each:
    xenosim target --players 2 --vary enemies --base-hp 61

  The HP of Prowler:
    xenosim target --players 2 --vary set.prowler.hp=2..6 --base-hp 61

  The number of copies of Prowler, as JSON:
    xenosim target --players 2 --vary copies.prowler=1..5 --base-hp 61 --json";

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
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    games: Option<u64>,
    /// Maximum games of policies that search, where others play as well [default: 400]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    search_games: Option<u64>,
    /// Master seed: the same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = values::seed,
          allow_negative_numbers = true)]
    seed: u64,
    /// Play only part i of n of the games; merge the parts with `xenosim merge`
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    result: ResultArgs,
    #[command(flatten)]
    variant: VariantArgs,
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
    const JUDGES: bool = false;
    type Question = Question;

    fn wanted(&self) -> Result<(Study, Question), CliError> {
        let question = Question {
            wanted: self.win_rate.clone(),
            varied: self.vary.clone(),
        };
        let asked = self.who.experiment(&self.variant)?;
        let defaults = Defaults::new(self.seed, self.games());
        let study = question.study(asked, &self.variant.library()?, &defaults)?;
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

    fn shared(&self) -> Shared<'_> {
        Shared {
            result: &self.result,
            adjust: None,
            search_games: self.search_games,
            shard: self.shard,
        }
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
