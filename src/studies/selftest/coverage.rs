//! How often intervals hold, in replications drawn at random from the games that were played.

use super::Check;
use super::checks::{LEVEL, by_share};
use super::samples::Lengths;
use super::urn::{Urn, difference, outlived};
use cards::rng::GameKey;
use game::state::ROUNDS;
use statistics::mean::IntegerMoments;
use statistics::paired::PairedMoments;
use statistics::rate::RateCounts;

/// Replications, and pairs of games in each.
const REPLICATIONS: u32 = 4000;
const PAIRS: u32 = 400;
/// What normal approximations and the steps of whole numbers may add to the error of a coverage.
const APPROXIMATION: f64 = 0.005;
/// Keys of replications, apart from those of other draws.
const KEYS: u64 = 0xc0fe_1a9e_0000;

fn rounds(a: usize, _: usize) -> i32 {
    a as i32
}

/// Whether the intervals of a rate, a mean and a difference of pairs hold in one replication.
fn holds(urn: &Urn, key: GameKey, truths: [f64; 3]) -> [bool; 3] {
    let (mut rate, mut mean) = (RateCounts::default(), IntegerMoments::default());
    let mut pairs = PairedMoments::default();
    for draw in 0..PAIRS {
        let (a, b) = urn.draw(key, draw);
        rate.record(outlived(a, b) == 1);
        mean.record(rounds(a, b));
        pairs.record(a as i32, b as i32);
    }
    let intervals = [
        rate.wilson(LEVEL),
        mean.interval(LEVEL),
        pairs.interval(LEVEL, f64::from(ROUNDS)),
    ];
    [0, 1, 2].map(|one: usize| intervals[one].contains(truths[one]))
}

/// The checks of a rate, a mean and a difference of pairs, under some names.
fn counted(lengths: &Lengths, seed: u64, names: [(&'static str, &'static str); 3]) -> Vec<Check> {
    let urn = Urn::new(lengths);
    let truths = [outlived, rounds, difference].map(|figure| urn.mean(figure));
    let held = urn.count(REPLICATIONS, seed ^ KEYS, |key| holds(&urn, key, truths));
    let rates = (LEVEL.value() - APPROXIMATION, LEVEL.value() + APPROXIMATION);
    let checks = names.into_iter().zip(held).map(|((name, claim), held)| {
        by_share(
            name,
            claim,
            held,
            rates,
            "intervals contain the truth".into(),
        )
    });
    checks.collect()
}

/// Intervals of games whose luck is not shared.
pub fn coverage(lengths: &Lengths, seed: u64) -> Vec<Check> {
    let names = [
        (
            "coverage, rate",
            "95% of Wilson intervals contain the true rate",
        ),
        (
            "coverage, mean",
            "95% of normal intervals contain the true mean",
        ),
        (
            "coverage, pairs",
            "95% of paired intervals contain the true difference",
        ),
    ];
    counted(lengths, seed, names)
}

/// Intervals for games whose luck is shared and whose lengths go together: without the covariance,
/// or with games paired wrongly, they would hold far too often or too rarely.
pub fn of_close_pairs(lengths: &Lengths, seed: u64) -> Option<Check> {
    let claim = "95% of paired intervals contain the true difference where pairing matters";
    counted(lengths, seed, [("coverage, close pairs", claim); 3]).pop()
}
