//! `xenosim completions` and `xenosim man`: help for shells and manual readers.

use super::{CliError, Output};
use cards::load::Library;
use cards::words::nearest;
use clap::builder::PossibleValuesParser;
use players::registry;
use std::io::Write;
use studies::compare::experiment::Experiment;

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
        let mut command = knowing_names(super::command());
        clap_complete::generate(self.shell, &mut command, "xenosim", &mut text);
        out.write_all(&text)?;
        Ok(())
    }
}

/// The command line with the names of cards, policies, sets and experiments as values. Only for
/// completions: files and names from elsewhere are accepted as well.
fn knowing_names(command: clap::Command) -> clap::Command {
    let arg = |arg: clap::Arg| match names_for(&arg) {
        names if names.is_empty() => arg,
        names => arg.value_parser(PossibleValuesParser::new(names)),
    };
    command.mut_args(arg).mut_subcommands(knowing_names)
}

/// The names that an argument may have as its value.
fn names_for(arg: &clap::Arg) -> Vec<&'static str> {
    let id = arg.get_id().as_str();
    let value = arg.get_value_names().and_then(|names| names.first());
    match value.map(|name| name.as_str()).unwrap_or_default() {
        // The names of cards are leaked: the program only prints them and ends.
        "CARD" | "CARD,CARD" => {
            let sets: Vec<String> = Library::built_in().map(str::to_string).collect();
            let cards = Library::of_sets(&sets).cards();
            cards.map_or(Vec::new(), |cards| {
                let ids = cards.ids().map(|id| &*id.to_string().leak());
                ids.collect()
            })
        }
        "SETS" => Library::built_in().collect(),
        "EXPERIMENT" => Experiment::shipped().iter().map(|one| one.0).collect(),
        name if name.starts_with("POLICY") || id.starts_with("polic") => {
            let policies = registry::BUILT_IN.iter();
            policies.map(|policy| policy.name).collect()
        }
        _ => Vec::new(),
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
