//! Collects rows and sums into the files of an output directory.

use super::SimError;
use super::answer::{Played, speed};
use super::columns::RowTables;
use super::habits::habits;
use super::plan::Plan;
use super::results;
use super::stop::StopReason;
use super::totals::Totals;
use crate::lifecycle::{FileEntry, Manifest, OutputDirectory};
use answers::{ANSWER, Answer};
use serde_json::json;
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

/// How games were played that are all collected.
pub(super) struct Session {
    pub(super) reason: StopReason,
    pub(super) look: Look,
    /// Games played in this time.
    pub(super) games: u64,
    pub(super) seconds: f64,
    /// On how many threads; none for shards that were played elsewhere.
    pub(super) threads: usize,
    /// The directories of these shards.
    pub(super) merged_from: Vec<String>,
}

impl Session {
    fn games_per_second(&self) -> f64 {
        match self.seconds > 0.0 {
            true => self.games as f64 / self.seconds,
            false => 0.0,
        }
    }

    /// What the manifest says of the games, beside the plan.
    fn describe(&self, plan: &Plan, totals: &Totals, manifest: &mut Manifest) {
        let first = plan.range().start;
        let games = json!({
            "first": first,
            "end": first + totals.games,
            "played": totals.games,
            "won": totals.wins,
        });
        for (name, value) in [
            ("games", games),
            ("merged_from", json!(self.merged_from)),
            ("games_per_second", json!(self.games_per_second())),
        ] {
            manifest.about.insert(name.into(), value);
        }
    }
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
                let path = directory.path().join(&name);
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

    /// Completes all tables and writes the answer.
    pub(super) fn finish(
        self,
        plan: &Plan,
        session: &Session,
        mut directory: OutputDirectory,
    ) -> Result<Answer, SimError> {
        for output in self.outputs {
            let written = output.writer.finish()?;
            directory.record(FileEntry::new(output.name, written.rows, written.file));
        }
        let totals = &self.totals;
        session.describe(plan, totals, &mut directory.manifest);
        let habits = &habits(plan, totals);
        let played = Played {
            plan,
            totals,
            habits,
            look: session.look,
            reason: session.reason,
            arguments: &directory.manifest.arguments,
        };
        let mut answer = played.answer();
        answer.measured = vec![speed(
            session.games_per_second(),
            session.seconds,
            session.threads,
        )];
        let tables = results::tables(totals, habits, plan, session.look)?;
        match plan.shard {
            None => directory.conclude(answer, &tables, &self.formats),
            Some(shard) => {
                let count = shard.count;
                let note = format!("one of {count} shards, for `xenosim merge`");
                answer.notes.push(note);
                directory.finish(answer.complete, &answer.ending)?;
                Ok(answer)
            }
        }
    }
}
