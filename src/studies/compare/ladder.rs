//! A ladder of policies: all play the same games, and each is compared with the one below it.

use super::changes::Changes;
use super::design::{Against, Defaults, Design, DesignError};
use super::experiment::{Experiment, NamedChanges};
use super::measure::Measure;
use super::play::StopRule;
use super::results::{Results, interval_at};
use super::sums::{PairSums, StratumSums};
use cards::load::Library;
use cards::words::{Word, words};
use runs::sim::results::Monitoring;
use runs::sim::stop::LEVEL;
use statistics::{Estimate, Interval};
use tables::{ColumnType, ExportError, Schema, Table, Value};

/// The name of the comparison.
pub const NAME: &str = "ladder";

words! {
    /// A rung against the one below it.
    pub enum Step as "step" {
        /// The rung is clearly stronger.
        Stronger = "stronger",
        /// The rung is clearly weaker.
        Weaker = "weaker",
        /// The games do not tell which is stronger.
        Unclear = "unclear",
    }
}

/// Which policies are set against each other, and where.
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
    /// The measure that decides.
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
        let arms = self.policies.iter().map(|policy| NamedChanges {
            name: policy.clone(),
            changes: Changes {
                policy: Some(policy.clone()),
                ..Changes::default()
            },
        });
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
        let mut most = games;
        for (limit, plan) in design.limits.iter_mut().zip(&design.strata[0].plans) {
            if plan.policy.searches() {
                most = most.min(self.search_games);
            }
            *limit = most;
        }
    }
}

/// A rung against the one below it.
#[derive(Clone, Copy, Debug)]
pub struct Rise {
    /// Games that both played.
    pub games: u64,
    /// The difference in the measure that decides.
    pub estimate: Option<Estimate>,
    /// Its interval that holds together with those of all other rungs and numbers of players.
    pub family_interval: Interval,
    /// What that says.
    pub step: Step,
}

/// Judges a rung (not the lowest) against the one below it.
pub fn rise(design: &Design, stop: &StopRule, looks: Monitoring, pair: &PairSums) -> Rise {
    let measure = design.measure;
    let mean = pair.moments(measure).difference().mean();
    let estimate = mean.map(|mean| Estimate {
        value: mean * measure.scale(),
        interval: interval_at(LEVEL, pair, measure, stop, looks),
        level: LEVEL,
    });
    let family_interval = interval_at(design.family_level(), pair, measure, stop, looks);
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

/// The ladder as a table: a row for each number of players and rung.
pub fn ladder_table(
    design: &Design,
    stop: &StopRule,
    results: &Results,
    sums: &[StratumSums],
) -> Result<Table, ExportError> {
    let mut table = Table::new(Schema::new(columns())?);
    for figures in &results.arms {
        let (stratum, arm) = (figures.stratum, figures.arm);
        let mut row: Vec<Value<'_>> = vec![
            design.strata[stratum].players.into(),
            (arm as u64 + 1).into(),
            design.arms[arm].name.as_str().into(),
            figures.games.into(),
        ];
        for measure in MEASURES {
            row.extend(with_ends(results.figure(stratum, arm, measure)));
        }
        let below = arm.checked_sub(1);
        let rise = below.map(|below| {
            let pair = &sums[stratum].arms[below];
            rise(design, stop, results.looks, pair)
        });
        row.push(
            below
                .map_or("", |below| design.arms[below].name.as_str())
                .into(),
        );
        row.push(design.measure.word().into());
        row.push(rise.map_or(0, |rise| rise.games).into());
        row.extend(with_ends(rise.and_then(|rise| rise.estimate)));
        let family = rise.map(|rise| rise.family_interval);
        row.push(
            family
                .map(|interval| interval.low)
                .filter(|end| end.is_finite())
                .into(),
        );
        row.push(
            family
                .map(|interval| interval.high)
                .filter(|end| end.is_finite())
                .into(),
        );
        row.push(design.family_level().value().into());
        row.push(rise.map_or("", |rise| rise.step.word()).into());
        table.push_row(&row)?;
    }
    Ok(table)
}

fn columns() -> Vec<(String, ColumnType)> {
    let mut all: Vec<(String, ColumnType)> = vec![
        ("players".into(), ColumnType::U8),
        ("rung".into(), ColumnType::U64),
        ("policy".into(), ColumnType::Text),
        ("games".into(), ColumnType::U64),
    ];
    let with_interval = |name: &str| {
        let ends = ["", "_low", "_high"].into_iter();
        let ends: Vec<_> = ends
            .map(|end| (format!("{name}{end}"), ColumnType::F64))
            .collect();
        ends
    };
    for measure in MEASURES {
        all.extend(with_interval(measure.word()));
    }
    all.extend([
        ("below".into(), ColumnType::Text),
        ("decided_by".into(), ColumnType::Text),
        ("paired_games".into(), ColumnType::U64),
    ]);
    all.extend(with_interval("difference"));
    all.extend([
        ("family_low".into(), ColumnType::F64),
        ("family_high".into(), ColumnType::F64),
        ("family_level".into(), ColumnType::F64),
        ("verdict".into(), ColumnType::Text),
    ]);
    all
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

fn with_ends<'a>(estimate: Option<Estimate>) -> [Value<'a>; 3] {
    let end = |end: fn(&Interval) -> f64| {
        let end = estimate.map(|estimate| end(&estimate.interval));
        end.filter(|end| end.is_finite()).into()
    };
    [
        estimate.map(|estimate| estimate.value).into(),
        end(|interval| interval.low),
        end(|interval| interval.high),
    ]
}
