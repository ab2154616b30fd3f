//! The checks, each on numbers of which the right answer is known.

use super::Check;
use crate::analysis::confseq::{MeanSequence, rate_sequence};
use crate::analysis::mean::IntegerMoments;
use crate::analysis::paired::PairedMoments;
use crate::analysis::rate::RateCounts;
use crate::analysis::special::normal_two_sided_p;
use crate::analysis::uniformity::{homogeneity, kolmogorov_smirnov_uniform};
use crate::analysis::{Interval, Level};
use crate::compare::sums::Ended;
use crate::rng::{GameKey, Purpose};
use crate::state::ROUNDS;

/// Games that the two variants of a pair played on the same luck.
pub type Pair = (Ended, Ended);

/// A p-value below this makes a check fail: one false alarm in ten thousand.
const ALARM: f64 = 1e-4;
/// What the steps of whole numbers may add to the error of a coverage.
const LATTICE: f64 = 0.01;
const LEVEL: Level = Level::P95;

/// How far a frequency may lie from its expectation: four standard errors.
fn sampling_error(expected: f64, trials: usize) -> f64 {
    4.0 * (expected * (1.0 - expected) / trials.max(1) as f64).sqrt()
}

/// A rate to look at even where no game is won: games that outlive the first round.
fn outlived(ended: &Ended) -> bool {
    ended.rounds >= 2
}

fn p_is_fine(p_value: f64) -> (f64, (f64, f64)) {
    (p_value, (ALARM, 1.0))
}

/// A variant against itself on the same luck.
pub fn placebo(pairs: &[Pair]) -> Check {
    let different = pairs.iter().filter(|(a, b)| a != b).count();
    Check::new(
        "placebo",
        "a variant against itself differs in exactly nothing",
        different as f64,
        (0.0, 0.0),
        format!("{different} of {} games differ", pairs.len()),
    )
}

/// One variant on two master seeds, cut into `comparisons`: p-values of no difference must be
/// uniform.
pub fn null_p_values(one: &[Ended], other: &[Ended], comparisons: usize) -> Check {
    let each = (one.len() / comparisons).max(1);
    let p_values: Vec<f64> = one
        .chunks_exact(each)
        .zip(other.chunks_exact(each))
        .filter_map(|(one, other)| {
            let mut moments = PairedMoments::default();
            for (a, b) in one.iter().zip(other) {
                moments.record(a.base_damage, b.base_damage);
            }
            moments.p_value()
        })
        .collect();
    let result = kolmogorov_smirnov_uniform(&p_values);
    let (p_value, distance) = result.map_or((f64::NAN, f64::NAN), |r| (r.p_value, r.statistic));
    let (statistic, allowed) = p_is_fine(p_value);
    Check::new(
        "null",
        "one variant on two seeds: p-values are uniform",
        statistic,
        allowed,
        format!(
            "{} comparisons of {each} games, distance from uniform {distance:.3}, p = {p_value:.3}",
            p_values.len()
        ),
    )
}

/// The same change made to a card and to its renamed twin: A is the base, B the change.
pub fn twin_effects(card: &PairedMoments, twin: &PairedMoments) -> Check {
    let effect = |moments: &PairedMoments| {
        let difference = moments.difference();
        let mean = difference.mean().unwrap_or(f64::NAN);
        (mean, difference.standard_error().unwrap_or(f64::NAN))
    };
    let ((one, one_error), (other, other_error)) = (effect(card), effect(twin));
    let p_value = normal_two_sided_p((one - other) / one_error.hypot(other_error));
    // Where the change does nothing at all, agreement would show nothing.
    let seen = (one / one_error).abs() > 4.0;
    let (statistic, allowed) = p_is_fine(if seen { p_value } else { f64::NAN });
    Check::new(
        "twin",
        "a renamed twin of a card has its twin's effect",
        statistic,
        allowed,
        format!(
            "effects {one:.3} ± {one_error:.3} and {other:.3} ± {other_error:.3} of base damage, \
             p = {p_value:.3}"
        ),
    )
}

