//! Playing a comparison: every game of a stratum with all its arms.

use super::design::{Design, Stratum};
use super::results::{family_interval, sequence};
use super::sums::{Ended, StratumSums};
use crate::analysis::confseq::TargetError;
use crate::analysis::verdict::Verdict;
use crate::observe::tally::Tally;
use crate::sim::batch::{End, Flow, play_in_order};
use crate::sim::game::Tabletop;
use crate::sim::plan::Plan;
use crate::sim::results::Looks;
use crate::sim::stop::{LEVEL, LOOK_EVERY};
use crate::sim::{SimError, Watch};
use crate::words::words;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// What settles an arm before all its games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Settles {
    /// Nothing.
    Never,
    /// A verdict against the margin.
    Verdict,
    /// Knowing the difference of win rates to within this.
    Precision(TargetError),
}

/// When playing ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopRule {
    /// Games of each arm in each stratum, at most.
    pub games: u64,
    /// What settles an arm earlier.
    pub settles: Settles,
}

words! {
    /// Why playing ended.
    pub enum Ending as "ending" {
        /// All games were played.
        AllPlayed = "games",
        /// Every arm was settled.
        Settled = "settled",
        /// Somebody stopped it.
        Interrupted = "interrupted",
    }
}

impl StopRule {
    /// How intervals must be made when playing ends so.
    pub fn looks(&self, ending: Ending) -> Looks {
        match self.settles == Settles::Never && ending != Ending::Interrupted {
            true => Looks::Fixed,
            false => Looks::Repeated,
        }
    }

    /// Settles what can be settled; asked at any number of games, it looks only where a look is
    /// due, so that nothing depends on how the work was cut up.
    fn look(&self, design: &Design, sums: &mut StratumSums) {
        if self.settles == Settles::Never || !sums.games.is_multiple_of(LOOK_EVERY) {
            return;
        }
        for index in 0..sums.arms.len() {
            if !sums.settled[index] {
                let wins = sums.arms[index].wins.moments().difference();
                sums.settled[index] = match self.settles {
                    Settles::Never => false,
                    Settles::Verdict => {
                        let interval =
                            family_interval(design, &sums.arms[index].wins, self, Looks::Repeated);
                        Verdict::from_interval(&interval, design.margin).is_decided()
                    }
                    Settles::Precision(target) => {
                        let estimate = sequence(LEVEL, self).estimate(&wins);
                        estimate.is_some_and(|estimate| target.is_met(&estimate))
                    }
                };
            }
        }
    }
}

/// Plays what is left to play of a comparison and adds it to `sums`; `keep` is called with the
/// sums so far after every piece of work.
pub fn play(
    design: &Design,
    stop: &StopRule,
    threads: usize,
    sums: &mut [StratumSums],
    watch: &impl Watch,
    keep: &mut impl FnMut(&[StratumSums]) -> Result<(), SimError>,
) -> Result<Ending, SimError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| SimError::Threads {
            threads,
            reason: error.to_string(),
        })?;
    for index in 0..design.strata.len() {
        let end = play_stratum(design, index, stop, &pool, sums, watch, keep)?;
        if end == End::Interrupted {
            return Ok(Ending::Interrupted);
        }
    }
    let all_settled = sums.iter().all(StratumSums::all_settled);
    Ok(match all_settled {
        true => Ending::Settled,
        false => Ending::AllPlayed,
    })
}

fn play_stratum(
    design: &Design,
    index: usize,
    stop: &StopRule,
    pool: &rayon::ThreadPool,
    sums: &mut [StratumSums],
    watch: &impl Watch,
    keep: &mut impl FnMut(&[StratumSums]) -> Result<(), SimError>,
) -> Result<End, SimError> {
    let stratum = &design.strata[index];
    if sums[index].all_settled() {
        return Ok(End::Stopped);
    }
    let flags = sums[index].settled.iter();
    let settled: Vec<AtomicBool> = flags.map(|flag| AtomicBool::new(*flag)).collect();
    play_in_order(
        pool,
        sums[index].games..stop.games,
        watch.interrupt(),
        |games| play_chunk(stratum, &settled, games),
        |chunk: StratumSums| {
            let here = &mut sums[index];
            here.add(&chunk);
            stop.look(design, here);
            for (flag, settled) in settled.iter().zip(&here.settled) {
                flag.store(*settled, Ordering::Relaxed);
            }
            let done = here.all_settled();
            watch.progress(
                sums.iter().map(|sums| sums.games).sum(),
                sums.iter().map(|sums| sums.baseline.wins.successes()).sum(),
            );
            keep(sums)?;
            Ok::<_, SimError>(match done {
                true => Flow::Stop,
                false => Flow::GoOn,
            })
        },
    )
}

