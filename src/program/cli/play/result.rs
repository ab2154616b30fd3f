//! How a game ended, and the results of policies with the same luck.

use super::Seating;
use super::transcript::Transcript;
use crate::cli::{CliError, Output};
use cards::words::counted;
use game::rules::{self, set_up, unwatched};
use game::state::{GameState, ROUNDS};
use players::registry;
use serde_json::json;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use studies::review::REVIEWER;

/// Policies whose games with the same luck are shown, the weakest first.
const OTHERS: [&str; 3] = ["random", registry::DEFAULT, REVIEWER];

/// Says how the game ended.
pub(super) fn write(
    out: &mut Output,
    seating: &Seating,
    transcript: &Transcript,
    state: &GameState,
    file: &Path,
) -> Result<(), CliError> {
    let taken_back = match transcript.taken_back {
        0 => String::new(),
        count => format!("; {} taken back", counted(count, "answer")),
    };
    writeln!(out, "{}{taken_back}", ending(state))?;
    writeln!(out, "\nPolicies with the same luck:")?;
    for name in OTHERS {
        let policies = registry::resolve(name, &seating.game.set)?;
        let (cards, rules) = (&seating.game.set, &seating.game.rules);
        let mut table = set_up(cards, rules, seating.key);
        let mut players = policies.table(seating.key);
        rules::play(cards, rules, &mut table, &mut players, &mut unwatched);
        writeln!(out, "  {name:10} {}", ending(&table))?;
    }
    let path = file.display();
    writeln!(
        out,
        "\nThe game is saved in {path}; see what was luck and what were mistakes with"
    )?;
    writeln!(out, "  xenosim replay --transcript {path} --review")?;
    Ok(())
}

fn ending(state: &GameState) -> String {
    if state.lost() {
        let rounds = state.round() - 1;
        format!(
            "lost in round {}, after {rounds} of {ROUNDS}",
            state.round()
        )
    } else {
        format!("won, {} base HP left", state.base())
    }
}

/// Adds a line with the result to a file.
pub(super) fn record(
    file: &Path,
    seating: &Seating,
    transcript: &Transcript,
    state: &GameState,
) -> Result<(), CliError> {
    let rules = &seating.game.rules;
    let line = json!({
        "seed": transcript.seed,
        "players": rules.players,
        "persons": seating.persons.iter().filter(|person| **person).count(),
        "names": seating.names,
        "cards": seating.game.library.title(),
        "base_hp": rules.base_hp,
        "won": !state.lost(),
        "rounds_survived": if state.lost() { state.round() - 1 } else { ROUNDS },
        "base": state.base(),
        "taken_back": transcript.taken_back,
        "answers": transcript.answers,
    });
    let opened = OpenOptions::new().create(true).append(true).open(file);
    let written = opened.and_then(|mut file| writeln!(file, "{line}"));
    written.map_err(|error| CliError::Failed(format!("{}: cannot write: {error}", file.display())))
}
