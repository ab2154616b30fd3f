//! Estimates, tests and verdicts from the sums of a comparison.
//!
//! Two sorts of intervals are made. Those for reading hold one by one at the usual level. Those
//! for verdicts hold all together at that level: each is made at the level that the whole family
//! of comparisons needs (Bonferroni), so that with the usual probability no verdict in the table
//! is wrong. Where the games were looked at while they were played, all intervals and p-values
//! are of the sort that stays valid under that.

use super::design::Design;
use super::play::{EarlyStop, Ending, StopRule};
use super::sums::{ArmSums, PairSums, StratumSums};
use crate::sim::measure::DAMAGE_CAP;
use crate::sim::results::Monitoring;
use crate::sim::stop::{LEVEL, target_error_text};
use cards::words::words;
use game::state::ROUNDS;
use statistics::confseq::{MeanSequence, TargetError, rate_estimate};
use statistics::mean::IntegerMoments;
use statistics::multiple::holm;
use statistics::paired::{PairedMoments, PairedWins};
use statistics::verdict::Verdict;
use statistics::{Estimate, Interval, Level};

/// The games at which a confidence sequence is tightest, as a share of the games planned.
const TIGHTEST_SHARE: u64 = 4;

words! {
    /// What is compared.
    pub enum Measure as "measure" {
        /// The share of games won.
        WinRate = "win_rate",
        /// Damage to the base until the end of the game.
        BaseDamage = "base_damage",
        /// Rounds played to their end.
        RoundsSurvived = "rounds_survived",
        /// Decisions with more than one legal answer: what a game costs.
        Decisions = "decisions",
    }
}

impl Measure {
    /// The largest difference that two games on the same luck can show, or as good as.
    pub(crate) fn reach(self) -> f64 {
        match self {
            Measure::WinRate => 1.0,
            Measure::RoundsSurvived => f64::from(ROUNDS),
            Measure::BaseDamage => f64::from(DAMAGE_CAP),
            Measure::Decisions => 1000.0,
        }
    }
}

words! {
    /// Whether policies agree on the direction of a difference.
    pub enum Agreement as "agreement" {
        /// All point the same way.
        Agree = "agree",
        /// They point different ways, but not clearly.
        Unclear = "unclear",
        /// They clearly point different ways.
        Opposed = "opposed",
    }
}

/// The figures of one arm in one stratum.
#[derive(Clone, Debug)]
pub struct ArmFigures {
    /// Index of the stratum.
    pub stratum: usize,
    /// Index of the arm; 0 is the baseline.
    pub arm: usize,
    /// Games it played.
    pub games: u64,
    /// Each measure with its interval; nothing without games.
    pub measures: Vec<(Measure, Option<Estimate>)>,
}

/// One arm against the baseline in one stratum and measure.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Index of the stratum.
    pub stratum: usize,
    /// Index of the arm.
    pub arm: usize,
    /// What is compared.
    pub measure: Measure,
    /// Games both played.
    pub games: u64,
    /// Arm minus baseline.
    pub estimate: Option<Estimate>,
    /// The interval that holds together with all others of the family; for win rates only.
    pub family_interval: Option<Interval>,
    /// Standard error of the difference.
    pub standard_error: Option<f64>,
    /// Two-sided p-value of no difference.
    pub p_value: Option<f64>,
    /// The same adjusted for the family by Holm's method; in the deciding measure only.
    pub holm: Option<f64>,
    /// How many times less variance than with separate luck.
    pub pairing_gain: Option<f64>,
    /// The verdict against the margin; for win rates only.
    pub verdict: Option<Verdict>,
    /// Whether the policies agree; nothing with a single policy, and in the deciding measure only.
    pub agreement: Option<Agreement>,
}

/// All results of a comparison.
#[derive(Clone, Debug)]
pub struct Results {
    /// How intervals were made.
    pub looks: Monitoring,
    /// The measure whose differences are the family.
    pub measure: Measure,
    /// The figures of each arm.
    pub arms: Vec<ArmFigures>,
    /// The differences, three measures for each arm.
    pub differences: Vec<Difference>,
}

/// The confidence sequence for means under a stop rule. Its tuning may depend on what was planned
/// and must not depend on what was seen.
pub(crate) fn sequence(level: Level, stop: &StopRule) -> MeanSequence {
    MeanSequence::new(level, tightest_at(stop))
}

