//! Arguments that say where results go and in which formats.

use super::simulate::values;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use tables::Format;

/// Where results go.
#[derive(Clone, Debug, Default, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Results")]
pub(crate) struct ResultArgs {
    /// Output directory [default: a name under reports/; bench: none]
    #[arg(long, value_name = "DIR")]
    #[serde(skip)]
    pub out: Option<PathBuf>,
    /// Formats of the tables, in addition to JSON: csv, parquet [default: csv,parquet]
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', value_parser = values::format)]
    pub format: Vec<Format>,
    /// Write to a directory that is not empty, replacing earlier results
    #[arg(long)]
    #[serde(skip)]
    pub force: bool,
    /// Also write report.html to the directory: the answer, charts and tables in one file
    #[arg(long)]
    #[serde(skip)]
    pub html: bool,
}

impl ResultArgs {
    /// The formats of the tables: all, unless some are named.
    pub(crate) fn formats(&self) -> Vec<Format> {
        let mut formats = self.format.clone();
        if formats.is_empty() {
            formats = Format::ALL.to_vec();
        }
        formats.sort();
        formats.dedup();
        formats
    }

    /// The formats as the option says them.
    pub(crate) fn formats_text(&self) -> String {
        let names: Vec<&str> = self.formats().into_iter().map(Format::name).collect();
        names.join(",")
    }

    /// The formats as the option says them, if some are named.
    pub(crate) fn named_formats(&self) -> Option<String> {
        (!self.format.is_empty()).then(|| self.formats_text())
    }
}
