//! What is printed fits the terminal: no line is too long, no word is broken, and narrow terminals
//! get fewer columns.

use crate::common::Place;
use std::collections::BTreeSet;

/// Every command that reports to people; of `selftest`, see its own tests.
const COMMANDS: [&str; 22] = [
    "simulate --games 20 --policy random --out simulate --force --verbose",
    "simulate --games 20 --policy random --players 3 --training on --out training --force",
    "compare --arm a:base-hp=9 --games 20 --policy random --explain --out compare --force",
    "compare --scan set.prowler.hp=1..4 --games 20 --policy random --out scan --force --verbose",
    "compare --list",
    "ladder --policies pass,random,greedy --players 1,2 --games 20 --out ladder --force",
    "rank prowler ranger --games 20 --policy random --out rank --force --verbose",
    "card prowler ranger --games 20 --policy random --out figures --force",
    "card ranger --with west,med-pack --games 20 --policy random --out card --force",
    "target --games 20 --policy random --players 1-4 --out target --force",
    "target --games 20 --policy random --vary enemies --base-hp 150 --out varied --force",
    "report simulate --columns",
    "report simulate",
    "cards list",
    "cards sets",
    "cards show prowler ranger west",
    "cards check",
    "policies list",
    "policies show veteran strategist",
    "rules show --players 3",
    "replay --policy random",
    "scenario SCENARIOS --verbose",
];

/// The lines that a command prints at a width.
pub fn lines(place: &Place, arguments: &str, width: usize) -> Vec<String> {
    let scenarios = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios/weather");
    let told = place.with_columns(width, &arguments.replace("SCENARIOS", scenarios));
    told.lines().map(String::from).collect()
}

/// A single word, such as a path, is not broken even if it is too long.
pub fn assert_narrow(lines: &[String], width: usize) {
    for line in lines {
        let fits = line.chars().count() <= width || line.split_whitespace().count() == 1;
        assert!(fits, "at {width}: {line}");
    }
}

/// Words that must be whole at every width. Figures differ from run to run where time is measured,
/// and bars are as long as there is room.
fn words(lines: &[String]) -> BTreeSet<&str> {
    let words = lines.iter().flat_map(|line| line.split_whitespace());
    words
        .filter(|word| {
            word.chars()
                .all(|c| c.is_alphabetic() || "-_'`".contains(c))
                && !word.chars().all(|c| "-o".contains(c))
        })
        .collect()
}

#[test]
fn everything_fits_the_terminal() {
    let place = Place::new();
    for command in COMMANDS {
        let wide = lines(&place, command, 2000);
        for width in [80, 60, 40] {
            let narrow = lines(&place, command, width);
            assert_narrow(&narrow, width);
            let known: BTreeSet<&str> = words(&wide).into_iter().chain(["too", "narrow"]).collect();
            for word in words(&narrow) {
                assert!(known.contains(word), "{command} at {width}: broken: {word}");
            }
        }
    }
}

/// The first report that anybody sees leaves nothing out on an ordinary terminal.
#[test]
fn the_default_report_is_complete_at_80_columns() {
    let place = Place::new();
    for players in 1..=4 {
        // Players who leave some cards lying, with any number of seats.
        let command =
            format!("simulate --players {players} --policy balanced --games 600 --out out --force");
        let all = lines(&place, &command, 80).join("\n");
        assert!(!all.contains("too narrow"), "{players} players: {all}");
        assert!(all.contains("Rarely bought"), "{players} players: {all}");
    }
}

#[test]
fn what_programs_read_is_never_wrapped() {
    let place = Place::new();
    for arguments in ["cards show prowler --json", "replay --policy random --json"] {
        for line in lines(&place, arguments, 40) {
            assert!(line.starts_with('{') && line.ends_with('}'), "{line}");
        }
    }
}
