//! The tables of a ranking.

use super::design::{Method, Ranking};
use super::results::{Effect, RankedCard, Results, SCREEN};
use crate::compare::design::{Design, Stratum};
use crate::compare::results::{Agreement, Difference, matters};
use crate::compare::sums::StratumSums;
use crate::compare::tables::{OfContrast, contrast_columns, high, low};
use crate::watched::Shares;
use crate::watched::exposure::meaning;
use crate::watched::subject::Subject;
use cards::words::Word;
use runs::sim::stop::LEVEL;
use tables::{Declared, ExportError, Table, columns, declared_table};

/// Where a row belongs and which card it is about.
pub(crate) struct Card<'a> {
    pub at: &'a Stratum,
    pub subject: &'a Subject,
    /// In which share of the games it was seen, where that is told.
    pub shares: Option<&'a Shares>,
}

/// A row about a card.
pub(crate) trait OfCard {
    fn card(&self) -> &Card<'_>;
}

/// The columns that say where a row belongs and which card it is about, and more.
pub(crate) fn of_card<R: OfCard>(more: Vec<Declared<R>>) -> Vec<Declared<R>> {
    let mut all = columns![R;
        ("setting", Text, "The setting, if there are several.",
            row => row.card().at.setting.as_deref().unwrap_or_default()),
        ("players", U8, "Number of players.", row => row.card().at.players),
        ("policy", Text, "The policy.", row => row.card().at.policy.as_deref().unwrap_or_default()),
        ("type", Text, "The type of card.", row => row.card().subject.card_type.word()),
        ("card", Text, "Its id in the card files.", row => row.card().subject.id.as_str()),
        ("name", Text, "Its name.", row => row.card().subject.name.as_str()),
        ("wave", U8, "Its wave; 0 for items.", row => row.card().subject.wave),
        ("cost", U8, "Its cost.", row => row.card().subject.cost),
        ("copies", U8, "Number of copies.", row => row.card().subject.copies),
    ];
    all.extend(more);
    all
}

fn word(agreement: Option<Agreement>) -> &'static str {
    agreement.map_or("", |agreement| agreement.word())
}

/// The shares of games in which a card was seen.
fn share_columns<R: OfCard>() -> Vec<Declared<R>> {
    columns![R;
        ("offered", F64, "Share of games in which it was on offer.",
            row => row.card().shares.map(|shares| shares.offered)),
        ("bought", F64, "Share of games in which it was bought.",
            row => row.card().shares.map(|shares| shares.bought)),
        ("in_play", F64, "Share of games in which it was on the board or used (enemies: met).",
            row => row.card().shares.map(|shares| shares.in_play)),
    ]
}

/// A card's place in the ranking.
struct RankRow<'a> {
    card: Card<'a>,
    ranking: &'a Ranking,
    place: &'a RankedCard,
    effect: Option<&'a Effect>,
    settled: bool,
}

impl OfCard for RankRow<'_> {
    fn card(&self) -> &Card<'_> {
        &self.card
    }
}

impl RankRow<'_> {
    fn q(&self) -> Option<f64> {
        self.effect.and_then(|effect| effect.found.q_value)
    }
}

fn rank_columns<'a>() -> Vec<Declared<RankRow<'a>>> {
    let mut columns = columns![RankRow<'a>;
        ("rank", U32, "Its rank by the estimate.", row => row.place.rank as u32),
        ("best_rank", U32, "Its best possible rank.", row => row.place.set.best as u32),
        ("worst_rank", U32, "Its worst possible rank.", row => row.place.set.worst as u32),
        ("tier", U32, "Its tier: no card of one can have changed places with a card of another.",
            row => row.place.tier as u32),
        ("method", Text, "The method that ranks.", row => row.ranking.primary().word()),
        ("measure", Text, "The measure that ranks.", row => row.ranking.measure.word()),
        ("games", U64, "Number of games.", row => row.effect.map_or(0, |effect| effect.found.games)),
        ("strength", F64, "Strength for the players, or danger to them.",
            row => row.place.strength.value),
        ("low", F64, "Lower end of its interval, which holds for all cards simultaneously.",
            row => low(Some(row.place.strength))),
        ("high", F64, "Upper end of its interval.", row => high(Some(row.place.strength))),
        ("shrunken", F64, "Strength drawn towards that of the other cards of the type, as far as \
            it may be luck.",
            row => row.place.shrunken),
        ("matters", Text, "Whether it is beyond the margin: yes, no or open.",
            row => matters(row.place.matters)),
        ("level", F64, "Confidence level of the interval.", _ => LEVEL.value()),
        ("bh_q", F64, "p-value adjusted for all cards (Benjamini-Hochberg).", row => row.q()),
        ("found", Bool, "Whether an effect was found.",
            row => row.q().is_some_and(|q| q <= SCREEN)),
        ("settled", Bool, "Whether it was settled before its last game.", row => row.settled),
        ("policies", Text, "Whether policies agree.",
            row => word(row.effect.and_then(|effect| effect.found.agreement))),
        ("methods", Text, "Whether methods agree.", row => word(row.place.methods)),
        ("conditions", Text, "Whether settings and numbers of players agree.",
            row => word(row.place.conditions)),
    ];
    columns.extend(share_columns());
    columns.extend(columns![RankRow<'a>;
        ("replaced_by", Text, "What replaces it when it is removed.",
            row => row.ranking.replaced_by[row.place.subject].as_str()),
    ]);
    of_card(columns)
}

