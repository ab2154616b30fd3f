//! `xenosim report`: results as one HTML file.

use super::{CliError, Output};
use reports::ReportError;
use reports::html::{Index, REPORT, Report};
use reports::terminal::text::counted;
use runs::lifecycle::Manifest;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file of a summary that goes into its directory.
const SUMMARY: &str = "summary.html";

const EXAMPLES: &str = "The file is self-contained and works offline: it can be sent or archived \
    as it is. It begins with the answer, followed by charts, tables that can be sorted and \
    filtered, and the commands that reproduce the results.

Examples:
  Look at a run:
    xenosim simulate --games 100000 --out reports/solo
    xenosim report reports/solo

  Several studies as one file:
    xenosim report reports/solo reports/compare-deployment reports/rank --out dossier.html

  One page for a colleague, on screen or printed:
    xenosim report reports/solo --summary

  A home page over all studies of a directory, with a report of each:
    xenosim report reports --index

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
    /// Write one page: the answer, its main figures, one chart, and how it was made
    #[arg(long, conflicts_with_all = ["svg", "replays"])]
    summary: bool,
    /// Write a home page over all studies under a directory, and the report of each
    #[arg(long, conflicts_with_all = ["summary", "svg", "replays", "out"])]
    index: bool,
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
        if self.index {
            return self.write_indices(out);
        }
        for directory in &self.directories {
            Manifest::verify(directory)?;
        }
        let mut report = Report::read(&self.directories)?;
        let file = self.out.clone();
        let file = file.unwrap_or_else(|| self.directories[0].join(self.file_name()));
        if self.summary {
            report.write_summary(&file)?;
            return self.say(out, &file, "one page");
        }
        if self.replays {
            report.link_replays(&file, super::replay::write_page)?;
        }
        report.write(&file)?;
        if let Some(directory) = &self.svg {
            report.write_pictures(directory)?;
        }
        let pictures = counted(report.pictures().count() as u64, "picture");
        self.say(out, &file, &pictures)
    }

    fn file_name(&self) -> &'static str {
        if self.summary { SUMMARY } else { REPORT }
    }

    /// Says what was written.
    fn say(&self, out: &mut Output, file: &Path, what: &str) -> Result<(), CliError> {
        if !self.quiet {
            writeln!(out, "{}: {what}", file.display())?;
        }
        Ok(())
    }

    fn write_indices(&self, out: &mut Output) -> Result<(), CliError> {
        for root in &self.directories {
            let index = Index::read(root)?;
            for directory in index.directories() {
                Manifest::verify(&directory)?;
            }
            let studies = index.directories().count() as u64;
            let file = index.write()?;
            self.say(out, &file, &format!("{} studies", studies))?;
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
