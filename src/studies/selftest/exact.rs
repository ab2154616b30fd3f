//! Exact checks: what must hold in every game.

use super::Check;
use super::samples::{Notes, together};
use rayon::prelude::*;
use runs::sim::batch::{Chunk, play_chunk};
use runs::sim::columns::RowTables;
use runs::sim::curve::Curve;
use runs::sim::plan::Plan;
use runs::sim::totals::Totals;
use runs::sim::{Rows, Shard, SimError};
use statistics::looks::Look;
use statistics::paired::PairedMoments;

/// Parts of a run that are merged again.
const SHARDS: u32 = 7;
/// Games of that run, and of the runs with other bases.
const GAMES: u64 = 1000;
/// Bases per player that are played directly: random players win few, some and most games.
const BASES: [u16; 3] = [150, 163, 175];

/// A larger base with the same luck: no game may end earlier, and some must last longer.
pub fn larger_base(notes: &Notes) -> Check {
    let mut pairs = [0u64; 3];
    for (a, row) in notes.lengths.iter().enumerate() {
        for (b, count) in row.iter().enumerate() {
            pairs[(b.cmp(&a) as i8 + 1) as usize] += count;
        }
    }
    let [shorter, _, longer] = pairs;
    let statistic = if longer == 0 {
        f64::NAN
    } else {
        shorter as f64
    };
    Check::new(
        "rules differ",
        "with the same luck, a larger base never falls earlier, and sometimes later",
        statistic,
        (0.0, 0.0),
        format!(
            "{shorter} of {} games end earlier, {longer} later",
            notes.games()
        ),
    )
}

/// The figures of pairs against plain arithmetic on the table of all pairs.
pub fn plain_arithmetic(notes: &Notes) -> Check {
    let pairs = together(&notes.samples()).rounds;
    let n = notes.games() as f64;
    let mean = |value: &dyn Fn(f64, f64) -> f64| {
        let rows = notes.lengths.iter().enumerate();
        let all = rows.flat_map(|(a, row)| row.iter().enumerate().map(move |(b, n)| (a, b, n)));
        all.map(|(a, b, count)| *count as f64 * value(a as f64, b as f64))
            .sum::<f64>()
            / n
    };
    let (mean_a, mean_b) = (mean(&|a, _| a), mean(&|_, b| b));
    let unbiased = n / (n - 1.0);
    let variance_a = unbiased * mean(&|a, _| (a - mean_a).powi(2));
    let variance_b = unbiased * mean(&|_, b| (b - mean_b).powi(2));
    let covariance = unbiased * mean(&|a, b| (a - mean_a) * (b - mean_b));
    let apart = variance_a + variance_b;
    let paired = apart - 2.0 * covariance;
    let off = |value: Option<f64>, truth: f64| {
        value.map_or(f64::NAN, |value| (value - truth).abs() / truth.abs())
    };
    let difference = pairs.difference();
    let errors = [
        off(difference.mean(), mean_b - mean_a),
        off(difference.standard_error(), (paired / n).sqrt()),
        off(pairs.pairing_gain(), apart / paired),
    ];
    // Not a number, as without games, must not be lost in a maximum.
    let worst = errors.iter().fold(0.0, |worst: f64, error| {
        if error.is_nan() {
            f64::NAN
        } else {
            worst.max(*error)
        }
    });
    let gain = apart / paired;
    Check::new(
        "pairs, arithmetic",
        "mean, error and gain of pairs agree with plain arithmetic",
        if gain > 1.2 { worst } else { f64::NAN },
        (0.0, 1e-9),
        format!("pairing gains {gain:.2} times, figures agree to {worst:.0e}"),
    )
}

/// A merged run of shards against the whole run.
pub fn shards_merged(plan: &Plan) -> Result<Check, SimError> {
    let mut plan = plan.clone();
    (plan.rows, plan.plays_on, plan.stop.games) = (Rows::All, true, Some(GAMES));
    // With a base that wins some games: sums of nothing would agree in any case.
    plan.rules.base_hp = BASES[1];
    let plan = &plan;
    let tables = RowTables::new(plan)?;
    let whole = play_chunk(plan, 0..GAMES);
    let shards = (1..SHARDS + 1).into_par_iter().rev().map(|number| {
        let shard = Shard {
            number,
            count: SHARDS,
        };
        let range = Plan {
            shard: Some(shard),
            ..plan.clone()
        };
        play_chunk(plan, range.range())
    });
    let shards: Vec<_> = shards.collect();
    let mut sums = Totals::new(plan.cards.kinds.len());
    shards.iter().for_each(|shard| sums.merge(&shard.totals));
    let games = shards
        .iter()
        .map(|shard| shard.games.end - shard.games.start);
    let rows = |shard: &Chunk| tables.fill(&shard.with_rows);
    let mut joined = tables.empty();
    for table in shards.iter().rev().map(rows) {
        for (to, from) in joined.iter_mut().zip(&table) {
            to.append(from)?;
        }
    }
    let varied = sums.wins > 0 && sums.wins < sums.games;
    let same = sums == whole.totals && joined == rows(&whole) && sums.games == GAMES;
    Ok(Check::new(
        "shards, merged",
        "the shards of a run, merged in any order, give exactly the run",
        f64::from(u8::from(!(same && varied))),
        (0.0, 0.0),
        format!(
            "{SHARDS} shards of {} to {} games, {} in all",
            games.clone().min().unwrap_or(0),
            games.clone().max().unwrap_or(0),
            games.sum::<u64>()
        ),
    ))
}

