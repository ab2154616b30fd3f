//! The command line: arguments in, text or JSON out.
//!
//! Each subcommand has a file of its own with its arguments and a `run`; to add one, write that
//! file and name it in `Command` and in `Command::run`.

mod cards;
mod game_args;
mod output;
mod policies;
mod rules;

pub use game_args::{DataArgs, Game, GameArgs};
pub use output::Output;

use crate::cards::load::Faults;
use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::process::ExitCode;

/// Plays the cooperative card game XenoShyft and reports how balanced it is.
#[derive(Debug, Parser)]
#[command(name = "xenosim", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Look at the cards.
    Cards(cards::Args),
    /// Look at the policies: how the players play.
    Policies(policies::Args),
    /// Look at the rules in force.
    Rules(rules::Args),
}

impl Command {
    fn run(&self, out: &mut Output) -> Result<(), CliError> {
        match self {
            Command::Cards(args) => args.run(out),
            Command::Policies(args) => args.run(out),
            Command::Rules(args) => args.run(out),
        }
    }
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The data, the patches or the rulings have faults.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// What was asked for cannot be.
    #[error("{0}")]
    Usage(String),
    /// Writing failed.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    /// The exit code: 2 for what the caller can put right, 1 for the rest.
    fn exit_code(&self) -> ExitCode {
        match self {
            CliError::Faults(_) | CliError::Usage(_) => ExitCode::from(2),
            // A reader that has seen enough (`| head`) is no failure.
            CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            CliError::Output(_) => ExitCode::FAILURE,
        }
    }
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Output::stdout();
    let result = cli
        .command
        .run(&mut out)
        .and_then(|()| out.flush().map_err(CliError::from));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let code = error.exit_code();
            if code != ExitCode::SUCCESS {
                report(&error);
            }
            code
        }
    }
}

/// Writes an error, one line per fault. A closed error stream is nobody's concern.
fn report(error: &CliError) {
    let mut stderr = io::stderr().lock();
    for line in error.to_string().lines() {
        if writeln!(stderr, "error: {line}").is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
