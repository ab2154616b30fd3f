//! Checkpoints, so that a run can be resumed after any interruption.
//!
//! The games since the last checkpoint become one part file: their rows, and their sums as the
//! part's state. Parts follow one another without gap, in the order of the games. Where a part ends
//! depends on the clock; the combined result of all parts does not.

use super::SimError;
use super::batch::Chunk;
use super::columns::RowTables;
use super::plan::Plan;
use super::rows::Rows;
use super::totals::Totals;
use crate::lifecycle::{OutputDirectory, PARTS};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};
use tables::{ExportError, Part, PartStore, Problem, Table};

/// The maximum number of rows in memory before a part is written.
const PART_ROWS: usize = 1 << 16;

/// The state of a part besides its rows.
#[derive(Debug, Serialize, Deserialize)]
struct PartState {
    first: u64,
    end: u64,
    seconds: f64,
    totals: Totals,
}

/// The games of a part.
#[derive(Debug)]
pub struct Kept {
    /// Which games.
    pub games: Range<u64>,
    /// Their rows.
    pub tables: Vec<Table>,
    /// Their sums.
    pub totals: Totals,
    /// How long they took.
    pub seconds: f64,
}

/// The parts of a run, and the games since the last of them.
#[derive(Debug)]
pub struct Checkpoints {
    store: PartStore,
    next_part: u64,
    pending: Pending,
    kinds: usize,
    rows: Rows,
    range: Range<u64>,
    every: Duration,
}

#[derive(Debug)]
struct Pending {
    games: Range<u64>,
    tables: Vec<Table>,
    totals: Totals,
    since: Instant,
}

impl Checkpoints {
    /// The parts of a run in its output directory.
    pub fn open(
        plan: &Plan,
        directory: &OutputDirectory,
        tables: &RowTables,
    ) -> Result<Self, SimError> {
        Checkpoints::at(directory.path(), plan, tables, directory.every())
    }

    /// The parts of a shard, to be read.
    pub fn of_shard(path: &Path, plan: &Plan, tables: &RowTables) -> Result<Self, SimError> {
        Checkpoints::at(path, plan, tables, Duration::MAX)
    }

    fn at(path: &Path, plan: &Plan, tables: &RowTables, every: Duration) -> Result<Self, SimError> {
        let store = PartStore::open(&path.join(PARTS), &plan.identity(), tables.empty())?;
        let kinds = plan.cards.kinds.len();
        Ok(Checkpoints {
            store,
            next_part: 0,
            pending: Pending {
                games: 0..0,
                tables: tables.empty(),
                totals: Totals::new(kinds),
                since: Instant::now(),
            },
            kinds,
            rows: plan.rows,
            range: plan.range(),
            every,
        })
    }

    /// Loads the parts of earlier sessions: passes every part to `visit`, in order. Parts that do
    /// not follow on are removed. Returns the first missing game.
    pub fn take_up(
        &mut self,
        first_game: u64,
        mut visit: impl FnMut(Kept) -> Result<(), SimError>,
    ) -> Result<u64, SimError> {
        let found = self.store.recover()?;
        let mut next_game = first_game;
        // A part that cannot be valid is played again, like a damaged one.
        while let Some(kept) = sound(self.read(self.next_part, next_game))? {
            next_game = kept.games.end;
            self.next_part += 1;
            visit(kept)?;
        }
        for number in found.range(self.next_part..) {
            self.store.remove_part(*number)?;
        }
        self.restart(next_game);
        Ok(next_game)
    }

    /// Passes every part to `visit`, in order, and changes nothing. Returns the first missing game.
    pub fn visit(
        &self,
        first_game: u64,
        mut visit: impl FnMut(Kept) -> Result<(), SimError>,
    ) -> Result<u64, SimError> {
        let (mut number, mut next_game) = (0, first_game);
        while let Some(kept) = self.read(number, next_game)? {
            number += 1;
            next_game = kept.games.end;
            visit(kept)?;
        }
        Ok(next_game)
    }

