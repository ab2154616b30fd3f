//! The answer of a study in its output directory.

use super::directory::{OutputDirectory, unfit};
use crate::sim::SimError;
use answers::{ANSWER, Answer, Field, Table as Shown};
use serde_json::json;
use tables::{Format, Table};

/// The part of the manifest with what depends on the machine.
pub const MEASURED: &str = "measured";

impl OutputDirectory {
    /// Writes the results of a study, its tables and its answer with all of them, and ends as the
    /// answer says.
    pub fn conclude(
        mut self,
        mut answer: Answer,
        tables: &[(&str, Table)],
        formats: &[Format],
    ) -> Result<Answer, SimError> {
        let files = tables
            .iter()
            .flat_map(|(name, _)| formats.iter().map(move |format| format!("{name}.{format}")));
        self.announce(files.chain([ANSWER.into()]))?;
        for (name, table) in tables {
            self.write_table(name, table, formats)?;
        }
        self.write_answer(&mut answer, tables)?;
        self.finish(answer.complete, &answer.ending)?;
        Ok(answer)
    }

    /// Completes an answer with its tables and with how to reproduce it, and writes it. Tables that
    /// it names already keep what it says about them.
    fn write_answer(
        &mut self,
        answer: &mut Answer,
        tables: &[(&str, Table)],
    ) -> Result<(), SimError> {
        for (name, table) in tables {
            let known = answer.tables.iter().position(|known| known.name == *name);
            let at = known.unwrap_or_else(|| {
                answer.tables.push(Shown::named(name, ""));
                answer.tables.len() - 1
            });
            fill(&mut answer.tables[at], table);
        }
        answer.tables.retain(|table| !table.rows.is_empty());
        answer.reproduce.command = self.manifest.command.clone();
        answer.reproduce.version = self.manifest.version.clone();
        answer.reproduce.fingerprint = self.manifest.fingerprint.clone();
        if !answer.measured.is_empty() {
            let measured = json!(answer.measured);
            self.manifest.about.insert(MEASURED.into(), measured);
        }
        self.manifest.answer = answer.headline.clone();
        let text = serde_json::to_string(answer)
            .map_err(|error| unfit(ANSWER.as_ref(), &error.to_string()))?;
        self.write_text(ANSWER, &(text + "\n"), 1)
    }
}

/// Puts the rows of a table into what pages show.
fn fill(shown: &mut Shown, table: &Table) {
    let fields = table.columns().map(|column| Field {
        name: column.name.into(),
        about: column.about.into(),
    });
    shown.columns = fields.collect();
    shown.rows = table.json();
}
