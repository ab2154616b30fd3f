//! `xenosim scenario`: runs scenario files.

use super::{CliError, Output};
use cards::data::Faults;
use scenarios::{Report, Scenario, StoryLine};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `scenario`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  All scenarios of a directory:
    xenosim scenario tests/scenarios

  One, with every question and the log:
    xenosim scenario mine.toml --verbose")]
pub struct Args {
    /// Scenario files, or directories that are searched for them
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Also print every question and the log
    #[arg(long, short)]
    verbose: bool,
}

impl Args {
    /// Runs the command: every scenario is run, even if others fail.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let files = scenarios::files(&self.paths)
            .map_err(|error| CliError::Usage(format!("cannot be searched: {error}")))?;
        if files.is_empty() {
            return Err(CliError::Usage("no scenario files found (*.toml)".into()));
        }
        let (mut held, mut failed, mut unread) = (0, 0, 0);
        let mut faults = Vec::new();
        for file in &files {
            match Scenario::load(file) {
                Err(Faults(found)) => {
                    failed += 1;
                    unread += 1;
                    writeln!(
                        out,
                        "FAILED: {}: cannot be read as a scenario",
                        file.display()
                    )?;
                    faults.extend(found);
                }
                Ok(scenario) => {
                    let report = scenario.run();
                    if report.failures.is_empty() {
                        held += 1
                    } else {
                        failed += 1
                    }
                    self.tell(out, file, &scenario, &report)?;
                }
            }
        }
        let unread = match unread {
            0 => String::new(),
            unread => format!(" ({unread} of them cannot be read)"),
        };
        writeln!(out, "{held} passed, {failed} failed{unread}")?;
        match (faults.is_empty(), failed) {
            (false, _) => Err(Faults(faults).into()),
            (true, 0) => Ok(()),
            (true, _) => Err(CliError::Failed(format!(
                "{failed} of {} scenarios failed",
                files.len()
            ))),
        }
    }

    fn tell(
        &self,
        out: &mut Output,
        file: &Path,
        scenario: &Scenario,
        report: &Report,
    ) -> Result<(), CliError> {
        let failed = !report.failures.is_empty();
        let verdict = if failed { "FAILED" } else { "held" };
        writeln!(out, "{verdict}: {}: {}", file.display(), scenario.name)?;
        for failure in &report.failures {
            writeln!(out, "  - {failure}")?;
        }
        if self.verbose {
            for told in &report.story {
                match told {
                    StoryLine::Question(question) => writeln!(out, "    {question}")?,
                    StoryLine::Log(line) => writeln!(out, "    | {line}")?,
                }
            }
        } else if failed {
            for question in report.questions() {
                writeln!(out, "    {question}")?;
            }
        }
        Ok(())
    }
}
