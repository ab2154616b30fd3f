//! `xenosim columns`: explains the columns of a directory's tables.

use super::{CliError, Output};
use cards::words::nearest;
use runs::lifecycle::{ColumnEntry, Manifest};
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  All tables of a run:
    xenosim columns reports/simulate

  One of them:
    xenosim columns reports/rank ranks";

/// Arguments of `columns`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// A directory written by another command
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Only this table
    #[arg(value_name = "TABLE")]
    table: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let mut tables = Manifest::read(&self.directory)?.columns;
        if let Some(wanted) = &self.table {
            if !tables.contains_key(wanted) {
                return Err(self.unknown(wanted, tables.keys().map(String::as_str)));
            }
            tables.retain(|name, _| name == wanted);
        }
        if self.json {
            writeln!(out, "{}", serde_json::json!(tables))?;
            return Ok(());
        }
        for (index, (name, columns)) in tables.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            write_table(out, name, columns)?;
        }
        Ok(())
    }

    fn unknown<'a>(&self, wanted: &str, tables: impl Iterator<Item = &'a str> + Clone) -> CliError {
        let there = tables.clone().collect::<Vec<_>>().join(", ");
        let hint = nearest(wanted, tables);
        let hint = hint.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        let directory = self.directory.display();
        CliError::Usage(format!(
            "{directory}: no table `{wanted}` here{hint} (there are: {there})"
        ))
    }
}

fn write_table(out: &mut Output, name: &str, columns: &[ColumnEntry]) -> Result<(), CliError> {
    writeln!(out, "{}", out.title(name))?;
    for column in columns {
        let kind = out.faint(&column.kind);
        writeln!(out, "  {} ({kind})", column.name)?;
        out.prose(&format!("      {}", column.about))?;
    }
    Ok(())
}
