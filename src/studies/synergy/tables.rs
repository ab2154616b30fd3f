//! The tables of synergies: a row for each pair, and a matrix.

use super::study::{Findings, SynergyStudy, Together};
use crate::compare::design::Stratum;
use crate::compare::tables::{high, low};
use crate::rank::subject::Subject;
use cards::words::Word;
use runs::sim::stop::LEVEL;
use tables::ColumnType::F64;
use tables::{Declared, ExportError, Table, columns, declared_table, numbered_column};

/// Two cards and what they do together.
struct PairRow<'a> {
    at: &'a Stratum,
    cards: [&'a Subject; 2],
    one: &'a Together,
    measure: &'static str,
}

fn columns<'a>() -> Vec<Declared<PairRow<'a>>> {
    columns![PairRow<'a>;
        ("players", U8, "Number of players.", row => row.at.players),
        ("policy", Text, "The policy.", row => row.at.policy.as_deref().unwrap_or_default()),
        ("first", Text, "One card.", row => row.cards[0].id.as_str()),
        ("second", Text, "The other card.", row => row.cards[1].id.as_str()),
        ("measure", Text, "What is measured.", row => row.measure),
        ("games", U64, "Number of games.", row => row.one.games),
        ("synergy", F64, "The effect of both cards beyond the sum of their separate effects; more \
            is better for \
            the players.",
            row => row.one.estimate.value),
        ("low", F64, "Lower end of its interval.", row => low(Some(row.one.estimate))),
        ("high", F64, "Upper end of its interval.", row => high(Some(row.one.estimate))),
        ("level", F64, "Confidence level of the interval.", _ => LEVEL.value()),
        ("p_value", F64, "Two-sided, for no synergy.", row => row.one.p_value),
        ("bh_q", F64, "p-value adjusted for all pairs (Benjamini-Hochberg); empty if a card is \
            rarely seen.",
            row => row.one.q_value),
        ("found", Bool, "Whether it is clear (`bh_q` is at most 0.1).", row => row.one.is_found()),
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
    let mut all = columns![MatrixRow<'a>;
        ("players", U8, "Number of players.", row => row.at.players),
        ("policy", Text, "The policy.", row => row.at.policy.as_deref().unwrap_or_default()),
        ("card", Text, "A card.", row => row.subject.id.as_str()),
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
