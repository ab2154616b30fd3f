//! Estimates, tests and verdicts from the sums of a comparison. There are two kinds of intervals.
//! Those for reading hold individually at the usual level. Those for verdicts, in the deciding
//! measure, hold simultaneously at that level: each has the level that the whole family of
//! comparisons needs (Bonferroni), so that with the usual probability no verdict in the table is
//! wrong. All intervals and p-values stay valid however often results are looked at.

use super::design::{Design, Stratum};
use super::measure::{BY_WAVE, Measure};
use super::methods::{ADJUSTED, of_difference};
use super::stop::Looks;
use super::sums::{ArmSums, PairSums, StratumSums};
use cards::words::words;
use runs::sim::stop::LEVEL;
use statistics::control::Adjusted;
use statistics::looks::Look;
use statistics::multiple::{benjamini_hochberg, holm};
use statistics::uniformity::one_truth_p;
use statistics::verdict::{Margin, Verdict};
use statistics::{Estimate, Interval, Level};

/// Games that must differ for a difference to be adjusted for luck.
const FEWEST_DIFFERENT: u64 = 50;

words! {
    /// Whether policies agree on the direction of a difference.
    pub enum Agreement as "agreement" {
        /// All point the same way, and do not clearly differ in size.
        Agree = "agree",
        /// They clearly differ in size, but not clearly in sign.
        Differ = "differ",
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
    /// Each measure with its interval; `None` without games.
    pub measures: Vec<(Measure, Option<Estimate>)>,
}

/// What a contrast of arms comes to in one stratum and measure: usually of an arm and its reference.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// Index of the stratum.
    pub stratum: usize,
    /// Index of the arm, or of the contrast.
    pub arm: usize,
    /// What is compared.
    pub measure: Measure,
    /// Games of all its arms.
    pub games: u64,
    /// Its mean.
    pub estimate: Estimate,
    /// The simultaneous interval for the family; only for the deciding measure.
    pub family_interval: Option<Interval>,
    /// Its standard error.
    pub standard_error: Option<f64>,
    /// Two-sided p-value of a mean of zero.
    pub p_value: Option<f64>,
    /// The same adjusted for the family by Holm's method; in the deciding measure only.
    pub holm: Option<f64>,
    /// The same adjusted by Benjamini and Hochberg, where it is one of a screened family.
    pub q_value: Option<f64>,
    /// The methods of the interval and of the test.
    pub methods: [&'static str; 2],
    /// How many times less variance than with separate luck.
    pub pairing_gain: Option<f64>,
    /// How many times less again after adjusting for luck, if it is adjusted.
    pub luck_gain: Option<f64>,
    /// Games that ended differently, of two arms.
    pub different: Option<u64>,
    /// The smallest size that matters; only for the deciding measure.
    pub margin: Option<Margin>,
    /// The verdict against the margin, for the players; only for the deciding measure, and only if
    /// it can distinguish the arms.
    pub verdict: Option<Verdict>,
    /// Why the measure cannot distinguish these two.
    pub blind: Option<&'static str>,
    /// Whether the policies agree; `None` with a single policy, and only for the deciding measure.
    pub agreement: Option<Agreement>,
}

impl Difference {
    /// An estimate of which nothing else is known.
    pub(crate) fn new(
        (stratum, arm): (usize, usize),
        measure: Measure,
        games: u64,
        estimate: Estimate,
    ) -> Self {
        Difference {
            stratum,
            arm,
            measure,
            games,
            estimate,
            family_interval: None,
            standard_error: None,
            p_value: None,
            holm: None,
            q_value: None,
            methods: of_difference(measure),
            pairing_gain: None,
            luck_gain: None,
            different: None,
            margin: None,
            verdict: None,
            blind: None,
            agreement: None,
        }
    }

    /// The same times a factor: -1 if more of the measure speaks against something.
    pub fn times(self, factor: f64) -> Self {
        let family = self.family_interval.map(|interval| Estimate {
            interval,
            ..self.estimate
        });
        Difference {
            estimate: self.estimate.times(factor),
            family_interval: family.map(|all| all.times(factor).interval),
            ..self
        }
    }

    /// The estimate with the interval that its verdict comes from.
    pub fn judged(&self) -> Estimate {
        Estimate {
            interval: self.family_interval.unwrap_or(self.estimate.interval),
            ..self.estimate
        }
    }

    /// Whether it is beyond the margin: yes, no or open. Nothing where the measure cannot show it.
    pub fn matters(&self) -> &'static str {
        let margin = self.margin.filter(|_| self.blind.is_none());
        margin.map_or("", |margin| {
            matters(Verdict::from_interval(&self.judged().interval, margin))
        })
    }

    /// The estimate and its standard error.
    pub fn known(&self) -> Option<(Estimate, f64)> {
        Some((self.estimate, self.standard_error?))
    }

    /// Games at which there would be a verdict, if the difference is as estimated.
    pub fn games_to_settle(&self, margin: Margin) -> f64 {
        let half = self.judged().interval.half_width();
        let room = (self.estimate.value.abs() - margin.value()).abs();
        self.games as f64 * (half / room).powi(2)
    }

    /// Games at which the interval would exclude zero, if the difference is as estimated.
    pub fn games_to_tell(&self) -> Option<f64> {
        let (value, error) = (self.estimate.value, self.standard_error?);
        let games = self.games as f64 * (LEVEL.z() * error / value).powi(2);
        games.is_finite().then(|| games.ceil())
    }
}

