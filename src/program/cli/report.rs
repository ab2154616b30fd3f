//! `xenosim report`: results as one HTML file.

use super::{CliError, Output};
use reports::ReportError;
use reports::html::{REPORT, Report};
use reports::terminal::text::counted;
use runs::lifecycle::{MANIFEST, Manifest};
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "The file is self-contained and works offline: it can be sent or archived \
    as it is. It begins with the answer, followed by charts, tables that can be sorted and \
    filtered, and the commands that reproduce the results.

Examples:
  Look at a run:
    xenosim simulate --games 100000 --out reports/solo
    xenosim report reports/solo

  Several studies as one file:
    xenosim report reports/solo reports/compare-deployment reports/rank --out dossier.html

  The charts as SVG files, for your own page:
    xenosim report reports/rank --svg pictures

  What the columns of its tables mean:
    xenosim report reports/rank --columns";

/// Arguments of `report`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Directories written by other commands
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
    /// The file to write [default: report.html in the first directory]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write every chart to this directory as an SVG file
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Also write pages of interesting games next to the report, and link to them
    #[arg(long)]
    replays: bool,
    /// Explain the columns of the tables instead of writing a file
    #[arg(long, conflicts_with_all = ["out", "svg", "replays", "quiet"])]
    columns: bool,
    /// Print only errors
    #[arg(long)]
    quiet: bool,
}

impl From<ReportError> for CliError {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Unreadable(message) => CliError::Usage(message),
            ReportError::Export(error) => error.into(),
        }
    }
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        if self.columns {
            return self.explain_columns(out);
        }
        for directory in &self.directories {
            if directory.join(MANIFEST).exists() {
                Manifest::verify(directory)?;
            }
        }
        let mut report = Report::read(&self.directories)?;
        let file = self.out.clone();
        let file = file.unwrap_or_else(|| self.directories[0].join(REPORT));
        if self.replays {
            report.link_replays(&file, super::replay::write_page)?;
        }
        report.write(&file)?;
        if let Some(directory) = &self.svg {
            report.write_pictures(directory)?;
        }
        if !self.quiet {
            let pictures = counted(report.pictures().count() as u64, "picture");
            writeln!(out, "{}: {pictures}", file.display())?;
        }
        Ok(())
    }

    fn explain_columns(&self, out: &mut Output) -> Result<(), CliError> {
        for directory in &self.directories {
            for (name, columns) in Manifest::read(directory)?.columns {
                let path = directory.join(name);
                writeln!(out, "{}", out.title(&path.display().to_string()))?;
                for column in columns {
                    writeln!(out, "  {} ({})", column.name, out.faint(&column.kind))?;
                    out.prose(&format!("      {}", column.about))?;
                }
            }
        }
        Ok(())
    }
}
