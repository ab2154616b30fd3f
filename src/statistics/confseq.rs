//! Confidence sequences: intervals that may be looked at after every game.
//!
//! A fixed-sample interval is wrong with the stated probability at one sample size; somebody who looks at it again
//! and again and stops at will sees it fail far more often. The intervals here hold at all sample sizes at once, and
//! are wider for it. Against the 95 per cent fixed-sample interval, from a thousand to a million games: a rate 1.8 to
//! 2.3 times, a mean 1.5 to 2 times (tuned within a factor of ten).

use super::mean::IntegerMoments;
use super::paired::PairedMoments;
use super::rate::RateCounts;
use super::special::{bisect, ln_binomial_pmf};
use super::{Estimate, Interval, Level};
use serde::{Deserialize, Serialize};

/// Confidence sequence for a rate: the beta-binomial mixture with a uniform prior.
///
/// With probability at least the level, *all* the intervals of a run cover the true rate, however often they are
/// looked at and whatever makes the run stop. Holds exactly, without large-sample approximation. It contains the
/// rates `p` with `B(S+1, n-S+1) / (p^S (1-p)^(n-S)) < 1/alpha`; without trials it is `[0, 1]`.
pub fn rate_sequence(counts: &RateCounts, level: Level) -> Interval {
    let Some(rate) = counts.rate() else {
        return Interval::UNIT;
    };
    let (successes, n) = (counts.successes() as f64, counts.trials() as f64);
    // The same condition in terms of the binomial density, which keeps its digits for many trials:
    // (n + 1) * pmf(S; n, p) > alpha.
    let threshold = level.alpha().ln() - (n + 1.0).ln();
    let inside = |p: f64| ln_binomial_pmf(successes, n, p) > threshold;
    Interval {
        low: if counts.successes() == 0 {
            0.0
        } else {
            bisect(0.0, rate, |p| !inside(p))
        },
        high: if counts.failures() == 0 {
            1.0
        } else {
            bisect(rate, 1.0, inside)
        },
    }
}

/// The rate with its confidence sequence, see [`rate_sequence`]; nothing without trials.
pub fn rate_estimate(counts: &RateCounts, level: Level) -> Option<Estimate> {
    Some(Estimate {
        value: counts.rate()?,
        interval: rate_sequence(counts, level),
        level,
    })
}

/// Asymptotic confidence sequence for the mean of integer data, such as base damage or a paired difference.
///
/// Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024). In the limit of many games, all the intervals of a run
/// cover the true mean with probability at least the level; there is no guarantee for the first few dozen games, nor
/// for measures that are nearly always constant with rare huge exceptions.
///
/// To keep early looks honest, the variance is that of the data and two imagined values, one unit above and one unit
/// below the mean: integer data that have not varied yet might still do so. The effect vanishes as the games grow.
/// For paired differences, which may be zero for long and then large, [`MeanSequence::for_pairs`] takes the imagined
/// values as far away as they need to be.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MeanSequence {
    level: Level,
    rho_squared: f64,
    imagined: f64,
}

impl MeanSequence {
    /// A sequence that is tightest at about `tightest_at` games.
    ///
    /// The choice must not depend on the data; any choice is valid, and being wrong by a factor of ten costs little.
    pub fn new(level: Level, tightest_at: u64) -> Self {
        let log_term = -2.0 * level.alpha().ln();
        MeanSequence {
            level,
            rho_squared: (log_term + log_term.ln_1p()) / tightest_at.max(1) as f64,
            imagined: 1.0,
        }
    }

    /// The same sequence for the differences of `pairs`, none of which can be larger than `reach`; see
    /// [`PairedMoments::imagined_difference`].
    pub fn for_pairs(self, pairs: &PairedMoments, reach: f64) -> Self {
        MeanSequence {
            imagined: pairs.imagined_difference(reach),
            ..self
        }
    }

    /// The interval after the games summarised in `data`; the whole line with fewer than two.
    pub fn interval(&self, data: &IntegerMoments) -> Interval {
        let Some(mean) = data.mean().filter(|_| data.count() > 1) else {
            return Interval::WHOLE;
        };
        Interval::around(
            mean,
            self.variance(data).sqrt() * self.standard_half_width(data.count()),
        )
    }

    /// The variance of the data and the two imagined values.
    fn variance(&self, data: &IntegerMoments) -> f64 {
        let imagined = 2.0 * self.imagined * self.imagined;
        (data.squared_deviations() + imagined) / (data.count() - 1) as f64
    }

