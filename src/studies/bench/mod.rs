//! How fast the engine is, with the spread that a busy machine makes.
//!
//! Everything is measured several times, and the repetitions of all tasks are interleaved, so that
//! a slow minute of the machine affects all of them equally. A figure is the median of its
//! repetitions with the smallest and the largest; its relative error is the standard error of their
//! mean relative to the mean. Measurements can be saved after every repetition, and only missing
//! ones are measured later.

pub mod allocations;
mod figure;
mod instructions;
mod machine;
mod task;
mod work;

pub use figure::{Figure, Ratio, Unit};
pub use machine::Machine;
pub use task::{FEWEST, Task, Values};
pub use work::{PLAYERS, POLICIES, SEARCH_PLAYERS, SEARCHING, Workload};

use allocations::count_allocations;
use cards::load::Faults;
use cards::words::counted;
use game::state::GameState;
use players::Effort;
use runs::sim::SimError;
use runs::sim::batch::thread_pool;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How to measure.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Repetitions of everything; with a target, the maximum.
    pub repetitions: usize,
    /// The relative standard error at which measuring a task stops.
    pub target: Option<f64>,
    /// Time for one repetition of one task.
    pub each: Duration,
    /// Games of one repetition (of small pieces: how often they are done), instead of a time.
    pub games: Option<u64>,
    /// The maximum number of threads.
    pub threads: usize,
}

/// Why nothing could be measured.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The built-in cards or policies have errors.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// Threads could not be started, or results not saved.
    #[error(transparent)]
    Sim(#[from] SimError),
    /// Instructions could not be counted.
    #[error("instructions: {0}")]
    Instructions(String),
}

/// Games over which allocations are counted, after one that may prepare things.
const COUNTED_GAMES: u64 = 20;

/// What has been measured: the repetitions of each task, by its name.
pub type Measured = BTreeMap<String, Vec<Values>>;

/// Everything that is measured; instructions only on request.
pub fn tasks(options: &Options, instructions: bool) -> Result<Vec<Task>, BenchError> {
    let mut tasks = workload_tasks()?;
    tasks.extend(search_tasks()?);
    tasks.push(threads_task(options)?);
    tasks.extend(work::pieces()?.into_iter().map(piece_task));
    let state = vec![("state".to_string(), Unit::Bytes)];
    let size = || Ok(vec![size_of::<GameState>() as f64]);
    tasks.push(Task::exact("state".into(), state, size));
    if instructions {
        tasks.extend(instructions::tasks()?);
    }
    Ok(tasks)
}

/// Follows a measurement.
pub trait Follow {
    /// Called with what is about to be measured, and how many tasks are done.
    fn about_to(&mut self, task: &str, done: usize);
    /// Called with what has been measured so far, after every repetition.
    fn measured(&mut self, measured: &Measured) -> Result<(), SimError>;
}

/// Takes the missing measurements of all tasks, in turn, and adds them to `measured`. `false`: it
/// was interrupted.
pub fn run(
    tasks: &mut [Task],
    options: &Options,
    measured: &mut Measured,
    interrupt: &AtomicBool,
    follow: &mut dyn Follow,
) -> Result<bool, BenchError> {
    let repetitions = |measured: &Measured, task: &Task| -> Vec<Values> {
        measured.get(&task.name).cloned().unwrap_or_default()
    };
    loop {
        let missing =
            |measured: &Measured, task: &Task| !task.is_done(&repetitions(measured, task), options);
        let open: Vec<bool> = tasks.iter().map(|task| missing(measured, task)).collect();
        if open.iter().all(|open| !open) {
            return Ok(true);
        }
        let done = open.iter().filter(|open| !**open).count();
        for (task, _) in tasks.iter_mut().zip(open).filter(|(_, open)| *open) {
            if interrupt.load(Ordering::Relaxed) {
                return Ok(false);
            }
            follow.about_to(&task.name, done);
            let values = task.measure(options)?;
            measured.entry(task.name.clone()).or_default().push(values);
            follow.measured(measured)?;
        }
    }
}

