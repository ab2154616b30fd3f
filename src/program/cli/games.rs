//! `xenosim games`: the games of a run that are worth looking at.

use super::lifecycle::{Job, show};
use super::request::Request;
use super::simulate::progress::Progress;
use super::simulate::{RunArgs, ShowArgs, all_cores, values};
use super::{CliError, Output};
use answers::{Answer, Cell, Column, Game, Grid, Number, Section, Unit, counted};
use clap::{Parser, value_parser};
use players::luck::SCALE;
use runs::lifecycle::{Recorded, command_line, replay_command};
use runs::sim::answer::replay_arguments;
use runs::sim::batch::{Flow, play_chunk, play_in_order, thread_pool};
use runs::sim::game::GameRecord;
use runs::sim::{Plan, Rows, Watch};
use std::path::PathBuf;

const EXAMPLES: &str =
    "The games of the run are played again, so every run has them, whatever it wrote.

Examples:
  The closest losses: those that missed the fewest HP
    xenosim games reports/solo --lost

  Lost or won by at most 3 HP
    xenosim games reports/solo --by 3

  The unluckiest games, and a review of one of them
    xenosim games reports/solo --unluckiest
    xenosim replay --game 4711 --review";

/// Arguments of `games`.
#[derive(Debug, Parser)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The directory of a run of `simulate`
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Only games that were lost
    #[arg(long, conflicts_with = "won")]
    lost: bool,
    /// Only games that were won
    #[arg(long)]
    won: bool,
    /// Only games that were lost or won by at most this many HP
    #[arg(long, value_name = "HP", value_parser = value_parser!(i64).range(1..))]
    by: Option<i64>,
    /// The games that went on longest first, instead of the closest
    #[arg(long, conflicts_with = "unluckiest")]
    longest: bool,
    /// The unluckiest first; measuring luck takes a few times as long
    #[arg(long)]
    unluckiest: bool,
    /// How many games are listed
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..))]
    list: u32,
    /// How many games of the run are looked at, at most
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = values::games)]
    games: u64,
    #[command(flatten)]
    show: ShowArgs,
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let recorded = Recorded::open(&self.directory)?;
        recorded.refuse_command(RunArgs::COMMAND)?;
        let request = Request::<RunArgs>::of(&recorded.manifest, &self.directory)?;
        let mut plan = request.job.plan()?;
        (plan.rows, plan.plays_on) = (Rows::All, true);
        if self.unluckiest {
            plan.adjust_for_luck()?;
        }
        let whole = i64::from(plan.rules.base_hp) * i64::from(plan.rules.players);
        let played = self.play(&plan)?;
        let count = played.len() as u64;
        let mut found: Vec<GameRecord> = played
            .into_iter()
            .filter(|game| self.wants(game, whole))
            .collect();
        found.sort_by_key(|game| (self.rank(game, whole), game.game));
        found.truncate(self.list as usize);
        let arguments = |game| replay_arguments(&request.words, game);
        let mut answer = self.answer(&found, count, whole, arguments);
        let words: Vec<String> = std::env::args().skip(1).collect();
        answer.reproduce.command = command_line(&words);
        show(&answer, None, self.show, out)
    }

    /// The games of the run, from the first.
    fn play(&self, plan: &Plan) -> Result<Vec<GameRecord>, CliError> {
        let count = plan
            .stop
            .games
            .map_or(self.games, |games| games.min(self.games));
        let progress = Progress::new(count, self.show.is_for_people());
        let pool = thread_pool(all_cores())?;
        let mut all = Vec::new();
        play_in_order(
            &pool,
            0..count,
            progress.interrupt(),
            |games| play_chunk(plan, games),
            |chunk| {
                all.extend(chunk.with_rows);
                progress.show(all.len() as u64, String::new());
                Ok::<_, CliError>(Flow::GoOn)
            },
        )?;
        progress.finish();
        Ok(all)
    }

    fn wants(&self, game: &GameRecord, whole: i64) -> bool {
        let ending = match (self.lost, self.won) {
            (true, _) => !game.won,
            (_, true) => game.won,
            _ => true,
        };
        ending && self.by.is_none_or(|most| margin(game, whole).abs() <= most)
    }

    /// What games are sorted by, the least first.
    fn rank(&self, game: &GameRecord, whole: i64) -> (i64, i64) {
        if self.unluckiest {
            return (luck(game).into(), 0);
        }
        if self.longest {
            return (-i64::from(game.rounds_survived), -i64::from(game.decisions));
        }
        (margin(game, whole).abs(), 0)
    }

    fn answer(
        &self,
        found: &[GameRecord],
        played: u64,
        whole: i64,
        arguments: impl Fn(u64) -> Vec<String>,
    ) -> Answer {
        let what = match (self.unluckiest, self.longest) {
            (true, _) => "unluckiest",
            (_, true) => "longest",
            _ => "closest",
        };
        let ending = match (self.lost, self.won) {
            (true, _) => "losses",
            (_, true) => "wins",
            _ => "games",
        };
        let mut answer = Answer::new("games", format!("The {what} {ending}"));
        let from = counted(played, "game");
        answer.say(match found.first() {
            None => format!("None of the first {from} is like that."),
            Some(first) => format!("Of the first {from}: {}.", told(first, whole)),
        });
        let mut grid = Grid::new([
            Column::numbers("game"),
            Column::numbers("rounds"),
            Column::numbers("HP left or missing"),
            Column::numbers("luck, rounds"),
            Column::words("replay"),
        ]);
        for game in found {
            let lucky = self.unluckiest.then(|| f64::from(luck(game)) / SCALE);
            grid.row([
                Number::count(game.game).into(),
                Number::count(game.rounds_survived.into()).into(),
                Cell::from(format!("{:+}", margin(game, whole))),
                lucky.map(|lucky| Number::new(lucky, Unit::Change)).into(),
                Cell::from(replay_command(&arguments(game.game))),
            ]);
            answer.games.push(Game {
                what: told(game, whole),
                arguments: arguments(game.game),
            });
        }
        if !self.unluckiest {
            grid.columns.remove(3);
            grid.rows.iter_mut().for_each(|row| drop(row.remove(3)));
        }
        answer.section(Section::new("").grid(grid).note(
            "HP missing: how much more base would have won the game. With `--review` after a command \
             it says what was luck and what were mistakes; with `play` in place of `replay` and \
             `--from-round 4` you play on from there.",
        ));
        answer
    }
}

/// HP left, or those that were missing as a negative number.
fn margin(game: &GameRecord, whole: i64) -> i64 {
    let needed = game
        .endured
        .map_or(0, |endured| i64::from(endured.needed_hp));
    match game.won {
        true => i64::from(game.base_hp),
        false => whole - needed,
    }
}

/// How lucky a game was with the base in force; nothing if that was not measured.
fn luck(game: &GameRecord) -> i32 {
    game.luck.map_or(0, |luck| luck[luck.len() - 1])
}

fn told(game: &GameRecord, whole: i64) -> String {
    let (number, margin) = (game.game, margin(game, whole));
    match game.lost_in_round() {
        None => format!("game {number} was won with {margin} HP left"),
        Some(round) => format!(
            "game {number} was lost in round {round}, {} HP short",
            -margin
        ),
    }
}
