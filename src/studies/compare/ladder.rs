//! A ladder of policies: all play the same games, and each is compared with the one below it.

use super::changes::Changes;
use super::design::{Against, Defaults, Design, DesignError};
use super::experiment::{Experiment, NamedChanges};
use super::measure::Measure;
use super::results::{ArmFigures, Results, adjusted_difference, interval_at, judged_interval};
use super::stop::Looks;
use super::sums::{PairSums, StratumSums};
use super::tables::{end, high, low, value};
use cards::load::Library;
use cards::words::{Word, words};
use runs::sim::stop::LEVEL;
use statistics::{Estimate, Interval};
use tables::{Declared, ExportError, Table, columns, declared_table};

/// The name of the comparison.
pub const NAME: &str = "ladder";

words! {
    /// A rung against the one below it.
    pub enum Step as "step" {
        /// The rung is clearly stronger.
        Stronger = "stronger",
        /// The rung is clearly weaker.
        Weaker = "weaker",
        /// It is unclear which is stronger.
        Unclear = "unclear",
    }
}

/// Which policies are compared, and in which games.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The policies from the lowest rung up, by name or file.
    pub policies: Vec<String>,
    /// The numbers of players to play with.
    pub players: Vec<u8>,
    /// What all games have in common.
    pub base: Changes,
    /// Games of policies that search, at most.
    pub search_games: u64,
    /// The deciding measure.
    pub measure: Measure,
}

impl Ladder {
    /// The ladder fully resolved.
    pub fn design(&self, library: &Library, defaults: &Defaults) -> Result<Design, DesignError> {
        if self.policies.len() < 2 {
            return Err(DesignError::Usage(
                "a ladder needs at least two policies, from the lowest rung up".into(),
            ));
        }
        let arms = self.policies.iter();
        let arms = arms.map(|policy| NamedChanges::of_policy(policy, policy));
        let experiment = Experiment {
            name: NAME.into(),
            title: "Policies on the same games, each against the one below it".into(),
            base: self.base.clone(),
            arms: arms.collect(),
            baseline: self.policies.first().cloned(),
            players: self.players.clone(),
            measure: Some(self.measure),
            ..Experiment::default()
        };
        let mut design = Design::resolve(&experiment, library, defaults)?;
        design.refuse_idle_arms()?;
        design.against = Against::Previous;
        for stratum in &mut design.strata {
            stratum.policy = None;
        }
        self.limit(&mut design, defaults.games);
        Ok(design)
    }

    /// A policy that searches plays fewer games, and no rung more than the one below it, so that
    /// each step is paired on the games that both have played.
    fn limit(&self, design: &mut Design, games: u64) {
        for stratum in &mut design.strata {
            let limits = stratum.plans.iter().scan(games, |most, plan| {
                if plan.policy.searches() {
                    *most = self.search_games.min(*most);
                }
                Some(*most)
            });
            stratum.limits = limits.collect();
        }
    }
}

/// A rung against the one below it.
#[derive(Clone, Copy, Debug)]
pub struct Rise {
    /// Games that both played.
    pub games: u64,
    /// The difference in the deciding measure.
    pub estimate: Option<Estimate>,
    /// Its simultaneous interval for all rungs and numbers of players.
    pub family_interval: Interval,
    /// The verdict.
    pub step: Step,
}

/// Judges a rung (not the lowest) against the one below it.
pub fn rise(design: &Design, looks: Looks, pair: &PairSums) -> Rise {
    let (measure, look) = (design.measure, looks.of(pair.games()));
    let estimate = match adjusted_difference(pair, measure) {
        Some(adjusted) => look.estimate(LEVEL, |level| {
            Some(adjusted.estimate(level, measure.scale()))
        }),
        None => pair
            .moments(measure)
            .difference()
            .mean()
            .map(|mean| Estimate {
                value: mean * measure.scale(),
                interval: interval_at(LEVEL, pair, measure, look),
                level: LEVEL,
            }),
    };
    let family_interval = judged_interval(design, pair, look);
    let (up, down) = (family_interval.low > 0.0, family_interval.high < 0.0);
    let step = match (up != down, up == (measure.gain() > 0.0)) {
        (true, true) => Step::Stronger,
        (true, false) => Step::Weaker,
        _ => Step::Unclear,
    };
    Rise {
        games: pair.games(),
        estimate,
        family_interval,
        step,
    }
}

