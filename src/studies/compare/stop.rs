//! When playing a comparison ends.

use super::design::{Against, Design};
use super::results::{interval_at, judged_interval, verdict};
use super::sums::{PairSums, StratumSums};
use cards::words::words;
use runs::sim::stop::LEVEL;
use statistics::Estimate;
use statistics::looks::{Look, is_check, is_early_look};
use statistics::precision::TargetError;

/// Shares of the error of pairs that were looked at together, and of the others, whose looks' shares,
/// multiplied, add up to no more than 0.55.
const SAME_LOOK: f64 = 0.9;
const OTHER_LOOKS: f64 = 0.18;

/// What settles an arm before all its games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EarlyStop {
    /// Nothing.
    Never,
    /// A verdict against the margin.
    Verdict,
    /// An error of the difference in the deciding measure of at most this.
    Precision(TargetError),
    /// Knowing the arm's rank or, with a number, whether it is in the top that many.
    Rank(Option<usize>),
}

/// When playing ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopRule {
    /// Games of each arm in each stratum, at most.
    pub games: u64,
    /// The games that were planned first.
    pub planned: u64,
    /// How often they were raised since.
    pub raises: u32,
    /// What settles an arm earlier.
    pub settles: EarlyStop,
}

words! {
    /// Why playing ended.
    pub enum Ending as "ending" {
        /// All games were played.
        AllPlayed = "games",
        /// Every arm was settled.
        Settled = "settled",
        /// It was interrupted.
        Interrupted = "interrupted",
    }
}

/// How the results of a comparison are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    stop: StopRule,
    /// The last look.
    pub end: Look,
}

impl Looks {
    /// The look at arms that have played this many games: an arm that was settled by what it showed
    /// was looked at then.
    pub fn of(&self, games: u64) -> Look {
        let planned = self.stop.planned;
        match self.stop.settles {
            EarlyStop::Verdict | EarlyStop::Rank(_) if games < planned && is_early_look(games) => {
                Look::at(games, planned)
            }
            _ => self.end,
        }
    }

    /// The p-value of a difference between two arms that have played these numbers of games. Either may
    /// have been looked at for the last time before the other, so every combination of their looks
    /// has a share of the error: two equal looks nine tenths of their own, the others what is left.
    pub fn p_of_pair(&self, games: [u64; 2], p_value: f64) -> f64 {
        let [one, other] = games.map(|games| self.of(games));
        let adjusted = match one == other {
            true => one.p_value(p_value) / SAME_LOOK,
            false => one.p_value(other.p_value(p_value)) / OTHER_LOOKS,
        };
        adjusted.min(1.0)
    }

    /// The intervals as text.
    pub fn text(&self) -> &'static str {
        "intervals that hold however often one looks"
    }
}

impl StopRule {
    /// All arms play all their games.
    pub fn fixed(games: u64) -> Self {
        StopRule::new(games, EarlyStop::Never)
    }

    /// Arms play this many games, or until they are settled.
    pub fn new(games: u64, settles: EarlyStop) -> Self {
        StopRule {
            games,
            planned: games,
            raises: 0,
            settles,
        }
    }

    /// The look after the games are raised once more.
    pub fn next_look(&self) -> Look {
        Look::Raised(self.raises + 1)
    }

    /// The same after games were raised from these numbers, the first of them planned.
    pub fn raised_from(self, before: &[u64]) -> Self {
        StopRule {
            planned: before.first().copied().unwrap_or(self.games),
            raises: before.len() as u32,
            ..self
        }
    }

    /// How results are looked at when all games are played.
    pub fn looks(&self) -> Looks {
        self.looks_at(match self.raises {
            0 => Look::Planned,
            raises => Look::Raised(raises),
        })
    }

    /// How results are looked at when this is the last look.
    pub fn looks_at(&self, end: Look) -> Looks {
        Looks { stop: *self, end }
    }

    /// Whether arms may be settled after this many games. It follows from the games alone, so that
    /// nothing depends on how the work was split.
    pub(super) fn is_due(&self, games: u64) -> bool {
        match self.settles {
            EarlyStop::Never => false,
            EarlyStop::Precision(_) => is_check(games),
            EarlyStop::Verdict | EarlyStop::Rank(_) => games < self.planned && is_early_look(games),
        }
    }

    /// Settles arms by what was played of them.
    pub(super) fn settle(
        &self,
        design: &Design,
        sums: &mut StratumSums,
        limits: impl Fn(usize) -> u64,
    ) {
        match design.against {
            Against::Baseline => {
                for (settled, pair) in sums.settled.iter_mut().zip(&sums.arms) {
                    *settled = *settled || self.is_settled(design, pair);
                }
            }
            // The next arm is compared with this one, so they play on together.
            Against::Previous => {
                let mut arms = (1..).zip(&sums.arms);
                let all = arms.all(|(arm, pair)| {
                    pair.games() >= limits(arm) || self.is_settled(design, pair)
                });
                sums.settled.fill(all);
            }
        }
    }

    /// Whether what was played of an arm settles it.
    fn is_settled(&self, design: &Design, pair: &PairSums) -> bool {
        match self.settles {
            // Ranks are settled among all arms.
            EarlyStop::Never | EarlyStop::Rank(_) => false,
            EarlyStop::Verdict => {
                let look = self.looks().of(pair.games());
                verdict(design, &judged_interval(design, pair, look)).is_decided()
            }
            EarlyStop::Precision(target) => {
                let measure = design.measure;
                let interval = interval_at(LEVEL, pair, measure, self.looks().end);
                let mean = pair.moments(measure).difference().mean();
                mean.is_some_and(|mean| {
                    target.is_met(&Estimate {
                        value: mean * measure.scale(),
                        interval,
                        level: LEVEL,
                    })
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_look_is_judged_as_what_it_was() {
        let decided = StopRule::new(1000, EarlyStop::Verdict);
        assert_eq!(decided.looks().of(1000), Look::Planned);
        assert_eq!(decided.looks().of(640), Look::at(640, 1000));
        assert_ne!(decided.looks().of(640), Look::Planned);
        let raised = StopRule::new(4000, EarlyStop::Verdict).raised_from(&[1000, 2000]);
        assert_eq!(raised.looks().of(4000), Look::Raised(2));
        assert_eq!(raised.looks().of(640), Look::at(640, 1000));
        assert!(decided.is_due(640) && !decided.is_due(641) && !raised.is_due(1280));
        let fixed = StopRule::fixed(1000);
        assert_eq!(fixed.looks().of(640), Look::Planned, "nothing was settled");
        let stopped = fixed.looks_at(Look::Interrupted(1));
        assert_eq!(stopped.of(700), Look::Interrupted(1));
    }

    #[test]
    fn all_looks_at_a_pair_share_one_error() {
        let looks = StopRule::new(5000, EarlyStop::Rank(None)).looks();
        let early = (1..5000).filter(|games| is_early_look(*games));
        let all: Vec<u64> = early.chain([5000]).collect();
        let share = |one: u64, other: u64| 1e-12 / looks.p_of_pair([one, other], 1e-12);
        let shares = all
            .iter()
            .flat_map(|one| all.iter().map(|other| share(*one, *other)));
        let total: f64 = shares.sum();
        assert!(total > 0.6 && total <= 1.0, "{total}");
        assert!(share(5000, 5000) > 0.58);
        assert_eq!(looks.p_of_pair([20, 40], 0.5), 1.0);
    }
}
