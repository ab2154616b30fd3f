//! Looks at a run: intervals that hold together at every one of them.
//!
//! An interval for one look is wrong with the stated probability at one sample size; somebody who looks again, plays
//! more games and looks once more sees it fail far more often. Here every look gets a share of the error probability,
//! and the shares add up to no more than one. So with the stated probability no interval of a run is ever wrong, and
//! any interval for a fixed number of games serves: a look takes it at the [`Look::level`] of its share.
//!
//! Nothing has to be known of how the looks depend on each other, which is why this holds for rates, means, quantiles
//! and whole curves alike. The planned look has most of the error: its intervals are 1.09 times as wide as those of a
//! single look.

use super::{Estimate, Level};

/// Games at the first look.
const FIRST: u64 = 20;

/// Shares of the error probability: of all looks before the planned end, of that end, of all raised ends, and of all
/// interruptions. Each series of looks gives half of what it has left to its next look.
const EARLY: f64 = 0.05;
const PLANNED: f64 = 0.65;
const RAISED: f64 = 0.25;
const INTERRUPTED: f64 = 0.05;

/// One look at the results of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// At one of the looks that come before the planned end, which is between `2^(i-1)` and `2^i` times as far.
    Early(u32),
    /// At the planned number of games.
    Planned,
    /// After the games were raised for the n-th time, counted from 1.
    Raised(u32),
    /// When the run was interrupted for the n-th time, counted from 1.
    Interrupted(u32),
}

impl Look {
    /// The look at `games` of `planned` games; early ones come where [`is_early_look`] says.
    pub fn at(games: u64, planned: u64) -> Self {
        let mut halvings = 0;
        while games << halvings < planned {
            halvings += 1;
        }
        match halvings {
            0 => Look::Planned,
            _ => Look::Early(halvings),
        }
    }

    /// The share of the error probability that it may spend.
    fn share(self) -> f64 {
        let part = |number: u32| 0.5f64.powi(number.min(40) as i32);
        match self {
            Look::Early(number) => EARLY * part(number),
            Look::Planned => PLANNED,
            Look::Raised(number) => RAISED * part(number),
            Look::Interrupted(number) => INTERRUPTED * part(number),
        }
    }

    /// The level of an interval at this look, so that those of all looks hold together at `level`.
    pub fn level(self, level: Level) -> Level {
        Level(1.0 - self.share() * level.alpha())
    }

    /// A p-value for one look as one that may be looked at again: it is below `alpha` at any look with probability
    /// at most `alpha` if there is nothing to find.
    pub fn p_value(self, p_value: f64) -> f64 {
        (p_value / self.share()).min(1.0)
    }

    /// The estimate that `of` makes for one look, with an interval such that those of all looks hold together.
    pub fn estimate(
        self,
        level: Level,
        of: impl FnOnce(Level) -> Option<Estimate>,
    ) -> Option<Estimate> {
        let estimate = of(self.level(level))?;
        Some(Estimate { level, ..estimate })
    }
}

/// Whether results may be looked at before the planned end: after 20 games, 40, 80 and so on.
pub fn is_early_look(games: u64) -> bool {
    games.is_multiple_of(FIRST) && (games / FIRST).is_power_of_two()
}

/// The next number of games at which a run asks whether it is precise enough: four in each doubling, 20, 25, 30, 35,
/// 40, 50 and so on. All early looks are among them.
pub fn next_check(games: u64) -> u64 {
    let mut step = FIRST / 4;
    while games >= 8 * step {
        step *= 2;
    }
    ((games / step + 1) * step).max(FIRST)
}

/// Whether a run asks after this many games whether it is precise enough.
pub fn is_check(games: u64) -> bool {
    games > 0 && next_check(games - 1) == games
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_close;
    use super::*;

    #[test]
    fn shares_of_all_looks_add_up_to_one() {
        let series = |look: fn(u32) -> Look| (1..=40).map(|n| look(n).share()).sum::<f64>();
        let all = series(Look::Early) + series(Look::Raised) + series(Look::Interrupted);
        assert_close(all + Look::Planned.share(), 1.0, 1e-9);
        let wider = Look::Planned.level(Level::P95).z() / Level::P95.z();
        assert!((1.05..1.1).contains(&wider), "{wider}");
        assert_close(Look::Planned.p_value(0.013), 0.02, 1e-12);
        assert_eq!(Look::Early(3).p_value(0.5), 1.0);
    }

    #[test]
    fn every_early_look_before_the_end_has_a_share_of_its_own() {
        for planned in [1, 20, 21, 1000, 5120, 5121] {
            let looks = (1..planned).filter(|games| is_early_look(*games));
            let mut looks: Vec<Look> = looks.map(|games| Look::at(games, planned)).collect();
            assert!(looks.iter().all(|look| matches!(look, Look::Early(_))));
            let count = looks.len();
            looks.dedup();
            assert_eq!(looks.len(), count, "of {planned}");
            assert_eq!(Look::at(planned, planned), Look::Planned);
        }
        let checks: Vec<u64> = (0..=200).filter(|games| is_check(*games)).collect();
        assert_eq!(
            checks,
            [20, 25, 30, 35, 40, 50, 60, 70, 80, 100, 120, 140, 160, 200]
        );
        assert!(checks.iter().all(|games| next_check(*games) > *games));
    }
}