/// Whether something matters, in a word.
pub fn matters(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better | Verdict::Worse => "yes",
        Verdict::Equivalent => "no",
        Verdict::Inconclusive => "open",
    }
}

/// Adjusts p-values of a family for the false discovery rate.
pub fn screen<'a>(family: impl Iterator<Item = &'a mut Difference>) {
    let family: Vec<&mut Difference> = family.collect();
    let p_values: Vec<f64> = family
        .iter()
        .map(|one| one.p_value.unwrap_or(1.0))
        .collect();
    for (one, q) in family.into_iter().zip(benjamini_hochberg(&p_values)) {
        one.q_value = one.p_value.map(|_| q);
    }
}

/// Says of every difference whether policies agree on it. Those with the same key are the same with
/// other policies.
pub(crate) fn compare_policies<K: PartialEq>(all: Vec<(K, &mut Difference)>, level: Level) {
    let judged = |(key, _): &(K, &mut Difference)| {
        let same = all.iter().filter(|(other, _)| other == key);
        let known = same.filter_map(|(_, one)| one.known());
        whoever_plays(&known.collect::<Vec<_>>(), level)
    };
    let judged: Vec<Option<Agreement>> = all.iter().map(judged).collect();
    for ((_, one), agreement) in all.into_iter().zip(judged) {
        one.agreement = agreement;
    }
}

/// All results of a comparison.
#[derive(Clone, Debug)]
pub struct Results {
    /// How results are looked at.
    pub looks: Looks,
    /// The measure whose differences are the family.
    pub measure: Measure,
    /// The figures of each arm.
    pub arms: Vec<ArmFigures>,
    /// The differences, all measures for each arm.
    pub differences: Vec<Difference>,
}

/// The interval of a difference in a measure, in its unit, at a level.
pub(crate) fn interval_at(level: Level, pair: &PairSums, measure: Measure, look: Look) -> Interval {
    let level = look.level(level);
    let interval = match pair.rate(measure) {
        Some(wins) => wins.interval(level),
        None => pair.moments(measure).interval(level, measure.reach()),
    };
    Interval::new(
        interval.low * measure.scale(),
        interval.high * measure.scale(),
    )
}

/// The mean difference in a measure adjusted for luck, if luck was measured and enough games differ
/// for a normal interval.
pub(super) fn adjusted_difference(pair: &PairSums, measure: Measure) -> Option<Adjusted> {
    let adjusted = pair.luck[1].adjusted(measure);
    adjusted.filter(|_| pair.different >= FEWEST_DIFFERENT)
}

/// The simultaneous interval of a difference in the deciding measure, for the family: the one that
/// the verdict comes from.
pub(super) fn judged_interval(design: &Design, pair: &PairSums, look: Look) -> Interval {
    let (level, measure) = (design.family_level(), design.measure);
    match adjusted_difference(pair, measure) {
        Some(adjusted) => {
            adjusted
                .estimate(look.level(level), measure.scale())
                .interval
        }
        None => interval_at(level, pair, measure, look),
    }
}

/// The verdict on an interval of a difference, for the players.
pub(super) fn verdict(design: &Design, interval: &Interval) -> Verdict {
    let verdict = Verdict::from_interval(interval, design.margin);
    if design.measure.gain() > 0.0 {
        verdict
    } else {
        verdict.where_less_is_better()
    }
}

