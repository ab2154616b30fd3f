//! `xenosim target`: which setting gives a target win rate.

use super::CliError;
use super::compare::session::{Comparison, Played, Tables};
use super::result_args::ResultArgs;
use super::simulate::DEFAULT_SEED;
use super::simulate::values::{self, PlayerNumbers};
use super::variant_args::VariantArgs;
use answers::Answer;
use runs::sim::Shard;
use serde_json::Value;
use studies::compare::design::Defaults;
use studies::compare::experiment::Experiment;
use studies::compare::study::Study;
use studies::target::answer::Told;
use studies::target::tables::{settings_table, target_table};
use studies::target::varied::Varied;
use studies::target::{Found, Question};

/// Default numbers of games: for the base, which needs one run, and for each value of any other
/// setting.
const DEFAULT_GAMES: [u64; 2] = [4000, 1500];
/// The default win rate.
const DEFAULT_WIN_RATE: f64 = 0.4;

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
    xenosim target --players 2 --vary set.prowler.hp=2..6 --base-hp 61

  The number of copies of Prowler, as JSON:
    xenosim target --players 2 --vary copies.prowler=1..5 --base-hp 61 --json";

/// The request.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Target")]
pub(in crate::cli) struct TargetArgs {
    /// The target win rates, such as 70%,40%,15% [default: 40%]
    #[arg(long, value_name = "PERCENT", value_delimiter = ',', value_parser = values::win_rate,
          allow_hyphen_values = true)]
    win_rate: Vec<f64>,
    /// The setting to vary: base-hp, enemies, set.CARD.FIELD=2..6, copies.CARD=1,3 or any other setting
    /// with numbers [default: base-hp]
    #[arg(long, value_name = "SETTING", value_parser = Varied::parse)]
    vary: Option<Varied>,
    /// Numbers of players, as a range or a list: 1-4 or 1,2 [default: 1]
    #[arg(long, value_name = "NUMBERS", value_parser = values::player_numbers)]
    players: Option<PlayerNumbers>,
    /// Policies to find it for, one after the other, or levels of play: newcomer, practised, strong
    #[arg(
        long,
        visible_alias = "level",
        value_name = "NAME,NAME",
        value_delimiter = ','
    )]
    policies: Vec<String>,
    /// Policy of all players, or one for each seat: a,b [default: veteran]
    #[arg(long, value_name = "NAME", conflicts_with = "policies")]
    policy: Option<String>,
    /// Games of each setting with each number of players [default: 4000; 1500 unless the base is
    /// varied]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    games: Option<u64>,
    /// Master seed: the same seed plays the same games [default: 1]
    #[arg(long, value_name = "N", value_parser = values::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Play only part i of n of the games; merge the parts with `xenosim merge`
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    result: ResultArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

impl TargetArgs {
    fn win_rates(&self) -> Vec<f64> {
        match self.win_rate.is_empty() {
            true => vec![DEFAULT_WIN_RATE],
            false => self.win_rate.clone(),
        }
    }

    fn varied(&self) -> Varied {
        self.vary.clone().unwrap_or(Varied::BaseHp)
    }

    fn games(&self) -> u64 {
        self.games.unwrap_or(match self.varied() {
            Varied::BaseHp => DEFAULT_GAMES[0],
            _ => DEFAULT_GAMES[1],
        })
    }

    fn player_numbers(&self) -> Vec<u8> {
        self.players.clone().unwrap_or_else(|| vec![1])
    }
}

impl Comparison for TargetArgs {
    const COMMAND: &'static str = "target";
    const JUDGES: bool = false;
    type Question = Question;
    type Findings = Vec<Found>;

    fn wanted(&self) -> Result<(Study, Question), CliError> {
        let question = Question {
            wanted: self.win_rates(),
            varied: self.varied(),
        };
        let asked = Experiment {
            base: self.variant.base(self.policy.clone())?,
            players: self.player_numbers(),
            policies: self.policies.clone(),
            ..Experiment::default()
        };
        let defaults = Defaults::new(self.seed.unwrap_or(DEFAULT_SEED), self.games());
        let study = question.study(asked, &self.variant.library()?, &defaults)?;
        Ok((study, question))
    }

    fn facts(&self, study: &Study) -> Vec<(&'static str, Value)> {
        let mut plans = study.design.strata.iter().map(|at| &at.plans[0]);
        vec![
            ("wanted", self.win_rates().into()),
            ("varied", self.varied().to_string().into()),
            (
                "looks_at_base",
                plans.any(|plan| plan.policy.looks_at_base()).into(),
            ),
        ]
    }

    fn result(&self) -> &ResultArgs {
        &self.result
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn findings(&self, played: &Played<Question>) -> Result<Vec<Found>, CliError> {
        Ok(played.question.answers(&played.study, played.sums()))
    }

    fn tables(&self, played: &Played<Question>, found: &Vec<Found>) -> Tables {
        Ok(vec![
            ("target", target_table(&played.question, found)?),
            ("settings", settings_table(found)?),
        ])
    }

    fn answer(&self, played: &Played<Question>, found: &Vec<Found>) -> Answer {
        let told = Told {
            played: played.told(),
            question: &played.question,
            found,
        };
        told.answer()
    }
}
