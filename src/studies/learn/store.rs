//! The manifest and the tables of learning.

use super::run::{Generation, Setting};
use serde_json::{Value, json};
use tables::{Declared, ExportError, Table, columns, declared_table};

/// The manifest of a run of learning.
pub fn about(setting: &Setting) -> Value {
    let policies = setting.policies.iter().map(|policy| policy.name.as_str());
    json!({
        "policies": policies.collect::<Vec<_>>(),
        "generations": setting.generations,
        "games": setting.games,
        // The learned player against the one that learning started from, as text.
        "judgement": [],
    })
}

/// How good the value was on held-out games, by generation and round.
pub fn held_out_table(generations: &[Generation]) -> Result<Table, ExportError> {
    let rows = generations.iter().flat_map(|generation| {
        let losses = generation.held_out.iter().zip(&generation.nameless);
        let losses = losses.zip(&generation.ignorant);
        (1u64..)
            .zip(losses)
            .map(|(round, ((loss, nameless), ignorant))| HeldOut {
                generation,
                round,
                losses: [*loss, *nameless, *ignorant],
            })
    });
    declared_table(&columns(), rows)
}

/// How good the value of a generation was in a round.
struct HeldOut<'a> {
    generation: &'a Generation,
    round: u64,
    losses: [f64; 3],
}

fn columns<'a>() -> Vec<Declared<HeldOut<'a>>> {
    columns![HeldOut<'a>;
        ("generation", U64, "The generation.", row => row.generation.number),
        ("round", U64, "The round.", row => row.round),
        ("tables", U64, "Positions used for training.", row => row.generation.tables),
        ("loss", F64, "Loss on held-out games.", row => row.losses[0]),
        ("loss_without_names", F64, "The same for a value that knows no card by name.",
            row => row.losses[1]),
        ("loss_of_round_and_base_alone", F64, "The same for a value that knows only the round and \
            the base.",
            row => row.losses[2]),
    ]
}