    /// A part, which must begin with a game; nothing if there is none.
    fn read(&self, number: u64, first: u64) -> Result<Option<Kept>, ExportError> {
        let part = match self.store.read(number) {
            Err(error) if matches!(error.problem, Problem::MissingPart(_)) => return Ok(None),
            part => part?,
        };
        let unfit = |reason: String| ExportError::damaged(&self.store.path(number), reason);
        let state: PartState =
            serde_json::from_slice(&part.state).map_err(|error| unfit(error.to_string()))?;
        let kept = Kept {
            games: state.first..state.end,
            tables: part.tables,
            totals: state.totals,
            seconds: state.seconds,
        };
        if state.first != first {
            let begins = state.first;
            let reason = format!("it begins with game {begins}, expected {first}");
            return Err(unfit(reason));
        }
        match self.implausible(&kept) {
            None => Ok(Some(kept)),
            Some(reason) => Err(unfit(reason.into())),
        }
    }

    /// Why a part cannot be valid.
    fn implausible(&self, kept: &Kept) -> Option<&'static str> {
        let Range { start, end } = kept.games;
        if start >= end || start < self.range.start || end > self.range.end {
            return Some("its games are not those of the run");
        }
        let totals = &kept.totals;
        if totals.games != end - start || totals.wins > totals.games {
            return Some("its sums are not those of its games");
        }
        if totals.cards.len() != self.kinds {
            return Some("it counts other cards");
        }
        // The first table has a row for each game that gets one.
        let rows = self.rows.count(end) - self.rows.count(start);
        let first = kept.tables.first();
        if first.is_some_and(|table| table.len() as u64 != rows) {
            return Some("its rows are not those of its games");
        }
        (!kept.seconds.is_finite() || kept.seconds < 0.0).then_some("it took an impossible time")
    }

    fn restart(&mut self, next_game: u64) {
        self.pending.games = next_game..next_game;
        for table in &mut self.pending.tables {
            *table = table.empty();
        }
        self.pending.totals = Totals::new(self.kinds);
        self.pending.since = Instant::now();
    }

    /// Counts games; their rows follow with [`Checkpoints::add`].
    pub fn count(&mut self, chunk: &Chunk) {
        self.pending.games.end = chunk.games.end;
        self.pending.totals.merge(&chunk.totals);
    }

    /// Whether it is time for a part.
    pub fn is_due(&self) -> bool {
        self.pending.since.elapsed() >= self.every
    }

    /// Adds the rows of all games counted so far; writes a part when it is time.
    pub fn add(&mut self, tables: &[Table]) -> Result<(), SimError> {
        let pending = &mut self.pending;
        for (to, from) in pending.tables.iter_mut().zip(tables) {
            to.append(from)?;
        }
        let rows = pending.tables.iter().map(Table::len).max().unwrap_or(0);
        if rows >= PART_ROWS || self.is_due() {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes a part with all games since the last one.
    pub fn flush(&mut self) -> Result<(), SimError> {
        if self.pending.games.is_empty() {
            return Ok(());
        }
        let state = PartState {
            first: self.pending.games.start,
            end: self.pending.games.end,
            seconds: self.pending.since.elapsed().as_secs_f64(),
            totals: std::mem::replace(&mut self.pending.totals, Totals::new(self.kinds)),
        };
        let end = state.end;
        let part = Part {
            number: self.next_part,
            state: serde_json::to_vec(&state).unwrap_or_default(),
            tables: std::mem::take(&mut self.pending.tables),
        };
        self.store.write(&part)?;
        self.pending.tables = part.tables;
        self.next_part += 1;
        self.restart(end);
        Ok(())
    }
}

/// What is read, unless it is damaged.
fn sound(read: Result<Option<Kept>, ExportError>) -> Result<Option<Kept>, ExportError> {
    match read {
        Err(error) if matches!(error.problem, Problem::Damaged(_)) => Ok(None),
        other => other,
    }
}
