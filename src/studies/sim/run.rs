//! A run from its plan to its files.

use super::SimError;
use super::batch::{Chunk, End, Flow, play_chunk, play_in_order, thread_pool};
use super::checkpoint::Checkpoints;
use super::collect::{Collector, remove_run, remove_tables};
use super::columns::RowTables;
use super::manifest::{GameSpan, Manifest, StopReason};
use super::plan::Plan;
use super::results::Monitoring;
use super::totals::Totals;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tables::Format;

/// How and where a plan is carried out; nothing of this changes the results.
#[derive(Clone, Debug)]
pub struct Session {
    /// Where the results go; it must exist.
    pub directory: PathBuf,
    /// The formats of the tables.
    pub formats: Vec<Format>,
    /// Threads that play.
    pub threads: usize,
    /// How often what has been played is kept.
    pub checkpoint: Duration,
    /// The arguments that make the run again.
    pub arguments: Vec<String>,
}

/// Whether a run begins or goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// It begins; what an earlier run left is removed.
    Fresh,
    /// It goes on with what is kept.
    Resume,
}

/// Somebody who follows a run and may stop it.
pub trait Watch {
    /// Says how many games were played so far, and which share of them was won.
    fn progress(&self, games: u64, win_rate: f64);
    /// Set when the run shall stop.
    fn interrupt(&self) -> &AtomicBool;
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was written beside the data.
    pub manifest: Manifest,
    /// All sums.
    pub totals: Totals,
    /// How intervals must be made.
    pub looks: Monitoring,
}

/// How intervals must be made for a run that ended so.
fn looks(plan: &Plan, reason: StopReason) -> Monitoring {
    match plan.stop.target.is_some() || reason == StopReason::Interrupted {
        true => Monitoring::Repeated,
        false => Monitoring::Fixed,
    }
}

/// Plays a plan and writes its results.
pub fn run(
    plan: &Plan,
    session: &Session,
    start: Start,
    watch: &impl Watch,
) -> Result<Outcome, SimError> {
    let mut running = Running::begin(plan, session, start)?;
    let reason = running.play(watch)?;
    running.finish(reason)
}

/// A run that has begun.
struct Running<'a> {
    plan: &'a Plan,
    session: &'a Session,
    tables: RowTables,
    manifest: Manifest,
    collector: Collector,
    checkpoints: Checkpoints,
    /// The next game.
    next: u64,
    seconds_before: f64,
    games_before: u64,
    started: Instant,
}

impl<'a> Running<'a> {
    fn begin(plan: &'a Plan, session: &'a Session, start: Start) -> Result<Self, SimError> {
        let directory = &session.directory;
        let manifest = Manifest::new(plan.configuration(), plan.shard, &session.arguments);
        match start {
            Start::Fresh => remove_run(directory)?,
            Start::Resume => remove_tables(directory)?,
        }
        manifest.write(directory)?;
        let tables = RowTables::new(plan)?;
        let kinds = plan.cards.kinds.len();
        let mut collector = match plan.shard {
            Some(_) => Collector::without_files(directory, &session.formats, kinds),
            None => Collector::create(directory, &session.formats, &tables, kinds)?,
        };
        let mut checkpoints = Checkpoints::open(
            directory,
            &plan.identity(),
            &tables,
            kinds,
            session.checkpoint,
        )?;
        let mut seconds_before = 0.0;
        let next = checkpoints.take_up(plan.range().start, |kept| {
            seconds_before += kept.seconds;
            Ok(collector.add(&kept.tables, &kept.totals)?)
        })?;
        Ok(Running {
            plan,
            session,
            tables,
            manifest,
            games_before: collector.totals().games,
            collector,
            checkpoints,
            next,
            seconds_before,
            started: Instant::now(),
        })
    }

    fn play(&mut self, watch: &impl Watch) -> Result<StopReason, SimError> {
        if self.is_precise_enough() {
            return Ok(StopReason::TargetError);
        }
        let pool = thread_pool(self.session.threads)?;
        let (plan, tables) = (self.plan, self.tables.clone());
        let end = play_in_order(
            &pool,
            self.next..plan.range().end,
            watch.interrupt(),
            |games| play_chunk(plan, &tables, games),
            |chunk| {
                let flow = self.take(&chunk)?;
                let totals = self.collector.totals();
                let win_rate = totals.wins as f64 / totals.games.max(1) as f64;
                watch.progress(totals.games, win_rate);
                Ok::<_, SimError>(flow)
            },
        )?;
        Ok(match end {
            End::AllPlayed => StopReason::Games,
            End::Stopped => StopReason::TargetError,
            End::Interrupted => StopReason::Interrupted,
        })
    }

    fn is_precise_enough(&self) -> bool {
        let totals = self.collector.totals();
        self.plan.stop.is_met(totals.wins, totals.games)
    }

    fn take(&mut self, chunk: &Chunk) -> Result<Flow, SimError> {
        self.collector.add(&chunk.tables, &chunk.totals)?;
        self.checkpoints.add(chunk)?;
        self.next = chunk.games.end;
        Ok(match self.is_precise_enough() {
            true => Flow::Stop,
            false => Flow::GoOn,
        })
    }

    fn finish(mut self, reason: StopReason) -> Result<Outcome, SimError> {
        let looks = looks(self.plan, reason);
        let keeps_parts = self.plan.shard.is_some() || !reason.is_complete();
        if keeps_parts {
            self.checkpoints.flush()?;
        }
        let elapsed = self.started.elapsed().as_secs_f64();
        let (totals, files) = match self.plan.shard {
            Some(_) => (self.collector.into_totals(), Vec::new()),
            None => {
                let players = self.plan.rules.players;
                self.collector.finish(&self.plan.cards, players, looks)?
            }
        };
        let played_now = totals.games - self.games_before;
        let manifest = Manifest {
            complete: reason.is_complete(),
            stop_reason: reason,
            games: GameSpan {
                first: self.plan.range().start,
                end: self.next,
                played: totals.games,
                won: totals.wins,
            },
            files,
            threads: self.session.threads,
            elapsed_seconds: self.seconds_before + elapsed,
            games_per_second: match elapsed > 0.0 {
                true => played_now as f64 / elapsed,
                false => 0.0,
            },
            ..self.manifest
        };
        manifest.write(&self.session.directory)?;
        if !keeps_parts {
            self.checkpoints.remove()?;
        }
        Ok(Outcome {
            manifest,
            totals,
            looks,
        })
    }
}