impl Results {
    /// The results of what has been played.
    pub fn new(design: &Design, sums: &[StratumSums], looks: Looks) -> Self {
        let maker = Maker { design, looks };
        let mut results = Results {
            looks,
            measure: design.measure,
            arms: Vec::new(),
            differences: Vec::new(),
        };
        for (stratum, sums) in sums.iter().enumerate() {
            results.arms.push(maker.figures(stratum, 0, &sums.baseline));
            for (index, pair) in sums.arms.iter().enumerate() {
                let arm = index + 1;
                results.arms.push(maker.figures(stratum, arm, &pair.arm()));
                if design.arms[arm].is_compared {
                    let differences = maker.differences(stratum, arm, pair);
                    results.differences.extend(differences);
                }
            }
        }
        results.adjust(design.family());
        let level = results.agreement_level(design);
        let place = |one: &Difference| {
            let at = &design.strata[one.stratum];
            (at.setting.as_deref(), at.players, one.arm)
        };
        let judged = results.primary_mut().map(|one| (place(one), one));
        compare_policies(judged.collect(), level);
        results
    }

    /// The differences in the deciding measure: the family.
    pub fn primary(&self) -> impl Iterator<Item = &Difference> {
        let all = self.differences.iter();
        all.filter(|difference| difference.measure == self.measure)
    }

    /// One difference of an arm in a stratum.
    pub fn difference(&self, stratum: usize, arm: usize, measure: Measure) -> Option<&Difference> {
        self.of(stratum, arm).find(|one| one.measure == measure)
    }

    /// A figure of an arm in a stratum.
    pub fn figure(&self, stratum: usize, arm: usize, measure: Measure) -> Option<Estimate> {
        let mut all = self.arms.iter();
        let figures = all.find(|figures| (figures.stratum, figures.arm) == (stratum, arm))?;
        let mut measures = figures.measures.iter();
        measures.find(|(known, _)| *known == measure)?.1
    }

    /// The differences of an arm in a stratum.
    pub fn of(&self, stratum: usize, arm: usize) -> impl Iterator<Item = &Difference> {
        let all = self.differences.iter();
        all.filter(move |difference| (difference.stratum, difference.arm) == (stratum, arm))
    }

    fn primary_mut(&mut self) -> impl Iterator<Item = &mut Difference> {
        let (measure, all) = (self.measure, self.differences.iter_mut());
        all.filter(move |difference| difference.measure == measure)
    }

    /// Holm over the family. A comparison not yet played counts as one without evidence.
    fn adjust(&mut self, family: usize) {
        let known = self.primary().map(|one| one.p_value.unwrap_or(1.0));
        let mut p_values: Vec<f64> = known.collect();
        p_values.resize(family, 1.0);
        for (difference, adjusted) in self.primary_mut().zip(holm(&p_values)) {
            difference.holm = difference.p_value.map(|_| adjusted);
        }
    }

    /// The level at which policies differ, for all arms together.
    pub(crate) fn agreement_level(&self, design: &Design) -> Level {
        self.looks.end.level(LEVEL.shared_by(design.arms.len() - 1))
    }
}

/// Whether a difference is the same for several policies, by its estimates with their standard errors.
pub fn whoever_plays(known: &[(Estimate, f64)], level: Level) -> Option<Agreement> {
    let estimates: Vec<Estimate> = known.iter().map(|(estimate, _)| *estimate).collect();
    let sizes: Vec<(f64, f64)> = known
        .iter()
        .map(|(one, error)| (one.value, *error))
        .collect();
    let differ = one_truth_p(&sizes).is_some_and(|p| p <= level.alpha());
    Some(match agreement(&estimates)? {
        Agreement::Agree | Agreement::Unclear if differ => Agreement::Differ,
        agreement => agreement,
    })
}

/// Whether estimates point the same way.
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

/// What is needed to compute figures from sums.
struct Maker<'a> {
    design: &'a Design,
    looks: Looks,
}

