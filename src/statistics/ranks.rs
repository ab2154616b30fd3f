//! Ranks with their uncertainty: confidence sets, tiers, and which items deserve more games.
//!
//! A sorted list of estimates hides that neighbours may have changed places by luck. Here each item gets the set of
//! ranks compatible with the data ("rank 3 to 6"), valid for all items at once.

use super::confseq::MeanSequence;
use super::mean::IntegerMoments;
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
/// With probability at least the level (as far as the estimates are normal), every item's true rank lies in its set.
/// Method: one-sided normal tests of all ordered pairs, "i is not larger than j", corrected by Holm's procedure over
/// all `k (k - 1)` of them, which needs no assumption on how the estimates depend on each other. An item's best rank
/// is one more than the number of items shown to be larger, its worst is `k` less the number shown to be smaller.
/// Items with equal true values may take any of the ranks they share.
///
/// `error_of_difference(i, j)` is the standard error of `values[i] - values[j]`. With shared seeds it must come from
/// the paired differences. Not a number or an infinite error means that nothing is known of the pair.
///
/// Fixed sample size. To look repeatedly, take [`decided_pairs`].
pub fn clear_pairs(
    values: &[f64],
    error_of_difference: impl Fn(usize, usize) -> f64,
    level: Level,
) -> Vec<(usize, usize)> {
    let count = values.len();
    let pairs: Vec<(usize, usize)> = (0..count)
        .flat_map(|i| (0..count).filter(move |&j| j != i).map(move |j| (i, j)))
        .collect();
    let p_values: Vec<f64> = pairs
        .iter()
        .map(|&(i, j)| p_of_larger(values[i] - values[j], error_of_difference(i, j)))
        .collect();
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

/// Which items are larger than which, as pairs of a larger and a smaller one; may be asked after every game.
///
/// With probability at least the level, in the limit of many games, no pair of any look is wrong, whatever made the
/// games of an item stop; so the sets of ranks that follow from them ([`sets_from`]) hold at all looks together.
/// Method: a confidence sequence ([`MeanSequence`]) for the mean
/// difference of every pair, each at the level that all `k (k - 1) / 2` need to hold together (Bonferroni); a pair is
/// decided when its interval leaves out zero. So small an error for each pair costs little for the freedom to look:
/// the intervals are about a fifth wider than at a sample size fixed beforehand.
///
/// `difference(i, j)` has the exact sums of item `i` minus item `j`, `i < j`, over the games that both played.
pub fn decided_pairs(
    count: usize,
    difference: impl Fn(usize, usize) -> IntegerMoments,
    level: Level,
    tightest_at: u64,
) -> Vec<(usize, usize)> {
    let pairs = (count * count.saturating_sub(1) / 2).max(1);
    let sequence = MeanSequence::new(level.shared_by(pairs), tightest_at);
    let all = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
    let decided = all.filter_map(|(i, j)| {
        let interval = sequence.interval(&difference(i, j));
        match (interval.low > 0.0, interval.high < 0.0) {
            (true, _) => Some((i, j)),
            (_, true) => Some((j, i)),
            _ => None,
        }
    });
    decided.collect()
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

/// One-sided p-value that a difference is not above zero.
fn p_of_larger(difference: f64, error: f64) -> f64 {
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
/// A tier begins with the first item that is clearly smaller than the first of the tier above. So no item of a tier
/// is clearly smaller than its first, and the firsts of all tiers are clearly apart, with the confidence of the pairs
/// (a larger and a smaller item each). Neighbours at a border need not be apart: values that shade into each other
/// have no gaps to cut at.
pub fn tiers(values: &[f64], clear: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[j].total_cmp(&values[i]));
    let mut tiers: Vec<Vec<usize>> = Vec::new();
    for item in order {
        match tiers.last_mut() {
            Some(tier) if !clear.contains(&(tier[0], item)) => tier.push(item),
            _ => tiers.push(vec![item]),
        }
    }
    tiers
}

/// What a ranking is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RankingGoal {
    /// Every rank is to be known, or known within this many places.
    AllRanks {
        /// Widest set of ranks that still counts as settled; 1 asks for the rank itself.
        within: usize,
    },
    /// Which items are in the top N; their order does not matter.
    Top(usize),
}

/// Items whose question is still open, by index: the ones that deserve more games (successive elimination).
pub fn open_items(sets: &[RankSet], goal: RankingGoal) -> Vec<usize> {
    let is_open = |set: &RankSet| match goal {
        RankingGoal::AllRanks { within } => set.worst - set.best + 1 > within.max(1),
        RankingGoal::Top(top) => set.straddles(top),
    };
    (0..sets.len())
        .filter(|&item| is_open(&sets[item]))
        .collect()
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
        sets_from(
            values.len(),
            clear_pairs(values, error_of_difference, level),
        )
    }

    #[test]
    fn clear_gaps_settle_ranks_and_close_values_do_not() {
        let values = [0.10, 0.50, 0.49, 0.90];
        let sets = rank_sets(&values, |_, _| 0.0142, Level::P95);
        assert_eq!(sets, [set(4, 4), set(2, 3), set(2, 3), set(1, 1)]);
        let clear = clear_pairs(&values, |_, _| 0.0142, Level::P95);
        assert_eq!(tiers(&values, &clear), [vec![3], vec![1, 2], vec![0]]);
        assert_eq!(
            open_items(&sets, RankingGoal::AllRanks { within: 1 }),
            [1, 2]
        );
        assert!(open_items(&sets, RankingGoal::AllRanks { within: 2 }).is_empty());
        assert_eq!(open_items(&sets, RankingGoal::Top(2)), [1, 2]);
        assert!(open_items(&sets, RankingGoal::Top(3)).is_empty());
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
    fn a_tier_begins_where_its_first_is_clearly_below_the_last_first() {
        // Neighbours overlap throughout, though others are clearly apart.
        let clear = [(0, 2), (0, 3), (1, 3)];
        assert_eq!(
            tiers(&[4.0, 3.0, 2.0, 1.0], &clear),
            [vec![0, 1], vec![2, 3]]
        );
        assert_eq!(tiers(&[4.0, 3.0, 2.0, 1.0], &[]), [vec![0, 1, 2, 3]]);
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

    // Five items on shared luck, looked at after every hundred games and stopped at the first look at which the
    // largest is settled: sets of all looks must hold together.
    #[test]
    fn the_larger_of_a_decided_pair_comes_first() {
        let means = [10, 0, 20, 20];
        let difference = |i: usize, j: usize| {
            let mut moments = IntegerMoments::default();
            for game in 0..400 {
                moments.record(means[i] - means[j] + game % 3 - 1);
            }
            moments
        };
        let decided = decided_pairs(means.len(), difference, Level::P95, 400);
        assert_eq!(decided, [(0, 1), (2, 0), (3, 0), (2, 1), (3, 1)]);
        let sets = sets_from(means.len(), decided);
        assert_eq!(sets, [set(3, 3), set(4, 4), set(1, 2), set(1, 2)]);
    }

    #[test]
    fn peeking_at_ranks_is_safe() {
        const RUNS: u32 = 400;
        let chances = [0.2, 0.3, 0.3, 0.32, 0.6];
        let mut draws = Draws::new(24);
        let (mut failed, mut settled) = (0u32, 0u32);
        for _ in 0..RUNS {
            let mut sums = vec![IntegerMoments::default(); 25];
            let (mut wrong, mut known) = (false, false);
            for game in 1..=2000 {
                let luck = draws.uniform();
                let values = chances.map(|chance| {
                    let own = draws.uniform();
                    i32::from(0.5 * (luck + own) < chance)
                });
                for i in 0..5 {
                    for j in i + 1..5 {
                        sums[5 * i + j].record(values[i] - values[j]);
                    }
                }
                if game % 100 == 0 {
                    let apart = |i: usize, j: usize| sums[5 * i + j];
                    let sets = sets_from(5, decided_pairs(5, apart, Level::P95, 500));
                    wrong |= sets[4].best > 1 || sets[4].worst < 1;
                    wrong |= sets[1].best > 4 || sets[1].worst < 3 || sets[2].worst < 3;
                    wrong |= sets[0].worst < 5;
                    known |= sets[4].is_settled();
                }
            }
            failed += u32::from(wrong);
            settled += u32::from(known);
        }
        assert!(f64::from(failed) / f64::from(RUNS) <= 0.05 + sampling_error(0.05, RUNS));
        assert_eq!(settled, RUNS, "the clear leader is found in every run");
    }
}
