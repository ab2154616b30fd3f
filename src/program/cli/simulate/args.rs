//! The arguments of `simulate`, and the equivalent command line.

use super::values;
use crate::cli::result_args::ResultArgs;
use crate::cli::{CliError, GameArgs, game_args::word};
use cards::ruleset::OnOff;
use cards::words::{Word, words};
use players::registry::{self, Level};
use runs::sim::{Plan, Rows, Shard, StopRule};
use statistics::precision::TargetError;
use std::time::Duration;
use studies::compare::measure::{Amount, Measure};

/// The default number of games.
const DEFAULT_GAMES: u64 = 10_000;
/// The seed when none is given.
pub(in crate::cli) const DEFAULT_SEED: u64 = 1;
/// How often progress is saved.
const DEFAULT_CHECKPOINT: Duration = Duration::from_secs(5);

/// How a run is carried out and shown; none of this changes its results.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Session")]
pub(crate) struct SessionArgs {
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads)]
    pub threads: Option<usize>,
    /// Seconds between checkpoints, from which an interrupted run can be resumed [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = values::checkpoint)]
    pub checkpoint: Option<Duration>,
    #[command(flatten)]
    pub show: ShowArgs,
}

words! {
    /// What means are adjusted for.
    pub enum Adjust as "adjustment" {
        /// The luck of draws.
        Luck = "luck",
    }
}

/// How a result is shown.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Session")]
pub(crate) struct ShowArgs {
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print only errors
    #[arg(long, conflicts_with = "json")]
    pub quiet: bool,
    /// Print more details
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    pub verbose: bool,
}

impl ShowArgs {
    /// Nothing but errors.
    pub(in crate::cli) fn quiet() -> Self {
        ShowArgs {
            json: false,
            quiet: true,
            verbose: false,
        }
    }

    /// Whether the output is for a person.
    pub(in crate::cli) fn is_for_people(&self) -> bool {
        !self.quiet && !self.json
    }
}

impl SessionArgs {
    /// How often progress is saved.
    pub(in crate::cli) fn checkpoint(&self) -> Duration {
        self.checkpoint.unwrap_or(DEFAULT_CHECKPOINT)
    }

    /// How many threads play.
    pub(in crate::cli) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(all_cores)
    }
}

/// As many threads as there are cores.
pub(in crate::cli) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Reads a target error of the win rate.
fn target_error(text: &str) -> Result<TargetError, String> {
    Amount::target_error(text)?.as_target(Measure::WinRate)
}

/// What is played and what is written; all of this can also come from a file.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// Games to play, at most [default: 10000, unless a target error is given]
    #[arg(long, value_name = "N", value_parser = values::games)]
    pub games: Option<u64>,
    /// Stop when the error of the win rate is at most this, such as 0.2%
    #[arg(long, value_name = "PERCENT", value_parser = target_error, allow_hyphen_values = true)]
    pub target_error: Option<TargetError>,
    /// Master seed: the same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = values::seed)]
    pub seed: u64,
    /// Policy of all players, or one for each seat: a,b; or a level of play: newcomer, practised,
    /// strong
    #[arg(long, visible_alias = "level", value_name = "NAME", default_value = registry::DEFAULT)]
    pub policy: String,
    /// Play only part i of n of the games; merge the parts with `xenosim merge`
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Which games to write rows for: all, none, or a sample such as 1/100; `decisions` also writes a
    /// row for every decision of every game
    #[arg(long, value_name = "ROWS", default_value = "all")]
    pub rows: Rows,
    /// Also write a table with a row for each round of each game
    #[arg(long)]
    pub rounds: bool,
    /// Whether to play on to round 9 after the base has fallen, which gives the win rate at every
    /// base; `off` is about three times as fast
    #[arg(long, value_name = "SWITCH", default_value = "on", value_parser = word::<OnOff>())]
    pub play_on: OnOff,
    /// Also report means adjusted for the luck of the draw; games take longer, which pays off for
    /// policies that search
    #[arg(long, value_name = "WHAT", value_parser = word::<Adjust>())]
    pub adjust: Option<Adjust>,
    #[command(flatten)]
    pub result: ResultArgs,
    #[command(flatten)]
    pub game: GameArgs,
}

impl RunArgs {
    /// The run requested by these arguments.
    pub(in crate::cli) fn resolve(&self) -> Result<Plan, CliError> {
        if self.shard.is_some() && self.target_error.is_some() {
            return Err(CliError::Usage(
                "--shard needs a fixed number of games, because a target error needs the whole \
                 run: use --games N"
                    .into(),
            ));
        }
        let game = self.game.resolve()?;
        self.one_level(game.rules.players)?;
        let policy = registry::resolve_for(&self.policy, &game.set, game.rules.players)?;
        let infos = game.library.rulings().into_iter();
        let rulings = infos
            .map(|info| {
                let option = game.rulings.get(&info.name).unwrap_or_default().to_string();
                (info.name, option)
            })
            .collect();
        let mut plan = Plan {
            cards_title: game.library.title(),
            cards: game.set,
            rules: game.rules,
            policy,
            seed: self.seed,
            stop: self.stop(),
            rows: self.rows,
            plays_on: self.play_on != OnOff::Off,
            rounds: self.rounds,
            shard: self.shard,
            rulings,
            gauge: None,
        };
        if self.adjust.is_some() {
            plan.adjust_for_luck()?;
        }
        Ok(plan)
    }

    /// Refuses levels of play that are not one for each seat: they are different players of one game.
    fn one_level(&self, players: u8) -> Result<(), CliError> {
        let names: Vec<&str> = self.policy.split(',').map(str::trim).collect();
        let are_levels = names.iter().all(|name| Level::parse_word(name).is_some());
        if names.len() == 1 || names.len() == usize::from(players) || !are_levels {
            return Ok(());
        }
        let options = format!("--level {} --players {players}", names.join(","));
        Err(CliError::Usage(format!(
            "a run has one level of play, or one for each seat: `xenosim ladder {options}` shows \
             levels side by side, and `xenosim target {options}` finds the base that each needs"
        )))
    }

    fn stop(&self) -> StopRule {
        StopRule {
            games: match self.target_error {
                Some(_) => self.games,
                None => Some(self.games.unwrap_or(DEFAULT_GAMES)),
            },
            target: self.target_error,
            raises: self.result.raised_from.len() as u32,
        }
    }
}
