//! `xenosim bench`: how fast games are played here.

use super::lifecycle::show;
use super::simulate::progress::Progress;
use super::simulate::values::{self, PlayerNumbers};
use super::simulate::{ShowArgs, all_cores};
use super::{CliError, Output};
use answers::{Answer, Column, Grid, Number, Section, Unit, counted};
use players::registry;
use runs::lifecycle::command_line;
use runs::sim::batch::{End, Flow, ThreadPool, play_chunk, play_in_order, thread_pool};
use runs::sim::{Plan, Rows, SimError, Watch};
use std::time::{Duration, Instant};

/// Repetitions when no number is given.
const DEFAULT_REPETITIONS: u64 = 5;
/// How long a repetition takes on one thread, unless its games are longer than that.
const LENGTH: Duration = Duration::from_millis(250);
/// Games of a repetition for each thread: with fewer, threads wait for the last of them.
const LEAST_GAMES: u64 = 4;
/// The numbers of players when none is given.
const DEFAULT_PLAYERS: [u8; 3] = [1, 2, 4];

const EXAMPLES: &str = "The same games are played on one thread and on all, as `simulate` plays and \
    counts them, without rows. Policies and numbers of players take turns, so that a slow minute of \
    the machine affects all of them. To compare two builds, run both in turn.

Examples:
  The default players:
    xenosim bench

  What search costs, with one and two players:
    xenosim bench --policies strategist,strategist:128 --players 1,2

  More precisely, and for programs:
    xenosim bench --repetitions 20 --json";

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Who plays, by name or file [default: random,greedy,veteran]
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    policies: Vec<String>,
    /// Numbers of players [default: 1,2,4]
    #[arg(long, value_name = "NUMBERS", value_parser = values::player_numbers)]
    players: Option<PlayerNumbers>,
    /// How often everything is measured [default: 5]
    #[arg(long, value_name = "N", value_parser = values::from_to::<u64>(2, 1000))]
    repetitions: Option<u64>,
    /// Number of threads to compare with one [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    #[command(flatten)]
    show: ShowArgs,
}

/// One policy with one number of players, and its repetitions.
struct Subject {
    plan: Plan,
    games: u64,
    passes: Vec<Pass>,
}

/// The games of one repetition.
struct Pass {
    alone: Speed,
    together: Speed,
}

#[derive(Clone, Copy)]
struct Speed {
    seconds: f64,
    decisions: f64,
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let threads = self.threads.unwrap_or_else(all_cores);
        let pools = [thread_pool(1)?, thread_pool(threads)?];
        let mut subjects = self.subjects()?;
        let repetitions = self.repetitions.unwrap_or(DEFAULT_REPETITIONS);
        let passes = repetitions * subjects.len() as u64;
        let progress = Progress::of(passes, "repetitions", self.show.is_for_people());
        for done in 0..passes {
            let at = done as usize % subjects.len();
            progress.show(done, subjects[at].name());
            subjects[at].measure(&pools, &progress)?;
        }
        progress.finish();
        let answer = self.answer(&subjects, threads, repetitions);
        show(&answer, None, self.show, out)
    }

    fn subjects(&self) -> Result<Vec<Subject>, CliError> {
        let mut subjects = Vec::new();
        for policy in self.policies() {
            for &players in self.players() {
                let plan = Plan {
                    rows: Rows::None,
                    plays_on: true,
                    ..Plan::built_in(policy, players, 0)?
                };
                subjects.push(Subject {
                    plan,
                    games: 0,
                    passes: Vec::new(),
                });
            }
        }
        Ok(subjects)
    }

    fn policies(&self) -> Vec<&str> {
        match &self.policies[..] {
            [] => vec!["random", "greedy", registry::DEFAULT],
            given => given.iter().map(String::as_str).collect(),
        }
    }

    fn players(&self) -> &[u8] {
        self.players.as_deref().unwrap_or(&DEFAULT_PLAYERS)
    }

    fn answer(&self, subjects: &[Subject], threads: usize, repetitions: u64) -> Answer {
        let mut answer = Answer::new("bench", "speed of the engine");
        answer.ending = "measured".into();
        let last = subjects.last().into_iter();
        last.for_each(|subject| answer.say(subject.sentence(threads)));
        let together = format!("on {threads}");
        let mut grid = Grid::new([
            Column::words("policy"),
            Column::numbers("players"),
            Column::numbers("games/s on 1 thread").intervals(),
            Column::numbers(together).intervals(),
            Column::numbers("faster").spare(2),
            Column::numbers("decisions/s").spare(1),
        ]);
        for subject in subjects {
            grid.row([
                subject.plan.policy.name().into(),
                Number::count(subject.plan.rules.players.into()).into(),
                subject.games_per_second(|pass| pass.alone).into(),
                subject.games_per_second(|pass| pass.together).into(),
                subject.times_as_fast().into(),
                subject.decisions_per_second().into(),
            ]);
        }
        answer.section(Section::new("Speed").grid(grid).note(format!(
            "median of {repetitions} repetitions (the least to the greatest); decisions on 1 thread"
        )));
        answer.reproduce.command = command_line(&self.words(threads, repetitions));
        answer.reproduce.version = env!("CARGO_PKG_VERSION").into();
        answer
    }

    fn words(&self, threads: usize, repetitions: u64) -> Vec<String> {
        let players: Vec<String> = self.players().iter().map(u8::to_string).collect();
        let words = format!(
            "bench --policies {} --players {} --repetitions {repetitions} --threads {threads}",
            self.policies().join(","),
            players.join(",")
        );
        words.split(' ').map(String::from).collect()
    }
}

