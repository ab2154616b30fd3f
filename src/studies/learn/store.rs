//! The manifest and the tables of learning.

use super::options::regret::Regret;
use super::run::{Generation, Setting};
use serde_json::{Value, json};
use tables::{Declared, ExportError, Table, columns, declared_table};
use value::options::features::kind_of_question;

/// The manifest of a run of learning.
pub fn about(setting: &Setting) -> Value {
    json!({
        "policy": setting.student.name,
        "teacher": setting.teacher.name,
        "generations": setting.generations,
        "games": setting.games,
        // The learned player against the one that learning started from, as text.
        "judgement": [],
    })
}

/// How good the value was on held-out games, by generation and round.
pub fn held_out_table(generations: &[Generation]) -> Result<Table, ExportError> {
    let rows = generations.iter().flat_map(|generation| {
        let held_out = &generation.held_out;
        let losses = held_out.loss.iter().zip(&held_out.nameless);
        let losses = losses.zip(&held_out.ignorant);
        (1u64..)
            .zip(losses)
            .map(|(round, ((loss, nameless), ignorant))| ValueRow {
                generation,
                round,
                losses: [*loss, *nameless, *ignorant],
            })
    });
    declared_table(&value_columns(), rows)
}

/// How good the networks were on held-out games, by generation and kind of question.
pub fn regret_table(generations: &[Generation]) -> Result<Table, ExportError> {
    let rows = generations.iter().flat_map(|generation| {
        let regrets = generation.held_out.regrets.iter();
        regrets.map(|(about, regret)| RegretRow {
            generation,
            about: *about,
            regret,
        })
    });
    declared_table(&regret_columns(), rows)
}

/// How good the value of a generation was in a round.
struct ValueRow<'a> {
    generation: &'a Generation,
    round: u64,
    losses: [f64; 3],
}

fn value_columns<'a>() -> Vec<Declared<ValueRow<'a>>> {
    columns![ValueRow<'a>;
        ("generation", U64, "The generation.", row => row.generation.number),
        ("round", U64, "The round.", row => row.round),
        ("tables", U64, "Positions used for training.", row => row.generation.held_out.tables),
        ("loss", F64, "Loss on held-out games.", row => row.losses[0]),
        ("loss_without_names", F64, "The same for a value that knows no card by name.",
            row => row.losses[1]),
        ("loss_of_round_and_base_alone", F64, "The same for a value that knows only the round and \
            the base.",
            row => row.losses[2]),
    ]
}

/// How good the networks of a generation were on a kind of question.
struct RegretRow<'a> {
    generation: &'a Generation,
    about: u8,
    regret: &'a Regret,
}

fn regret_columns<'a>() -> Vec<Declared<RegretRow<'a>>> {
    columns![RegretRow<'a>;
        ("generation", U64, "The generation.", row => row.generation.number),
        ("question", Text, "The kind of question.", row => kind_of_question(row.about)),
        ("questions", U64, "Questions on held-out games.", row => row.regret.questions),
        ("regret", F64, "By how much the networks' answers fall short of those of search, on average, \
            as a share of the way to the end of the game.",
            row => row.regret.network),
        ("regret_before", F64, "The same for the player that learned.", row => row.regret.before),
        ("regret_of_plain_answers", F64, "The same for the answers that search starts from.",
            row => row.regret.plain),
        ("regret_of_random_answers", F64, "The same for random answers.",
            row => row.regret.random),
    ]
}
