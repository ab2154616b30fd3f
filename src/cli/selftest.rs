//! `xenosim selftest`: does the tool tell the truth where the truth is known?

use super::simulate::{DEFAULT_SEED, values};
use super::{CliError, Output};
use crate::selftest::{Check, Options, SelftestError, run};
use serde_json::json;
use std::io::{IsTerminal, Write};
use std::time::Instant;

const EXAMPLES: &str = "Each check plays games, or draws from games played, and compares what the \
statistics say with what must be so. Checks of chance raise a false alarm about once in ten \
thousand times; the same seed always gives the same answer. The exit code is 1 if a check fails.

Examples:
  A quick examination:
    xenosim selftest

  Ten times as many games, on other luck:
    xenosim selftest --thorough --seed 7

  For programs:
    xenosim selftest --json";

/// Arguments of `selftest`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Play ten times as many games
    #[arg(long)]
    thorough: bool,
    /// Master seed
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = values::seed,
          allow_negative_numbers = true)]
    seed: u64,
    /// Threads to play on [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

impl From<SelftestError> for CliError {
    fn from(error: SelftestError) -> Self {
        match error {
            SelftestError::Design(error) => error.into(),
            SelftestError::Sim(error) => error.into(),
        }
    }
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let options = Options {
            seed: self.seed,
            thorough: self.thorough,
            threads: self.threads.unwrap_or_else(super::simulate::all_cores),
        };
        let started = Instant::now();
        let checks = run(&options, show_progress)?;
        match self.json {
            true => write_json(out, &options, &checks)?,
            false => write_table(out, &options, &checks, started)?,
        }
        let failed = checks.iter().filter(|check| !check.passed).count();
        match failed {
            0 => Ok(()),
            _ => Err(CliError::Failed(format!(
                "{failed} of {} checks failed",
                checks.len()
            ))),
        }
    }
}

/// Says on a terminal which check is done; the table comes at the end.
fn show_progress(check: &Check) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // Nobody is the worse for a line that is not shown.
        let _ = write!(stderr, "\r\x1b[2K{} done\r", check.name);
    }
}

fn write_table(
    out: &mut Output,
    options: &Options,
    checks: &[Check],
    started: Instant,
) -> Result<(), CliError> {
    let size = if options.thorough {
        "thorough"
    } else {
        "quick"
    };
    writeln!(
        out,
        "{} ({size}, seed {})",
        out.title("selftest"),
        options.seed
    )?;
    let width = checks.iter().map(|check| check.name.len()).max();
    let width = width.unwrap_or_default();
    for check in checks {
        let mark = if check.passed { "pass" } else { "FAIL" };
        writeln!(out, "{mark}  {:width$}  {}", check.name, check.claim)?;
        let indent = " ".repeat(width + 8);
        writeln!(out, "{indent}{}", out.faint(&check.found))?;
        if !check.passed {
            let (low, high) = check.allowed;
            writeln!(
                out,
                "{indent}{} is not within {low} to {high}",
                check.statistic
            )?;
        }
    }
    let passed = checks.iter().filter(|check| check.passed).count();
    let seconds = started.elapsed().as_secs_f64();
    writeln!(
        out,
        "{passed} of {} checks passed in {seconds:.1} s",
        checks.len()
    )?;
    Ok(())
}

fn write_json(out: &mut Output, options: &Options, checks: &[Check]) -> Result<(), CliError> {
    let object = json!({
        "program": "xenosim",
        "version": env!("CARGO_PKG_VERSION"),
        "seed": options.seed,
        "thorough": options.thorough,
        "passed": checks.iter().all(|check| check.passed),
        "checks": checks,
    });
    writeln!(out, "{object:#}")?;
    Ok(())
}
