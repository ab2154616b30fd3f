//! `xenosim ladder`: policies on the same luck, each against the one below it.

mod report;

use super::arguments::Arguments;
use super::compare::args::measure;
use super::compare::session::{Comparison, Played, Tables, shared_options};
use super::simulate::{DEFAULT_SEED, values};
use super::variant_args::ComparisonArgs;
use super::{CliError, Output};
use report::Report;
use serde::{Deserialize, Serialize};
use studies::compare::design::Defaults;
use studies::compare::ladder::{Ladder, ladder_table};
use studies::compare::measure::{Amount, Measure};
use studies::compare::stop::{EarlyStop, StopRule};
use studies::compare::study::Plain;
use studies::compare::tables::{arms_table, differences_table};

/// Games of each policy when no number is given.
const DEFAULT_GAMES: u64 = 10_000;
/// The most games of each policy when only a target error is given.
const MOST_GAMES: u64 = 100_000;
/// The policies when none are named, from the lowest rung up.
const DEFAULT_POLICIES: [&str; 10] = [
    "random",
    "pass",
    "greedy",
    "balanced",
    "expert",
    "veteran",
    "rollout",
    "strategist",
    "mastermind",
    "oracle",
];
/// Games of policies that search when no number is given.
const DEFAULT_SEARCH_GAMES: u64 = 100;
/// The numbers of players when none is given.
const DEFAULT_PLAYERS: [u8; 4] = [1, 2, 3, 4];

pub(super) const EXAMPLES: &str =
    "Every policy plays the same games, and each is compared with the one named before it. \
     `stronger` and `weaker` mean that the interval of the paired difference in endurance (rounds \
     survived, averaged over a range of bases) excludes zero; these intervals hold simultaneously \
     at 95% for all rungs and numbers of players. The cost of a game is shown as its number of \
     decisions, which is reproducible, and as the CPU time that it took here.

Examples:
  The built-in policies with 1 to 4 players:
    xenosim ladder

  Two of your own policies against `expert`, on 100,000 solo games:
    xenosim ladder --policy expert,mine.toml,better.toml --players 1 --games 100000

  A slow policy that searches, on 400 games with one player:
    xenosim ladder --policy expert,rollout --players 1 --search-games 400

  How strength grows with the number of imagined games and their CPU time:
    xenosim ladder --playouts 8,32,128,512 --players 1,2 --search-games 200

  Until the error of every step is at most 0.02 rounds:
    xenosim ladder --policy greedy,balanced,expert --players 1 --target-error 0.02

  On an easier game, as JSON:
    xenosim ladder --difficulty easy --json

  Resume after Ctrl-C:
    xenosim ladder --resume reports/ladder";

/// What is played and what is kept of it.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Ladder")]
pub(super) struct LadderArgs {
    /// The policies from the lowest rung up, by name or file [default: random to oracle]
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    policy: Vec<String>,
    /// Numbers of players [default: 1,2,3,4]
    #[arg(long, value_name = "N,N", value_delimiter = ',',
          value_parser = values::players)]
    players: Vec<u8>,
    /// Maximum games of each policy with each number of players [default: 10000; with a target
    /// error 100000]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    games: Option<u64>,
    /// The deciding measure [default: endurance]
    #[arg(long, value_name = "MEASURE", value_parser = measure())]
    measure: Option<Measure>,
    /// Play until the error of every step is at most this, in the unit of the measure; policies
    /// that search play only --search-games
    #[arg(long, value_name = "AMOUNT", value_parser = Amount::target_error,
          allow_hyphen_values = true)]
    target_error: Option<Amount>,
    /// Maximum games of policies that search, which are slow [default: 100]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    search_games: Option<u64>,
    /// Master seed: the same seed plays the same games [default: 1]
    #[arg(long, value_name = "N", value_parser = values::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    #[serde(flatten)]
    common: ComparisonArgs,
}

impl LadderArgs {
    fn policies(&self) -> Vec<String> {
        if self.policy.is_empty() {
            DEFAULT_POLICIES.map(String::from).to_vec()
        } else {
            self.policy.clone()
        }
    }

    fn players(&self) -> Vec<u8> {
        values::or_default(&self.players, &DEFAULT_PLAYERS)
    }

    fn measure(&self) -> Measure {
        self.measure.unwrap_or(Measure::Endurance)
    }

    fn search_games(&self) -> u64 {
        self.search_games.unwrap_or(DEFAULT_SEARCH_GAMES)
    }

    fn games(&self) -> u64 {
        let default = match self.target_error {
            Some(_) => MOST_GAMES,
            None => DEFAULT_GAMES,
        };
        self.games.unwrap_or(default)
    }
}

impl Comparison for LadderArgs {
    const COMMAND: &'static str = "ladder";

    type Study = Plain;
    type Question = ();
    type Findings = ();

    fn wanted(&self) -> Result<(Plain, ()), CliError> {
        let ladder = Ladder {
            policies: self.policies(),
            players: self.players(),
            base: self.common.variant.base(None)?,
            search_games: self.search_games(),
            measure: self.measure(),
        };
        let defaults = Defaults::new(self.seed.unwrap_or(DEFAULT_SEED), self.games());
        let design = ladder.design(&self.common.variant.library()?, &defaults)?;
        let settles = match self.target_error {
            Some(target) => {
                let target = target.as_target(design.measure).map_err(CliError::Usage)?;
                EarlyStop::Precision(target)
            }
            None => EarlyStop::Never,
        };
        let stop = StopRule {
            games: self.games(),
            settles,
        };
        Ok((Plain { design, stop }, ()))
    }

    fn arguments(&self) -> Arguments {
        let ComparisonArgs {
            adjust,
            result,
            variant,
            ..
        } = &self.common;
        Arguments::of(Self::COMMAND)
            .list("policy", self.policies())
            .option("measure", self.measure().option())
            .list("players", self.players())
            .option("games", self.games())
            .option("search-games", self.search_games())
            .option("seed", self.seed.unwrap_or(DEFAULT_SEED))
            .option("format", result.formats_text())
            .each("target-error", self.target_error)
            .adjust(*adjust)
            .data(variant)
            .changes(variant)
    }

    shared_options!(common);

    fn findings(&self, _: &Played<Plain>) -> Result<(), CliError> {
        Ok(())
    }

    fn tables(&self, played: &Played<Plain>, (): &()) -> Tables {
        let (design, sums) = (played.design(), played.sums());
        let results = &played.results;
        Ok(vec![
            (
                "ladder",
                ladder_table(design, played.stop(), results, sums)?,
            ),
            ("arms", arms_table(design, results)?),
            ("differences", differences_table(design, results, sums)?),
        ])
    }

    fn report(&self, played: &Played<Plain>, (): &(), out: &mut Output) -> Result<(), CliError> {
        Report(played).write(out)
    }
}
