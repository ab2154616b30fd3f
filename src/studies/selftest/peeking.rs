//! Runs that are looked at repeatedly.

use super::Check;
use super::checks::{LEVEL, by_share};
use super::samples::Lengths;
use super::urn::{Count, Urn, difference, outlived};
use cards::rng::GameKey;
use game::state::ROUNDS;
use statistics::looks::{Look, is_early_look};
use statistics::paired::PairedMoments;
use statistics::rate::RateCounts;
use statistics::verdict::{Margin, Verdict};

/// Runs that are looked at.
const RUNS: u32 = 1500;
/// The largest share of them with a wrong verdict.
const MOST_WRONG: f64 = 0.055;

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
    let ever_wrong = |key: GameKey| {
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
        ever
    };
    let wrong = urn.count(RUNS, seed, ever_wrong);
    let looked = format!("runs were ever wrong in {} looks", looks.len());
    let check = |count: Count, name, claim, note: String| {
        by_share(
            name,
            claim,
            count,
            (0.0, LEVEL.alpha()),
            looked.clone() + &note,
        )
    };
    let contrast = format!(
        " (intervals for one look: {:.1}%)",
        100.0 * wrong[3].share()
    );
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
