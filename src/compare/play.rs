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
use cpu_time::ThreadTime;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
    let mut costs = vec![vec![Cost::default(); design.arms.len()]; design.strata.len()];
    play_and_time(design, stop, threads, sums, &mut costs, watch, keep)
}

/// As [`play()`], and says what each arm of each stratum cost.
pub fn play_and_time(
    design: &Design,
    stop: &StopRule,
    threads: usize,
    sums: &mut [StratumSums],
    costs: &mut [Vec<Cost>],
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
    let playing = Playing { design, stop, pool };
    for index in 0..design.strata.len() {
        let end = playing.stratum(index, sums, &mut costs[index], watch, keep)?;
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

/// What playing an arm cost in this session. Times differ from run to run, so they are no part of
/// the sums.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Games played.
    pub games: u64,
    /// Processor time they took.
    pub cpu: Duration,
}

impl Cost {
    fn add(&mut self, other: Cost) {
        self.games += other.games;
        self.cpu += other.cpu;
    }

    /// Processor time of one game in seconds.
    pub fn per_game(&self) -> Option<f64> {
        (self.games > 0).then(|| self.cpu.as_secs_f64() / self.games as f64)
    }
}

/// What is played, and by whom.
struct Playing<'a> {
    design: &'a Design,
    stop: &'a StopRule,
    pool: rayon::ThreadPool,
}

impl Playing<'_> {
    fn stratum(
        &self,
        index: usize,
        sums: &mut [StratumSums],
        costs: &mut [Cost],
        watch: &impl Watch,
        keep: &mut impl FnMut(&[StratumSums]) -> Result<(), SimError>,
    ) -> Result<End, SimError> {
        if sums[index].all_settled() {
            return Ok(End::Stopped);
        }
        let flags = sums[index].settled.iter();
        let settled: Vec<AtomicBool> = flags.map(|flag| AtomicBool::new(*flag)).collect();
        play_in_order(
            &self.pool,
            sums[index].games..self.stop.games,
            watch.interrupt(),
            |games| self.chunk(&self.design.strata[index], &settled, games),
            |(chunk, spent): (StratumSums, Vec<Cost>)| {
                let here = &mut sums[index];
                here.add(&chunk);
                for (cost, spent) in costs.iter_mut().zip(spent) {
                    cost.add(spent);
                }
                self.stop.look(self.design, here);
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

    /// Plays consecutive games with every arm that is not settled. An arm that is settled
    /// meanwhile may still be played here; whoever adds up the chunks leaves that out.
    fn chunk(
        &self,
        stratum: &Stratum,
        settled: &[AtomicBool],
        games: Range<u64>,
    ) -> (StratumSums, Vec<Cost>) {
        let mut sums = StratumSums::new(settled.len());
        sums.games = games.end - games.start;
        let mut played: Vec<Vec<Ended>> = Vec::with_capacity(stratum.plans.len());
        let mut costs = vec![Cost::default(); stratum.plans.len()];
        for (arm, plan) in stratum.plans.iter().enumerate() {
            if arm > 0 && settled[arm - 1].load(Ordering::Relaxed) {
                played.push(Vec::new());
                continue;
            }
            let wanted = games.start..games.end.min(self.design.limits[arm].max(games.start));
            let (ended, cost) = play_all(plan, wanted);
            costs[arm] = cost;
            match arm {
                0 => ended.iter().for_each(|ended| sums.baseline.record(*ended)),
                _ => {
                    let reference = &played[self.design.reference(arm)];
                    for (reference, arm_ended) in reference.iter().zip(&ended) {
                        sums.arms[arm - 1].record(*reference, *arm_ended);
                    }
                }
            }
            played.push(ended);
        }
        (sums, costs)
    }
}

fn play_all(plan: &Plan, games: Range<u64>) -> (Vec<Ended>, Cost) {
    let started = ThreadTime::now();
    let mut tally = Tally::new(&plan.cards);
    let mut table = Tabletop::new(plan);
    let mut cost = Cost {
        games: games.end - games.start,
        cpu: Duration::ZERO,
    };
    let ended = games
        .map(|game| Ended::from(table.play(game, &mut tally)))
        .collect();
    cost.cpu = started.elapsed();
    (ended, cost)
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