/// Win rates at several bases from games played on, against games played with these bases.
pub fn curve_is_direct_play(plan: &Plan) -> Result<Check, SimError> {
    let mut on = plan.clone();
    on.plays_on = true;
    let played_on = play_chunk(&on, 0..GAMES).totals;
    let players = plan.rules.players;
    let curve = Curve::new(&played_on, players, Look::Planned);
    let mut off = 0;
    let mut rates = Vec::new();
    for base in BASES {
        let mut direct = plan.clone();
        (direct.plays_on, direct.rules.base_hp) = (false, base);
        let won = play_chunk(&direct, 0..GAMES).totals.wins;
        let base = u32::from(base) * u32::from(players);
        let by_curve = curve
            .as_ref()
            .map_or(u64::MAX, |curve| curve.won_at(base).0);
        off += by_curve.abs_diff(won);
        rates.push(format!("{:.1}%", 100.0 * won as f64 / GAMES as f64));
    }
    Ok(Check::new(
        "win-rate curve",
        "games played on give the same win rates as games with other bases",
        off as f64,
        (0.0, 0.0),
        format!(
            "at {} wins: {off} of {GAMES} games differ",
            rates.join(", ")
        ),
    ))
}

/// Effects whose direction is known: a stronger enemy does more damage, a larger base holds longer.
pub fn signs(stronger: &Notes, larger: &Notes) -> Check {
    let z = |moments: PairedMoments| {
        let difference = moments.difference();
        let z = difference.mean().zip(difference.standard_error());
        z.map_or(f64::NAN, |(mean, error)| mean / error)
    };
    let damage = z(together(&stronger.samples()).damage);
    let rounds = z(together(&larger.samples()).rounds);
    Check::new(
        "signs",
        "a stronger enemy does more damage, a larger base holds longer",
        // A minimum would pass over what is not a number.
        if (damage + rounds).is_nan() {
            f64::NAN
        } else {
            damage.min(rounds)
        },
        (4.0, f64::INFINITY),
        format!("{damage:+.1} and {rounds:+.1} standard errors"),
    )
}

#[cfg(test)]
mod tests {
    use super::super::checks::tests::{changed, games};
    use super::*;
    use crate::compare::sums::Ended;
    use runs::sim::Plan;

    /// Pairs in which B lasts at least as long as A.
    fn longer(extra: fn(&Ended) -> i32) -> Notes {
        let one = games(3, 4000);
        let mut notes = Notes::default();
        for a in &one {
            let mut b = *a;
            b.rounds += extra(a);
            notes.record(a, &b);
        }
        notes
    }

    #[test]
    fn a_larger_base_that_falls_earlier_is_detected() {
        assert!(larger_base(&longer(|a| i32::from(a.game % 3 == 0))).passed);
        assert!(!larger_base(&longer(|_| 0)).passed, "nothing is no pass");
        let worse = longer(|a| i32::from(a.game % 3 == 0) - i32::from(a.rounds > 1 && a.game == 7));
        let worse_somewhere = worse
            .lengths
            .iter()
            .enumerate()
            .any(|(a, row)| row.iter().enumerate().any(|(b, count)| b < a && *count > 0));
        assert_eq!(larger_base(&worse).passed, !worse_somewhere);
        assert!(!larger_base(&changed(1, 4000, |_| {})).passed);
    }

    #[test]
    fn pairs_agree_with_plain_arithmetic_and_must_gain() {
        assert!(plain_arithmetic(&longer(|a| i32::from(a.game % 3 == 0))).passed);
        assert!(
            !plain_arithmetic(&changed(1, 4000, |_| {})).passed,
            "no gain"
        );
        assert!(
            !plain_arithmetic(&Notes::default()).passed,
            "nothing is no pass"
        );
    }

    #[test]
    fn signs_that_are_wrong_or_unclear_fail() {
        let more = changed(1, 4000, |b| b.base_damage += 2);
        let less = changed(1, 4000, |b| b.base_damage -= 2);
        let larger = longer(|a| i32::from(a.game % 3 == 0));
        assert!(signs(&more, &larger).passed);
        assert!(!signs(&less, &larger).passed);
        assert!(!signs(&changed(1, 4000, |_| {}), &larger).passed);
        assert!(!signs(&more, &longer(|a| -i32::from(a.rounds > 1))).passed);
        assert!(
            !signs(&Notes::default(), &larger).passed,
            "nothing is no pass"
        );
    }

    #[test]
    fn shards_and_curve_hold() {
        let mut plan = Plan::built_in("random", 1, 1000).expect("a plan");
        plan.rounds = false;
        let shards = shards_merged(&plan).unwrap();
        assert!(shards.passed, "{shards:?}");
        let curve = curve_is_direct_play(&plan).unwrap();
        assert!(curve.passed, "{curve:?}");
    }
}
