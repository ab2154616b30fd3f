//! Collects rows and sums into the files of an output directory.

use super::SimError;
use super::columns::RowTables;
use super::habits::{Habit, habits};
use super::plan::Plan;
use super::results::{self, Monitoring};
use super::totals::Totals;
use crate::lifecycle::{FileEntry, OutputDirectory};
use tables::{ExportError, Format, Table, TableWriter, create_writer};

/// The tables that are made from the sums.
const SUMS: [&str; 6] = ["cards", "habits", "summary", "damage", "curve", "targets"];

/// A table being written.
struct Output {
    table: usize,
    name: String,
    writer: Box<dyn TableWriter>,
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
        let rows = tables.layout().iter().map(|(name, _)| name.as_str());
        let names = rows.chain(SUMS);
        directory.announce(
            names.flat_map(|name| formats.iter().map(move |format| format!("{name}.{format}"))),
        )?;
        let mut outputs = Vec::new();
        for (table, (name, schema)) in tables.layout().iter().enumerate() {
            directory.explain(name, schema);
            for format in formats {
                let name = format!("{name}.{format}");
                let path = directory.path().unwrap_or(".".as_ref()).join(&name);
                let writer = create_writer(&path, *format, schema)?;
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

    /// Adds the next games.
    pub(super) fn add(&mut self, tables: &[Table], totals: &Totals) -> Result<(), ExportError> {
        self.totals.merge(totals);
        for output in &mut self.outputs {
            output.writer.write(&tables[output.table])?;
        }
        Ok(())
    }

    /// The sums so far.
    pub(super) fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Completes all files; returns the sums, and what the players did with the cards.
    pub(super) fn finish(
        self,
        plan: &Plan,
        looks: Monitoring,
        directory: &mut OutputDirectory,
    ) -> Result<(Totals, Vec<Habit>), SimError> {
        for output in self.outputs {
            directory.record(FileEntry::new(output.name, output.writer.finish()?));
        }
        let habits = habits(plan, &self.totals);
        for (name, table) in results::tables(&self.totals, &habits, plan, looks)? {
            directory.write_table(name, &table, &self.formats)?;
        }
        Ok((self.totals, habits))
    }
}
