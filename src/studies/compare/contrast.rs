//! Contrasts: weighted sums of what several arms come to in the same game. An arm minus the mean
//! of its peers is one, and so is Y11 - Y10 - Y01 + Y00. Their weights are integers, so that their
//! sums are exact.

use super::measure::Measure;
use super::stop::Looks;
use super::study::Study;
use super::sums::{Ended, StratumSums};
use runs::sim::stop::LEVEL;
use statistics::Estimate;
use statistics::multiple::benjamini_hochberg;
use statistics::paired::PairedMoments;

/// A weighted sum of arms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// Arms, 0 being the baseline, with their weights, which add up to nothing.
    terms: Vec<(usize, i32)>,
    /// What the sum is divided by.
    divisor: i32,
}

impl Contrast {
    /// One arm minus another.
    pub fn difference(arm: usize, other: usize) -> Self {
        Contrast {
            terms: vec![(arm, 1), (other, -1)],
            divisor: 1,
        }
    }

    /// Every arm minus every later one.
    pub fn of_pairs(arms: &[usize]) -> Vec<Self> {
        let later = |first: usize| (first + 1..arms.len()).map(move |second| (first, second));
        let pairs = (0..arms.len()).flat_map(later);
        pairs
            .map(|(first, second)| Contrast::difference(arms[first], arms[second]))
            .collect()
    }

    /// The place of a pair of so many arms, the earlier one first, among the contrasts of all pairs.
    pub fn place_of_pair(arms: usize, [first, second]: [usize; 2]) -> usize {
        first * (2 * arms - first - 1) / 2 + (second - first - 1)
    }

    /// An arm minus the mean of others, which it may be one of.
    pub fn beyond_mean(arm: usize, others: &[usize]) -> Self {
        let count = others.len() as i32;
        let others = others.iter().map(|other| (*other, -1));
        Contrast {
            terms: [(arm, count)].into_iter().chain(others).collect(),
            divisor: count,
        }
    }

    /// What two changes do together beyond what each does alone, against the baseline.
    pub fn interaction(both: usize, [one, other]: [usize; 2]) -> Self {
        Contrast {
            terms: vec![(both, 1), (one, -1), (other, -1), (0, 1)],
            divisor: 1,
        }
    }

    /// Half of one arm minus another: what a step between them is worth, if they are two apart.
    pub fn half_between(arm: usize, other: usize) -> Self {
        Contrast {
            divisor: 2,
            ..Contrast::difference(arm, other)
        }
    }

    /// What one of so many copies is worth that an arm has more than the baseline.
    pub fn one_of(copies: i32, arm: usize) -> Self {
        Contrast {
            divisor: copies,
            ..Contrast::difference(arm, 0)
        }
    }

    /// The same as twice as much divided by two.
    pub fn doubled(self) -> Self {
        let terms = self.terms.into_iter();
        Contrast {
            terms: terms.map(|(arm, weight)| (arm, 2 * weight)).collect(),
            divisor: 2 * self.divisor,
        }
    }

    /// What it comes to beyond another with the same divisor.
    pub fn beyond(&self, other: &Contrast) -> Self {
        let mut terms = self.terms.clone();
        for (arm, weight) in &other.terms {
            match terms.iter_mut().find(|(known, _)| known == arm) {
                Some((_, sum)) => *sum -= weight,
                None => terms.push((*arm, -weight)),
            }
        }
        debug_assert_eq!(self.divisor, other.divisor);
        Contrast { terms, ..*self }
    }

    /// The arms that it needs.
    pub fn arms(&self) -> impl Iterator<Item = usize> {
        self.terms.iter().map(|(arm, _)| *arm)
    }

    /// The sums over games that all its arms have played; how they ended is given by arm.
    pub(super) fn sums(&self, played: &[Vec<Ended>], measure: Measure) -> PairedMoments {
        let games = self.arms().map(|arm| played[arm].len()).min().unwrap_or(0);
        let mut sums = PairedMoments::default();
        let value =
            |game: usize, (arm, weight): &(usize, i32)| weight * played[*arm][game].value(measure);
        for game in 0..games {
            sums.record(0, self.terms.iter().map(|term| value(game, term)).sum());
        }
        sums
    }

    /// The largest value that a game can give it, in the integer unit.
    fn reach(&self, measure: Measure) -> f64 {
        let weights: i32 = self.terms.iter().map(|(_, weight)| weight.abs()).sum();
        measure.reach() * f64::from(weights / 2)
    }
}

/// What a contrast comes to in one stratum.
#[derive(Clone, Copy, Debug)]
pub struct Contrasted {
    /// Index of the stratum.
    pub stratum: usize,
    /// Index of the contrast.
    pub contrast: usize,
    /// Games of all its arms.
    pub games: u64,
    /// Its mean in the deciding measure.
    pub estimate: Estimate,
    /// Its standard error.
    pub standard_error: Option<f64>,
    /// Two-sided p-value of a mean of zero.
    pub p_value: f64,
    /// The same adjusted by Benjamini and Hochberg, where it is one of a screened family.
    pub q_value: Option<f64>,
}

impl Contrasted {
    fn new(
        study: &Study,
        sums: &PairedMoments,
        looks: Looks,
        (stratum, contrast): (usize, usize),
    ) -> Option<Self> {
        let (measure, of) = (study.design.measure, &study.contrasts[contrast]);
        let (look, reach) = (looks.of(sums.count()), of.reach(measure));
        let scale = measure.scale() / f64::from(of.divisor);
        Some(Contrasted {
            stratum,
            contrast,
            games: sums.count(),
            estimate: look
                .estimate(LEVEL, |level| sums.estimate(level, reach))?
                .times(scale),
            standard_error: sums
                .difference()
                .standard_error()
                .map(|error| error * scale),
            p_value: look.p_value(sums.p_value(reach)?),
            q_value: None,
        })
    }

    /// All contrasts that have been played, stratum by stratum.
    pub fn all(study: &Study, sums: &[StratumSums], looks: Looks) -> Vec<Contrasted> {
        let strata = 0..sums.len();
        let each = |stratum| (0..study.contrasts.len()).map(move |contrast| (stratum, contrast));
        let all = strata.flat_map(each);
        all.filter_map(|at| Contrasted::new(study, &sums[at.0].contrasts[at.1], looks, at))
            .collect()
    }

    /// The same with its sign turned if more of the measure speaks against it.
    pub fn turned(self, sign: f64) -> Self {
        Contrasted {
            estimate: self.estimate.times(sign),
            ..self
        }
    }
}

/// Adjusts p-values of a family for the false discovery rate.
pub fn screen<'a>(family: impl Iterator<Item = &'a mut Contrasted>) {
    let family: Vec<&mut Contrasted> = family.collect();
    let p_values: Vec<f64> = family.iter().map(|one| one.p_value).collect();
    for (one, q) in family.into_iter().zip(benjamini_hochberg(&p_values)) {
        one.q_value = Some(q);
    }
}
