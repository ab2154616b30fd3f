//! The checks, each with a known answer.

use super::Check;
use super::samples::{Notes, Sample, together};
use super::urn::Count;
use runs::sim::measure::DAMAGE_CAP;
use statistics::Level;
use statistics::mean::IntegerMoments;
use statistics::rate::RateCounts;
use statistics::special::student_two_sided_p;
use statistics::uniformity::{homogeneity, kolmogorov_smirnov_uniform};

/// The maximum rate of false alarms of the whole self-test: one in a thousand.
pub const FALSE_ALARM: f64 = 1e-3;
/// The checks that chance can make fail.
const CHANCE_CHECKS: usize = 15;
/// The share of false alarms that each of them may raise (Bonferroni).
const ALARM: f64 = FALSE_ALARM / CHANCE_CHECKS as f64;
/// The maximum number of comparisons for p-values; with more games each of them gets larger,
/// because the p-values of small ones are not quite uniform.
const COMPARISONS: usize = 400;
/// Parts of a run that are compared with each other.
const SHARDS: usize = 8;
/// The largest difference of base damage that a pair of games may show.
const DAMAGE_REACH: f64 = DAMAGE_CAP as f64;
/// The level of the intervals that are checked.
pub const LEVEL: Level = Level::P95;

/// How many of `trials` may succeed so that a true rate within `rates` raises no more than the
/// allowed share of false alarms, at each end half of them.
fn counts_for(rates: (f64, f64), trials: u64) -> (u64, u64) {
    let level = Level::new(1.0 - ALARM).unwrap_or(Level::P99);
    let interval = |successes: u64| {
        let counts = RateCounts::new(successes, trials).unwrap_or_default();
        counts.clopper_pearson(level)
    };
    let fewest = first(trials, |count| interval(count).high >= rates.0);
    let too_many = first(trials, |count| interval(count).low > rates.1);
    (fewest, too_many.saturating_sub(1))
}

/// The first count up to `most` of which something is true that stays true for larger ones; the
/// one after `most` if there is none.
fn first(most: u64, is_true: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, most + 1);
    while low < high {
        let middle = (low + high) / 2;
        if is_true(middle) {
            high = middle
        } else {
            low = middle + 1
        }
    }
    low
}

/// A check by a p-value.
pub(super) fn by_p_value(
    name: &'static str,
    claim: &'static str,
    p_value: f64,
    found: String,
) -> Check {
    Check::new(name, claim, p_value, (ALARM, 1.0), found)
}

/// A check of a share of all replications, which of themselves show `what`.
pub(super) fn by_share(
    name: &'static str,
    claim: &'static str,
    count: Count,
    rates: (f64, f64),
    what: String,
) -> Check {
    let Count { so, all } = count;
    let (fewest, most) = counts_for(rates, all);
    let allowed = [fewest, most].map(|so| Count { so, all }.share());
    let found = format!("{so} of {all} ({:.1}%) {what}", 100.0 * count.share());
    Check::new(name, claim, count.share(), allowed.into(), found)
}

fn nothing_differs(name: &'static str, claim: &'static str, notes: &Notes) -> Check {
    let (different, games) = (notes.different, notes.games());
    let statistic = if games == 0 {
        f64::NAN
    } else {
        different as f64
    };
    let found = format!("{different} of {games} games differ");
    Check::new(name, claim, statistic, (0.0, 0.0), found)
}

/// A variant against itself with the same luck.
pub fn placebo(notes: &Notes) -> Check {
    let claim = "a variant does not differ from itself in any game";
    nothing_differs("placebo", claim, notes)
}

/// A card against itself under another name that shares its luck.
pub fn renamed(notes: &Notes) -> Check {
    let claim = "renaming a card while keeping its luck changes no game";
    nothing_differs("renamed card", claim, notes)
}

/// One variant with two master seeds: p-values must be uniform.
pub fn seeds_p_values(samples: &[Sample]) -> Check {
    let each = samples.len().div_ceil(COMPARISONS).max(1);
    let comparisons = samples.chunks_exact(each).map(together);
    let p_values: Vec<f64> = comparisons
        .filter_map(|one| one.damage.p_value(DAMAGE_REACH))
        .collect();
    let result = kolmogorov_smirnov_uniform(&p_values);
    let (p_value, distance) = result.map_or((f64::NAN, f64::NAN), |r| (r.p_value, r.statistic));
    let games = samples.chunks_exact(each).next().map(together);
    let found = format!(
        "{} comparisons of {} games, distance from uniform {distance:.3}, p = {p_value:.3}",
        p_values.len(),
        games.map_or(0, |sample| sample.damage.count())
    );
    by_p_value(
        "two seeds",
        "one variant with two seeds: p-values are uniform",
        p_value,
        found,
    )
}