impl Maker<'_> {
    /// The measures that were had from the games of a stratum.
    fn measures(&self, stratum: usize) -> Vec<Measure> {
        let at = &self.design.strata[stratum];
        let mut measures = Vec::new();
        if at.plays_on() {
            measures.extend([Measure::Endurance, Measure::NeededHp]);
        }
        measures.push(Measure::WinRate);
        measures.extend(at.calibrated.map(|_| Measure::WinRateAtBase));
        measures.extend([Measure::RoundsSurvived, Measure::BaseDamage]);
        if at.plays_on() {
            measures.extend(BY_WAVE);
        }
        measures
    }

    fn figures(&self, stratum: usize, arm: usize, sums: &ArmSums) -> ArmFigures {
        let measures = self.measures(stratum).into_iter();
        let measures = measures.chain([Measure::Decisions]);
        ArmFigures {
            stratum,
            arm,
            games: sums.games(),
            measures: measures
                .map(|measure| (measure, self.figure(sums, measure)))
                .collect(),
        }
    }

    fn figure(&self, sums: &ArmSums, measure: Measure) -> Option<Estimate> {
        let look = self.looks.of(sums.games());
        if let Some(adjusted) = sums.luck.adjusted(measure) {
            let of = |level| Some(adjusted.estimate(level, measure.scale()));
            return look.estimate(LEVEL, of);
        }
        let estimate = look.estimate(LEVEL, |level| match sums.rate(measure) {
            Some(wins) => wins.estimate(level),
            None => sums.moments(measure).estimate(level),
        });
        Some(estimate?.times(measure.scale()))
    }

    fn differences(&self, stratum: usize, arm: usize, pair: &PairSums) -> Vec<Difference> {
        let measures = self.measures(stratum).into_iter();
        let all = measures.filter_map(|measure| self.difference((stratum, arm), measure, pair));
        let all = all.map(|plain| self.adjusted(plain, pair).unwrap_or(plain));
        all.map(|one| match one.measure == self.design.measure {
            true => self.judged(one, pair),
            false => one,
        })
        .collect()
    }

    /// The same difference adjusted for luck, if possible.
    fn adjusted(&self, plain: Difference, pair: &PairSums) -> Option<Difference> {
        let scale = plain.measure.scale();
        let adjusted = adjusted_difference(pair, plain.measure)?;
        let look = self.looks.of(pair.games());
        Some(Difference {
            estimate: look.estimate(LEVEL, |level| Some(adjusted.estimate(level, scale)))?,
            standard_error: Some(adjusted.standard_error * scale),
            p_value: Some(look.p_value(adjusted.p_value())),
            luck_gain: Some(adjusted.gain),
            methods: [ADJUSTED; 2],
            ..plain
        })
    }

    /// A difference in the deciding measure with its verdict.
    fn judged(&self, one: Difference, pair: &PairSums) -> Difference {
        let interval = judged_interval(self.design, pair, self.looks.of(pair.games()));
        let reference = self.design.reference(one.arm);
        let at = &self.design.strata[one.stratum];
        let blind = blind(one.measure, at, (reference, one.arm), pair);
        Difference {
            family_interval: Some(interval),
            margin: Some(self.design.margin),
            verdict: blind.is_none().then(|| verdict(self.design, &interval)),
            blind,
            ..one
        }
    }

    /// A difference; nothing without games.
    fn difference(
        &self,
        place: (usize, usize),
        measure: Measure,
        pair: &PairSums,
    ) -> Option<Difference> {
        let (moments, scale) = (pair.moments(measure), measure.scale());
        let difference = moments.difference();
        let look = self.looks.of(pair.games());
        let estimate = Estimate {
            value: difference.mean()? * scale + 0.0,
            interval: interval_at(LEVEL, pair, measure, look),
            level: LEVEL,
        };
        let wins = pair.rate(measure);
        let p_value = match &wins {
            Some(wins) => Some(wins.mcnemar_mid_p()),
            None => moments.p_value(measure.reach()),
        };
        Some(Difference {
            standard_error: match wins {
                Some(wins) => wins.standard_error(),
                None => difference.standard_error().map(|e| e * scale),
            },
            p_value: p_value.map(|p| look.p_value(p)),
            pairing_gain: moments.pairing_gain(),
            different: Some(pair.different),
            ..Difference::new(place, measure, moments.count(), estimate)
        })
    }
}

/// Why a measure cannot distinguish an arm from the one it is compared with.
fn blind(
    measure: Measure,
    at: &Stratum,
    (reference, arm): (usize, usize),
    pair: &PairSums,
) -> Option<&'static str> {
    let base = |arm: usize| at.plans[arm].rules.base_hp;
    if measure.ignores_base() && base(reference) != base(arm) {
        return Some("they differ in base HP, which this measure does not depend on");
    }
    // Damage ends where the base falls, so where every game is lost it is that base.
    let judged = match measure {
        Measure::BaseDamage if !at.plans[0].rules.training => Measure::WinRate,
        measure => measure,
    };
    let moments = pair.moments(judged);
    let means = [moments.a().mean()?, moments.b().mean()?];
    judged.edge(&means.map(|mean| mean * judged.scale()))
}

#[cfg(test)]
mod tests;
