//! Contrasts: weighted sums of what several arms come to in the same game. An arm minus the mean
//! of its peers is one, and so is Y11 - Y10 - Y01 + Y00. Their weights are integers, so that their
//! sums are exact.

use super::measure::Measure;
use super::methods::PAIRED;
use super::results::Difference;
use super::stop::Looks;
use super::study::Study;
use super::sums::{Ended, StratumSums};
use runs::sim::stop::LEVEL;
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

/// What all contrasts that have been played come to, stratum by stratum.
pub fn contrasted(study: &Study, sums: &[StratumSums], looks: Looks) -> Vec<Difference> {
    let measure = study.design.measure;
    let one = |at: (usize, usize), of: &Contrast, sums: &PairedMoments| {
        let (look, reach) = (looks.of(sums.count()), of.reach(measure));
        let scale = measure.scale() / f64::from(of.divisor);
        let estimate = look.estimate(LEVEL, |level| sums.estimate(level, reach))?;
        let error = sums.difference().standard_error();
        Some(Difference {
            standard_error: error.map(|error| error * scale),
            p_value: Some(look.p_value(sums.p_value(reach)?)),
            methods: PAIRED,
            margin: Some(study.design.margin),
            ..Difference::new(at, measure, sums.count(), estimate.times(scale))
        })
    };
    let strata = sums.iter().enumerate();
    let all = strata.flat_map(|(stratum, sums)| {
        let all = study.contrasts.iter().zip(&sums.contrasts).enumerate();
        all.filter_map(move |(place, (of, sums))| one((stratum, place), of, sums))
    });
    all.collect()
}
