//! The tables of a comparison.

use super::design::{Design, Stratum};
use super::explain::{Explanation, Happening, replay_command};
use super::measure::Measure;
use super::methods::of_figure;
use super::results::{ArmFigures, Difference, Results};
use super::sums::{PairSums, StratumSums};
use cards::words::Word;
use runs::sim::stop::LEVEL;
use statistics::Estimate;
use statistics::verdict::Verdict;
use tables::{Declared, ExportError, Table, columns, declared_table};

/// Where a row belongs.
struct At<'a> {
    design: &'a Design,
    stratum: &'a Stratum,
    arm: usize,
}

impl<'a> At<'a> {
    fn new(design: &'a Design, stratum: usize, arm: usize) -> Self {
        At {
            design,
            stratum: &design.strata[stratum],
            arm,
        }
    }

    fn name(&self) -> &'a str {
        &self.design.arms[self.arm].name
    }

    fn policy(&self) -> &'a str {
        self.stratum.policy.as_deref().unwrap_or(self.name())
    }
}

/// A row that belongs to an arm in a stratum.
trait Located {
    fn at(&self) -> &At<'_>;
}

/// The columns that say where a row belongs, and more.
fn located<R: Located>(more: Vec<Declared<R>>) -> Vec<Declared<R>> {
    let mut all = columns![R;
        ("setting", Text, "The setting, where there are several.",
            row => row.at().stratum.setting.as_deref().unwrap_or_default()),
        ("players", U8, "Number of players.", row => row.at().stratum.players),
        ("policy", Text, "The policy.", row => row.at().policy()),
        ("arm", Text, "The arm.", row => row.at().name()),
    ];
    all.extend(more);
    all
}

/// A figure such as the end of an interval; nothing where it is infinite.
pub(crate) fn end(end: Option<f64>) -> Option<f64> {
    end.filter(|end| end.is_finite())
}

pub(crate) fn value(estimate: Option<Estimate>) -> Option<f64> {
    estimate.map(|estimate| estimate.value)
}

/// Lower end of an interval; nothing where it is open.
pub(crate) fn low(estimate: Option<Estimate>) -> Option<f64> {
    end(estimate.map(|estimate| estimate.interval.low))
}

/// Upper end of an interval; nothing where it is open.
pub(crate) fn high(estimate: Option<Estimate>) -> Option<f64> {
    end(estimate.map(|estimate| estimate.interval.high))
}

/// A verdict as a word, from the players' point of view: for variants of the game, or for policies.
pub fn verdict_word(verdict: Verdict, of_policies: bool) -> &'static str {
    match (verdict, of_policies) {
        (Verdict::Better, false) => "easier",
        (Verdict::Worse, false) => "harder",
        (Verdict::Better, true) => "stronger",
        (Verdict::Worse, true) => "weaker",
        (Verdict::Equivalent, _) => "equivalent",
        (Verdict::Inconclusive, _) => "inconclusive",
    }
}

/// A figure of an arm.
struct ArmRow<'a> {
    at: At<'a>,
    changes: String,
    figures: &'a ArmFigures,
    measure: Measure,
    estimate: Option<Estimate>,
    interval: &'static str,
}

impl Located for ArmRow<'_> {
    fn at(&self) -> &At<'_> {
        &self.at
    }
}

fn arm_columns<'a>() -> Vec<Declared<ArmRow<'a>>> {
    located(columns![ArmRow<'a>;
        ("changes", Text, "What the arm changes.", row => row.changes.as_str()),
        ("baseline", Bool, "Whether it is the baseline.", row => row.at.arm == 0),
        ("measure", Text, "What is measured.", row => row.measure.word()),
        ("games", U64, "Games played by the arm.", row => row.figures.games),
        ("value", F64, "Mean, or share of games.", row => value(row.estimate)),
        ("low", F64, "Lower end of its interval.", row => low(row.estimate)),
        ("high", F64, "Upper end of its interval.", row => high(row.estimate)),
        ("level", F64, "Confidence level of the interval.", _ => LEVEL.value()),
        ("interval", Text, "The method of the interval.", row => row.interval),
    ])
}

