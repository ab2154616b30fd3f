//! `xenosim completions` and `xenosim man`: help for shells and manual readers.

use super::{CliError, Output};
use cards::words::nearest;
use std::io::Write;

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  xenosim completions bash > ~/.local/share/bash-completion/completions/xenosim
  xenosim completions zsh > ~/.zfunc/_xenosim
  xenosim completions fish > ~/.config/fish/completions/xenosim.fish")]
pub struct CompletionArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: clap_complete::Shell,
}

impl CompletionArgs {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        // Made in memory first: the generator panics if the reader stops reading.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut super::command(), "xenosim", &mut text);
        out.write_all(&text)?;
        Ok(())
    }
}

/// Arguments of `man`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  xenosim man | man -l -
  xenosim man simulate > xenosim-simulate.1")]
pub struct ManArgs {
    /// The page of this command instead of the main page
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

impl ManArgs {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let mut program = super::command();
        program.build();
        let page = match &self.command {
            None => program,
            Some(name) => subcommand(&program, name)?,
        };
        clap_mangen::Man::new(page).render(out)?;
        Ok(())
    }
}

fn subcommand(program: &clap::Command, name: &str) -> Result<clap::Command, CliError> {
    if let Some(command) = program.find_subcommand(name) {
        return Ok(command.clone());
    }
    let names: Vec<&str> = program
        .get_subcommands()
        .map(|one| one.get_name())
        .collect();
    let hint = nearest(name, names.iter().copied())
        .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Err(CliError::Usage(format!(
        "there is no command `{name}`{hint} (known: {})",
        names.join(", ")
    )))
}
