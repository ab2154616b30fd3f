//! The command line: arguments in, text or JSON out. Each subcommand has its own file with its
//! arguments and a `run`; to add one, write that file and list it in `commands!`.

mod balance;
mod card;
mod cards;
mod cluster;
mod compare;
#[cfg(any(test, feature = "fuzz"))]
pub(crate) mod fuzzed;
mod game_args;
mod games;
mod ladder;
mod learn;
mod lifecycle;
mod merge;
mod play;
mod policies;
mod rank;
mod replay;
mod report;
mod request;
mod result_args;
mod rules;
mod scenario;
mod seeds;
mod selftest;
mod sharded;
mod shell;
mod signals;
mod simulate;
mod target;
#[cfg(test)]
mod tests;
mod tune;
mod variant_args;
mod verify;
mod watch;

pub use game_args::{DataArgs, Game, GameArgs, OneGameArgs, SwitchArgs};
use reports::board::screen;
pub use reports::terminal::Output;
use reports::terminal::{faults_text, printable};

use self::lifecycle::JobArgs;
use ::cards::load::Faults;
use ::cards::words::nearest;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use runs::memory::without_memory;
use runs::sim::SimError;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tables::{ExportError, failing_allocation};

/// The name of the program.
const NAME: &str = "xenosim";

/// Its version, and which build it is.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (build ",
    env!("XENOSIM_BUILD"),
    ")"
);

const EXAMPLES: &str = "Examples:
  How often does a player win?
    xenosim simulate

  What if a card had different figures?
    xenosim compare --arm set.prowler.hp=4

  Which cards are strong or dangerous?
    xenosim rank

  What does a command do, and which options does it have?
    xenosim help rank";