/// The figures of each arm: a row for each stratum, arm and measure.
pub fn arms_table(design: &Design, results: &Results) -> Result<Table, ExportError> {
    let rows = results.arms.iter().flat_map(|figures| {
        let measures = figures.measures.iter();
        measures.map(move |(measure, estimate)| ArmRow {
            at: At::new(design, figures.stratum, figures.arm),
            changes: design.arms[figures.arm].changes.describe(),
            figures,
            measure: *measure,
            estimate: *estimate,
            interval: of_figure(*measure),
        })
    });
    declared_table(&arm_columns(), rows)
}

/// A row about a contrast; nothing if its arms were not played.
pub(crate) trait OfContrast {
    fn found(&self) -> Option<&Difference>;
}

/// The columns of a contrast, whatever is contrasted: its size, described as given, and how sure it is.
pub(crate) fn contrast_columns<R: OfContrast>(size: &'static str) -> Vec<Declared<R>> {
    columns![R;
        ("measure", Text, "What is compared.",
            row => row.found().map_or("", |one| one.measure.word())),
        ("games", U64, "Games that all its arms have played.",
            row => row.found().map_or(0, |one| one.games)),
        ("difference", F64, size, row => value(row.found().map(|one| one.estimate))),
        ("low", F64, "Lower end of its interval.",
            row => low(row.found().map(|one| one.estimate))),
        ("high", F64, "Upper end of its interval.",
            row => high(row.found().map(|one| one.estimate))),
        ("level", F64, "Confidence level of the interval.", _ => LEVEL.value()),
        ("interval", Text, "The method of the interval.",
            row => row.found().map_or("", |one| one.methods[0])),
        ("family_low", F64, "Lower end of the simultaneous interval for all comparisons.",
            row => end(row.found().and_then(|one| Some(one.family_interval?.low)))),
        ("family_high", F64, "Upper end of the simultaneous interval for all comparisons.",
            row => end(row.found().and_then(|one| Some(one.family_interval?.high)))),
        ("standard_error", F64, "Of the difference.",
            row => row.found().and_then(|one| one.standard_error)),
        ("p_value", F64, "Two-sided, for no difference.",
            row => row.found().and_then(|one| one.p_value)),
        ("test", Text, "The test behind the p-value.",
            row => row.found().map_or("", |one| one.methods[1])),
        ("holm_p", F64, "The p-value adjusted for all comparisons in the deciding measure (Holm).",
            row => row.found().and_then(|one| one.holm)),
        ("bh_q", F64, "The p-value adjusted for all cards or pairs that are screened \
            (Benjamini-Hochberg).",
            row => row.found().and_then(|one| one.q_value)),
        ("pairing_gain", F64, "How many times as many games would be needed with separate luck.",
            row => end(row.found().and_then(|one| one.pairing_gain))),
        ("luck_gain", F64, "How many times as many games the difference would have needed without \
            adjusting for luck.",
            row => end(row.found().and_then(|one| one.luck_gain))),
        ("games_to_tell", F64, "Games at which the interval would exclude zero if the difference \
            is as estimated.",
            row => row.found().and_then(Difference::games_to_tell)),
        ("margin", F64, "The smallest size that matters, in the deciding measure.",
            row => row.found().and_then(|one| Some(one.margin?.value()))),
        ("matters", Text, "Whether it is beyond the margin: yes, no or open.",
            row => row.found().map_or("", Difference::matters)),
        ("changed_games", F64, "Share of games that ended differently in any measure.",
            row => row.found().and_then(|one| Some(one.different? as f64 / one.games as f64))),
        ("policies", Text, "Whether several policies agree on the direction.",
            row => row.found().map_or("", |one| one.agreement.map_or("", |one| one.word()))),
    ]
}

/// A difference between an arm and what it is compared with.
struct DifferenceRow<'a> {
    at: At<'a>,
    one: &'a Difference,
    pair: &'a PairSums,
}

impl Located for DifferenceRow<'_> {
    fn at(&self) -> &At<'_> {
        &self.at
    }
}

impl OfContrast for DifferenceRow<'_> {
    fn found(&self) -> Option<&Difference> {
        Some(self.one)
    }
}