    /// The mean with this interval; nothing without data.
    pub fn estimate(&self, data: &IntegerMoments) -> Option<Estimate> {
        Some(Estimate {
            value: data.mean()?,
            interval: self.interval(data),
            level: self.level,
        })
    }

    /// Anytime-valid p-value that the mean is zero: the smallest error probability at which a sequence with this
    /// tuning would leave zero out. It may be looked at after every game; in the limit of many games it is ever
    /// below `alpha` with probability at most `alpha` where the mean is zero. It is 1 with fewer than two values.
    pub fn p_value(&self, data: &IntegerMoments) -> f64 {
        let Some(mean) = data.mean().filter(|_| data.count() > 1) else {
            return 1.0;
        };
        let n = data.count() as f64;
        let variance = self.variance(data);
        let scaled = n * self.rho_squared + 1.0;
        let evidence = mean * mean * n * n * self.rho_squared / (2.0 * variance * scaled);
        (scaled.sqrt() * (-evidence).exp()).min(1.0)
    }

    /// Half-width after `count` games for data of standard deviation 1.
    fn standard_half_width(&self, count: u64) -> f64 {
        let n = count as f64;
        let scaled = n * self.rho_squared + 1.0;
        (2.0 * scaled / (n * n * self.rho_squared) * (scaled.sqrt().ln() - self.level.alpha().ln()))
            .sqrt()
    }
}

/// Stop rule "precise enough": every point of the interval lies within the target of the estimate.
///
/// Fed with estimates from a confidence sequence it may be asked after every game: with probability at least the
/// level, the truth then differs from the estimate at which the run stopped by no more than the target. Fed with
/// fixed-sample intervals it promises nothing. The half-width of the interval is at most the target as well.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64")]
pub struct TargetError(f64);

impl TryFrom<f64> for TargetError {
    type Error = &'static str;

    fn try_from(target: f64) -> Result<Self, Self::Error> {
        TargetError::new(target).ok_or("a target error must be positive")
    }
}

impl TargetError {
    /// A target, or nothing unless `target` is positive and finite.
    pub fn new(target: f64) -> Option<Self> {
        (target > 0.0 && target.is_finite()).then_some(TargetError(target))
    }

    /// The target as a number, in the unit of the estimate.
    pub fn value(self) -> f64 {
        self.0
    }

    /// Whether the run may stop.
    pub fn is_met(self, estimate: &Estimate) -> bool {
        let above = estimate.interval.high - estimate.value;
        let below = estimate.value - estimate.interval.low;
        above.max(below) <= self.0
    }

