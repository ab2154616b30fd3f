//! Arguments of commands that are added to the command line only when their command is used. All
//! commands together have hundreds, and every start would pay for them.

use super::playouts;
use clap::builder::Resettable;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use std::cell::Cell;
use std::ops::Deref;

/// The arguments of a command, as they are in our command line.
#[derive(Debug)]
pub(super) struct Deferred<A>(pub(super) A);

impl<A> Deref for Deferred<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.0
    }
}

impl<A: FromArgMatches> FromArgMatches for Deferred<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        A::from_arg_matches(matches).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<A: Args> Args for Deferred<A> {
    fn augment_args(command: Command) -> Command {
        if AT_ONCE.get() {
            return playouts::add(A::augment_args(command));
        }
        command.defer(|command| shaped(playouts::add(with(command, A::augment_args))))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

thread_local! {
    static AT_ONCE: Cell<bool> = const { Cell::new(false) };
}

/// Makes a command line with all arguments at once, for completions and manual pages.
pub(super) fn at_once(make: fn() -> Command) -> Command {
    AT_ONCE.set(true);
    let command = make();
    AT_ONCE.set(false);
    command
}

/// Adds arguments to a command. What it says about itself takes precedence over what they say, as it
/// does where arguments are added at once.
fn with(command: Command, augment: fn(Command) -> Command) -> Command {
    let about = command.get_about().cloned();
    let long_about = command.get_long_about().cloned();
    let examples = command.get_after_long_help().cloned();
    let command = augment(command)
        .about(Resettable::from(about))
        .long_about(Resettable::from(long_about));
    match examples {
        Some(examples) => command.after_long_help(examples),
        None => command,
    }
}

/// Headings of options that only `--help` shows: most commands share them.
const IN_LONG_HELP: [&str; 4] = ["Session", "Results", "Cards", "Rules"];

/// A command with a short `-h`, and with negative numbers left to its options: an option that rejects
/// one says what it expects, instead of an unknown option being reported.
fn shaped(command: Command) -> Command {
    let arg = |arg: clap::Arg| {
        let takes_values = arg.get_action().takes_values();
        let heading = arg.get_help_heading().unwrap_or_default();
        let hidden = IN_LONG_HELP.contains(&heading);
        arg.allow_negative_numbers(takes_values)
            .hide_short_help(hidden)
    };
    command
        .mut_args(arg)
        .mut_subcommands(shaped)
        .after_help("See --help for all options and examples")
}