impl Subject {
    fn name(&self) -> String {
        let players = counted(self.plan.rules.players.into(), "player");
        format!("{}, {players}", self.plan.policy.name())
    }

    /// Plays its games once on each of two pools; finds out first how many they are.
    fn measure(&mut self, [one, all]: &[ThreadPool; 2], watch: &Progress) -> Result<(), CliError> {
        let least = LEAST_GAMES * all.current_num_threads() as u64;
        self.games = self.games.max(least);
        while self.passes.is_empty() {
            let seconds = play(&self.plan, self.games, one, watch)?.seconds;
            let wanted = self.games as f64 * LENGTH.as_secs_f64() / seconds.max(1e-9);
            if wanted < 4.0 * self.games as f64 {
                self.games = (wanted as u64).max(least);
                break;
            }
            self.games *= 4;
        }
        let alone = play(&self.plan, self.games, one, watch)?;
        let together = play(&self.plan, self.games, all, watch)?;
        self.passes.push(Pass { alone, together });
        Ok(())
    }

    fn sentence(&self, threads: usize) -> String {
        format!(
            "{}: {} games a second on one thread, {} on {threads}.",
            self.name(),
            self.games_per_second(|pass| pass.alone).text(),
            self.games_per_second(|pass| pass.together).text()
        )
    }

    fn games_per_second(&self, on: impl Fn(&Pass) -> Speed) -> Number {
        self.spread(Unit::Amount, |pass| self.games as f64 / on(pass).seconds)
    }

    fn decisions_per_second(&self) -> Number {
        self.spread(Unit::Count, |pass| {
            pass.alone.decisions / pass.alone.seconds
        })
    }

    fn times_as_fast(&self) -> Number {
        self.spread(Unit::Times, |pass| {
            pass.alone.seconds / pass.together.seconds
        })
    }

    /// The median of the repetitions, from the least to the greatest.
    fn spread(&self, unit: Unit, value: impl Fn(&Pass) -> f64) -> Number {
        let mut values: Vec<f64> = self.passes.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        let (low, high) = (values[0], values[values.len() - 1]);
        let middle = values.len() / 2;
        let median = 0.5 * (values[middle] + values[(values.len() - 1) / 2]);
        Number::new(median, unit).between(low, high)
    }
}

/// Plays the first games of a plan.
fn play(plan: &Plan, games: u64, pool: &ThreadPool, watch: &Progress) -> Result<Speed, CliError> {
    let (start, mut decisions) = (Instant::now(), 0);
    let end = play_in_order(
        pool,
        0..games,
        watch.interrupt(),
        |games| play_chunk(plan, games).totals,
        |totals| {
            let counts = totals.moments_of("decisions");
            decisions += counts.map_or(0, |counts| counts.sum());
            Ok::<_, SimError>(Flow::GoOn)
        },
    )?;
    if end == End::Interrupted {
        let refusal = "interrupted; nothing is kept of a measurement";
        return Err(CliError::Interrupted(refusal.into()));
    }
    Ok(Speed {
        seconds: start.elapsed().as_secs_f64(),
        decisions: decisions as f64,
    })
}
