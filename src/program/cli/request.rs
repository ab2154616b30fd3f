//! A request: the arguments of a command, from which its manifest, the command that reproduces it,
//! `--resume` and its shards follow.

use super::lifecycle::Job;
use super::simulate::values;
use super::{CliError, one_line, shaped};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, FromArgMatches};
use runs::lifecycle::{MANIFEST, Manifest};
use runs::sim::{Shard, SimError};
use std::path::Path;

/// Options that say where results go instead of what they are.
const NOT_ASKED: [&str; 2] = ["out", "force"];

/// What a command was asked.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Request<J> {
    /// As it was understood.
    pub job: J,
    /// As it was written: the command and the options that were given, in a fixed order.
    pub words: Vec<String>,
}

impl<J: Job> clap::Args for Request<J> {
    fn augment_args(command: Command) -> Command {
        J::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        J::augment_args_for_update(command)
    }
}

impl<J: Job> FromArgMatches for Request<J> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Request {
            job: J::from_arg_matches(matches)?,
            words: words::<J>(matches),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Request::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<J: Job> Request<J> {
    /// Reads the words of a request.
    pub(in crate::cli) fn parse(words: &[String]) -> Result<Self, clap::Error> {
        let command = shaped(J::augment_args(Command::new(J::COMMAND)));
        Request::from_arg_matches(&command.try_get_matches_from(words)?)
    }

    /// Reads the request of a manifest.
    pub(in crate::cli) fn of(manifest: &Manifest, directory: &Path) -> Result<Self, CliError> {
        Request::parse(&manifest.arguments).map_err(|error| {
            let (path, why) = (directory.join(MANIFEST), one_line(&error));
            SimError::Unfit(format!("{}: bad request: {why}", path.display())).into()
        })
    }

    /// The value of an option, if it was given.
    pub(in crate::cli) fn value(&self, option: &str) -> Option<&str> {
        let at = self.words.iter().position(|word| word == option)?;
        self.words.get(at + 1).map(String::as_str)
    }

    /// The request of a finished run with more games; they come after those that it had, with the
    /// same luck.
    pub(in crate::cli) fn raised(
        &self,
        before: Option<u64>,
        games: &str,
        manifest: &Manifest,
    ) -> Result<Self, CliError> {
        let more = values::games(games).map_err(CliError::Usage)?;
        let refusal = match before {
            None => format!("--games: the games of `{}` cannot be raised", J::COMMAND),
            _ if manifest.mergeable => "--games: raise those of the merged run".into(),
            _ if !manifest.complete => {
                "--games: the run is not finished; resume it without, and raise them then".into()
            }
            Some(before) if more <= before => {
                format!("--games: expected more than the {before} that were played")
            }
            Some(before) => {
                let earlier = self.value("--raised-from").map(|all| format!("{all},"));
                let raised_from = format!("{}{before}", earlier.unwrap_or_default());
                return self.with([
                    ("--games", Some(games.into())),
                    ("--raised-from", Some(raised_from)),
                ]);
            }
        };
        Err(CliError::Usage(refusal))
    }

    /// A shard of the request, after what was merged into a directory; `None`: all of it.
    pub(in crate::cli) fn part(
        &self,
        shard: Option<Shard>,
        after: Option<&Path>,
    ) -> Result<Self, CliError> {
        let after = after.map(|path| path.display().to_string());
        self.with([
            ("--shard", shard.map(|shard| shard.to_string())),
            ("--from", after),
        ])
    }

    /// What was asked, whatever the seed, the number of games and the files.
    pub(in crate::cli) fn question(&self) -> Vec<String> {
        let mut words = self.without(&["--seed", "--games", "--raised-from", "--format"]);
        words.retain(|word| word != "--html");
        words
    }

    /// The same with other values of options; `None`: without the option.
    fn with(&self, values: [(&str, Option<String>); 2]) -> Result<Self, CliError> {
        let mut words = self.without(&values.each_ref().map(|(option, _)| *option));
        for (option, value) in values {
            words.extend(value.into_iter().flat_map(|value| [option.into(), value]));
        }
        Request::parse(&words).map_err(|error| CliError::Usage(one_line(&error)))
    }

    /// The words without some options and their values.
    fn without(&self, options: &[&str]) -> Vec<String> {
        let mut words = self.words.clone();
        for option in options {
            if let Some(at) = words.iter().position(|word| word == option) {
                words.drain(at..at + 2);
            }
        }
        words
    }
}

/// The command and its options as they were given.
fn words<J: Job>(matches: &ArgMatches) -> Vec<String> {
    let command = J::augment_args(Command::new(J::COMMAND));
    let given = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        !NOT_ASKED.contains(&id) && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    let mut given: Vec<&Arg> = command.get_arguments().filter(given).collect();
    given.sort_by_key(|arg| !arg.is_positional());
    let options = given.into_iter().flat_map(|arg| words_of(arg, matches));
    std::iter::once(J::COMMAND.into()).chain(options).collect()
}

/// One option as it was given.
fn words_of(arg: &Arg, matches: &ArgMatches) -> Vec<String> {
    let values = matches.get_raw(arg.get_id().as_str()).unwrap_or_default();
    let mut values: Vec<String> = values
        .map(|value| value.to_string_lossy().into_owned())
        .collect();
    let Some(name) = arg.get_long().map(|name| format!("--{name}")) else {
        return values;
    };
    if !arg.get_action().takes_values() {
        return vec![name];
    }
    if let Some(comma) = arg.get_value_delimiter() {
        values = vec![values.join(&comma.to_string())];
    }
    let named = |value: String| match arg.is_require_equals_set() {
        true => vec![format!("{name}={value}")],
        false => vec![name.clone(), value],
    };
    values.into_iter().flat_map(named).collect()
}
