//! The tables of a study of cards: every judged card, and all contrasts.

use super::Sheet;
use super::answer::Told;
use super::answer::sheet::{change_text, verdict_word};
use super::fair::{FairCost, Role};
use super::findings::Findings;
use super::partners::Pair;
use super::steps::Step;
use super::{Judgement, Part};
use crate::compare::design::{Design, Stratum};
use crate::compare::results::{Difference, Results};
use crate::compare::tables::{OfContrast, contrast_columns, high, low, value};
use crate::rank::design::MEASURES;
use crate::rank::results::SCREEN;
use crate::rank::tables::{Card, OfCard, of_card};
use crate::watched::Shares;
use crate::watched::subject::Subject;
use cards::text::card_texts;
use cards::words::Word;
use runs::sim::stop::LEVEL;
use statistics::Estimate;
use tables::{Declared, ExportError, Table, columns, declared_table};

/// A contrast of a card.
struct ContrastRow<'a> {
    card: Card<'a>,
    part: Part,
    variant: String,
    partner: &'a str,
    /// The figure that is changed by one.
    step: Option<&'a Step>,
    found: Option<Difference>,
    /// Share of unchanged games in which the card is bought, or met.
    used: Option<f64>,
    /// The same of the changed games and the card that has more copies there.
    used_here: Option<f64>,
}

impl OfCard for ContrastRow<'_> {
    fn card(&self) -> &Card<'_> {
        &self.card
    }
}

impl OfContrast for ContrastRow<'_> {
    fn found(&self) -> Option<&Difference> {
        self.found.as_ref()
    }
}

impl<'a> ContrastRow<'a> {
    fn new(
        at: &'a Stratum,
        subject: &'a Subject,
        (part, variant): (Part, String),
        found: Option<Difference>,
    ) -> Self {
        ContrastRow {
            card: Card {
                at,
                subject,
                shares: None,
            },
            part,
            variant,
            partner: "",
            step: None,
            found,
            used: None,
            used_here: None,
        }
    }

    fn field(&self) -> &'static str {
        self.step.map_or("", |step| step.field.word())
    }

    fn is_found(&self) -> bool {
        let by = |p: Option<f64>, level: f64| p.is_some_and(|p| p <= level);
        let found = self.found.as_ref();
        found.is_some_and(|one| by(one.holm, LEVEL.alpha()) || by(one.q_value, SCREEN))
    }

    fn note(&self) -> &str {
        let different = self.found.and_then(|one| one.different);
        match (self.step.map(|step| &step.change), different) {
            (Some(Err(reason)), _) => reason,
            (_, Some(0)) => "no game differed",
            _ => "",
        }
    }
}

fn columns<'a>() -> Vec<Declared<ContrastRow<'a>>> {
    let mut all = columns![ContrastRow<'a>;
        ("part", Text, "What is asked: `fair` (extra copies of it against those of similar cards), \
            `figures` (one more or less of a figure against none), `partners` (extra copies of two \
            cards against those of each).",
            row => row.part.word()),
        ("variant", Text, "The card as it is, with another figure or cost, one of its peers, or \
            together with another card.",
            row => row.variant.as_str()),
        ("partner", Text, "The other card, of partners.", row => row.partner),
        ("field", Text, "The figure that is changed by one.", row => row.field()),
        ("now", Text, "The current figure.", row => row.step.map_or("", |step| step.now.as_str())),
        ("then", Text, "The figure after the change.",
            row => row.step.map_or("", |step| step.then.as_str())),
        ("found", Bool, "Whether it is clear: `holm_p` is at most 0.05, or `bh_q` at most 0.1.",
            row => row.is_found()),
        ("bought", F64, "Share of unchanged games in which the judged card is bought (enemies: \
            met).",
            row => row.used),
        ("bought_here", F64, "Share of the changed games in which the card with more copies is \
            bought (enemies: met).",
            row => row.used_here),
        ("note", Text, "Why the change is not possible.", row => row.note()),
    ];
    all.extend(contrast_columns(
        "Of `fair`: the effect of extra copies for their owner beyond the average of the peers; of \
         `figures`: the effect of the change; of `partners`: the effect of both cards beyond the sum \
         of their separate effects, more being better for the players.",
    ));
    of_card(all)
}