/// Plays the cooperative card game XenoShyft and reports how balanced it is.
#[derive(Debug, Parser)]
#[command(name = NAME, version = VERSION, arg_required_else_help = true, after_long_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Declares the commands by purpose, each with its arguments, which have a `run`.
macro_rules! commands {
    ($($purpose:literal { $($(#[$about:meta])* $name:ident($args:ty)),* $(,)? })*) => {
        #[derive(Debug, Subcommand)]
        enum Command { $($($(#[$about])* $name($args)),*),* }

        /// The purposes of commands, each with their number.
        const PURPOSES: &[(&str, usize)] = &[$(($purpose, [$(stringify!($name)),*].len())),*];

        impl Command {
            fn run(&self, out: &mut Output) -> Result<(), CliError> {
                match self { $($(Command::$name(args) => args.run(out)),*),* }
            }
        }
    };
}

commands! {
    "Ask a question" {
        /// Play many games and write the results to tables.
        #[command(after_long_help = simulate::EXAMPLES)]
        Simulate(Box<JobArgs<simulate::RunArgs>>),
        /// Find the setting that gives a target win rate.
        #[command(after_long_help = target::EXAMPLES)]
        Target(Box<JobArgs<target::TargetArgs>>),
        /// Compare variants of the game with the same luck.
        Compare(Box<compare::Args>),
        /// Rank troops and items by strength, enemies and bosses by danger.
        #[command(after_long_help = rank::EXAMPLES)]
        Rank(Box<JobArgs<rank::RankArgs>>),
        /// Judge a card: is it fair for its cost, what are its figures worth, what goes with it?
        #[command(after_long_help = card::EXAMPLES)]
        Card(Box<JobArgs<card::CardArgs>>),
        /// Find the smallest changes that reach goals, such as a win rate.
        #[command(after_long_help = balance::EXAMPLES)]
        Balance(Box<JobArgs<balance::BalanceArgs>>),
    }
    "Look at results and games" {
        /// Show results as one HTML file, or explain the columns of their tables.
        Report(report::Args),
        /// Check that results are as they were written.
        Verify(verify::Args),
        /// List the games of a run that are worth looking at.
        Games(games::Args),
        /// Play one game: its log, a review, a page, or a board in the terminal.
        Replay(replay::Args),
        /// Play a game yourself, with policies in the other seats.
        Play(play::Args),
    }
    "Cards, rules and players" {
        /// List, show and check cards.
        Cards(cards::Args),
        /// Show the rules in force.
        Rules(rules::Args),
        /// List, explain and check policies.
        Policies(policies::Args),
        /// Compare policies with the same luck, each with the one below it.
        #[command(after_long_help = ladder::EXAMPLES)]
        Ladder(Box<ladder::Args>),
        /// Find better weights for a policy by playing.
        #[command(after_long_help = tune::EXAMPLES)]
        Tune(Box<JobArgs<tune::TuneArgs>>),
        /// Learn a player from games and from search.
        #[command(after_long_help = learn::EXAMPLES)]
        Learn(Box<JobArgs<learn::LearnArgs>>),
    }
    "Check the program" {
        /// Check the statistics where the right answer is known.
        #[command(after_long_help = selftest::EXAMPLES)]
        Selftest(Box<JobArgs<selftest::SelftestArgs>>),
        /// Run scenario files: a board, a script of choices and the expected outcome.
        Scenario(scenario::Args),
    }
    "Use many machines" {
        /// Run a command in shards on many machines, with Slurm or any other scheduler.
        Cluster(Box<cluster::Args>),
        /// Merge the shards of a run.
        Merge(merge::Args),
    }
    "Set up a shell" {
        /// Print shell completions.
        #[command(hide = true)]
        Completions(shell::CompletionArgs),
        /// Print the manual page.
        #[command(hide = true)]
        Man(shell::ManArgs),
    }
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The data, the patches or the rulings have errors.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// The request is not possible.
    #[error("{0}")]
    Usage(String),
    /// The outcome is not as it should be.
    #[error("{0}")]
    Failed(String),
    /// Writing failed.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    /// A run failed.
    #[error(transparent)]
    Run(#[from] SimError),
    /// A run was stopped before its end.
    #[error("{0}")]
    Interrupted(String),
}

impl From<ExportError> for CliError {
    fn from(error: ExportError) -> Self {
        SimError::from(error).into()
    }
}

impl CliError {
    /// The exit code: 2 for what the caller can fix, 1 for the rest.
    fn exit_code(&self) -> ExitCode {
        match self {
            CliError::Faults(_) | CliError::Usage(_) => ExitCode::from(2),
            // A reader that has seen enough (`| head`) is no failure.
            CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            // Directories that do not fit together are the caller's to sort out.
            CliError::Run(SimError::Unfit(_)) => ExitCode::from(2),
            CliError::Output(_) | CliError::Run(_) | CliError::Failed(_) => ExitCode::FAILURE,
            CliError::Interrupted(_) => ExitCode::from(signals::INTERRUPTED),
        }
    }
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    runs::lifecycle::set_build(env!("XENOSIM_BUILD"));
    survive_limits();
    let (cli, for_programs) = match parse() {
        Ok(parsed) => parsed,
        Err(error) => return refuse(&error),
    };
    let mut out = Output::stdout();
    if for_programs {
        out.leave_lines();
    }
    let result = cli.command.run(&mut out);
    let flushed = out.flush().map_err(CliError::from);
    let result = result.and(flushed);
    give_back();
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

/// Ends bots and gives the terminal back: for every way out of the program.
fn give_back() {
    players::bot::end_bots();
    screen::restore();
}

/// Where the size of files is limited, writing more is an error like any other, instead of a signal
/// that ends the program; where memory is, the program ends with a message.
fn survive_limits() {
    without_memory(give_back, failing_allocation());
    let noted = Arc::new(AtomicBool::new(false));
    // If it cannot be set, the program ends with the signal, as it would have.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, noted);
}

/// The command line.
fn command() -> clap::Command {
    let command = shaped(Cli::command());
    let list = list(&command);
    command
        .help_template(format!(
            "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}Options:\n{{options}}{{after-help}}"
        ))
}

/// The commands by purpose.
fn list(program: &clap::Command) -> String {
    let mut text = String::new();
    let mut commands = program.get_subcommands();
    for (purpose, count) in PURPOSES {
        let shown = commands.by_ref().take(*count);
        let shown: Vec<_> = shown.filter(|command| !command.is_hide_set()).collect();
        if shown.is_empty() {
            continue;
        }
        text += &format!("{purpose}:\n");
        for command in shown {
            let about = command.get_about().map(ToString::to_string);
            text += &format!(
                "  {:<12} {}\n",
                command.get_name(),
                about.unwrap_or_default()
            );
        }
        text.push('\n');
    }
    text
}

/// Headings of options that only `--help` shows: most commands share them.
const IN_LONG_HELP: [&str; 4] = ["Session", "Results", "Cards", "Rules"];

/// A command with a short `-h`, and with negative numbers left to its options: an option that rejects
/// one says what it expects, instead of an unknown option being reported.
fn shaped(command: clap::Command) -> clap::Command {
    let arg = |arg: clap::Arg| {
        let takes_values = arg.get_action().takes_values();
        let heading = arg.get_help_heading().unwrap_or_default();
        let hidden = IN_LONG_HELP.contains(&heading);
        arg.allow_negative_numbers(takes_values)
            .hide_short_help(hidden)
    };
    command.mut_args(arg).mut_subcommands(shaped)
}

/// Parses the arguments of the process; also says whether the output is for programs.
fn parse() -> Result<(Cli, bool), clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    if let Some(conflict) = beside_resume(&command, &matches) {
        let message = format!(
            "the argument '--resume <DIR>' cannot be used with '{conflict}': the options come from \
             the directory"
        );
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    let for_programs = prints_for_programs(&matches);
    Ok((Cli::from_arg_matches(&matches)?, for_programs))
}

/// Whether JSON, a script or a manual page is requested.
fn prints_for_programs(matches: &ArgMatches) -> bool {
    let Some((name, given)) = matches.subcommand() else {
        return false;
    };
    let json = given.try_get_one::<bool>("json").ok().flatten();
    json == Some(&true) || ["completions", "man"].contains(&name) || prints_for_programs(given)
}

/// An argument that would change the request of a resumed command. Options for how it is run and
/// shown are allowed.
fn beside_resume(command: &clap::Command, matches: &ArgMatches) -> Option<String> {
    const ALLOWED: [&str; 12] = [
        "save",
        "from_round",
        "from_step",
        "deal_again",
        "resume",
        "threads",
        "checkpoint",
        "json",
        "quiet",
        "verbose",
        "record",
        "html",
    ];
    // Commands that can give a finished run more games.
    const RAISED: [&str; 6] = ["simulate", "compare", "rank", "card", "ladder", "target"];
    let (name, given) = matches.subcommand()?;
    let is_given = |arg: &&clap::Arg| {
        given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
    };
    let arguments = command.find_subcommand(name)?.get_arguments();
    let mut given: Vec<&clap::Arg> = arguments.filter(is_given).collect();
    given.iter().find(|arg| arg.get_id() == "resume")?;
    given.retain(|arg| {
        let id = arg.get_id().as_str();
        let is_raised = id == "games" && RAISED.contains(&name);
        !ALLOWED.contains(&id) && !is_raised
    });
    given.first().map(|arg| arg.to_string())
}

/// Shows help if requested; anything else is a one-line error.
fn refuse(error: &clap::Error) -> ExitCode {
    let wants_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if wants_help {
        error.exit();
    }
    report(&CliError::Usage(one_line(error)));
    ExitCode::from(2)
}

/// The message of an argument error without tips and usage, with a suggestion.
fn one_line(error: &clap::Error) -> String {
    let message = error.render().to_string();
    let lines = message.lines().map(str::trim);
    let lines: Vec<&str> = lines
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty() && !line.starts_with("tip:"))
        .collect();
    let line = lines.join(" ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    match meant(error) {
        Some(word) => format!("{line}; did you mean `{word}`?"),
        None => line.to_string(),
    }
}

/// The suggestion of an argument error, if it is near what was written.
fn meant(error: &clap::Error) -> Option<String> {
    use clap::error::ContextKind::*;
    let text = |kinds: [ContextKind; 3]| {
        let mut found = kinds.into_iter().filter_map(|kind| error.get(kind));
        match found.next()? {
            ContextValue::String(word) => Some(word.clone()),
            ContextValue::Strings(words) => words.first().cloned(),
            _ => None,
        }
    };
    let written = text([InvalidValue, InvalidSubcommand, InvalidArg])?;
    let suggested = text([SuggestedValue, SuggestedSubcommand, SuggestedArg])?;
    nearest(&written, [suggested.as_str()]).map(str::to_string)
}

/// Writes an error, one line each. A closed error stream is ignored.
fn report(error: &CliError) {
    let mut stderr = io::stderr().lock();
    if let CliError::Faults(faults) = error {
        let colour = anstream::AutoStream::choice(&stderr) != anstream::ColorChoice::Never;
        let _ = writeln!(stderr, "{}", printable(&faults_text(faults, colour)));
        return;
    }
    for line in printable(&error.to_string()).lines() {
        if writeln!(stderr, "error: {line}").is_err() {
            return;
        }
    }
}