/// The same change made to a card and to its twin with luck of its own: A is the base, B the
/// change. The samples of both are of the same games and so are compared in pairs.
pub fn twin_effects(card: &[Sample], twin: &[Sample]) -> Check {
    let effect = |samples: &[Sample]| {
        let difference = together(samples).damage.difference();
        let mean = difference.mean().unwrap_or(f64::NAN);
        (mean, difference.standard_error().unwrap_or(f64::NAN))
    };
    let sum = |sample: &Sample| i32::try_from(sample.damage.difference().sum()).unwrap_or(i32::MAX);
    let mut apart = IntegerMoments::default();
    for (card, twin) in card.iter().zip(twin) {
        apart.record(sum(twin).saturating_sub(sum(card)));
    }
    let statistic = apart.mean().zip(apart.standard_error());
    let statistic = statistic.map_or(f64::NAN, |(mean, error)| mean / error);
    let p_value = student_two_sided_p(statistic, apart.count().saturating_sub(1) as f64);
    let ((one, one_error), (other, other_error)) = (effect(card), effect(twin));
    // Where the change does nothing at all, agreement would show nothing.
    let seen = (one / one_error).abs() > 4.0 && (other / other_error).abs() > 4.0;
    let found = format!(
        "effects {one:.3} ± {one_error:.3} and {other:.3} ± {other_error:.3} of base damage, \
         paired p = {p_value:.3}"
    );
    by_p_value(
        "twin card",
        "a copy of a card with separate luck has the same effect",
        if seen { p_value } else { f64::NAN },
        found,
    )
}

/// Parts of a run must be alike in how long games last.
pub fn shards(samples: &[Sample]) -> Check {
    let each = samples.len().div_ceil(SHARDS).max(1);
    let shards = samples.chunks(each).map(together);
    let mut rows: Vec<Vec<u64>> = shards.map(|shard| shard.lasted.to_vec()).collect();
    join_rare_columns(&mut rows);
    let result = homogeneity(&rows);
    let p_value = result.map_or(f64::NAN, |result| result.p_value);
    let figures = result.map_or("nothing varies".to_string(), |result| {
        format!(
            "chi-square {:.1} with {} degrees of freedom, p = {p_value:.3}",
            result.statistic, result.degrees_of_freedom
        )
    });
    by_p_value(
        "shards",
        "all parts of a run follow one distribution",
        p_value,
        format!("{} shards: {figures}", rows.len()),
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
pub(super) mod tests {
    use super::*;
    use crate::compare::sums::Ended;
    use cards::rng::{GameKey, Purpose};

    /// Games whose length and damage follow from a key.
    pub fn games(seed: u64, count: u64) -> Vec<Ended> {
        let game = |game| {
            let stream = GameKey::new(seed, game).stream(Purpose::Sampling, 1, 0);
            Ended {
                game,
                base_damage: 15 + stream.nth(1).below(6) as i32,
                rounds: stream.nth(2).below(4) as i32,
                ..Ended::default()
            }
        };
        (0..count).map(game).collect()
    }

    fn notes(a: &[Ended], b: &[Ended]) -> Notes {
        let mut notes = Notes::default();
        a.iter().zip(b).for_each(|(a, b)| notes.record(a, b));
        notes
    }

    /// Pairs of games without any relation, with a change to those of B.
    pub fn changed(seed: u64, count: u64, change: fn(&mut Ended)) -> Notes {
        let (a, mut b) = (games(seed, count), games(seed + 1, count));
        b.iter_mut().for_each(change);
        notes(&a, &b)
    }

    #[test]
    fn a_single_differing_game_fails_placebo_and_renamed() {
        let one = games(1, 100);
        let mut other = one.clone();
        let same = notes(&one, &other);
        assert!(placebo(&same).passed && renamed(&same).passed);
        other[99].decisions += 1;
        let apart = notes(&one, &other);
        assert!(!placebo(&apart).passed && !renamed(&apart).passed);
        assert!(!placebo(&Notes::default()).passed, "nothing is no pass");
    }

    #[test]
    fn a_small_effect_between_seeds_is_detected() {
        let same = changed(1, 40_000, |_| {});
        assert!(seeds_p_values(&same.samples()).passed);
        let apart = changed(1, 40_000, |b| {
            b.base_damage += i32::from(b.game.is_multiple_of(4))
        });
        assert!(!seeds_p_values(&apart.samples()).passed);
        assert!(!seeds_p_values(&[]).passed, "nothing is no pass");
        // However many samples there are, the comparisons stay few and grow.
        let many = seeds_p_values(&changed(5, 100_000, |_| {}).samples());
        assert!(
            many.found.starts_with("333 comparisons of 300 games"),
            "{many:?}"
        );
    }

    #[test]
    fn another_effect_or_none_at_all_fails_the_twin() {
        let effect = |seed, change| changed(seed, 4000, change).samples();
        let card = effect(1, |b| b.base_damage += 2);
        let check = |twin: &[Sample]| twin_effects(&card, twin).passed;
        assert!(check(&effect(5, |b| b.base_damage += 2)));
        assert!(!check(&effect(5, |b| b.base_damage += 3)));
        let idle = effect(5, |_| {});
        assert!(!check(&idle));
        assert!(
            !twin_effects(&idle, &effect(9, |_| {})).passed,
            "nothing is seen"
        );
    }

    #[test]
    fn the_allowed_counts_are_those_of_the_binomial_tails() {
        // Summed exactly by the binomial tails, at half of 1/13000 for each end.
        assert_eq!(counts_for((0.94, 0.96), 400), (355, 397));
        assert_eq!(counts_for((0.0, 0.05), 10), (0, 5));
    }

    #[test]
    fn a_shard_of_another_game_is_detected() {
        let (mut a, b) = (games(1, 8000), games(2, 8000));
        assert!(shards(&notes(&a, &b).samples()).passed);
        for ended in &mut a[..1000] {
            ended.rounds = ended.rounds.max(1);
        }
        assert!(!shards(&notes(&a, &b).samples()).passed);
    }
}
