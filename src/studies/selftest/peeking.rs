//! Runs that are looked at repeatedly.

use super::Check;
use super::checks::{LEVEL, by_share};
use super::samples::Lengths;
use cards::rng::{GameKey, Purpose};
use game::state::ROUNDS;
use rayon::prelude::*;
use statistics::looks::{Look, is_early_look};
use statistics::paired::PairedMoments;
use statistics::rate::RateCounts;
use statistics::verdict::{Margin, Verdict};

/// Runs that are looked at.
const RUNS: u32 = 1500;
/// The largest share of them with a wrong verdict.
const MOST_WRONG: f64 = 0.055;

/// Games drawn at random from those that were played, by how long they lasted.
pub(super) struct Urn {
    /// Rounds with A, rounds with B, and how many pairs lasted so or are counted before.
    pairs: Vec<(usize, usize, u64)>,
    all: u64,
}

impl Urn {
    pub(super) fn new(lengths: &Lengths) -> Self {
        let (mut pairs, mut all) = (Vec::new(), 0);
        for (a, row) in lengths.iter().enumerate() {
            for (b, count) in row.iter().enumerate().filter(|(_, count)| **count > 0) {
                all += count;
                pairs.push((a, b, all));
            }
        }
        Urn { pairs, all }
    }

    /// Whether there is nothing to draw.
    pub(super) fn is_empty(&self) -> bool {
        self.all == 0
    }

    /// How often pairs lasted so that a figure has its value, times that value, over all.
    pub(super) fn mean(&self, figure: fn(usize, usize) -> i32) -> f64 {
        let mut before = 0;
        let sum = self.pairs.iter().map(|(a, b, end)| {
            let count = end - std::mem::replace(&mut before, *end);
            count as f64 * f64::from(figure(*a, *b))
        });
        sum.sum::<f64>() / self.all as f64
    }

    pub(super) fn draw(&self, key: GameKey, draw: u32) -> (usize, usize) {
        let number = key.stream(Purpose::Sampling, 0, draw);
        let number = u64::from(number.below(self.all.min(u64::from(u32::MAX)) as u32));
        let at = self.pairs.partition_point(|(.., end)| *end <= number);
        let (a, b, _) = self.pairs[at];
        (a, b)
    }
}

/// Whether a game outlived the first round, as a number.
fn outlived(a: usize, _: usize) -> i32 {
    i32::from(a >= 2)
}

fn difference(a: usize, b: usize) -> i32 {
    b as i32 - a as i32
}

/// The games at which runs of a thousand games are looked at: all early looks, the planned end, and
/// four times after the games were raised.
fn looks() -> Vec<(u64, Look)> {
    const PLANNED: u64 = 1000;
    let early = (1..PLANNED).filter(|games| is_early_look(*games));
    let planned = early
        .chain([PLANNED])
        .map(|games| (games, Look::at(games, PLANNED)));
    let raised = (1..).zip([1500, 2000, 3000, 4000]);
    planned
        .chain(raised.map(|(number, games)| (games, Look::Raised(number))))
        .collect()
}

/// Runs that are looked at, raised and looked at again, made of games drawn at random: how many of
/// them are ever wrong.
pub fn peeking(lengths: &Lengths, seed: u64) -> Vec<Check> {
    let (urn, looks) = (Urn::new(lengths), looks());
    let truths = (urn.mean(outlived), urn.mean(difference));
    // The truth lies at the margin, so that any verdict is wrong.
    let margin = Margin::new(truths.1.abs());
    let ever_wrong = |run: u32| {
        let key = GameKey::new(seed, u64::from(run));
        let (mut rate, mut pairs) = (RateCounts::default(), PairedMoments::default());
        let (mut ever, mut game) = ([false; 4], 0);
        for (games, look) in &looks {
            while u64::from(game) < *games {
                game += 1;
                let (a, b) = urn.draw(key, game);
                rate.record(outlived(a, b) == 1);
                pairs.record(a as i32, b as i32);
            }
            let level = look.level(LEVEL);
            let interval = pairs.interval(level, f64::from(ROUNDS));
            ever[0] |= !rate.wilson(level).contains(truths.0);
            ever[1] |= !interval.contains(truths.1);
            ever[2] |= margin.is_some_and(|it| Verdict::from_interval(&interval, it).is_decided());
            ever[3] |= !rate.wilson(LEVEL).contains(truths.0);
        }
        ever.map(u64::from)
    };
    let runs = if urn.is_empty() { 0 } else { RUNS };
    let counted = (0..runs).into_par_iter().map(ever_wrong);
    let wrong = counted.reduce(|| [0; 4], |a, b| [0, 1, 2, 3].map(|i| a[i] + b[i]));
    let per_cent = |count: u64| 100.0 * count as f64 / f64::from(runs.max(1));
    let check = |count: u64, name, claim, note: String| {
        let found = format!(
            "{count} of {runs} runs ({:.1}%) were ever wrong in {} looks{note}",
            per_cent(count),
            looks.len()
        );
        let rates = (0.0, LEVEL.alpha());
        by_share(name, claim, (count, u64::from(runs)), rates, found)
    };
    let contrast = format!(" (intervals for one look: {:.1}%)", per_cent(wrong[3]));
    let verdicts = check(
        wrong[2],
        "looking again, verdicts",
        "a difference as large as the margin is ever judged in at most 5.5% of runs",
        String::new(),
    );
    vec![
        check(
            wrong[0],
            "looking again, rate",
            "the interval of a rate is ever wrong in at most 5% of runs",
            contrast,
        ),
        check(
            wrong[1],
            "looking again, pairs",
            "the interval of a difference is ever wrong in at most 5% of runs",
            String::new(),
        ),
        Check::new(
            verdicts.name,
            verdicts.claim,
            verdicts.statistic,
            (0.0, MOST_WRONG),
            verdicts.found,
        ),
    ]
}
