//! Arms that are ranked against each other, and when their ranks are known.
//!
//! Successive elimination. At every look, an arm whose rank is known (with a top: if it is known
//! whether it is in the top) and that no open rank depends on is stopped. Every look has its own
//! share of the error, so the sets of ranks hold at all of them, whatever stops an arm.

use super::contrast::Contrast;
use super::stop::{Looks, StopRule};
use runs::sim::stop::LEVEL;
use statistics::mean::IntegerMoments;
use statistics::paired::PairedMoments;
use statistics::ranks::{RankingGoal, clear_pairs, open_items, p_of_larger, sets_from};

/// Arms that are ranked against each other.
#[derive(Clone, Debug, Default)]
pub struct Ranked {
    /// What is ranked: the arm that ranks it, and arms that stop with it.
    pub items: Vec<Vec<usize>>,
    /// Whether more of the deciding measure means a higher rank.
    pub more_is_higher: bool,
    /// Where the contrasts of its pairs begin among those of the study.
    pub first_contrast: usize,
}

impl Ranked {
    /// The contrasts of all pairs.
    pub fn contrasts(&self) -> Vec<Contrast> {
        let arms: Vec<usize> = self.items.iter().map(|arms| arms[0]).collect();
        let pairs = (0..arms.len()).flat_map(|a| (a + 1..arms.len()).map(move |b| (a, b)));
        pairs
            .map(|(a, b)| Contrast::difference(arms[a], arms[b]))
            .collect()
    }

    /// One item minus another, by rank, in the games that both have played.
    fn apart(&self, sums: &[PairedMoments], one: usize, other: usize) -> IntegerMoments {
        let (first, second) = (one.min(other), one.max(other));
        let before = first * (2 * self.items.len() - first - 1) / 2;
        let place = self.first_contrast + before + (second - first - 1);
        let difference = sums[place].difference();
        if (first == one) == self.more_is_higher {
            difference
        } else {
            difference.negated()
        }
    }

    /// Pairs of a clearly higher and a clearly lower item among some of them, by their places there.
    pub fn clear(
        &self,
        among: &[usize],
        sums: &[PairedMoments],
        looks: Looks,
    ) -> Vec<(usize, usize)> {
        let p_of = |first: usize, second: usize| {
            let apart = self.apart(sums, among[first], among[second]);
            let [mean, error] = [apart.mean(), apart.standard_error()];
            let p = p_of_larger(mean.unwrap_or(f64::NAN), error.unwrap_or(f64::NAN));
            looks.of(apart.count()).p_value(p)
        };
        clear_pairs(among.len(), p_of, LEVEL)
    }

    /// Arms of which no more games are needed: their own rank is known, and so is how they stand to
    /// everything whose rank is open.
    pub(super) fn known(
        &self,
        sums: &[PairedMoments],
        stop: &StopRule,
        top: Option<usize>,
    ) -> Vec<usize> {
        let goal = match top {
            Some(top) => RankingGoal::Top(top),
            None => RankingGoal::AllRanks { within: 1 },
        };
        let all: Vec<usize> = (0..self.items.len()).collect();
        let decided = self.clear(&all, sums, stop.looks());
        let open = open_items(&sets_from(all.len(), decided.iter().copied()), goal);
        let stands = |item: usize, other: usize| {
            decided.contains(&(item, other)) || decided.contains(&(other, item))
        };
        let known = all
            .into_iter()
            .filter(|item| !open.contains(item) && open.iter().all(|other| stands(*item, *other)));
        known.flat_map(|item| self.items[item].clone()).collect()
    }
}
