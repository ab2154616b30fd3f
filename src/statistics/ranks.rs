//! Ranks with their uncertainty: confidence sets, tiers, and which items deserve more games.
//!
//! A sorted list of estimates hides that neighbours may have changed places by luck. Here each item gets the set of
//! ranks compatible with the data ("rank 3 to 6"), valid for all items at once.

use super::multiple::holm;
use super::special::normal_upper_tail;
use super::{Interval, Level};
use serde::Serialize;

/// The ranks an item may have; 1 is the item with the largest true value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RankSet {
    /// Best rank compatible with the data.
    pub best: usize,
    /// Worst rank compatible with the data.
    pub worst: usize,
}

impl RankSet {
    /// Whether the rank is known.
    pub fn is_settled(&self) -> bool {
        self.best == self.worst
    }

    /// Whether it is still open if the item belongs to the first `top`.
    pub fn straddles(&self, top: usize) -> bool {
        self.best <= top && top < self.worst
    }
}

/// Which items are clearly larger than which, as pairs of a larger and a smaller one. The sets of ranks that follow
/// from them ([`sets_from`]) are simultaneous confidence sets for the ranks of all items.
///
/// With probability at least the level, every item's true rank lies in its set. Method: one-sided tests of all
/// ordered pairs, "i is not larger than j", whose p-values `p_of(i, j)` gives ([`p_of_larger`]), corrected by Holm's
/// procedure over all `k (k - 1)` of them, which needs no assumption on how the estimates depend on each other. An
/// item's best rank is one more than the number of items shown to be larger, its worst is `k` less the number shown
/// to be smaller. Items with equal true values may take any of the ranks they share.
pub fn clear_pairs(
    count: usize,
    p_of: impl Fn(usize, usize) -> f64,
    level: Level,
) -> Vec<(usize, usize)> {
    let pairs: Vec<(usize, usize)> = (0..count)
        .flat_map(|i| (0..count).filter(move |&j| j != i).map(move |j| (i, j)))
        .collect();
    let p_values: Vec<f64> = pairs.iter().map(|&(i, j)| p_of(i, j)).collect();
    let shown = pairs.iter().zip(holm(&p_values));
    let shown = shown.filter(|(_, adjusted)| *adjusted <= level.alpha());
    shown.map(|(pair, _)| *pair).collect()
}

/// The sets of ranks that follow from pairs of a larger and a smaller item, by index.
pub fn sets_from(count: usize, decided: impl IntoIterator<Item = (usize, usize)>) -> Vec<RankSet> {
    let open = RankSet {
        best: 1,
        worst: count,
    };
    let mut sets = vec![open; count];
    for (larger, smaller) in decided {
        sets[larger].worst -= 1;
        sets[smaller].best += 1;
    }
    sets
}

/// The pairs of a larger and a smaller item by intervals that hold together: one whose interval lies wholly above
/// another's is larger (Klein, Wright and Wieczorek 2020). Needs nothing to be known of how the estimates depend on
/// each other, and gives wider sets of ranks than differences do.
pub fn pairs_from_intervals(intervals: &[Interval]) -> Vec<(usize, usize)> {
    let count = intervals.len();
    let all = (0..count).flat_map(|i| (0..count).map(move |j| (i, j)));
    all.filter(|&(i, j)| intervals[i].low > intervals[j].high)
        .collect()
}

/// One-sided p-value that a difference is not above zero, by its standard error. With shared seeds the error must
/// come from the paired differences; not a number or an infinite one means that nothing is known.
pub fn p_of_larger(difference: f64, error: f64) -> f64 {
    if error > 0.0 {
        normal_upper_tail(difference / error)
    } else if error == 0.0 && difference > 0.0 {
        0.0
    } else {
        1.0
    }
}

