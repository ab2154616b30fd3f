//! `--playouts N`, for every command that takes policies: the number of imagined games per decision
//! of every policy that searches. It is the same as `NAME:N` for each of them, and is rewritten to
//! that before anything else is done with the arguments.

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command};
use players::registry;
use std::ffi::OsString;

/// The option.
const PLAYOUTS: &str = "playouts";
/// The options that name policies.
const POLICIES: [&str; 2] = ["policy", "policies"];
/// The command that takes several numbers and has a rung for each.
const SERIES: &str = "ladder";
/// The default policies of a ladder of playouts.
const RUNGS: &str = "veteran,strategist";

/// Adds the option to a command, if it takes policies.
pub(super) fn add(command: Command) -> Command {
    let takes = |name: &str| command.get_arguments().any(|arg| arg.get_id() == name);
    if !POLICIES.iter().any(|name| takes(name)) {
        return command;
    }
    let policy = command.get_arguments().find(|arg| arg.get_id() == "policy");
    // Headings live to the end of the program, like the command line.
    let heading = policy.and_then(|arg| arg.get_help_heading());
    let heading = heading.map(|heading| &*String::from(heading).leak());
    let (name, help) = match command.get_name() {
        SERIES => (
            "N,N",
            "Imagined games per decision, for every policy that searches; several numbers give \
             a rung for each [without --policy: for strategist]",
        ),
        _ => (
            "N",
            "Imagined games per decision, for every policy that searches (the same as NAME:N)",
        ),
    };
    let option = Arg::new(PLAYOUTS)
        .long(PLAYOUTS)
        .value_name(name)
        .help(help);
    command.arg(match heading {
        Some(heading) => option.help_heading(heading),
        None => option,
    })
}

/// The words of a command line with the option turned into `NAME:N`; `None`: it was not given.
pub(super) fn folded(
    command: &mut Command,
    matches: &ArgMatches,
    words: &[OsString],
) -> Result<Option<Vec<OsString>>, clap::Error> {
    let Some((name, given)) = matches.subcommand() else {
        return Ok(None);
    };
    let Ok(Some(text)) = given.try_get_one::<String>(PLAYOUTS) else {
        return Ok(None);
    };
    fold(name, text, words)
        .map(Some)
        .map_err(|message| command.error(ErrorKind::InvalidValue, message))
}

fn fold(command: &str, text: &str, words: &[OsString]) -> Result<Vec<OsString>, String> {
    let numbers: Vec<&str> = text.split(',').map(str::trim).collect();
    if numbers.iter().any(|number| number.parse::<u32>().is_err()) {
        return Err(format!(
            "--playouts {text}: expected a number of imagined games"
        ));
    }
    if numbers.len() > 1 && command != SERIES {
        return Err(format!(
            "--playouts {text}: expected one number; `ladder` takes several"
        ));
    }
    let mut all = Vec::with_capacity(words.len());
    let mut searching = None;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let shown = word.to_string_lossy();
        let (option, value) = match shown.strip_prefix("--") {
            Some(rest) => match rest.split_once('=') {
                Some((option, value)) => (option.to_string(), Some(value.to_string())),
                None => (rest.to_string(), None),
            },
            None => (String::new(), None),
        };
        let is_policy = POLICIES.contains(&option.as_str());
        if option != PLAYOUTS && !is_policy {
            all.push(word.clone());
            continue;
        }
        let value = match value {
            Some(value) => value,
            None => words
                .next()
                .map_or(String::new(), |next| next.to_string_lossy().into()),
        };
        if is_policy {
            let (named, found) = with_playouts(&value, &numbers);
            *searching.get_or_insert(false) |= found;
            all.extend([format!("--{option}").into(), named.into()]);
        }
    }
    match searching {
        Some(true) => Ok(all),
        None if command == SERIES => {
            all.extend(["--policy".into(), with_playouts(RUNGS, &numbers).0.into()]);
            Ok(all)
        }
        _ => Err(format!(
            "--playouts {text}: no policy here searches; name one that does, such as --policy \
             strategist"
        )),
    }
}

/// A list of policies with the number of playouts added to those that search, and whether any does.
/// An existing number stays.
fn with_playouts(policies: &str, numbers: &[&str]) -> (String, bool) {
    let mut all = Vec::new();
    let mut found = false;
    for name in policies.split(',').map(str::trim) {
        match registry::takes_playouts(name) {
            true => {
                found = true;
                all.extend(numbers.iter().map(|number| format!("{name}:{number}")));
            }
            false => all.push(name.to_string()),
        }
    }
    (all.join(","), found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(command: &str, text: &str, line: &str) -> Result<String, String> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let words = fold(command, text, &words)?.into_iter();
        let words: Vec<String> = words.map(|word| word.into_string().unwrap()).collect();
        Ok(words.join(" "))
    }

    #[test]
    fn every_policy_that_searches_gets_its_playouts() {
        let line = "xenosim simulate --policy expert,strategist --playouts 32 --games 5";
        let found = folded("simulate", "32", line);
        let wanted = "xenosim simulate --policy expert,strategist:32 --games 5";
        assert_eq!(found.as_deref(), Ok(wanted));
        let line = "xenosim compare --playouts=8 --policies=rollout,strategist:9 deployment";
        let found = folded("compare", "8", line);
        let wanted = "xenosim compare --policies rollout:8,strategist:9 deployment";
        assert_eq!(found.as_deref(), Ok(wanted));
    }

    #[test]
    fn a_ladder_has_a_rung_for_each_number() {
        let found = folded("ladder", "8,32", "xenosim ladder --playouts 8,32");
        let wanted = "xenosim ladder --policy veteran,strategist:8,strategist:32";
        assert_eq!(found.as_deref(), Ok(wanted));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = |text: &str, line: &str| folded("simulate", text, line).unwrap_err();
        assert!(refused("8", "xenosim simulate --playouts 8").contains("no policy here searches"));
        let line = "xenosim simulate --policy expert,oracle --playouts 8";
        assert!(refused("8", line).contains("no policy here searches"));
        let line = "xenosim simulate --policy strategist --playouts x";
        assert!(refused("many", line).contains("expected a number"));
        assert!(refused("8,9", line).contains("expected one number"));
    }
}
