//! Arguments that say where results go and in which formats.

use super::simulate::values;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;
use tables::Format;

/// Where results go.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Results")]
pub(crate) struct ResultArgs {
    /// Output directory [default: a name under reports/]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Formats of the tables, in addition to JSON [default: csv,parquet]
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', value_parser = format())]
    pub format: Vec<Format>,
    /// Write to a directory that is not empty, replacing earlier results
    #[arg(long)]
    pub force: bool,
    /// Earlier numbers of games, if they were raised: with them, intervals and verdicts hold at every
    /// look. `--resume DIR --games N` adds the number that a finished run had
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = values::games)]
    pub raised_from: Vec<u64>,
    /// Also write report.html to the directory: the answer, charts and tables in one file
    #[arg(long)]
    pub html: bool,
}

/// Reads one format.
fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name))
        .try_map(|name| Format::named(&name).ok_or("unknown format"))
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
}