/// What is known of all figures.
pub fn figures(tasks: &[Task], measured: &Measured, options: &Options) -> Vec<Figure> {
    let mut all = Vec::new();
    for task in tasks {
        let Some(repetitions) = measured.get(&task.name) else {
            continue;
        };
        let complete = task.is_done(repetitions, options);
        let found = task.found(repetitions).into_iter();
        all.extend(found.map(|figure| Figure { complete, ..figure }));
    }
    all
}

/// Seconds that `work` takes.
fn seconds(work: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

/// Speed and cost of a decision of each workload, and its allocations.
fn workload_tasks() -> Result<Vec<Task>, BenchError> {
    let (mut timed, mut counted) = (Vec::new(), Vec::new());
    for policy in POLICIES {
        for players in PLAYERS {
            let workload = Rc::new(Workload::new(policy, players)?);
            let name = workload.name();
            let figures = vec![
                (format!("games on one core: {name}"), Unit::GamesPerSecond),
                (
                    format!("one decision and its consequences: {name}"),
                    Unit::Nanoseconds,
                ),
            ];
            let here = Rc::clone(&workload);
            timed.push(Task::timed(name.clone(), figures, move |games| {
                let mut made = 0;
                let taken = seconds(|| {
                    made = here.play(games);
                    made
                });
                vec![games as f64 / taken, 1e9 * taken / made.max(1) as f64]
            }));
            let figures = vec![(format!("within one game: {name}"), Unit::Allocations)];
            let count = move || Ok(allocations_of(&workload).into_iter().collect());
            counted.push(Task::exact(format!("allocations, {name}"), figures, count));
        }
    }
    timed.extend(counted);
    Ok(timed)
}

/// How fast players who search imagine games, and what a decision costs them.
fn search_tasks() -> Result<Vec<Task>, BenchError> {
    let mut tasks = Vec::new();
    for players in SEARCH_PLAYERS {
        let mut search = work::Search::new(SEARCHING, players)?;
        let name = search.name();
        let figures = vec![
            (
                format!("playouts on one core: {name}"),
                Unit::PlayoutsPerSecond,
            ),
            (format!("one searched decision: {name}"), Unit::Nanoseconds),
        ];
        tasks.push(Task::timed(
            format!("search, {name}"),
            figures,
            move |playouts| {
                let mut made = Effort::default();
                let taken = seconds(|| {
                    made = search.imagine(playouts);
                    made.playouts
                });
                let questions = made.questions.max(1) as f64;
                vec![made.playouts as f64 / taken, 1e9 * taken / questions]
            },
        ));
    }
    Ok(tasks)
}

/// Allocations within one game; `None` if they are not counted.
fn allocations_of(workload: &Workload) -> Option<f64> {
    let mut table = workload.table();
    workload.play_at(&mut table, 1);
    let made = count_allocations(|| {
        black_box(workload.play_at(&mut table, COUNTED_GAMES));
    })?;
    Some(made as f64 / COUNTED_GAMES as f64)
}

/// Numbers of threads to try: doubling up to the most.
fn thread_counts(most: usize) -> Vec<usize> {
    let doubled = std::iter::successors(Some(1), |threads| Some(threads * 2));
    let mut counts: Vec<usize> = doubled.take_while(|threads| *threads < most).collect();
    counts.push(most.max(1));
    counts
}

/// One workload on more and more threads.
fn threads_task(options: &Options) -> Result<Task, BenchError> {
    let workload = Workload::new("random", 2)?;
    let name = workload.name();
    let (mut pools, mut figures) = (Vec::new(), Vec::new());
    for threads in thread_counts(options.threads) {
        let text = counted(threads, "thread");
        figures.push((format!("games on {text}: {name}"), Unit::GamesPerSecond));
        if threads > 1 {
            figures.push((
                format!("speedup of {threads} threads: {name}"),
                Unit::Speedup,
            ));
        }
        pools.push((threads, thread_pool(threads)?));
    }
    Ok(Task::timed("threads".into(), figures, move |games| {
        let (mut values, mut alone) = (Vec::new(), f64::NAN);
        for (threads, pool) in &pools {
            let games = games.max(1000) * *threads as u64;
            let taken = seconds(|| pool.install(|| workload.play_on_threads(games)));
            let speed = games as f64 / taken;
            values.push(speed);
            match threads {
                1 => alone = speed,
                _ => values.push(speed / alone),
            }
        }
        values
    }))
}

fn piece_task(mut piece: work::Piece) -> Task {
    let figures = vec![(piece.name.to_string(), Unit::Nanoseconds)];
    Task::timed(piece.name.into(), figures, move |times| {
        let taken = seconds(|| piece.repeat(times));
        vec![1e9 * taken / times as f64]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hears everything, and interrupts when it has heard enough.
    struct Ear {
        heard: Vec<String>,
        enough: usize,
        interrupt: Rc<AtomicBool>,
    }

    impl Follow for Ear {
        fn about_to(&mut self, task: &str, _: usize) {
            self.heard.push(task.to_string());
        }
        fn measured(&mut self, _: &Measured) -> Result<(), SimError> {
            let stop = self.heard.len() >= self.enough;
            self.interrupt.store(stop, Ordering::Relaxed);
            Ok(())
        }
    }

    fn ear(enough: usize) -> Ear {
        Ear {
            heard: Vec::new(),
            enough,
            interrupt: Rc::default(),
        }
    }

    const OPTIONS: Options = Options {
        repetitions: 2,
        target: None,
        each: Duration::from_micros(200),
        games: None,
        threads: 3,
    };

    #[test]
    fn everything_is_measured() {
        let mut tasks = tasks(&OPTIONS, false).unwrap();
        let (mut measured, mut ear) = (Measured::new(), ear(usize::MAX));
        let interrupt = Rc::clone(&ear.interrupt);
        assert!(run(&mut tasks, &OPTIONS, &mut measured, &interrupt, &mut ear).unwrap());
        let figures = figures(&tasks, &measured, &OPTIONS);
        let count = |unit| figures.iter().filter(|f| f.unit == unit).count();
        // Four policies at three tables, and one, two and three threads.
        assert_eq!(count(Unit::GamesPerSecond), 12 + 3);
        // Decisions, pieces, and questions that are searched at two tables.
        assert_eq!(count(Unit::Nanoseconds), 12 + 3 + 2);
        assert_eq!(count(Unit::PlayoutsPerSecond), 2);
        assert_eq!((count(Unit::Speedup), count(Unit::Bytes)), (2, 1));
        for figure in &figures {
            assert!(
                figure.low > 0.0 && figure.low <= figure.median,
                "{figure:?}"
            );
            assert!(figure.median <= figure.high, "{figure:?}");
        }
        assert!(ear.heard.iter().any(|what| what == "random, 2 players"));
    }

    #[test]
    fn only_what_is_missing_is_measured_after_an_interruption() {
        let mut tasks = tasks(&OPTIONS, false).unwrap();
        let (mut measured, mut first) = (Measured::new(), ear(20));
        let interrupt = Rc::clone(&first.interrupt);
        assert!(!run(&mut tasks, &OPTIONS, &mut measured, &interrupt, &mut first).unwrap());
        assert_eq!(first.heard.len(), 20);
        let kept = measured.clone();
        let mut rest = ear(usize::MAX);
        let interrupt = Rc::clone(&rest.interrupt);
        assert!(run(&mut tasks, &OPTIONS, &mut measured, &interrupt, &mut rest).unwrap());
        for (name, values) in &kept {
            assert_eq!(measured[name][..values.len()], values[..], "{name}");
        }
        let times = |name: &str| {
            let heard = first.heard.iter().chain(&rest.heard);
            heard.filter(|what| *what == name).count()
        };
        assert_eq!(
            (times("pass, 1 player"), times("copy of the state")),
            (2, 2)
        );
        assert_eq!(times("state"), 1, "counted once");
    }

    #[test]
    fn threads_are_doubled_up_to_the_most() {
        assert_eq!(thread_counts(1), [1]);
        assert_eq!(thread_counts(2), [1, 2]);
        assert_eq!(thread_counts(6), [1, 2, 4, 6]);
    }
}
