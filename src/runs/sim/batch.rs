//! Playing many games on many threads, with results in the order of the games.
//!
//! The games are cut into chunks. A batch of chunks is played in parallel while the chunks of the
//! batch before it are consumed in order, so memory is bounded and the results do not depend on the
//! number of threads. How large chunks are depends on the clock, to keep threads busy with quick
//! policies and the program responsive with slow ones; results do not, because everything
//! downstream depends on rows and sums alone.

use super::SimError;
use super::decisions::DecisionRow;
use super::game::{GameRecord, Tabletop};
use super::plan::Plan;
use super::totals::Totals;
use game::observe::tally::Tally;
use players::interrupt::abandonable;
pub use rayon::ThreadPool;
use rayon::prelude::*;
use statistics::looks::next_check;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Games in a chunk at most: large enough to be worth a task, small enough that the records of all
/// chunks of a batch take little memory.
const CHUNK_GAMES: u64 = 128;
/// Chunks of a batch for each thread: at its end a thread waits for less than one of them.
const CHUNKS_PER_THREAD: usize = 64;
/// The same as long as a chunk is a single game, which may take seconds: progress shows after each
/// batch.
const GAMES_PER_THREAD: usize = 16;
/// While batches are quicker than this, chunks grow.
const SHORT_BATCH: Duration = Duration::from_millis(200);

/// The results of consecutive games.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Which games.
    pub games: Range<u64>,
    /// Those of them that get rows.
    pub with_rows: Vec<GameRecord>,
    /// Their decisions, if these get rows.
    pub decisions: Vec<DecisionRow>,
    /// Their sums.
    pub totals: Totals,
}

/// Whether to continue after a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Continue.
    GoOn,
    /// Stop.
    Stop,
}

/// Why playing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All games were played.
    AllPlayed,
    /// The consumer stopped.
    Stopped,
    /// It was interrupted.
    Interrupted,
}

/// Threads to play on.
pub fn thread_pool(threads: usize) -> Result<ThreadPool, SimError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| SimError::Threads {
        threads,
        reason: error.to_string(),
    })
}

/// Plays consecutive games.
pub fn play_chunk(plan: &Plan, games: Range<u64>) -> Chunk {
    let mut tally = Tally::new(&plan.cards);
    let mut records: Vec<GameRecord> = Vec::with_capacity((games.end - games.start) as usize);
    let mut table = Tabletop::new(plan);
    records.extend(games.clone().map(|game| table.play(game, &mut tally)));
    let totals = Totals::of(&records, tally);
    records.retain(|record| plan.rows.includes(record.game));
    Chunk {
        with_rows: records,
        decisions: table.decisions,
        totals,
        games,
    }
}

/// The next chunks from `next` on. None reaches across a point where the run may stop.
fn cut(next: u64, end: u64, size: u64, count: usize) -> Vec<Range<u64>> {
    let mut chunks = Vec::with_capacity(count);
    let mut start = next;
    while start < end && chunks.len() < count {
        let stop = (start + size).min(next_check(start)).min(end);
        chunks.push(start..stop);
        start = stop;
    }
    chunks
}

/// Plays the games of `range` on the pool and passes their results to `consume` in order, on the
/// calling thread. When `interrupt` is set, unfinished chunks are left out.
pub fn play_in_order<T: Send, E>(
    pool: &ThreadPool,
    range: Range<u64>,
    interrupt: &AtomicBool,
    play: impl Fn(Range<u64>) -> T + Sync,
    mut consume: impl FnMut(T) -> Result<Flow, E>,
) -> Result<End, E> {
    let abandoned = AtomicBool::new(false);
    let wanted = || !interrupt.load(Ordering::Relaxed) && !abandoned.load(Ordering::Relaxed);
    let fixed = fixed_chunk();
    let (mut next, mut size) = (range.start, fixed.unwrap_or(1));
    let mut ready: Vec<Option<T>> = Vec::new();
    loop {
        let per_thread = match size {
            1 => GAMES_PER_THREAD,
            _ => CHUNKS_PER_THREAD,
        };
        let count = per_thread * pool.current_num_threads();
        let jobs = cut(next, range.end, size, count);
        let mut fresh = Vec::with_capacity(jobs.len());
        let mut elapsed = Duration::ZERO;
        let outcome = pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                let started = Instant::now();
                jobs.par_iter()
                    .with_max_len(1)
                    .map(|games| {
                        let played = wanted().then(|| abandonable(|| play(games.clone())));
                        // Chunks in progress may have been abandoned in the middle.
                        played.filter(|_| !interrupt.load(Ordering::Acquire))
                    })
                    .collect_into_vec(&mut fresh);
                elapsed = started.elapsed();
            });
            let outcome = consume_all(ready.drain(..), &mut consume);
            if !matches!(outcome, Ok(None)) {
                abandoned.store(true, Ordering::Relaxed);
            }
            outcome
        })?;
        if let Some(end) = outcome {
            return Ok(end);
        }
        if jobs.is_empty() {
            return Ok(End::AllPlayed);
        }
        next = jobs.last().map_or(range.end, |games| games.end);
        if fixed.is_none() && elapsed < SHORT_BATCH {
            size = (2 * size).min(CHUNK_GAMES);
        }
        ready = fresh;
    }
}

/// The size of all chunks, if `XENOSIM_CHUNK_GAMES` says so: chunks that grow with the clock make runs
/// that are to be measured differ.
fn fixed_chunk() -> Option<u64> {
    let words = std::env::var("XENOSIM_CHUNK_GAMES").ok()?;
    words.parse().ok().filter(|games| *games > 0)
}

/// Consumes chunks up to the first that was not played; returns why playing must end, if it must.
fn consume_all<T, E>(
    chunks: impl Iterator<Item = Option<T>>,
    consume: &mut impl FnMut(T) -> Result<Flow, E>,
) -> Result<Option<End>, E> {
    for chunk in chunks {
        let Some(chunk) = chunk else {
            return Ok(Some(End::Interrupted));
        };
        if consume(chunk)? == Flow::Stop {
            return Ok(Some(End::Stopped));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: usize) -> rayon::ThreadPool {
        thread_pool(threads).unwrap()
    }

    fn bare(games: Range<u64>) -> Chunk {
        Chunk {
            games,
            with_rows: Vec::new(),
            decisions: Vec::new(),
            totals: Totals::new(0),
        }
    }

    fn played(threads: usize, range: Range<u64>, stop_at: Option<u64>) -> (Vec<u64>, End) {
        let mut seen = Vec::new();
        let end = play_in_order(
            &pool(threads),
            range,
            &AtomicBool::new(false),
            bare,
            |chunk| {
                seen.extend(chunk.games.clone());
                Ok::<_, ()>(if stop_at == Some(chunk.games.end) {
                    Flow::Stop
                } else {
                    Flow::GoOn
                })
            },
        );
        (seen, end.unwrap())
    }

    #[test]
    fn every_game_comes_once_and_in_order() {
        for threads in [1, 2, 5] {
            let (seen, end) = played(threads, 123..30_000, None);
            assert_eq!(end, End::AllPlayed);
            assert!(seen.iter().copied().eq(123..30_000));
        }
        assert_eq!(played(2, 7..7, None), (vec![], End::AllPlayed));
    }
}