/// A judged card.
struct CardRow<'a> {
    card: Card<'a>,
    text: String,
    shares: Shares,
    strength: Option<Estimate>,
    matters: &'static str,
    advantage: Option<Estimate>,
    verdict: &'static str,
    fair_cost: [Option<f64>; 3],
    change: String,
    left: Option<Estimate>,
}

impl OfCard for CardRow<'_> {
    fn card(&self) -> &Card<'_> {
        &self.card
    }
}

fn card_columns<'a>() -> Vec<Declared<CardRow<'a>>> {
    of_card(columns![CardRow<'a>;
        ("verdict", Text, "Strong, weak or fair (enemies: dangerous or harmless) among its peers.",
            row => row.verdict),
        ("change", Text, "The smallest change of one figure that makes it average, or the closest.",
            row => row.change.as_str()),
        ("advantage", F64, "The effect of extra copies for their owner beyond the average of the peers.",
            row => value(row.advantage)),
        ("advantage_low", F64, "Lower end of its interval.", row => low(row.advantage)),
        ("advantage_high", F64, "Upper end of its interval.", row => high(row.advantage)),
        ("advantage_left", F64, "The advantage after the change.", row => value(row.left)),
        ("fair_cost", F64, "The cost at which it would be fair.", row => row.fair_cost[0]),
        ("fair_cost_low", F64, "Lower end of its interval.", row => row.fair_cost[1]),
        ("fair_cost_high", F64, "Upper end of its interval.", row => row.fair_cost[2]),
        ("strength", F64, "What the game would lose without it, for its owner.",
            row => value(row.strength)),
        ("strength_low", F64, "Lower end of its interval.", row => low(row.strength)),
        ("strength_high", F64, "Upper end of its interval.", row => high(row.strength)),
        ("matters", Text, "Whether its strength is beyond the margin of the measure: yes, no, or open.",
            row => row.matters),
        ("offered", F64, "Share of games in which it was on offer.", row => row.shares.offered),
        ("payable", F64, "Share of games in which it could be paid for.", row => row.shares.payable),
        ("bought", F64, "Share of games in which it was bought.", row => row.shares.bought),
        ("in_play", F64, "Share of games in which it was on the board or used (enemies: met).",
            row => row.shares.in_play),
        ("wasted", F64, "Share of games in which copies of it were wasted.", row => row.shares.wasted),
        ("text", Text, "What it does.", row => row.text.as_str()),
    ])
}

/// All judged cards, those that stand out first.
pub fn cards_table(told: &Told<'_>) -> Result<Table, ExportError> {
    let strata = 0..told.played.design.strata.len();
    let rows = strata.flat_map(|stratum| {
        let all = told.by_weight(stratum).into_iter();
        all.map(move |one| card_row(told, stratum, one))
    });
    declared_table(&card_columns(), rows)
}

fn card_row<'a>(told: &Told<'a>, stratum: usize, one: &'a Judgement) -> CardRow<'a> {
    let (design, findings) = (told.played.design, told.findings);
    let at = &design.strata[stratum];
    let (subject, cards) = (&one.subject, &at.plans[0].cards);
    let verdict = one.verdict(findings, stratum);
    let remedy = one.remedy(findings, stratum);
    let itself = one.advantage(findings, stratum, &Role::Itself);
    CardRow {
        card: Card {
            at,
            subject,
            shares: None,
        },
        text: card_texts(cards, cards.kind(subject.kind)).join(" "),
        shares: findings
            .shares(stratum, subject)
            .copied()
            .unwrap_or_default(),
        strength: one.strength(findings, stratum).map(|found| found.estimate),
        matters: match one.matters(findings, stratum) {
            Some(true) => "yes",
            Some(false) => "no",
            None => "open",
        },
        advantage: itself.map(|found| found.estimate),
        verdict: verdict_word(verdict, subject.card_type.is_for_players()),
        fair_cost: match one.fair_cost(findings, stratum) {
            FairCost::Near { cost, ends } => [Some(cost), ends[0], ends[1]],
            _ => [None; 3],
        },
        change: remedy
            .as_ref()
            .map_or(String::new(), |found| change_text(one, found.role)),
        left: remedy.map(|found| found.left.estimate),
    }
}

