//! `xenosim ladder`: policies on the same luck, each against the one below it.

mod agreement;

use super::compare::session::{Comparison, Found, Played};
use super::lifecycle::JobArgs;
use super::simulate::values::{self, PlayerNumbers};
use super::variant_args::{ComparisonArgs, GamesArgs};
use super::{CliError, Output};
use players::registry;
use std::path::PathBuf;
use studies::compare::design::Defaults;
use studies::compare::gifts::{Gifts, Received};
use studies::compare::ladder::Ladder;
use studies::compare::measure::Measure;
use studies::compare::stop::{EarlyStop, StopRule};
use studies::compare::study::Study;
use studies::compare::tables::{arms_table, differences_table};

/// Games of each policy when no number is given.
const DEFAULT_GAMES: u64 = 10_000;
/// Games with each gift when no number is given.
const DEFAULT_GIFT_GAMES: u64 = 4_000;
/// The policies when none are named, from the lowest rung up.
const DEFAULT_POLICIES: [&str; 8] = [
    "random",
    "pass",
    "greedy",
    "balanced",
    "veteran",
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

  Two of your own policies against `veteran`, on 100,000 solo games:
    xenosim ladder --policies veteran,mine.toml,better.toml --players 1 --games 100000

  How hard the game is for three levels of play: wins, base needed and rounds survived:
    xenosim ladder --level newcomer,practised,strong --players 1

  Whether a card made better can make a policy do worse:
    xenosim ladder --gifts --policies mine.toml

  Which of them plays like the person of a saved game?
    xenosim ladder --games-of xenosim-play.json --policies balanced,veteran,strategist";

/// A ladder, or how often its policies agree with a person.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Instead of playing, ask the policies what the persons of games saved by `play` were asked, and
    /// say how often they agree (repeatable)
    #[arg(long, value_name = "FILE", help_heading = "Ladder",
          conflicts_with_all = ["gifts", "resume", "games", "players", "target_error"])]
    games_of: Vec<PathBuf>,
    #[command(flatten)]
    ladder: JobArgs<LadderArgs>,
}

impl Args {
    /// Runs the command.
    pub(super) fn run(&self, out: &mut Output) -> Result<(), CliError> {
        match self.games_of.as_slice() {
            [] => self.ladder.run(out),
            files => {
                let policies = self.ladder.request.job.policies();
                let fair = policies.into_iter().filter(|name| name != "oracle");
                agreement::run(files, &fair.collect::<Vec<_>>(), out)
            }
        }
    }
}

/// What is played and what is kept of it.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Ladder")]
pub(super) struct LadderArgs {
    /// The policies from the lowest rung up, by name, file or level of play [default: random to oracle]
    #[arg(
        long,
        visible_alias = "level",
        value_name = "NAME,NAME",
        value_delimiter = ','
    )]
    policies: Vec<String>,
    /// Instead, make every troop and item better and every enemy weaker, one figure at a time, and
    /// fail if one of these gifts clearly hurts the policy [default policy: veteran]
    #[arg(long, conflicts_with_all = ["target_error", "search_games"])]
    gifts: bool,
    /// Numbers of players [default: 1-4; with --gifts 1-2]
    #[arg(long, value_name = "NUMBERS", value_parser = values::player_numbers)]
    players: Option<PlayerNumbers>,
    /// Maximum games of each policy with each number of players [default: 10000; with a target
    /// error 100000; with --gifts 4000]
    #[arg(long, value_name = "N", value_parser = values::games)]
    games: Option<u64>,
    #[command(flatten)]
    common: ComparisonArgs,
}

impl LadderArgs {
    fn policies(&self) -> Vec<String> {
        match (self.policies.is_empty(), self.gifts) {
            (true, true) => vec![registry::DEFAULT.into()],
            (true, false) => DEFAULT_POLICIES.map(String::from).to_vec(),
            (false, _) => self.policies.clone(),
        }
    }

    fn players(&self) -> Vec<u8> {
        let default = match self.gifts {
            true => &DEFAULT_PLAYERS[..2],
            false => &DEFAULT_PLAYERS,
        };
        self.players.clone().unwrap_or_else(|| default.to_vec())
    }

    fn search_games(&self) -> u64 {
        self.common
            .played
            .search_games
            .unwrap_or(DEFAULT_SEARCH_GAMES)
    }

    fn games(&self) -> u64 {
        let default = match self.gifts {
            true => DEFAULT_GIFT_GAMES,
            false => DEFAULT_GAMES,
        };
        self.common.games(self.games, default)
    }

    fn wanted_gifts(&self, defaults: &Defaults) -> Result<Study, CliError> {
        let [policy] = &self.policies()[..] else {
            let message = "--gifts are given to one policy: name one with --policies";
            return Err(CliError::Usage(message.into()));
        };
        let gifts = Gifts {
            policy: policy.clone(),
            players: self.players(),
            base: self.common.played.variant.base(None)?,
            measure: self.common.measure.unwrap_or(Measure::Endurance),
        };
        let design = gifts.design(&self.common.played.variant.library()?, defaults)?;
        Ok(Study::new(design, StopRule::fixed(self.games())))
    }
}

impl Comparison for LadderArgs {
    const COMMAND: &'static str = "ladder";

    type Question = ();

    fn wanted(&self) -> Result<(Study, ()), CliError> {
        let defaults = Defaults::new(self.common.played.seed, self.games());
        if self.gifts {
            return Ok((self.wanted_gifts(&defaults)?, ()));
        }
        let ladder = Ladder {
            policies: self.policies(),
            players: self.players(),
            base: self.common.played.variant.base(None)?,
            search_games: self.search_games(),
            measure: self.common.measure.unwrap_or(Measure::Endurance),
        };
        let design = ladder.design(&self.common.played.variant.library()?, &defaults)?;
        let settles = self.common.precision(design.measure)?;
        let stop = StopRule::new(self.games(), settles.unwrap_or(EarlyStop::Never));
        Ok((Study::new(design, stop), ()))
    }

    fn played(&self) -> &GamesArgs {
        &self.common.played
    }

    fn adjusts(&self) -> bool {
        self.common.adjust.is_some()
    }

    fn found(&self, played: &Played) -> Result<Found, CliError> {
        let (design, results, sums) = (played.design(), &played.results, played.sums());
        let tables = [
            ("arms", arms_table(design, results)?),
            ("differences", differences_table(design, results, sums)?),
        ];
        if !self.gifts {
            return Found::new(played.told().ladder(&played.state.costs), tables);
        }
        let received = Received::of(design, results);
        let harmful: usize = received.iter().map(|found| found.hurt.len()).sum();
        let failure = || {
            CliError::Failed(format!(
                "{} plays worse with {harmful} of the cards that were made better: its figures \
                 about cards cannot be trusted",
                self.policies().join(",")
            ))
        };
        Ok(Found {
            failure: (harmful > 0).then(failure),
            ..Found::new(played.told().gifts(&received), tables)?
        })
    }
}
