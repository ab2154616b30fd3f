//! Families of comparisons, made of games drawn at random: how often any statement of a family is
//! wrong, and what an interval does when hardly any pair differs.

use super::Check;
use super::checks::{LEVEL, by_share};
use super::samples::Lengths;
use super::urn::Urn;
use cards::rng::{GameKey, Purpose};
use game::state::ROUNDS;
use statistics::multiple::holm;
use statistics::paired::PairedMoments;

/// Comparisons of a family; in every second one B is better by far when effects are put in.
const MEMBERS: u32 = 6;
/// Pairs of games of a comparison.
const PAIRS: u32 = 100;
/// Families for each replication: a family is wrong in one of twenty, so there must be many.
const FAMILIES: u32 = 20;
/// The largest difference of rounds that a pair can show.
const REACH: f64 = ROUNDS as f64;
/// In comparisons in which hardly any pair differs, one in this many does.
const RARE: u32 = 50;
/// Keys of families, apart from those of other draws.
const FAMILY_KEYS: u64 = 0xfa31_1700_0000;

/// A comparison of variants that are alike: who is A is drawn for every pair.
fn alike(urn: &Urn, key: GameKey, member: u32, effect: usize) -> PairedMoments {
    let mut pairs = PairedMoments::default();
    for pair in 0..PAIRS {
        let draw = member * PAIRS + pair;
        let (a, b) = urn.draw(key, draw);
        let swapped = key.stream(Purpose::Sampling, 1, draw).below(2) == 1;
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        pairs.record(a as i32, (b + effect) as i32);
    }
    pairs
}

/// A comparison in which hardly any pair differs: B is A but for a few games that it wins.
fn rarely(urn: &Urn, key: GameKey) -> PairedMoments {
    let mut pairs = PairedMoments::default();
    for draw in 0..PAIRS {
        let a = urn.draw(key, draw).0 as i32;
        let differs = key.stream(Purpose::Sampling, 2, draw).below(RARE) == 0;
        pairs.record(a, if differs { i32::from(ROUNDS) } else { a });
    }
    pairs
}

/// What went wrong in one family: an interval, Holm's test where nothing differs, Holm's test where
/// half of the members do, and whether the interval of the comparison with few differences held.
fn family(urn: &Urn, key: GameKey, rare_truth: f64) -> [bool; 4] {
    let same: Vec<PairedMoments> = (0..MEMBERS).map(|m| alike(urn, key, m, 0)).collect();
    let each = LEVEL.shared_by(same.len());
    let missed = same.iter().any(|p| !p.interval(each, REACH).contains(0.0));
    let p_values: Vec<f64> = same.iter().filter_map(|p| p.p_value(REACH)).collect();
    let rejected = holm(&p_values).iter().any(|p| *p <= LEVEL.alpha());
    let mixed = same.iter().enumerate().filter_map(|(index, pairs)| {
        let strong = alike(urn, key, index as u32, 9);
        if index % 2 == 0 {
            strong.p_value(REACH)
        } else {
            pairs.p_value(REACH)
        }
    });
    let mixed = holm(&mixed.collect::<Vec<_>>());
    let wrongly = mixed.iter().skip(1).step_by(2).any(|p| *p <= LEVEL.alpha());
    let few = rarely(urn, key).interval(LEVEL, REACH);
    [missed, rejected, wrongly, few.contains(rare_truth)]
}

/// Families of comparisons, and comparisons with few differences.
pub fn families(lengths: &Lengths, runs: u32, seed: u64) -> Vec<Check> {
    let urn = Urn::new(lengths);
    let rare_truth = urn.mean(|a, _| i32::from(ROUNDS) - a as i32) / f64::from(RARE);
    let one = |key| family(&urn, key, rare_truth);
    let [missed, rejected, wrongly, covered] = urn.count(runs * FAMILIES, seed ^ FAMILY_KEYS, one);
    let check = |name, claim, count, rates| by_share(name, claim, count, rates, "families".into());
    // Of six independent members at a sixth of 5% each, one or more is wrong in 4.9% of families;
    // of three that remain when Holm has set three aside, likewise. Normal approximations at 100
    // pairs may add or take a percentage point.
    let wrong = (0.035, 0.06);
    vec![
        check(
            "families, intervals",
            "intervals sharing 5%: some interval is wrong in at most 5% of families",
            missed,
            wrong,
        ),
        check(
            "families, Holm",
            "Holm's method finds a difference in at most 5% of families without one",
            rejected,
            wrong,
        ),
        check(
            "families, Holm with effects",
            "Holm's method errs in at most 5% of families of which half differ",
            wrongly,
            wrong,
        ),
        check(
            "coverage, few differ",
            "95% of intervals contain the truth when 1 pair in 50 differs",
            covered,
            (0.93, 1.0),
        ),
    ]
}