/// Groups items into tiers, best first; within a tier the order is that of the estimates.
///
/// A tier ends only where the ranks of all items above it lie wholly above those of all items below: no two items of
/// different tiers can have changed places, with the confidence of the sets.
pub fn tiers(values: &[f64], sets: &[RankSet]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[j].total_cmp(&values[i]));
    let mut tiers: Vec<Vec<usize>> = Vec::new();
    let mut worst = 0;
    for (place, item) in order.iter().enumerate() {
        let best = order[place..].iter().map(|item| sets[*item].best).min();
        match tiers.last_mut() {
            Some(tier) if best <= Some(worst) => tier.push(*item),
            _ => tiers.push(vec![*item]),
        }
        worst = worst.max(sets[*item].worst);
    }
    tiers
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Draws, sampling_error};
    use super::*;

    fn set(best: usize, worst: usize) -> RankSet {
        RankSet { best, worst }
    }

    fn rank_sets(
        values: &[f64],
        error_of_difference: impl Fn(usize, usize) -> f64,
        level: Level,
    ) -> Vec<RankSet> {
        let p_of =
            |i: usize, j: usize| p_of_larger(values[i] - values[j], error_of_difference(i, j));
        sets_from(values.len(), clear_pairs(values.len(), p_of, level))
    }

    #[test]
    fn clear_gaps_settle_ranks_and_close_values_do_not() {
        let values = [0.10, 0.50, 0.49, 0.90];
        let sets = rank_sets(&values, |_, _| 0.0142, Level::P95);
        assert_eq!(sets, [set(4, 4), set(2, 3), set(2, 3), set(1, 1)]);
        assert_eq!(tiers(&values, &sets), [vec![3], vec![1, 2], vec![0]]);
        let straddling = |top| sets.iter().filter(|set| set.straddles(top)).count();
        assert_eq!([2, 3].map(straddling), [2, 0]);
    }

    // Three items, six ordered hypotheses: Holm rejects the smallest one-sided p-value below 0.05/6, that is a
    // standardised difference above 2.394 (normal table), and the second below 0.05/5, above 2.326.
    #[test]
    fn critical_differences_are_those_of_holm() {
        let sets = |a, b| rank_sets(&[a, b, 0.0], |_, _| 1.0, Level::P95);
        assert_eq!(sets(2.40, 1.0), [set(1, 2), set(1, 3), set(2, 3)]);
        assert_eq!(sets(2.39, 1.0), [set(1, 3), set(1, 3), set(1, 3)]);
        assert_eq!(sets(2.40, 2.33), [set(1, 2), set(1, 2), set(3, 3)]);
        assert_eq!(sets(2.40, 2.32), [set(1, 2), set(1, 3), set(2, 3)]);
    }

    #[test]
    fn a_tier_ends_only_where_no_two_can_have_changed_places() {
        let values = [4.0, 3.0, 2.0, 1.0];
        // Neighbours overlap throughout, though others are clearly apart.
        let chain = sets_from(4, [(0, 2), (0, 3), (1, 3)]);
        assert_eq!(tiers(&values, &chain), [vec![0, 1, 2, 3]]);
        let apart = sets_from(4, [(0, 2), (0, 3), (1, 2), (1, 3)]);
        assert_eq!(tiers(&values, &apart), [vec![0, 1], vec![2, 3]]);
    }

    #[test]
    fn unusual_input_claims_nothing() {
        assert!(rank_sets(&[], |_, _| 1.0, Level::P95).is_empty());
        assert!(tiers(&[], &[]).is_empty());
        assert_eq!(rank_sets(&[3.0], |_, _| 1.0, Level::P95), [set(1, 1)]);
        assert_eq!(
            rank_sets(&[1.0, 1.0], |_, _| 0.0, Level::P95),
            [set(1, 2), set(1, 2)]
        );
        assert_eq!(
            rank_sets(&[2.0, 1.0], |_, _| 0.0, Level::P95),
            [set(1, 1), set(2, 2)]
        );
        for error in [f64::NAN, f64::INFINITY] {
            assert_eq!(
                rank_sets(&[9.0, 1.0], |_, _| error, Level::P95),
                [set(1, 2), set(1, 2)]
            );
        }
        assert_eq!(
            rank_sets(&[f64::NAN, 1.0], |_, _| 1.0, Level::P95),
            [set(1, 2), set(1, 2)]
        );
    }

    #[test]
    fn all_true_ranks_are_covered_at_once() {
        const RUNS: u32 = 2000;
        let mut draws = Draws::new(22);
        // Two ties, small and large gaps. Correlated estimates: half the noise is common, as with a shared baseline,
        // and cancels in differences.
        let truth = [0.0, 0.0, 1.0, 1.5, 4.0, 4.0, 9.0];
        let compatible = |item: usize, set: &RankSet| {
            let larger = truth.iter().filter(|&&t| t > truth[item]).count();
            let smaller = truth.iter().filter(|&&t| t < truth[item]).count();
            // A tie may take any of the shared ranks, and the set must allow all of them.
            set.best <= larger + 1 && set.worst >= truth.len() - smaller
        };
        let (mut failed, mut settled) = (0u32, 0u32);
        for _ in 0..RUNS {
            let common = draws.normal();
            let values: Vec<f64> = truth.iter().map(|t| t + common + draws.normal()).collect();
            let sets = rank_sets(&values, |_, _| std::f64::consts::SQRT_2, Level::P95);
            failed += u32::from(!(0..truth.len()).all(|item| compatible(item, &sets[item])));
            settled += u32::from(sets[6].is_settled());
        }
        let share = |count: u32| f64::from(count) / f64::from(RUNS);
        assert!(
            share(failed) <= 0.05 + sampling_error(0.05, RUNS),
            "failed {}",
            share(failed)
        );
        assert!(
            share(settled) > 0.3,
            "the clear leader was settled in only {}",
            share(settled)
        );
    }

    #[test]
    fn intervals_that_do_not_touch_settle_ranks() {
        let intervals = [(0.0, 1.0), (0.9, 2.0), (2.5, 3.0), (-9.0, 9.0)];
        let intervals = intervals.map(|(low, high)| Interval::new(low, high));
        let sets = sets_from(4, pairs_from_intervals(&intervals));
        assert_eq!(sets, [set(2, 4), set(2, 4), set(1, 2), set(1, 4)]);
        assert!(pairs_from_intervals(&[Interval::WHOLE]).is_empty());
    }
}