/// The games at which the confidence sequences under a stop rule are tightest.
pub(crate) fn tightest_at(stop: &StopRule) -> u64 {
    stop.games / TIGHTEST_SHARE
}

/// The interval of a difference of win rates that holds together with all others of the family.
pub(super) fn family_interval(
    design: &Design,
    wins: &PairedWins,
    stop: &StopRule,
    looks: Monitoring,
) -> Interval {
    let level = design.family_level();
    match looks {
        Monitoring::Fixed => wins.interval(level),
        Monitoring::Repeated => sequence(level, stop)
            .interval(&wins.moments().difference())
            .clamped_to(&Interval::new(-1.0, 1.0)),
    }
}

impl Results {
    /// The results of what has been played.
    pub fn new(design: &Design, stop: &StopRule, sums: &[StratumSums], ending: Ending) -> Self {
        let maker = Maker {
            design,
            stop,
            looks: stop.looks(ending),
        };
        let mut results = Results {
            looks: maker.looks,
            measure: design.measure,
            arms: Vec::new(),
            differences: Vec::new(),
        };
        for (stratum, sums) in sums.iter().enumerate() {
            results.arms.push(maker.figures(stratum, 0, &sums.baseline));
            for (index, pair) in sums.arms.iter().enumerate() {
                let arm = index + 1;
                results.arms.push(maker.figures(stratum, arm, &pair.arm()));
                results
                    .differences
                    .extend(maker.differences(stratum, arm, pair));
            }
        }
        results.adjust();
        results.compare_policies(design);
        results
    }

    /// The differences in the deciding measure: the family.
    pub fn primary(&self) -> impl Iterator<Item = &Difference> {
        let all = self.differences.iter();
        all.filter(|difference| difference.measure == self.measure)
    }

    /// The three differences of an arm in a stratum.
    pub fn of(&self, stratum: usize, arm: usize) -> impl Iterator<Item = &Difference> {
        let all = self.differences.iter();
        all.filter(move |difference| (difference.stratum, difference.arm) == (stratum, arm))
    }

    fn primary_mut(&mut self) -> impl Iterator<Item = &mut Difference> {
        let (measure, all) = (self.measure, self.differences.iter_mut());
        all.filter(move |difference| difference.measure == measure)
    }

    /// Holm over the family. A comparison not yet played counts as one without evidence.
    fn adjust(&mut self) {
        let p_values: Vec<f64> = self
            .primary()
            .map(|difference| difference.p_value.unwrap_or(1.0))
            .collect();
        for (difference, adjusted) in self.primary_mut().zip(holm(&p_values)) {
            difference.holm = difference.p_value.map(|_| adjusted);
        }
    }

    /// Compares the directions that an arm's differences have with different policies.
    fn compare_policies(&mut self, design: &Design) {
        let place = |stratum: usize| {
            let stratum = &design.strata[stratum];
            (stratum.setting.clone(), stratum.players)
        };
        let keys: Vec<_> = self.primary().map(|d| (place(d.stratum), d.arm)).collect();
        let estimates: Vec<Option<Estimate>> = self.primary().map(|d| d.estimate).collect();
        let judged: Vec<Option<Agreement>> = keys
            .iter()
            .map(|key| {
                let same = keys
                    .iter()
                    .zip(&estimates)
                    .filter(|(other, _)| *other == key);
                agreement(
                    &same
                        .filter_map(|(_, estimate)| *estimate)
                        .collect::<Vec<_>>(),
                )
            })
            .collect();
        for (difference, agreement) in self.primary_mut().zip(judged) {
            difference.agreement = agreement;
        }
    }
}

/// Whether estimates of one difference with several policies point the same way.
pub fn agreement(estimates: &[Estimate]) -> Option<Agreement> {
    if estimates.len() < 2 {
        return None;
    }
    let any = |test: fn(&Estimate) -> bool| estimates.iter().any(test);
    let clear = any(|e| e.interval.low > 0.0) && any(|e| e.interval.high < 0.0);
    let apparent = any(|e| e.value > 0.0) && any(|e| e.value < 0.0);
    Some(match (clear, apparent) {
        (true, _) => Agreement::Opposed,
        (false, true) => Agreement::Unclear,
        (false, false) => Agreement::Agree,
    })
}