/// All contrasts of a study, stratum by stratum.
pub fn contrasts_table(
    design: &Design,
    sheet: &Sheet,
    findings: &Findings,
    results: &Results,
) -> Result<Table, ExportError> {
    let maker = Maker {
        design,
        sheet,
        findings,
        results,
    };
    let strata = 0..design.strata.len();
    declared_table(&columns(), strata.flat_map(|stratum| maker.rows(stratum)))
}

/// What rows are made from.
struct Maker<'a> {
    design: &'a Design,
    sheet: &'a Sheet,
    findings: &'a Findings,
    results: &'a Results,
}

impl<'a> Maker<'a> {
    fn rows(&self, stratum: usize) -> Vec<ContrastRow<'a>> {
        let judgements = self.sheet.judgements.iter();
        let steps = self.sheet.figures.steps.iter();
        let pairs = self.sheet.partners.pairs.iter();
        let mut rows: Vec<ContrastRow<'a>> = judgements
            .flat_map(|judgement| self.fair(stratum, judgement))
            .collect();
        rows.extend(steps.flat_map(|step| self.figure(stratum, step)));
        rows.extend(pairs.filter_map(|pair| self.partners(stratum, pair)));
        rows
    }

    fn fair(&self, stratum: usize, judgement: &'a Judgement) -> Vec<ContrastRow<'a>> {
        let at = &self.design.strata[stratum];
        let shares = self.findings.shares(stratum, &judgement.subject);
        let rows = judgement.variants.iter().filter_map(|variant| {
            let found = judgement.advantage(self.findings, stratum, &variant.role)?;
            let subject = judgement.card_of(&variant.role);
            let text = judgement.text(&variant.role);
            Some(ContrastRow {
                used: shares.map(|shares| shares.used(judgement.subject.card_type)),
                used_here: judgement.used(self.findings, stratum, &variant.role),
                ..ContrastRow::new(at, subject, (Part::Fair, text), Some(found))
            })
        });
        rows.collect()
    }

    /// A row for each measure; a single one for a step that cannot be taken.
    fn figure(&self, stratum: usize, step: &'a Step) -> Vec<ContrastRow<'a>> {
        let subject = &self.sheet.figures.subjects[step.subject];
        let at = &self.design.strata[stratum];
        let row = |found| ContrastRow {
            step: Some(step),
            ..ContrastRow::new(at, subject, (Part::Figures, step.text()), found)
        };
        let Some(arm) = step.arm else {
            return vec![row(None)];
        };
        let shown = |one: &&Difference| MEASURES.contains(&one.measure);
        let found = self.results.of(stratum, arm).filter(shown);
        found.map(|one| row(Some(*one))).collect()
    }

    fn partners(&self, stratum: usize, pair: &Pair) -> Option<ContrastRow<'a>> {
        let partners = &self.sheet.partners;
        let found = partners.synergy(self.findings, stratum, pair)?;
        let [first, second] = [pair.first, pair.second].map(|card| &partners.subjects[card]);
        let at = &self.design.strata[stratum];
        let text = format!("with {}", second.id);
        Some(ContrastRow {
            partner: &second.id,
            ..ContrastRow::new(at, first, (Part::Partners, text), Some(found))
        })
    }
}