/// Intervals from samples of `each` games against the mean of all games.
pub fn coverage(pairs: &[Pair], each: usize) -> Vec<Check> {
    let samples = || pairs.chunks_exact(each);
    let rate = |pairs: &[Pair]| {
        let mut counts = RateCounts::default();
        pairs.iter().for_each(|(a, _)| counts.record(outlived(a)));
        counts
    };
    let paired = |pairs: &[Pair]| {
        let mut moments = PairedMoments::default();
        for (a, b) in pairs {
            moments.record(a.rounds, b.rounds);
        }
        moments
    };
    let mean = |pairs: &[Pair]| {
        let mut moments = IntegerMoments::default();
        for (a, _) in pairs {
            moments.record(a.base_damage);
        }
        moments
    };
    let true_rate = rate(pairs).rate().unwrap_or(f64::NAN);
    let true_mean = mean(pairs).mean().unwrap_or(f64::NAN);
    let true_difference = paired(pairs).difference().mean().unwrap_or(f64::NAN);
    let covered = |hits: Vec<bool>, name, claim| {
        let held = hits.iter().filter(|hit| **hit).count();
        let share = held as f64 / hits.len().max(1) as f64;
        let slack = sampling_error(LEVEL.value(), hits.len()) + LATTICE;
        Check::new(
            name,
            claim,
            share,
            (LEVEL.value() - slack, LEVEL.value() + slack),
            format!(
                "{held} of {} intervals ({:.1}%) hold the truth",
                hits.len(),
                100.0 * share
            ),
        )
    };
    vec![
        covered(
            samples()
                .map(|sample| rate(sample).wilson(LEVEL).contains(true_rate))
                .collect(),
            "coverage, rate",
            "95% of Wilson's intervals hold the true rate",
        ),
        covered(
            samples()
                .map(|sample| mean(sample).interval(LEVEL).contains(true_mean))
                .collect(),
            "coverage, mean",
            "95% of normal intervals hold the true mean",
        ),
        covered(
            samples()
                .map(|sample| {
                    let interval = paired(sample).difference().interval(LEVEL);
                    interval.contains(true_difference)
                })
                .collect(),
            "coverage, pairs",
            "95% of paired intervals hold the true difference",
        ),
    ]
}

/// Runs that are looked at again and again, made of games drawn at random from `pairs`: how many
/// of them are ever wrong.
pub fn peeking(pairs: &[Pair], runs: u32, seed: u64) -> Vec<Check> {
    const GAMES: u32 = 1000;
    const EVERY: u32 = 20;
    let all = pairs.len() as f64;
    let differences = |pair: &Pair| pair.1.rounds - pair.0.rounds;
    let true_rate = pairs.iter().filter(|pair| outlived(&pair.0)).count() as f64 / all;
    let true_difference = pairs.iter().map(differences).map(f64::from).sum::<f64>() / all;
    let sequence = MeanSequence::new(LEVEL, u64::from(GAMES) / 4);
    let mut wrong = [0u32; 3];
    for run in 0..runs {
        let key = GameKey::new(seed, u64::from(run));
        let (mut rate, mut difference) = (RateCounts::default(), IntegerMoments::default());
        let mut ever = [false; 3];
        for game in 1..=GAMES {
            let stream = key.stream(Purpose::Sampling, 0, game);
            let pair = &pairs[stream.below(pairs.len() as u32) as usize];
            rate.record(outlived(&pair.0));
            difference.record(differences(pair));
            if game.is_multiple_of(EVERY) {
                let misses = |interval: Interval, truth: f64| !interval.contains(truth);
                ever[0] |= misses(rate_sequence(&rate, LEVEL), true_rate);
                ever[1] |= misses(sequence.interval(&difference), true_difference);
                ever[2] |= misses(rate.wilson(LEVEL), true_rate);
            }
        }
        for (count, ever) in wrong.iter_mut().zip(ever) {
            *count += u32::from(ever);
        }
    }
    let share = |count: u32| f64::from(count) / f64::from(runs);
    let most = LEVEL.alpha() + sampling_error(LEVEL.alpha(), runs as usize);
    let check = |count: u32, name, claim, note: String| {
        let found = format!(
            "{count} of {runs} runs ({:.1}%) were ever wrong in {} looks{note}",
            100.0 * share(count),
            GAMES / EVERY
        );
        Check::new(name, claim, share(count), (0.0, most), found)
    };
    let contrast = format!(" (fixed-sample intervals: {:.1}%)", 100.0 * share(wrong[2]));
    vec![
        check(
            wrong[0],
            "peeking, rate",
            "a confidence sequence of a rate is ever wrong in 5% of runs at most",
            contrast,
        ),
        check(
            wrong[1],
            "peeking, pairs",
            "a confidence sequence of a difference is ever wrong in 5% of runs at most",
            String::new(),
        ),
    ]
}