/// What is needed to make figures of sums.
struct Maker<'a> {
    design: &'a Design,
    stop: &'a StopRule,
    looks: Monitoring,
}

impl Maker<'_> {
    fn figures(&self, stratum: usize, arm: usize, sums: &ArmSums) -> ArmFigures {
        let wins = match self.looks {
            Monitoring::Fixed => sums.wins.estimate(LEVEL),
            Monitoring::Repeated => rate_estimate(&sums.wins, LEVEL),
        };
        ArmFigures {
            stratum,
            arm,
            games: sums.wins.trials(),
            measures: vec![
                (Measure::WinRate, wins),
                (Measure::BaseDamage, self.mean(&sums.base_damage)),
                (Measure::RoundsSurvived, self.mean(&sums.rounds)),
                (Measure::Decisions, self.mean(&sums.decisions)),
            ],
        }
    }

    fn mean(&self, moments: &IntegerMoments) -> Option<Estimate> {
        match self.looks {
            Monitoring::Fixed => moments.estimate(LEVEL),
            Monitoring::Repeated => sequence(LEVEL, self.stop).estimate(moments),
        }
    }

    fn differences(&self, stratum: usize, arm: usize, sums: &PairSums) -> [Difference; 3] {
        let wins = self.wins(stratum, arm, sums);
        let other = |measure| self.moments(stratum, arm, measure, &sums.moments(measure));
        [
            wins,
            other(Measure::BaseDamage),
            other(Measure::RoundsSurvived),
        ]
    }

    fn wins(&self, stratum: usize, arm: usize, sums: &PairSums) -> Difference {
        let wins = &sums.wins;
        let plain = self.moments(stratum, arm, Measure::WinRate, &wins.moments());
        let played = wins.games() > 0;
        let interval = family_interval(self.design, wins, self.stop, self.looks);
        let fixed = wins.summary(LEVEL);
        let (estimate, p_value) = match self.looks {
            Monitoring::Fixed => (
                fixed.map(|summary| summary.difference),
                fixed.map(|summary| summary.p_value),
            ),
            Monitoring::Repeated => (plain.estimate, plain.p_value),
        };
        Difference {
            estimate,
            p_value,
            standard_error: wins.standard_error(),
            family_interval: played.then_some(interval),
            verdict: played.then(|| Verdict::from_interval(&interval, self.design.margin)),
            ..plain
        }
    }

    fn moments(
        &self,
        stratum: usize,
        arm: usize,
        measure: Measure,
        moments: &PairedMoments,
    ) -> Difference {
        let difference = moments.difference();
        let reach = measure.reach();
        let sequence = sequence(LEVEL, self.stop).for_pairs(moments, reach);
        let (estimate, p_value) = match self.looks {
            Monitoring::Fixed => (moments.estimate(LEVEL, reach), moments.p_value(reach)),
            Monitoring::Repeated => (
                sequence.estimate(&difference),
                (moments.count() > 1).then(|| sequence.p_value(&difference)),
            ),
        };
        Difference {
            stratum,
            arm,
            measure,
            games: moments.count(),
            estimate,
            family_interval: None,
            standard_error: difference.standard_error(),
            p_value,
            holm: None,
            pairing_gain: moments.pairing_gain(),
            verdict: None,
            agreement: None,
        }
    }
}

/// What makes a comparison of win rates idle: when all games end the same way, `equivalent` says
/// nothing about how hard the variants are.
pub fn floor_note(wins: &PairedWins) -> Option<&'static str> {
    match (wins.games(), wins.both, wins.neither) {
        (0, _, _) => None,
        (games, _, neither) if neither == games => Some("no game was won"),
        (games, both, _) if both == games => Some("no game was lost"),
        _ => None,
    }
}

/// How intervals and p-values were made, in words: of rates, of means, of differences of rates,
/// and the test of these.
pub fn methods(looks: Monitoring) -> [&'static str; 4] {
    match looks {
        Monitoring::Fixed => [
            "wilson",
            "normal",
            "bonett-price (adjusted wald, paired)",
            "mcnemar mid-p",
        ],
        Monitoring::Repeated => [
            "confidence sequence (beta-binomial)",
            "confidence sequence (asymptotic)",
            "confidence sequence (asymptotic, paired)",
            "anytime-valid (from the confidence sequence)",
        ],
    }
}