impl DifferenceRow<'_> {
    fn reference(&self) -> usize {
        self.at.design.reference(self.at.arm)
    }

    fn verdict(&self) -> &'static str {
        let stratum = self.at.stratum;
        let of_policies = stratum.differs_in_policy_alone(self.reference(), self.at.arm);
        let verdict = self.one.verdict;
        verdict.map_or("", |verdict| verdict_word(verdict, of_policies))
    }
}

fn difference_columns<'a>() -> Vec<Declared<DifferenceRow<'a>>> {
    let mut all = contrast_columns("Mean of arm minus baseline.");
    all.extend(columns![DifferenceRow<'a>;
        ("baseline", Text, "The arm it is compared with.",
            row => row.at.design.arms[row.reference()].name.as_str()),
        ("family_level", F64, "Level of each simultaneous interval.",
            row => row.one.family_interval.map(|_| row.at.design.family_level().value())),
        ("verdict", Text, "For the players: easier, harder, equivalent or inconclusive; for \
            policies: stronger \
            or weaker; empty if the measure cannot show it.",
            row => row.verdict()),
        ("note", Text, "Why there is no verdict.", row => row.one.blind.unwrap_or_default()),
        ("both_won", U64, "Games that both won.", row => row.pair.wins().both),
        ("only_arm_won", U64, "Games that only the arm won.", row => row.pair.wins().only_b),
        ("only_baseline_won", U64, "Games that only the baseline won.",
            row => row.pair.wins().only_a),
        ("neither_won", U64, "Games that both lost.", row => row.pair.wins().neither),
    ]);
    located(all)
}

/// The paired differences: a row for each stratum, arm and measure.
pub fn differences_table(
    design: &Design,
    results: &Results,
    sums: &[StratumSums],
) -> Result<Table, ExportError> {
    let rows = results.differences.iter().map(|one| DifferenceRow {
        at: At::new(design, one.stratum, one.arm),
        one,
        pair: &sums[one.stratum].arms[one.arm - 1],
    });
    declared_table(&difference_columns(), rows)
}

/// A game that ended differently.
struct ExplainedRow<'a> {
    at: At<'a>,
    one: &'a Explanation,
    ends: [String; 2],
    replays: [String; 2],
}

impl Located for ExplainedRow<'_> {
    fn at(&self) -> &At<'_> {
        &self.at
    }
}

fn explained_columns<'a>() -> Vec<Declared<ExplainedRow<'a>>> {
    located(columns![ExplainedRow<'a>;
        ("game", U64, "The game's index.", row => row.one.game),
        ("baseline_end", Text, "How the baseline's game ended.", row => row.ends[0].as_str()),
        ("arm_end", Text, "How the arm's game ended.", row => row.ends[1].as_str()),
        ("shared_events", U64, "Events that both share.", row => row.one.shared as u64),
        ("round", U8, "The round in which they diverge.",
            row => {
                let mut next = row.one.next.iter().flatten();
                next.next().map_or(0, |next| next.round)
            }),
        ("before", Text, "The last event they share.", row => text_of(&row.one.before)),
        ("baseline_next", Text, "What the baseline's game does next.",
            row => text_of(&row.one.next[0])),
        ("arm_next", Text, "What the arm's game does next.", row => text_of(&row.one.next[1])),
        ("baseline_replay", Text, "Shows the baseline's game.",
            row => row.replays[0].as_str()),
        ("arm_replay", Text, "Shows the arm's game.", row => row.replays[1].as_str()),
    ])
}

/// Games that ended differently, and where they diverge.
pub fn explained_table(design: &Design, all: &[Explanation]) -> Result<Table, ExportError> {
    let rows = all.iter().map(|one| ExplainedRow {
        at: At::new(design, one.stratum, one.arm),
        one,
        ends: one.ends.map(|end| end.text()),
        replays: one.replays.each_ref().map(|one| replay_command(one)),
    });
    declared_table(&explained_columns(), rows)
}

fn text_of(happening: &Option<Happening>) -> &str {
    happening.as_ref().map_or("", |happening| &happening.text)
}
