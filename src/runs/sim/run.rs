//! A run from its plan to its files.

use super::SimError;
use super::batch::{Chunk, End, Flow, play_chunk, play_in_order, thread_pool};
use super::checkpoint::Checkpoints;
use super::collect::{Collector, Session};
use super::columns::RowTables;
use super::decisions::DecisionRow;
use super::game::GameRecord;
use super::plan::Plan;
use super::stop::StopReason;
use crate::lifecycle::OutputDirectory;
use answers::Answer;
use std::sync::atomic::AtomicBool;
use tables::Format;

/// The share of games that was won, as progress shows it.
pub fn win_rate(wins: u64, games: u64) -> String {
    format!("win rate {:.2}%", 100.0 * wins as f64 / games.max(1) as f64)
}

/// Follows a run and may stop it.
pub trait Watch {
    /// Reports how many games earlier sessions have played.
    fn resumed(&self, _games: u64) {}
    /// Reports how many games were played so far, and what they show.
    fn progress(&self, games: u64, shown: impl FnOnce() -> String);
    /// Set when the run should stop.
    fn interrupt(&self) -> &AtomicBool;
}

/// Plays the rest of a plan and writes its results to a directory that was started or resumed.
pub fn run(
    plan: &Plan,
    directory: OutputDirectory,
    formats: &[Format],
    watch: &impl Watch,
) -> Result<Answer, SimError> {
    let mut running = Running::begin(plan, directory, formats)?;
    let reason = running.play(watch)?;
    running.finish(reason)
}

/// Games whose rows are written together: a frame for fewer rows costs more than its rows.
const BLOCK_GAMES: usize = 4096;

/// A run that has begun.
struct Running<'a> {
    plan: &'a Plan,
    directory: OutputDirectory,
    tables: RowTables,
    collector: Collector,
    checkpoints: Checkpoints,
    /// Games whose rows are not written yet.
    with_rows: Vec<GameRecord>,
    decisions: Vec<DecisionRow>,
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
            collector.count(&kept.totals);
            Ok(collector.write(&kept.tables)?)
        })?;
        Ok(Running {
            plan,
            directory,
            tables,
            games_before: collector.totals().games,
            collector,
            checkpoints,
            with_rows: Vec::new(),
            decisions: Vec::new(),
            next,
        })
    }

    fn play(&mut self, watch: &impl Watch) -> Result<StopReason, SimError> {
        watch.resumed(self.games_before);
        if self.is_precise_enough() {
            return Ok(StopReason::TargetError);
        }
        let pool = thread_pool(self.directory.manifest.threads)?;
        let plan = self.plan;
        let end = play_in_order(
            &pool,
            self.next..plan.range().end,
            watch.interrupt(),
            |games| play_chunk(plan, games),
            |chunk| {
                let flow = self.take(chunk)?;
                let totals = self.collector.totals();
                watch.progress(totals.games, || win_rate(totals.wins, totals.games));
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

    fn take(&mut self, chunk: Chunk) -> Result<Flow, SimError> {
        self.collector.count(&chunk.totals);
        self.checkpoints.count(&chunk);
        self.next = chunk.games.end;
        self.with_rows.extend(chunk.with_rows);
        self.decisions.extend(chunk.decisions);
        if self.with_rows.len() >= BLOCK_GAMES || self.checkpoints.is_due() {
            self.write_rows()?;
        }
        Ok(if self.is_precise_enough() {
            Flow::Stop
        } else {
            Flow::GoOn
        })
    }

    /// Writes the rows of all games played so far.
    fn write_rows(&mut self) -> Result<(), SimError> {
        let tables = self.tables.fill(&self.with_rows, &self.decisions);
        self.with_rows.clear();
        self.decisions.clear();
        self.collector.write(&tables)?;
        self.checkpoints.add(&tables)
    }

    fn finish(mut self, reason: StopReason) -> Result<Answer, SimError> {
        self.write_rows()?;
        let look = match reason {
            StopReason::Interrupted => self.directory.interruption(),
            _ => self.plan.stop.look(),
        };
        if self.plan.shard.is_some() || reason == StopReason::Interrupted {
            self.checkpoints.flush()?;
        }
        let session = Session {
            reason,
            look,
            games: self.collector.totals().games - self.games_before,
            seconds: self.directory.session_seconds(),
            threads: self.directory.manifest.threads,
            merged_from: Vec::new(),
        };
        self.collector.finish(self.plan, &session, self.directory)
    }
}
