//! Collects rows and sums into the files of an output directory.

use super::SimError;
use super::columns::RowTables;
use super::habits::{Habit, habits};
use super::plan::Plan;
use super::results;
use super::totals::Totals;
use crate::lifecycle::{FileEntry, OutputDirectory};
use answers::ANSWER;
use statistics::looks::Look;
use tables::{ExportError, Format, Table, TableWriter, create_writer};

/// The tables that are made from the sums.
const SUMS: [&str; 6] = ["cards", "habits", "summary", "damage", "curve", "targets"];

/// A table being written.
struct Output {
    table: usize,
    name: String,
    writer: Box<dyn TableWriter>,
}

/// What a run has come to.
pub(super) struct Collected {
    pub(super) totals: Totals,
    pub(super) habits: Vec<Habit>,
    /// The tables that are made from the sums.
    pub(super) tables: Vec<(&'static str, Table)>,
}

/// Takes rows and sums in the order of the games.
pub(super) struct Collector {
    /// The formats of the tables; none for a shard, whose rows stay in its parts.
    formats: Vec<Format>,
    totals: Totals,
    outputs: Vec<Output>,
}

impl Collector {
    /// Announces all files of a run and begins the row tables.
    pub(super) fn create(
        plan: &Plan,
        directory: &mut OutputDirectory,
        formats: &[Format],
        tables: &RowTables,
    ) -> Result<Self, SimError> {
        let rows = tables.layout().iter().map(|(name, _)| *name);
        let names = rows.chain(SUMS);
        let files =
            names.flat_map(|name| formats.iter().map(move |format| format!("{name}.{format}")));
        directory.announce(files.chain([ANSWER.into()]))?;
        let mut outputs = Vec::new();
        for (table, (name, columns)) in tables.layout().iter().enumerate() {
            directory.explain(name, columns);
            for format in formats {
                let name = format!("{name}.{format}");
                let path = directory.path().unwrap_or(".".as_ref()).join(&name);
                let writer = create_writer(&path, *format, columns)?;
                outputs.push(Output {
                    table,
                    name,
                    writer,
                });
            }
        }
        Ok(Collector {
            formats: formats.to_vec(),
            outputs,
            ..Self::without_files(plan)
        })
    }

    /// Keeps only sums, for a shard whose rows stay in its parts.
    pub(super) fn without_files(plan: &Plan) -> Self {
        Collector {
            formats: Vec::new(),
            totals: Totals::new(plan.cards.kinds.len()),
            outputs: Vec::new(),
        }
    }

    /// Counts the next games.
    pub(super) fn count(&mut self, totals: &Totals) {
        self.totals.merge(totals);
    }

    /// Writes the next rows.
    pub(super) fn write(&mut self, tables: &[Table]) -> Result<(), ExportError> {
        for output in &mut self.outputs {
            output.writer.write(&tables[output.table])?;
        }
        Ok(())
    }

    /// The sums so far.
    pub(super) fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Completes all tables; returns them, the sums, and what the players did with the cards.
    pub(super) fn finish(
        self,
        plan: &Plan,
        look: Look,
        directory: &mut OutputDirectory,
    ) -> Result<Collected, SimError> {
        for output in self.outputs {
            let written = output.writer.finish()?;
            directory.record(FileEntry::new(output.name, written.rows, written.file));
        }
        let habits = habits(plan, &self.totals);
        let tables = results::tables(&self.totals, &habits, plan, look)?;
        for (name, table) in &tables {
            directory.write_table(name, table, &self.formats)?;
        }
        Ok(Collected {
            totals: self.totals,
            habits,
            tables,
        })
    }
}