/// A rung of the ladder.
struct RungRow<'a> {
    design: &'a Design,
    figures: &'a ArmFigures,
    measures: [Option<Estimate>; MEASURES.len()],
    rise: Option<Rise>,
}

impl RungRow<'_> {
    /// The rung below, if there is one.
    fn below(&self) -> Option<usize> {
        self.figures.arm.checked_sub(1)
    }

    fn difference(&self) -> Option<Estimate> {
        self.rise.and_then(|rise| rise.estimate)
    }

    fn family(&self) -> Option<Interval> {
        self.rise.map(|rise| rise.family_interval)
    }
}

/// The ladder as a table: a row for each number of players and rung.
pub fn ladder_table(
    design: &Design,
    results: &Results,
    sums: &[StratumSums],
) -> Result<Table, ExportError> {
    let rows = results.arms.iter().map(|figures| {
        let (stratum, arm) = (figures.stratum, figures.arm);
        let below = arm.checked_sub(1);
        RungRow {
            design,
            figures,
            measures: MEASURES.map(|measure| results.figure(stratum, arm, measure)),
            rise: below.map(|below| {
                let pair = &sums[stratum].arms[below];
                rise(design, results.looks, pair)
            }),
        }
    });
    declared_table(&columns(), rows)
}

fn columns<'a>() -> Vec<Declared<RungRow<'a>>> {
    let mut all = columns![RungRow<'a>;
        ("players", U8, "Number of players.",
            row => row.design.strata[row.figures.stratum].players),
        ("rung", U64, "The rung, from the bottom.", row => row.figures.arm as u64 + 1),
        ("policy", Text, "The policy.", row => row.design.arms[row.figures.arm].name.as_str()),
        ("games", U64, "Games played by the policy.", row => row.figures.games),
    ];
    for (number, measure) in MEASURES.into_iter().enumerate() {
        all.extend(measure_columns(number, measure));
    }
    all.extend(step_columns());
    all
}

/// A measure and the ends of its interval.
fn measure_columns<'a>(number: usize, measure: Measure) -> Vec<Declared<RungRow<'a>>> {
    let (word, title) = (measure.word(), measure.title());
    let about = format!("Mean of {title}, or share of games.");
    columns![RungRow<'a>;
        (word, F64, about, row => value(row.measures[number])),
        (format!("{word}_low"), F64, "Lower end of its interval.",
            row => low(row.measures[number])),
        (format!("{word}_high"), F64, "Upper end of its interval.",
            row => high(row.measures[number])),
    ]
}

/// The step from the rung below.
fn step_columns<'a>() -> Vec<Declared<RungRow<'a>>> {
    columns![RungRow<'a>;
        ("below", Text, "The policy on the rung below.",
            row => {
                let below = row.below();
                let name = below.map(|below| row.design.arms[below].name.as_str());
                name.unwrap_or_default()
            }),
        ("decided_by", Text, "The deciding measure.", row => row.design.measure.word()),
        ("paired_games", U64, "Games that both played.",
            row => row.rise.map_or(0, |rise| rise.games)),
        ("difference", F64, "The policy minus the one below, in the deciding measure.",
            row => value(row.difference())),
        ("difference_low", F64, "Lower end of its interval.", row => low(row.difference())),
        ("difference_high", F64, "Upper end of its interval.", row => high(row.difference())),
        ("family_low", F64, "Lower end of the simultaneous interval for all comparisons.",
            row => end(row.family().map(|interval| interval.low))),
        ("family_high", F64, "Upper end of the simultaneous interval for all comparisons.",
            row => end(row.family().map(|interval| interval.high))),
        ("family_level", F64, "Level of each simultaneous interval.",
            row => row.design.family_level().value()),
        ("verdict", Text, "stronger, weaker or unclear.",
            row => row.rise.map_or("", |rise| rise.step.word())),
    ]
}

/// The measures of each rung, in the order of the columns.
pub const MEASURES: [Measure; 6] = [
    Measure::WinRate,
    Measure::NeededHp,
    Measure::RoundsSurvived,
    Measure::Endurance,
    Measure::BaseDamage,
    Measure::Decisions,
];