/// The ranks: a row for each stratum and card that is judged.
pub fn ranks_table(
    design: &Design,
    ranking: &Ranking,
    results: &Results,
    sums: &[StratumSums],
) -> Result<Table, ExportError> {
    let (method, measure) = (ranking.primary(), ranking.measure);
    let rows = results.places.iter().map(|place| RankRow {
        card: Card {
            at: &design.strata[place.stratum],
            subject: &ranking.subjects[place.subject],
            shares: Some(&results.shares[place.stratum][place.subject]),
        },
        ranking,
        place,
        effect: results.effect(place.stratum, place.subject, method, measure),
        settled: {
            let arm = ranking.arm(place.subject, method);
            arm.is_some_and(|arm| sums[place.stratum].settled[arm - 1])
        },
    });
    declared_table(&rank_columns(), rows)
}

impl OfCard for Card<'_> {
    fn card(&self) -> &Card<'_> {
        self
    }
}

/// Cards that are not ranked, because players rarely buy or meet them.
pub fn not_judged_table(
    design: &Design,
    ranking: &Ranking,
    results: &Results,
) -> Result<Table, ExportError> {
    let strata = design.strata.iter().enumerate();
    let rows = strata.flat_map(|(stratum, at)| {
        let subjects = results.not_judged(ranking, stratum).into_iter();
        subjects.map(move |subject| Card {
            at,
            subject: &ranking.subjects[subject],
            shares: Some(&results.shares[stratum][subject]),
        })
    });
    declared_table(&of_card(share_columns()), rows)
}

/// What a card does to a measure, by one method.
struct EffectRow<'a> {
    card: Card<'a>,
    effect: &'a Effect,
    sign: f64,
    note: String,
}

impl OfCard for EffectRow<'_> {
    fn card(&self) -> &Card<'_> {
        &self.card
    }
}

impl OfContrast for EffectRow<'_> {
    fn found(&self) -> Option<&Difference> {
        Some(&self.effect.found)
    }
}

fn effect_columns<'a>() -> Vec<Declared<EffectRow<'a>>> {
    let mut all = columns![EffectRow<'a>;
        ("method", Text, "The method.", row => row.effect.method.word()),
        ("strength", F64, "The effect as strength for the players, or danger to them.",
            row => row.sign * row.effect.found.estimate.value),
        ("note", Text, "Notes.", row => row.note.as_str()),
    ];
    all.extend(contrast_columns("The effect of the card's presence."));
    of_card(all)
}

/// The effects: a row for each stratum, card, method and measure.
pub fn effects_table(
    design: &Design,
    ranking: &Ranking,
    results: &Results,
) -> Result<Table, ExportError> {
    let rows = results.effects.iter().map(|effect| EffectRow {
        card: Card {
            at: &design.strata[effect.found.stratum],
            subject: &ranking.subjects[effect.subject],
            shares: None,
        },
        effect,
        sign: ranking.sign(effect.subject, effect.found.measure),
        note: note(design, ranking, effect),
    });
    declared_table(&effect_columns(), rows)
}

/// The note on an effect.
fn note(design: &Design, ranking: &Ranking, effect: &Effect) -> String {
    let subject = &ranking.subjects[effect.subject];
    match effect.method {
        Method::Ablation | Method::Addition if effect.found.different == Some(0) => {
            "no game differed".into()
        }
        Method::Ablation => format!("replaced by {}", ranking.replaced_by[effect.subject]),
        Method::Addition => "one more copy in its deck".into(),
        Method::Exposure => {
            let plan = &design.strata[effect.found.stratum].plans[0];
            format!("for {}", meaning(subject, plan))
        }
    }
}
