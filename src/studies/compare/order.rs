//! Arms that are ranked against each other, and when no more games of one are needed.
//!
//! Successive elimination. Every look has its own share of the error, so what is known of ranks holds
//! at all of them, whatever stops an arm.

use super::contrast::Contrast;
use super::design::Design;
use super::measure::Measure;
use super::results::{judged_interval, verdict};
use super::stop::{Looks, StopRule};
use super::sums::StratumSums;
use runs::sim::stop::LEVEL;
use statistics::ranks::{clear_pairs, p_of_larger, sets_from};

/// Arms that are ranked against each other.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// What is ranked: the arm that ranks it, and arms that stop with it.
    pub items: Vec<Vec<usize>>,
    /// The measure that ranks.
    pub measure: Measure,
    /// Whether more of it means a higher rank.
    pub more_is_higher: bool,
    /// Where the contrasts of its pairs begin among those of the study.
    pub first_contrast: usize,
}

/// How far apart two items are.
struct Apart {
    difference: f64,
    standard_error: f64,
    /// Games of each.
    games: [u64; 2],
}

impl Ranked {
    /// The contrasts of all pairs.
    pub fn contrasts(&self) -> Vec<Contrast> {
        let arms: Vec<usize> = self.items.iter().map(|arms| arms[0]).collect();
        Contrast::of_pairs(&arms)
    }

    /// One item minus another, by rank. Each effect is known from all games of its arm; the games that
    /// both have played show how the two depend on each other.
    fn apart(&self, sums: &StratumSums, one: usize, other: usize) -> Option<Apart> {
        let reach = self.measure.reach();
        let effects = [one, other].map(|item| {
            let arm = self.items[item][0];
            sums.arms[arm - 1].moments(self.measure)
        });
        let [a, b] = effects.map(|pairs| pairs.difference());
        // With what a pair could have shown that none did.
        let [error_a, error_b] =
            effects.map(|pairs| pairs.interval(LEVEL, reach).half_width() / LEVEL.z());
        let pair = [one.min(other), one.max(other)];
        let place = self.first_contrast + Contrast::place_of_pair(self.items.len(), pair);
        let between = sums.contrasts[place].difference().variance()?;
        let [var_a, var_b] = [a.variance()?, b.variance()?];
        let covariance = (var_a + var_b - between) / 2.0;
        let common = 2.0 * covariance / a.count().max(b.count()) as f64;
        let variance = error_a * error_a + error_b * error_b - common;
        let sign = if self.more_is_higher { 1.0 } else { -1.0 };
        Some(Apart {
            difference: sign * (a.mean()? - b.mean()?),
            standard_error: variance.max(0.0).sqrt(),
            games: [a.count(), b.count()],
        })
    }

    /// Pairs of a clearly higher and a clearly lower item among some of them, by their places there.
    pub fn clear(&self, among: &[usize], sums: &StratumSums, looks: Looks) -> Vec<(usize, usize)> {
        let p_of = |first: usize, second: usize| {
            self.apart(sums, among[first], among[second])
                .map_or(1.0, |apart| {
                    let p = p_of_larger(apart.difference, apart.standard_error);
                    looks.p_of_pair(apart.games, p)
                })
        };
        clear_pairs(among.len(), p_of, LEVEL)
    }

    /// Arms of which no more games are needed. With a top: their rank and how they stand to all whose
    /// rank is open. Otherwise: it is clear whether they matter and how they stand to all others. A
    /// card that only does not matter plays on: an early look would blur its rank, and saves little
    /// beyond the games that go by variance.
    pub(super) fn settled(
        &self,
        design: &Design,
        sums: &StratumSums,
        stop: &StopRule,
        top: Option<usize>,
    ) -> Vec<usize> {
        let all: Vec<usize> = (0..self.items.len()).collect();
        let decided = self.clear(&all, sums, stop.looks());
        let stands = |item: usize, other: usize| {
            item == other || decided.contains(&(item, other)) || decided.contains(&(other, item))
        };
        let of_interest = match top {
            Some(top) => {
                let sets = sets_from(all.len(), decided.iter().copied());
                let open = all.iter().copied();
                open.filter(|item| sets[*item].straddles(top)).collect()
            }
            None => all.clone(),
        };
        let matters = |item: usize| {
            let pair = &sums.arms[self.items[item][0] - 1];
            let look = stop.looks().of(pair.games());
            verdict(design, &judged_interval(design, pair, look))
        };
        let is_settled = |item: &usize| {
            let stands_to_all = || of_interest.iter().all(|other| stands(*item, *other));
            match (top, matters(*item)) {
                (Some(_), _) => !of_interest.contains(item) && stands_to_all(),
                (None, matters) => matters.is_decided() && stands_to_all(),
            }
        };
        let settled = all.into_iter().filter(is_settled);
        settled.flat_map(|item| self.items[item].clone()).collect()
    }
}
