//! The tables of synergies: a row for each pair, and a matrix.

use super::study::{Findings, SynergyStudy, Together};
use crate::compare::design::Stratum;
use crate::compare::tables::end;
use crate::rank::subject::Subject;
use cards::words::Word;
use runs::sim::stop::LEVEL;
use tables::ColumnType::{Bool, F64, Text, U8, U64};
use tables::{Declared, ExportError, Schema, Table, Value, column, declared_table};

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
        column("policy", Text, "Who plays.", |row| {
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
        column("games", U64, "Games behind it.", |row| row.one.games.into()),
        column(
            "synergy",
            F64,
            "What both do together beyond what each does alone; more is better for the players.",
            |row| row.one.estimate.value.into(),
        ),
        column("low", F64, "Lower end of its interval.", |row| {
            end(Some(row.one.estimate.interval.low))
        }),
        column("high", F64, "Upper end of its interval.", |row| {
            end(Some(row.one.estimate.interval.high))
        }),
        column("level", F64, "Confidence level of the interval.", |_| {
            LEVEL.value().into()
        }),
        column("p_value", F64, "Two-sided, of no synergy.", |row| {
            row.one.p_value.into()
        }),
        column(
            "bh_q",
            F64,
            "p-value adjusted for all pairs (Benjamini and Hochberg); empty where a card is hardly \
             ever seen.",
            |row| row.one.q_value.into(),
        ),
        column("found", Bool, "Whether the screen found it.", |row| {
            row.one.is_found().into()
        }),
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

/// The synergies as a matrix: a row and a column for each card.
pub fn matrix_table(study: &SynergyStudy, findings: &Findings) -> Result<Table, ExportError> {
    let synergy = &study.synergy;
    let lead = [("players", U8), ("policy", Text), ("card", Text)].map(|(n, t)| (n.to_string(), t));
    let cards = synergy.subjects.iter().map(|one| (one.id.clone(), F64));
    let mut table = Table::new(Schema::new(lead.into_iter().chain(cards))?);
    for (stratum, at) in synergy.design.strata.iter().enumerate() {
        for (row, subject) in synergy.subjects.iter().enumerate() {
            let mut values: Vec<Value<'_>> = vec![
                at.players.into(),
                at.policy.as_deref().unwrap_or_default().into(),
                subject.id.as_str().into(),
            ];
            values.extend((0..synergy.subjects.len()).map(|other| {
                let found = findings.of(study, stratum, [row, other]);
                Value::from(found.map(|one| one.estimate.value))
            }));
            table.push_row(&values)?;
        }
    }
    Ok(table)
}
