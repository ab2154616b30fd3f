//! The command line as a whole, and what tests of several commands need.

pub(super) mod unturned;

use super::*;

#[test]
fn the_arguments_are_consistent() {
    command().debug_assert();
}

/// Every command and subcommand, with its name from the program on.
fn all_commands(command: &clap::Command, name: &str, all: &mut Vec<(String, clap::Command)>) {
    all.push((name.to_string(), command.clone()));
    for sub in command.get_subcommands() {
        if sub.get_name() != "help" {
            all_commands(sub, &format!("{name} {}", sub.get_name()), all);
        }
    }
}

#[test]
fn every_command_has_short_and_long_help_with_examples_that_parse() {
    let mut program = command();
    program.build();
    let mut all = Vec::new();
    all_commands(&program, "xenosim", &mut all);
    assert!(all.len() > 25);
    for (name, mut command) in all {
        let short = command.render_help().to_string();
        let long = command.render_long_help().to_string();
        assert!(!short.contains("Examples:"), "{name}");
        let (lines, all) = (short.lines().count(), long.lines().count());
        assert!(lines < all, "{name}");
        assert!(lines <= 40 || 2 * lines < all, "{name}: {short}");
        assert!(long.contains("Examples:"), "{name}");
        let examples = command.get_after_long_help().map(ToString::to_string);
        let examples = examples.unwrap_or_else(|| panic!("{name}: no examples"));
        let lines = examples.lines().map(str::trim);
        let mut tried = 0;
        for line in lines.filter(|line| line.starts_with("xenosim ")) {
            let line = line.split(['>', '|', '(']).next().unwrap_or(line);
            let parsed = super::command().try_get_matches_from(line.split_whitespace());
            let sound = parsed
                .as_ref()
                .err()
                .is_none_or(|error| error.kind() == ErrorKind::DisplayHelp);
            assert!(sound, "{name}: {line}: {:?}", parsed.err());
            tried += 1;
        }
        assert!(tried > 0, "{name}");
    }
}
