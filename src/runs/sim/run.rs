//! A run from its plan to its files.

use super::SimError;
use super::batch::{Chunk, End, Flow, play_chunk, play_in_order, thread_pool};
use super::checkpoint::Checkpoints;
use super::collect::Collector;
use super::columns::RowTables;
use super::habits::Habit;
use super::plan::Plan;
use super::record::{GameSpan, RunRecord, StopReason};
use super::results::Monitoring;
use super::totals::Totals;
use crate::lifecycle::{Manifest, OutputDirectory};
use cards::words::Word;
use std::sync::atomic::AtomicBool;
use tables::Format;

/// Follows a run and may stop it.
pub trait Watch {
    /// Reports how many games earlier sessions have played.
    fn resumed(&self, _games: u64) {}
    /// Reports how many games were played so far, and the share won.
    fn progress(&self, games: u64, win_rate: f64);
    /// Set when the run should stop.
    fn interrupt(&self) -> &AtomicBool;
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The manifest.
    pub manifest: Manifest,
    /// The games, as in the manifest.
    pub record: RunRecord,
    /// Why it ended.
    pub reason: StopReason,
    /// All sums.
    pub totals: Totals,
    /// What the players did with the cards.
    pub habits: Vec<Habit>,
    /// Which intervals to use.
    pub looks: Monitoring,
}

/// Which intervals to use for a run that ended in this way.
fn looks(plan: &Plan, reason: StopReason) -> Monitoring {
    if plan.stop.target.is_some() || reason == StopReason::Interrupted {
        Monitoring::Repeated
    } else {
        Monitoring::Fixed
    }
}

/// Plays the rest of a plan and writes its results to a directory that was started or resumed.
pub fn run(
    plan: &Plan,
    directory: OutputDirectory,
    formats: &[Format],
    watch: &impl Watch,
) -> Result<Outcome, SimError> {
    let mut running = Running::begin(plan, directory, formats)?;
    let reason = running.play(watch)?;
    running.finish(reason)
}

/// A run that has begun.
struct Running<'a> {
    plan: &'a Plan,
    directory: OutputDirectory,
    tables: RowTables,
    collector: Collector,
    checkpoints: Checkpoints,
    /// The next game.
    next: u64,
    games_before: u64,
}

impl<'a> Running<'a> {
    fn begin(
        plan: &'a Plan,
        mut directory: OutputDirectory,
        formats: &[Format],
    ) -> Result<Self, SimError> {
        let tables = RowTables::new(plan)?;
        let mut collector = match plan.shard {
            Some(_) => Collector::without_files(plan),
            None => Collector::create(plan, &mut directory, formats, &tables)?,
        };
        let mut checkpoints = Checkpoints::open(plan, &directory, &tables)?;
        let next = checkpoints.take_up(plan.range().start, |kept| {
            directory.add_seconds(kept.seconds);
            Ok(collector.add(&kept.tables, &kept.totals)?)
        })?;
        Ok(Running {
            plan,
            directory,
            tables,
            games_before: collector.totals().games,
            collector,
            checkpoints,
            next,
        })
    }

    fn play(&mut self, watch: &impl Watch) -> Result<StopReason, SimError> {
        watch.resumed(self.games_before);
        if self.is_precise_enough() {
            return Ok(StopReason::TargetError);
        }
        let pool = thread_pool(self.directory.manifest.threads)?;
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
        Ok(if self.is_precise_enough() {
            Flow::Stop
        } else {
            Flow::GoOn
        })
    }

    fn finish(mut self, reason: StopReason) -> Result<Outcome, SimError> {
        let looks = looks(self.plan, reason);
        if self.plan.shard.is_some() || !reason.is_complete() {
            self.checkpoints.flush()?;
        }
        let elapsed = self.directory.session_seconds();
        let (totals, habits) = self
            .collector
            .finish(self.plan, looks, &mut self.directory)?;
        let played_now = totals.games - self.games_before;
        let record = RunRecord {
            games: GameSpan {
                first: self.plan.range().start,
                end: self.next,
                played: totals.games,
                won: totals.wins,
            },
            games_per_second: if elapsed > 0.0 {
                played_now as f64 / elapsed
            } else {
                0.0
            },
            ..self.plan.record()
        };
        self.directory.describe(record.json());
        Ok(Outcome {
            manifest: self.directory.finish(reason.is_complete(), reason.word())?,
            record,
            reason,
            totals,
            habits,
            looks,
        })
    }
}