    /// Games that the rule needs for a rate when exactly half of them are won.
    ///
    /// The hardest case for practical purposes: at 95 per cent, rates slightly beside one half were found to need
    /// up to nine games more, and rates far from it need far fewer. Serves to plan, to show progress and to refuse
    /// targets that no run could reach; the rule itself decides when to stop.
    pub fn planned_games_for_rate(self, level: Level) -> u64 {
        let met = |pairs: u64| {
            RateCounts::new(pairs, 2 * pairs)
                .and_then(|counts| rate_estimate(&counts, level))
                .is_some_and(|estimate| self.is_met(&estimate))
        };
        // Beyond 2^52 games counts are no longer exact as floating point; nobody waits for that many.
        let (mut too_few, mut enough) = (0u64, 1u64);
        while !met(enough) && enough < 1 << 51 {
            too_few = enough;
            enough *= 2;
        }
        while enough - too_few > 1 {
            let middle = too_few + (enough - too_few) / 2;
            if met(middle) {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        2 * enough
    }
}

#[cfg(test)]
mod tests {
    use super::super::paired::PairedWins;
    use super::super::testing::{Draws, assert_close, sampling_error};
    use super::*;
    use statrs::function::beta::ln_beta;

    fn counts(successes: u64, trials: u64) -> RateCounts {
        RateCounts::new(successes, trials).expect("no more successes than trials")
    }

    // Ends computed with mpmath at 40 digits from the definition of the sequence, alpha = 0.05.
    #[test]
    fn rate_sequence_matches_high_precision_values() {
        let expected = [
            (30, 100, 0.169446478044296, 0.457245987596756),
            (0, 10, 0.0, 0.416880275656536),
            (10, 10, 0.583119724343464, 1.0),
            (5012, 10_000, 0.482002844509805, 0.520394796473806),
            (500, 1_000_000, 0.000395307408120949, 0.00062171253970234),
        ];
        for (s, n, low, high) in expected {
            let interval = rate_sequence(&counts(s, n), Level::P95);
            assert!(
                (interval.low - low).abs() < 1e-11 && (interval.high - high).abs() < 1e-11,
                "{interval:?}"
            );
        }
        assert_eq!(
            rate_sequence(&RateCounts::default(), Level::P95),
            Interval::UNIT
        );
    }

    #[test]
    fn ends_satisfy_the_defining_equation() {
        for (s, n) in [(1u64, 50u64), (300, 1000), (70_000, 100_000)] {
            let interval = rate_sequence(&counts(s, n), Level::P99);
            let (wins, losses) = (s as f64, (n - s) as f64);
            for p in [interval.low, interval.high] {
                let ln_ratio =
                    ln_beta(wins + 1.0, losses + 1.0) - wins * p.ln() - losses * (-p).ln_1p();
                assert!((ln_ratio - 100f64.ln()).abs() < 1e-6, "{s}/{n}: {ln_ratio}");
            }
        }
    }

    // The formula evaluated with numpy: standard deviation 1, alpha 0.05, 1000 games tuned for 1000; and standard
    // deviation 2, alpha 0.01, 5000 games tuned for 1000.
    #[test]
    fn mean_sequence_matches_its_formula() {
        let half_width = |level, count| MeanSequence::new(level, 1000).standard_half_width(count);
        assert_close(half_width(Level::P95, 1000), 0.09598173584209047, 1e-12);
        assert_close(
            2.0 * half_width(Level::P99, 5000),
            0.10397140638963005,
            1e-12,
        );
    }

    #[test]
    fn anytime_p_values_agree_with_the_sequence() {
        let sequence = MeanSequence::new(Level::P95, 1000);
        let mut draws = Draws::new(31);
        let (mut below, mut above) = (0, 0);
        for run in 0..200 {
            let mut data = IntegerMoments::default();
            for _ in 0..500 {
                let up = 0.5 + f64::from(run) / 1000.0;
                data.record(if draws.chance(up) { 1 } else { -1 });
            }
            let excluded = !sequence.interval(&data).contains(0.0);
            let small = sequence.p_value(&data) < Level::P95.alpha();
            assert_eq!(small, excluded);
            if small { below += 1 } else { above += 1 }
        }
        assert!(below > 10 && above > 10, "{below} {above}");
        assert_eq!(sequence.p_value(&IntegerMoments::default()), 1.0);
    }

    #[test]
    fn mean_sequence_never_claims_certainty() {
        let sequence = MeanSequence::new(Level::P95, 1000);
        let mut constant = IntegerMoments::default();
        assert_eq!(sequence.interval(&constant), Interval::WHOLE);
        assert_eq!(sequence.estimate(&constant), None);
        let mut previous = f64::INFINITY;
        for _ in 0..3 {
            (0..500).for_each(|_| constant.record(7));
            let interval = sequence.interval(&constant);
            assert!(interval.low < 7.0 && interval.high > 7.0 && interval.half_width() < previous);
            previous = interval.half_width();
        }
    }

    /// Sample sizes at which the simulated runs are looked at: every game at first, then every 50 games.
    fn is_look(game: u32) -> bool {
        game < 20 || game.is_multiple_of(50)
    }

    /// Share of runs in which an interval missed at one look or more.
    fn ever_missed(runs: u32, mut run_misses: impl FnMut() -> bool) -> f64 {
        f64::from((0..runs).map(|_| u32::from(run_misses())).sum::<u32>()) / f64::from(runs)
    }

    #[test]
    fn peeking_at_a_rate_sequence_is_safe_and_at_wilson_is_not() {
        const RUNS: u32 = 600;
        for (seed, rate) in [(11, 0.5), (12, 0.1), (13, 0.97)] {
            let share_missed = |interval: &dyn Fn(&RateCounts) -> Interval| {
                let mut draws = Draws::new(seed);
                ever_missed(RUNS, || {
                    let mut data = RateCounts::default();
                    (1..=5000).any(|game| {
                        data.record(draws.chance(rate));
                        is_look(game) && !interval(&data).contains(rate)
                    })
                })
            };
            let sequence = share_missed(&|data| rate_sequence(data, Level::P95));
            let wilson = share_missed(&|data| data.wilson(Level::P95));
            assert!(
                sequence <= 0.05 + sampling_error(0.05, RUNS),
                "sequence missed {sequence} at {rate}"
            );
            assert!(wilson > 0.25, "Wilson missed only {wilson} at {rate}");
        }
    }

    #[test]
    fn peeking_at_paired_differences_is_safe_with_sequences_only() {
        const RUNS: u32 = 600;
        let sequence = MeanSequence::new(Level::P95, 1000);
        for (seed, lost, gained) in [(14, 0.1, 0.2), (15, 0.01, 0.01), (16, 0.001, 0.004)] {
            let truth = gained - lost;
            let share_missed = |first_look: u32, interval: &dyn Fn(&PairedWins) -> Interval| {
                let mut draws = Draws::new(seed);
                ever_missed(RUNS, || {
                    let mut data = PairedWins::default();
                    (1..=4000).any(|game| {
                        let u = draws.uniform();
                        data.record(u < lost || u > 0.5 + gained, u > 0.5);
                        game >= first_look && is_look(game) && !interval(&data).contains(truth)
                    })
                })
            };
            let tolerance = sampling_error(0.05, RUNS);
            let asymptotic =
                share_missed(1, &|data| sequence.interval(&data.moments().difference()));
            assert!(
                asymptotic <= 0.05 + tolerance,
                "asymptotic sequence missed {asymptotic} at {lost}/{gained}"
            );
            let fixed = share_missed(100, &|data| data.interval(Level::P95));
            assert!(
                fixed > 0.15,
                "fixed-sample interval missed only {fixed} at {lost}/{gained}"
            );
        }
    }

    // Hardly any pair differs, and those that do differ by as much as can be.
    #[test]
    fn peeking_at_rare_large_differences_is_safe() {
        const RUNS: u32 = 800;
        const REACH: i32 = 81;
        let sequence = MeanSequence::new(Level::P95, 1000);
        for (seed, chance) in [(51, 0.0005), (52, 0.002), (53, 0.02)] {
            let truth = chance * f64::from(REACH);
            let mut draws = Draws::new(seed);
            let mut missed = |imagines: bool| {
                ever_missed(RUNS, || {
                    let mut data = PairedMoments::default();
                    (1..=4000).any(|game| {
                        data.record(0, REACH * i32::from(draws.chance(chance)));
                        let sequence = if imagines {
                            sequence.for_pairs(&data, f64::from(REACH))
                        } else {
                            sequence
                        };
                        is_look(game) && !sequence.interval(&data.difference()).contains(truth)
                    })
                })
            };
            let share = missed(true);
            assert!(
                share <= 0.05 + sampling_error(0.05, RUNS),
                "missed {share} at {chance}"
            );
            assert!(missed(false) > 0.3, "the plain sequence misses at {chance}");
        }
    }

    #[test]
    fn peeking_at_means_of_skewed_data_is_safe() {
        const RUNS: u32 = 1000;
        let sequence = MeanSequence::new(Level::P95, 1000);
        let mut draws = Draws::new(17);
        let missed = ever_missed(RUNS, || {
            let mut data = IntegerMoments::default();
            (1..=4000).any(|game| {
                data.record(draws.geometric(0.1));
                is_look(game) && !sequence.interval(&data).contains(9.0)
            })
        });
        assert!(
            missed <= 0.05 + sampling_error(0.05, RUNS),
            "missed {missed}"
        );
    }

    #[test]
    fn stopping_at_a_target_keeps_the_promise() {
        const RUNS: u32 = 1000;
        let target = TargetError::new(0.05).unwrap();
        let enough = target.planned_games_for_rate(Level::P95);
        let mut draws = Draws::new(18);
        for rate in [0.5, 0.05] {
            let off_target = ever_missed(RUNS, || {
                let mut data = RateCounts::default();
                loop {
                    (0..20).for_each(|_| data.record(draws.chance(rate)));
                    let estimate = rate_estimate(&data, Level::P95).unwrap();
                    if target.is_met(&estimate) {
                        assert!(estimate.interval.half_width() <= 0.05);
                        assert!(data.trials() < enough + 20, "{} games", data.trials());
                        return (estimate.value - rate).abs() > 0.05;
                    }
                }
            });
            assert!(
                off_target <= 0.05 + sampling_error(0.05, RUNS),
                "off target {off_target} at {rate}"
            );
        }
    }

    #[test]
    fn planned_games_are_the_smallest_that_suffice() {
        let target = TargetError::new(0.02).unwrap();
        let games = target.planned_games_for_rate(Level::P95);
        let met = |n| target.is_met(&rate_estimate(&counts(n / 2, n), Level::P95).unwrap());
        assert!(met(games) && !met(games - 2), "{games}");
        let slack = games + 16;
        for won in (0..=slack).step_by(7) {
            let estimate = rate_estimate(&counts(won, slack), Level::P95).unwrap();
            assert!(target.is_met(&estimate), "{won} of {slack}");
        }
        for nonsense in [0.0, -0.1, f64::NAN, f64::INFINITY] {
            assert_eq!(TargetError::new(nonsense), None);
        }
    }
}
