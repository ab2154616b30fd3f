//! How fast the engine is, with the spread that a busy machine makes.
//!
//! Everything is measured several times, and the repetitions of all workloads are interleaved, so
//! that a slow minute of the machine falls on all of them alike. A figure is the median of its
//! repetitions with the smallest and the largest.

pub mod allocations;
mod figure;
mod machine;
mod work;

pub use figure::{Figure, Ratio, Unit};
pub use machine::Machine;
pub use work::{PLAYERS, POLICIES, Workload};

use crate::cards::load::Faults;
use crate::sim::SimError;
use crate::state::GameState;
use allocations::count_allocations;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How to measure.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Repetitions of everything.
    pub repetitions: usize,
    /// Time for one repetition of one piece of work.
    pub each: Duration,
    /// The most threads to try.
    pub threads: usize,
}

/// Why nothing could be measured.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The built-in cards or policies have faults.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// Threads could not be started.
    #[error(transparent)]
    Sim(#[from] SimError),
}

/// Games over which allocations are counted, after one that may prepare things.
const COUNTED_GAMES: u64 = 20;

/// Measures everything; `told` hears what is about to be measured.
pub fn run(options: &Options, mut told: impl FnMut(&str)) -> Result<Vec<Figure>, BenchError> {
    let mut figures = measure_workloads(options, &mut told)?;
    figures.extend(measure_threads(options, &mut told)?);
    told("pieces");
    figures.extend(measure_pieces(options)?);
    figures.extend(Figure::new(
        "state",
        Unit::Bytes,
        &[size_of::<GameState>() as f64],
    ));
    Ok(figures)
}

/// Seconds that `work` takes.
fn seconds(work: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

/// How often `work` must be done to take about as long as wanted; it is done meanwhile, which
/// warms things up.
fn calibrate(each: Duration, mut work: impl FnMut(u64) -> u64) -> u64 {
    let mut times = 1;
    loop {
        let taken = seconds(|| work(times));
        if taken * 8.0 > each.as_secs_f64() || times > 1 << 40 {
            let wanted = times as f64 * each.as_secs_f64() / taken.max(1e-9);
            return (wanted as u64).max(1);
        }
        times *= 4;
    }
}

fn measure_workloads(
    options: &Options,
    told: &mut impl FnMut(&str),
) -> Result<Vec<Figure>, BenchError> {
    let mut all = Vec::new();
    for policy in POLICIES {
        for players in PLAYERS {
            let workload = Workload::new(policy, players)?;
            told(&workload.name());
            let games = calibrate(options.each, |games| workload.play(games));
            all.push((workload, games, Vec::new(), Vec::new()));
        }
    }
    for repetition in 1..=options.repetitions {
        told(&format!("games, {repetition} of {}", options.repetitions));
        for (workload, games, speeds, decisions) in &mut all {
            let mut made = 0;
            let taken = seconds(|| {
                made = workload.play(*games);
                made
            });
            speeds.push(*games as f64 / taken);
            decisions.push(1e9 * taken / made.max(1) as f64);
        }
    }
    let mut figures = Vec::new();
    for (workload, _, speeds, decisions) in &all {
        let name = workload.name();
        figures.extend(Figure::new(
            format!("games on one core: {name}"),
            Unit::GamesPerSecond,
            speeds,
        ));
        let named = format!("one decision and its consequences: {name}");
        figures.extend(Figure::new(named, Unit::Nanoseconds, decisions));
    }
    figures.extend(all.iter().filter_map(|(workload, ..)| {
        let mut table = workload.table();
        workload.play_at(&mut table, 1);
        let made = count_allocations(|| {
            black_box(workload.play_at(&mut table, COUNTED_GAMES));
        })?;
        let per_game = made as f64 / COUNTED_GAMES as f64;
        let named = format!("within one game: {}", workload.name());
        Figure::new(named, Unit::Allocations, &[per_game])
    }));
    Ok(figures)
}

/// Numbers of threads to try: doubling up to the most.
fn thread_counts(most: usize) -> Vec<usize> {
    let doubled = std::iter::successors(Some(1), |threads| Some(threads * 2));
    let mut counts: Vec<usize> = doubled.take_while(|threads| *threads < most).collect();
    counts.push(most.max(1));
    counts
}

fn measure_threads(
    options: &Options,
    told: &mut impl FnMut(&str),
) -> Result<Vec<Figure>, BenchError> {
    let workload = Workload::new("random", 2)?;
    let games = calibrate(options.each, |games| workload.play(games));
    let mut pools = Vec::new();
    for threads in thread_counts(options.threads) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| SimError::Threads {
            threads,
            reason: error.to_string(),
        })?;
        pools.push((threads, pool, Vec::new(), Vec::new()));
    }
    for repetition in 1..=options.repetitions {
        told(&format!("threads, {repetition} of {}", options.repetitions));
        let mut alone = f64::NAN;
        for (threads, pool, speeds, speedups) in &mut pools {
            let games = games.max(1000) * *threads as u64;
            let taken = seconds(|| pool.install(|| workload.play_on_threads(games)));
            let speed = games as f64 / taken;
            if *threads == 1 {
                alone = speed;
            }
            speeds.push(speed);
            speedups.push(speed / alone);
        }
    }
    let mut figures = Vec::new();
    for (threads, _, speeds, speedups) in &pools {
        let threads_text = match threads {
            1 => "1 thread".to_string(),
            n => format!("{n} threads"),
        };
        let named = format!("games on {threads_text}: {}", workload.name());
        figures.extend(Figure::new(named.clone(), Unit::GamesPerSecond, speeds));
        if *threads > 1 {
            let named = format!("{threads} threads over one: {}", workload.name());
            figures.extend(Figure::new(named, Unit::Speedup, speedups));
        }
    }
    Ok(figures)
}

fn measure_pieces(options: &Options) -> Result<Vec<Figure>, BenchError> {
    let each = options.each / 2;
    let mut all = Vec::new();
    for mut piece in work::pieces()? {
        let times = calibrate(each, |times| piece.repeat(times));
        all.push((piece, times, Vec::new()));
    }
    for _ in 0..options.repetitions {
        for (piece, times, nanos) in &mut all {
            let taken = seconds(|| piece.repeat(*times));
            nanos.push(1e9 * taken / *times as f64);
        }
    }
    let figures = all.iter();
    Ok(figures
        .filter_map(|(piece, _, nanos)| Figure::new(piece.name, Unit::Nanoseconds, nanos))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_measured() {
        let options = Options {
            repetitions: 2,
            each: Duration::from_micros(200),
            threads: 3,
        };
        let mut heard = Vec::new();
        let figures = run(&options, |what| heard.push(what.to_string())).unwrap();
        let count = |unit| figures.iter().filter(|f| f.unit == unit).count();
        // Four policies at three tables, and one, two and three threads.
        assert_eq!(count(Unit::GamesPerSecond), 12 + 3);
        assert_eq!(count(Unit::Nanoseconds), 12 + 3);
        assert_eq!((count(Unit::Speedup), count(Unit::Bytes)), (2, 1));
        for figure in &figures {
            assert!(
                figure.low > 0.0 && figure.low <= figure.median,
                "{figure:?}"
            );
            assert!(figure.median <= figure.high, "{figure:?}");
        }
        assert!(heard.iter().any(|what| what == "random, 2 players"));
    }

    #[test]
    fn threads_are_doubled_up_to_the_most() {
        assert_eq!(thread_counts(1), [1]);
        assert_eq!(thread_counts(2), [1, 2]);
        assert_eq!(thread_counts(6), [1, 2, 4, 6]);
    }
}