/// Parts of a run must be alike in how long games last.
pub fn shards(pairs: &[Pair], shards: usize) -> Check {
    let each = pairs.len().div_ceil(shards.max(1)).max(1);
    let mut rows: Vec<Vec<u64>> = pairs
        .chunks(each)
        .map(|shard| {
            let mut row = vec![0; usize::from(ROUNDS) + 1];
            for (ended, _) in shard {
                row[(ended.rounds.max(0) as usize).min(usize::from(ROUNDS))] += 1;
            }
            row
        })
        .collect();
    join_rare_columns(&mut rows);
    let result = homogeneity(&rows);
    let p_value = result.map_or(f64::NAN, |result| result.p_value);
    let (statistic, allowed) = p_is_fine(p_value);
    let figures = result.map_or("nothing varies".to_string(), |result| {
        format!(
            "chi-square {:.1} with {} degrees of freedom, p = {p_value:.3}",
            result.statistic, result.degrees_of_freedom
        )
    });
    Check::new(
        "shards",
        "all parts of a run follow one distribution",
        statistic,
        allowed,
        format!("{} shards of {each} games: {figures}", rows.len()),
    )
}

/// Joins columns with few games to their left neighbour, as the chi-square test needs.
fn join_rare_columns(rows: &mut [Vec<u64>]) {
    const FEW: u64 = 5;
    let width = rows.first().map_or(0, Vec::len);
    for column in (1..width).rev() {
        let total: u64 = rows.iter().map(|row| row[column]).sum();
        if total < FEW * rows.len() as u64 {
            for row in rows.iter_mut() {
                row[column - 1] += std::mem::take(&mut row[column]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games whose length and damage follow from a key.
    fn games(seed: u64, count: u64) -> Vec<Ended> {
        let game = |game| {
            let stream = GameKey::new(seed, game).stream(Purpose::Sampling, 1, 0);
            Ended {
                game,
                won: false,
                decisions: 0,
                base_damage: 15 + stream.nth(1).below(6) as i32,
                rounds: stream.nth(2).below(4) as i32,
            }
        };
        (0..count).map(game).collect()
    }

    fn pairs(count: u64) -> Vec<Pair> {
        let (a, b) = (games(1, count), games(2, count));
        a.into_iter().zip(b).collect()
    }

    #[test]
    fn a_single_differing_game_fails_the_placebo() {
        let mut twins: Vec<Pair> = games(1, 100).into_iter().map(|game| (game, game)).collect();
        assert!(placebo(&twins).passed);
        twins[99].1.rounds += 1;
        assert!(!placebo(&twins).passed);
    }

    #[test]
    fn a_small_effect_between_seeds_fails_the_null() {
        let (one, mut other) = (games(1, 20_000), games(2, 20_000));
        assert!(null_p_values(&one, &other, 200).passed);
        for ended in other.iter_mut().step_by(3) {
            ended.base_damage += 1;
        }
        assert!(!null_p_values(&one, &other, 200).passed);
        assert!(!null_p_values(&[], &[], 200).passed, "nothing is no pass");
    }

    #[test]
    fn another_effect_or_none_at_all_fails_the_twin() {
        let effect = |seed: u64, effect: i32| {
            let mut moments = PairedMoments::default();
            for (a, b) in games(seed, 2000).iter().zip(games(seed + 1, 2000)) {
                moments.record(a.base_damage, b.base_damage + effect);
            }
            moments
        };
        assert!(twin_effects(&effect(1, 2), &effect(5, 2)).passed);
        assert!(!twin_effects(&effect(1, 2), &effect(5, 3)).passed);
        assert!(!twin_effects(&effect(1, 0), &effect(5, 0)).passed);
    }

    #[test]
    fn samples_that_hang_together_fail_the_coverage() {
        let mut pairs = pairs(40_000);
        assert!(coverage(&pairs, 100).iter().all(|check| check.passed));
        // The same games in an order that makes samples differ more than chance would.
        pairs.sort_by_key(|(a, b)| (a.rounds, a.base_damage, b.rounds));
        assert!(coverage(&pairs, 100).iter().all(|check| !check.passed));
    }

    #[test]
    fn sequences_hold_and_fixed_intervals_would_not() {
        let pairs = pairs(20_000);
        let checks = peeking(&pairs, 200, 4);
        assert!(checks.iter().all(|check| check.passed), "{checks:?}");
        let note = &checks[0].found;
        let fixed: f64 = note
            .split(": ")
            .nth(1)
            .unwrap()
            .trim_end_matches("%)")
            .parse()
            .unwrap();
        assert!(fixed / 100.0 > checks[0].allowed.1, "{note}");
    }

    #[test]
    fn a_shard_of_another_game_is_found_out() {
        let mut pairs = pairs(8000);
        assert!(shards(&pairs, 8).passed);
        for (ended, _) in &mut pairs[..1000] {
            ended.rounds = ended.rounds.max(1);
        }
        assert!(!shards(&pairs, 8).passed);
    }
}