/// Plays consecutive games with every arm that is not settled. An arm that is settled meanwhile
/// may still be played here; whoever adds up the chunks leaves that out.
fn play_chunk(stratum: &Stratum, settled: &[AtomicBool], games: Range<u64>) -> StratumSums {
    let (baseline, arms) = stratum.plans.split_at(1);
    let mut sums = StratumSums::new(arms.len());
    sums.games = games.end - games.start;
    let baseline = play_all(&baseline[0], games.clone());
    for ended in &baseline {
        sums.baseline.record(*ended);
    }
    for (index, plan) in arms.iter().enumerate() {
        if settled[index].load(Ordering::Relaxed) {
            continue;
        }
        let arm = play_all(plan, games.clone());
        for (baseline, arm) in baseline.iter().zip(arm) {
            sums.arms[index].record(*baseline, arm);
        }
    }
    sums
}

fn play_all(plan: &Plan, games: Range<u64>) -> Vec<Ended> {
    let mut tally = Tally::new(&plan.cards);
    let mut table = Tabletop::new(plan);
    games
        .map(|game| Ended::from(table.play(game, &mut tally)))
        .collect()
}

#[cfg(test)]
pub(super) mod samples {
    //! Playing for the tests of this module's neighbours.

    use super::*;

    /// Somebody who does not stop anything.
    pub struct Silent(pub AtomicBool);

    impl Watch for Silent {
        fn progress(&self, _: u64, _: u64) {}
        fn interrupt(&self) -> &AtomicBool {
            &self.0
        }
    }

    pub fn fixed(games: u64) -> StopRule {
        StopRule {
            games,
            settles: Settles::Never,
        }
    }

    pub fn played(design: &Design, stop: &StopRule, threads: usize) -> (Vec<StratumSums>, Ending) {
        let mut sums = vec![StratumSums::new(design.arms.len() - 1); design.strata.len()];
        let silent = Silent(AtomicBool::new(false));
        let ending = play(design, stop, threads, &mut sums, &silent, &mut |_| Ok(())).unwrap();
        (sums, ending)
    }
}

#[cfg(test)]
mod tests {
    use super::samples::{fixed, played};
    use super::*;
    use crate::compare::design::samples::design;

    #[test]
    fn a_variant_against_itself_differs_in_nothing() {
        let design = design(&["twin"], 600);
        let (sums, ending) = played(&design, &fixed(600), 2);
        assert_eq!(ending, Ending::AllPlayed);
        let twin = &sums[0].arms[0];
        assert_eq!((twin.games(), twin.different), (600, 0));
        assert_eq!(twin.wins.delta(), Some(0.0));
        for moments in [twin.base_damage, twin.rounds] {
            let difference = moments.difference();
            assert_eq!((difference.sum(), difference.variance()), (0, Some(0.0)));
            assert_eq!(moments.p_value(), Some(1.0));
        }
        assert_eq!(twin.arm(), sums[0].baseline);
    }

    #[test]
    fn sums_do_not_depend_on_threads() {
        let design = design(&["a:base-hp=25", "b:deployment=onslaught"], 1500);
        let stop = StopRule {
            games: 1500,
            settles: Settles::Verdict,
        };
        for stop in [fixed(700), stop] {
            let one = played(&design, &stop, 1);
            assert_eq!(played(&design, &stop, 2), one);
            assert_eq!(played(&design, &stop, 7), one);
        }
    }

    #[test]
    fn playing_goes_on_where_it_was_stopped() {
        let design = design(&["a:base-hp=25"], 900);
        let whole = played(&design, &fixed(900), 2).0;
        let (mut sums, _) = played(&design, &fixed(333), 1);
        let silent = samples::Silent(AtomicBool::new(false));
        play(&design, &fixed(900), 2, &mut sums, &silent, &mut |_| Ok(())).unwrap();
        assert_eq!(sums, whole);
    }

    #[test]
    fn an_interruption_keeps_consecutive_games() {
        let design = design(&["a:base-hp=25"], 100_000);
        let mut sums = vec![StratumSums::new(1)];
        let silent = samples::Silent(AtomicBool::new(false));
        let mut keep = |_: &[StratumSums]| {
            silent.0.store(true, Ordering::Relaxed);
            Ok(())
        };
        let ending = play(&design, &fixed(100_000), 2, &mut sums, &silent, &mut keep).unwrap();
        assert_eq!(ending, Ending::Interrupted);
        let games = sums[0].games;
        assert!(games > 0 && games < 100_000);
        assert_eq!(sums, played(&design, &fixed(games), 1).0);
    }

    #[test]
    fn a_clear_difference_is_settled_early_and_an_open_one_is_not() {
        let design = design(&["far:base-hp=400", "near:base-hp=16"], 3000);
        let stop = StopRule {
            games: 3000,
            settles: Settles::Verdict,
        };
        let (sums, _) = played(&design, &stop, 2);
        assert!(sums[0].settled[0]);
        assert_eq!(sums[0].arms[0].games(), LOOK_EVERY);
        assert!(sums[0].arms[1].games() >= LOOK_EVERY);
    }
}
