//! The tables of synergies: a row for each pair, and a matrix.

use super::study::{Findings, SynergyStudy, Together};
use crate::compare::design::Stratum;
use crate::compare::tables::{end, level};
use crate::rank::subject::Subject;
use cards::words::Word;
use tables::ColumnType::{Bool, F64, Text, U8, U64};
use tables::{Declared, ExportError, Table, column, declared_table, numbered_column};

/// Two cards and what they do together.
struct PairRow<'a> {
    at: &'a Stratum,
    cards: [&'a Subject; 2],
    one: &'a Together,
    measure: &'static str,
}

fn columns<'a>() -> Vec<Declared<PairRow<'a>>> {
    vec![
        column("players", U8, "Number of players.", |row: &PairRow| {
            row.at.players.into()
        }),
        column("policy", Text, "The policy.", |row| {
            row.at.policy.as_deref().unwrap_or_default().into()
        }),
        column("first", Text, "One card.", |row| {
            row.cards[0].id.as_str().into()
        }),
        column("second", Text, "The other card.", |row| {
            row.cards[1].id.as_str().into()
        }),
        column("measure", Text, "What is measured.", |row| {
            row.measure.into()
        }),
        column("games", U64, "Number of games.", |row| row.one.games.into()),
        column(
            "synergy",
            F64,
            "The effect of both cards beyond the sum of their separate effects; more is better for \
             the players.",
            |row| row.one.estimate.value.into(),
        ),
        column("low", F64, "Lower end of its interval.", |row| {
            end(Some(row.one.estimate.interval.low))
        }),
        column("high", F64, "Upper end of its interval.", |row| {
            end(Some(row.one.estimate.interval.high))
        }),
        level(),
        column("p_value", F64, "Two-sided, for no synergy.", |row| {
            row.one.p_value.into()
        }),
        column(
            "bh_q",
            F64,
            "p-value adjusted for all pairs (Benjamini-Hochberg); empty if a card is rarely seen.",
            |row| row.one.q_value.into(),
        ),
        column(
            "found",
            Bool,
            "Whether it is clear (`bh_q` is at most 0.1).",
            |row| row.one.is_found().into(),
        ),
    ]
}

/// A row for each stratum and pair.
pub fn pairs_table(study: &SynergyStudy, findings: &Findings) -> Result<Table, ExportError> {
    let synergy = &study.synergy;
    let rows = findings.all.iter().map(|one| {
        let pair = synergy.pairs[one.pair];
        PairRow {
            at: &synergy.design.strata[one.stratum],
            cards: [
                &synergy.subjects[pair.first],
                &synergy.subjects[pair.second],
            ],
            one,
            measure: synergy.design.measure.word(),
        }
    });
    declared_table(&columns(), rows)
}

/// A card and what it does together with every other.
struct MatrixRow<'a> {
    at: &'a Stratum,
    subject: &'a Subject,
    with: Vec<Option<f64>>,
}

fn matrix_columns<'a>(subjects: &[Subject]) -> Vec<Declared<MatrixRow<'a>>> {
    let mut all = vec![
        column("players", U8, "Number of players.", |row: &MatrixRow| {
            row.at.players.into()
        }),
        column("policy", Text, "The policy.", |row| {
            row.at.policy.as_deref().unwrap_or_default().into()
        }),
        column("card", Text, "A card.", |row| {
            row.subject.id.as_str().into()
        }),
    ];
    all.extend(subjects.iter().enumerate().map(|(number, other)| {
        let about = format!("Its synergy with {}; empty if not measured.", other.name);
        numbered_column(
            number,
            other.id.clone(),
            F64,
            about,
            |number, row: &MatrixRow| row.with[number].into(),
        )
    }));
    all
}

/// The synergies as a matrix: a row and a column for each card.
pub fn matrix_table(study: &SynergyStudy, findings: &Findings) -> Result<Table, ExportError> {
    let subjects = &study.synergy.subjects;
    let strata = study.synergy.design.strata.iter().enumerate();
    let rows = strata.flat_map(|(stratum, at)| {
        let cards = subjects.iter().enumerate();
        cards.map(move |(row, subject)| {
            let others = 0..subjects.len();
            let with = others.map(|other| {
                let found = findings.of(study, stratum, [row, other]);
                found.map(|one| one.estimate.value)
            });
            MatrixRow {
                at,
                subject,
                with: with.collect(),
            }
        })
    });
    declared_table(&matrix_columns(subjects), rows)
}
