//! The table of a judgement.

use super::study::{Advantage, Findings, JudgeStudy};
use super::{Judgement, Role};
use crate::compare::tables::{high, low};
use crate::rank::tables::{Card, OfCard, of_card};
use cards::words::Word;
use runs::sim::stop::LEVEL;
use tables::{Declared, ExportError, Table, columns, declared_table};

/// A variant of the card, or a peer.
struct AdvantageRow<'a> {
    card: Card<'a>,
    judgement: &'a Judgement,
    one: &'a Advantage,
    variant: String,
    bought: f64,
}

impl OfCard for AdvantageRow<'_> {
    fn card(&self) -> &Card<'_> {
        &self.card
    }
}

fn columns<'a>() -> Vec<Declared<AdvantageRow<'a>>> {
    of_card(columns![AdvantageRow<'a>;
        ("variant", Text, "The card as it is, with another figure or cost, or one of its peers.",
            row => row.variant.as_str()),
        ("measure", Text, "What is judged.", row => row.judgement.design.measure.word()),
        ("games", U64, "Number of games.", row => row.one.games),
        ("advantage", F64, "The effect of extra copies for their owner, beyond the average of the \
            peers.",
            row => row.one.estimate.value),
        ("low", F64, "Lower end of its interval.", row => low(Some(row.one.estimate))),
        ("high", F64, "Upper end of its interval.", row => high(Some(row.one.estimate))),
        ("level", F64, "Confidence level of the interval.", _ => LEVEL.value()),
        ("p_value", F64, "Two-sided, for no advantage.", row => row.one.p_value),
        ("bought", F64, "Share of unchanged games in which the judged card is bought (enemies: \
            met).",
            row => row.bought),
    ])
}

/// A variant as text.
pub fn variant(judgement: &Judgement, role: &Role) -> String {
    match role {
        Role::Peer(place) => format!("peer {}", judgement.peers[*place].id),
        Role::Itself => "as it is".into(),
        Role::Step(field, way) => format!("{} {:+}", field.word(), way.by()),
        Role::Cost(cost) => format!("cost {cost}"),
    }
}

/// A row for each stratum and variant.
pub fn judge_table(study: &JudgeStudy, findings: &Findings) -> Result<Table, ExportError> {
    let judgement = &study.judgement;
    let rows = findings.advantages.iter().map(|one| {
        let shares = &findings.shares[one.stratum];
        AdvantageRow {
            card: Card {
                at: &judgement.design.strata[one.stratum],
                subject: match one.role {
                    Role::Peer(place) => &judgement.peers[place],
                    _ => &judgement.subject,
                },
            },
            judgement,
            one,
            variant: variant(judgement, &one.role),
            bought: if judgement.subject.card_type.is_for_players() {
                shares.bought
            } else {
                shares.in_play
            },
        }
    });
    declared_table(&columns(), rows)
}