/// A target error in the unit of a measure.
pub fn precision_text(target: TargetError, measure: Measure) -> String {
    match measure {
        Measure::WinRate => target_error_text(target),
        _ => target.value().to_string(),
    }
}

/// What was to settle an arm, in words.
pub fn settles_text(settles: EarlyStop, measure: Measure) -> String {
    match settles {
        EarlyStop::Never => "nothing".into(),
        EarlyStop::Verdict => "verdict".into(),
        EarlyStop::Precision(target) => format!("target error {}", precision_text(target, measure)),
        EarlyStop::Rank(None) => "rank".into(),
        EarlyStop::Rank(Some(top)) => format!("rank (first {top} or not)"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::design::samples::{defaults, design, experiment};
    use super::super::play::samples::{fixed, played};
    use super::*;
    use cards::load::Library;

    fn estimate(low: f64, high: f64) -> Estimate {
        Estimate {
            value: 0.5 * (low + high),
            interval: Interval::new(low, high),
            level: LEVEL,
        }
    }

    #[test]
    fn opposed_policies_are_told_from_unclear_ones() {
        let (up, down) = (estimate(0.1, 0.3), estimate(-0.3, -0.1));
        let (about_zero, below) = (estimate(-0.1, 0.2), estimate(-0.2, 0.1));
        assert_eq!(agreement(&[up]), None);
        assert_eq!(agreement(&[up, about_zero]), Some(Agreement::Agree));
        assert_eq!(agreement(&[up, below]), Some(Agreement::Unclear));
        assert_eq!(agreement(&[up, about_zero, down]), Some(Agreement::Opposed));
    }

    #[test]
    fn the_placebo_is_zero_and_no_verdict_is_rash() {
        let design = design(&["twin"], 2000);
        let stop = fixed(2000);
        let (sums, ending) = played(&design, &stop, 2);
        let results = Results::new(&design, &stop, &sums, ending);
        for difference in &results.differences {
            assert_eq!(difference.estimate.unwrap().value, 0.0);
            assert_eq!(difference.p_value, Some(1.0));
        }
        let wins = results.primary().next().unwrap();
        assert_eq!(
            (wins.holm, wins.verdict),
            (Some(1.0), Some(Verdict::Equivalent))
        );
    }

    #[test]
    fn the_family_is_every_arm_in_every_stratum() {
        let mut experiment = experiment(&["a:base-hp=30", "b:base-hp=60"]);
        experiment.players = vec![1, 2];
        experiment.policies = vec!["random".into(), "pass".into()];
        let design = Design::resolve(&experiment, &Library::embedded(), &defaults(300)).unwrap();
        let stop = fixed(300);
        let (sums, ending) = played(&design, &stop, 2);
        let results = Results::new(&design, &stop, &sums, ending);
        assert_eq!(design.family(), 8);
        assert_eq!(results.primary().count(), 8);
        let p_values: Vec<f64> = results.primary().filter_map(|d| d.p_value).collect();
        let adjusted: Vec<f64> = results.primary().filter_map(|d| d.holm).collect();
        assert_eq!(adjusted, holm(&p_values));
        assert!(results.primary().all(|d| d.agreement.is_some()));
        for difference in results.primary() {
            let (one, all) = (
                difference.estimate.unwrap().interval,
                difference.family_interval.unwrap(),
            );
            assert!(all.half_width() > one.half_width());
        }
    }

    #[test]
    fn looking_repeatedly_widens_every_interval() {
        let design = design(&["a:base-hp=30"], 1000);
        let (sums, _) = played(&design, &fixed(1000), 2);
        let once = Results::new(&design, &fixed(1000), &sums, Ending::AllPlayed);
        let often = Results::new(&design, &fixed(1000), &sums, Ending::Interrupted);
        for (once, often) in once.differences.iter().zip(&often.differences) {
            let (once, often) = (once.estimate.unwrap(), often.estimate.unwrap());
            assert_eq!(once.value, often.value);
            assert!(often.interval.half_width() > once.interval.half_width());
        }
    }
}
