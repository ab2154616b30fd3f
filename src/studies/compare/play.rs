//! Playing a comparison: every game of a stratum with all its arms.

use super::design::Design;
use super::measure::Measure;
use super::results::Results;
use super::same::SameGames;
use super::stop::Ending;
use super::study::Study;
use super::sums::{Ended, StratumSums};
use answers::grouped;
use cpu_time::ThreadTime;
use game::observe::tally::Tally;
use runs::sim::batch::{End, Flow, play_in_order, thread_pool};
use runs::sim::game::{GameRecord, Tabletop};
use runs::sim::plan::Plan;
use runs::sim::run::win_rate;
use runs::sim::{Shard, SimError, Watch};
use statistics::precision::rounded_up;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A number of games that nobody would play.
const MOST_GAMES: f64 = 1e9;

/// What has been played of a comparison, stratum by stratum.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The sums.
    pub sums: Vec<StratumSums>,
    /// What each arm cost in this session.
    pub costs: Vec<Vec<Cost>>,
    /// Which shard of the comparison this is, if it is one.
    pub shard: Option<Shard>,
}

impl State {
    /// Nothing played yet.
    pub fn new(study: &Study) -> Self {
        let strata = study.design.strata.len();
        State::from_kept(&study.design, vec![study.blank(); strata])
    }

    /// Games of all arms that need not be played any more.
    fn done(&self, study: &Study) -> u64 {
        let of_stratum = |(stratum, sums): (usize, &StratumSums)| {
            let arms = (1..).zip(sums.arms.iter().zip(&sums.settled));
            let arms = arms.map(|(arm, (pair, settled))| match settled {
                true => study.games_of_arm(stratum, arm),
                false => pair.games(),
            });
            sums.games + arms.sum::<u64>()
        };
        self.sums.iter().enumerate().map(of_stratum).sum()
    }

    /// How far verdicts are, as progress shows it; the baseline's win rate where there are none.
    fn shown(&self, study: &Study) -> String {
        let results = Results::new(&study.design, &self.sums, study.stop.looks());
        let judged = results.primary().filter(|one| one.verdict.is_some());
        let games: Vec<f64> = judged
            .map(|one| one.games_to_settle(study.design.margin))
            .collect();
        match games[..] {
            _ if study.keeps_needed_hp => self.baseline_win_rate(),
            [] => self.baseline_win_rate(),
            [games] => format!(
                "verdict at about {} games",
                grouped(rounded_up(games.min(MOST_GAMES)))
            ),
            _ => {
                let within = games.iter().filter(|one| **one <= study.stop.games as f64);
                format!("{} of {} verdicts in sight", within.count(), games.len())
            }
        }
    }

    fn baseline_win_rate(&self) -> String {
        let wins = |sums: &StratumSums| sums.baseline.moments(Measure::WinRate).sum() as u64;
        let games = self.sums.iter().map(|sums| sums.games).sum();
        win_rate(self.sums.iter().map(wins).sum(), games)
    }

    /// What an earlier session played.
    pub fn from_kept(design: &Design, sums: Vec<StratumSums>) -> Self {
        State {
            sums,
            costs: vec![vec![Cost::default(); design.arms.len()]; design.strata.len()],
            shard: None,
        }
    }

    /// The same of one shard of the comparison.
    pub fn of_shard(self, shard: Option<Shard>) -> Self {
        State { shard, ..self }
    }
}

/// The games of a stratum that are played here: by all arms, and after them by the baseline alone.
pub fn shares(study: &Study, stratum: usize, shard: Option<Shard>) -> [Range<u64>; 2] {
    let games = study.games_of(stratum);
    let share = |all: Range<u64>| match shard {
        None => all,
        Some(shard) => {
            let share = shard.range(all.end - all.start);
            all.start + share.start..all.start + share.end
        }
    };
    [
        share(0..games),
        share(games..study.games_of_arm(stratum, 0)),
    ]
}

/// Games that are to be played by all arms together, at most.
pub fn planned_games(study: &Study) -> u64 {
    let strata = 0..study.design.strata.len();
    let arms = 0..study.design.arms.len();
    let of_stratum = |stratum| {
        arms.clone()
            .map(move |arm| study.games_of_arm(stratum, arm))
    };
    strata.flat_map(of_stratum).sum()
}

/// Plays the rest of a comparison and adds it to `state`; `keep` is called with the state after
/// every piece of work.
pub fn play(
    study: &Study,
    threads: usize,
    state: &mut State,
    watch: &impl Watch,
    keep: &mut impl FnMut(&State) -> Result<(), SimError>,
) -> Result<Ending, SimError> {
    let pool = thread_pool(threads)?;
    let playing = Playing { study, pool };
    watch.resumed(state.done(study));
    for index in 0..study.design.strata.len() {
        if playing.stratum(index, state, watch, keep)? == End::Interrupted {
            return Ok(Ending::Interrupted);
        }
    }
    let all_settled = state.sums.iter().all(StratumSums::all_settled);
    Ok(if all_settled {
        Ending::Settled
    } else {
        Ending::AllPlayed
    })
}

/// Somebody who watches without a word and does not stop anything.
#[derive(Debug, Default)]
pub struct Silent(pub AtomicBool);

impl Watch for Silent {
    fn progress(&self, _: u64, _: impl FnOnce() -> String) {}
    fn interrupt(&self) -> &AtomicBool {
        &self.0
    }
}

/// The cost of playing an arm in this session. Times vary from run to run, so they are not part of
/// the sums.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Games played.
    pub games: u64,
    /// Their CPU time.
    pub cpu: Duration,
}

impl Cost {
    fn add(&mut self, other: Cost) {
        self.games += other.games;
        self.cpu += other.cpu;
    }

    /// CPU time per game in seconds.
    pub fn per_game(&self) -> Option<f64> {
        (self.games > 0).then(|| self.cpu.as_secs_f64() / self.games as f64)
    }
}

/// What is played, and on which threads.
struct Playing<'a> {
    study: &'a Study,
    pool: rayon::ThreadPool,
}

/// Consecutive games, played.
struct Piece {
    sums: StratumSums,
    costs: Vec<Cost>,
}

impl Playing<'_> {
    /// Plays a stratum: all arms until they are settled or have played their games, then the
    /// baseline alone if the study wants more of it.
    fn stratum(
        &self,
        index: usize,
        state: &mut State,
        watch: &impl Watch,
        keep: &mut impl FnMut(&State) -> Result<(), SimError>,
    ) -> Result<End, SimError> {
        let [together, alone] = shares(self.study, index, state.shard);
        let together_games = together.end - together.start;
        let mut end = End::Stopped;
        if !state.sums[index].all_settled() {
            let start = together.start + state.sums[index].games.min(together_games);
            end = self.range(index, start..together.end, state, watch, keep)?;
        }
        let played = state.sums[index].games;
        let alone = match state.shard {
            Some(_) => alone.start + played.saturating_sub(together_games)..alone.end,
            // Where it plays more than the arms, it goes on from where all of them are settled.
            None if self.study.baseline_factor > 1 => played..self.study.games_of_arm(index, 0),
            None => played..played,
        };
        if end != End::Interrupted && !alone.is_empty() {
            end = self.range(index, alone, state, watch, keep)?;
        }
        Ok(end)
    }

    /// Plays some games of a stratum, or until all arms that play are settled.
    fn range(
        &self,
        index: usize,
        games: Range<u64>,
        state: &mut State,
        watch: &impl Watch,
        keep: &mut impl FnMut(&State) -> Result<(), SimError>,
    ) -> Result<End, SimError> {
        let together = self.study.games_of(index);
        let alone = games.start >= together || state.sums[index].all_settled();
        let flags = state.sums[index].settled.iter();
        let left_out: Vec<AtomicBool> = flags
            .map(|settled| AtomicBool::new(alone || *settled))
            .collect();
        let stratum = &self.study.design.strata[index];
        let arms = 1..stratum.plans.len();
        let same: Vec<_> = arms.map(|arm| SameGames::new(stratum, arm)).collect();
        play_in_order(
            &self.pool,
            games,
            watch.interrupt(),
            |games| self.piece(index, &left_out, &same, games),
            |piece: Piece| {
                self.take(index, state, piece);
                let here = &state.sums[index];
                for (flag, settled) in left_out.iter().zip(&here.settled) {
                    flag.fetch_or(*settled, Ordering::Relaxed);
                }
                let done = !alone && here.all_settled();
                watch.progress(state.done(self.study), || state.shown(self.study));
                keep(state)?;
                Ok::<_, SimError>(if done { Flow::Stop } else { Flow::GoOn })
            },
        )
    }

    /// Adds a piece of work, and checks whether it settles anything.
    fn take(&self, index: usize, state: &mut State, piece: Piece) {
        let sums = &mut state.sums[index];
        sums.add(&piece.sums, &self.study.contrasts);
        for (cost, spent) in state.costs[index].iter_mut().zip(piece.costs) {
            cost.add(spent);
        }
        if sums.games <= self.study.games_of(index) {
            self.study.look(index, sums);
        }
    }

    /// Plays consecutive games with every arm that is not left out. An arm that is settled
    /// meanwhile may still be played here; adding up the pieces leaves that out.
    fn piece(
        &self,
        index: usize,
        left_out: &[AtomicBool],
        same: &[Option<SameGames<'_>>],
        games: Range<u64>,
    ) -> Piece {
        let stratum = &self.study.design.strata[index];
        let mut sums = self.study.blank();
        sums.games = games.end - games.start;
        let mut costs = vec![Cost::default(); stratum.plans.len()];
        let wanted = |arm: usize| {
            let limit = self.study.games_of_arm(index, arm).max(games.start);
            games.start..games.end.min(limit)
        };
        let (records, cost, tally) = play_games(&stratum.plans[0], wanted(0), None);
        costs[0] = cost;
        let mut played: Vec<Vec<Ended>> = Vec::with_capacity(stratum.plans.len());
        let ended =
            |arm: usize, record: &GameRecord| Ended::from(*record).at_base(stratum.base_of(arm));
        played.push(records.iter().map(|record| ended(0, record)).collect());
        played[0]
            .iter()
            .for_each(|ended| sums.baseline.record(*ended));
        for (arm, plan) in stratum.plans.iter().enumerate().skip(1) {
            if left_out[arm - 1].load(Ordering::Relaxed) {
                played.push(Vec::new());
                continue;
            }
            let same = same[arm - 1].as_ref().map(|same| (same, &records[..]));
            let (records, cost, _) = play_games(plan, wanted(arm), same);
            costs[arm] = cost;
            let ended: Vec<Ended> = records.iter().map(|record| ended(arm, record)).collect();
            let reference = &played[self.study.design.reference(arm)];
            for (reference, ended) in reference.iter().zip(&ended) {
                sums.arms[arm - 1].record(*reference, *ended);
            }
            if let Some(card) = self.study.design.arms[arm].watches {
                let seen = &mut sums.arms[arm - 1].seen;
                records.iter().for_each(|one| seen.record(card, &one.seen));
            }
            played.push(ended);
        }
        let measure = self.study.design.measure;
        for (contrast, sums) in self.study.contrasts.iter().zip(&mut sums.contrasts) {
            *sums = contrast.sums(&played, measure);
        }
        sums.watched = self.study.watched.watch(&stratum.plans[0], &records, tally);
        for (needed, games) in sums.needed_hp.iter_mut().zip(&played) {
            games.iter().for_each(|game| needed.record(game.needed_hp));
        }
        Piece { sums, costs }
    }
}

/// Plays the games of an arm. If `same` says which are those of the baseline, only the others are
/// played.
fn play_games(
    plan: &Plan,
    games: Range<u64>,
    same: Option<(&SameGames<'_>, &[GameRecord])>,
) -> (Vec<GameRecord>, Cost, Tally) {
    let started = ThreadTime::now();
    let mut tally = Tally::new(&plan.cards);
    let mut table = Tabletop::new(plan);
    let known = |game: u64| {
        let (same, baseline) = same?;
        let record = baseline.get((game - games.start) as usize)?;
        same.is_same(record).then_some(*record)
    };
    let play = |game| known(game).unwrap_or_else(|| table.play(game, &mut tally));
    let records: Vec<GameRecord> = games.clone().map(play).collect();
    let cost = Cost {
        games: records.len() as u64,
        cpu: started.elapsed(),
    };
    (records, cost, tally)
}

#[cfg(test)]
pub(crate) mod samples {
    //! Playing for the tests of this module's neighbours.

    use super::*;
    use crate::compare::StopRule;

    pub fn played(design: &Design, stop: &StopRule, threads: usize) -> (Vec<StratumSums>, Ending) {
        let study = Study::new(design.clone(), *stop);
        played_study(&study, threads)
    }

    pub fn played_study(study: &Study, threads: usize) -> (Vec<StratumSums>, Ending) {
        let mut state = State::new(study);
        let silent = Silent::default();
        let ending = play(study, threads, &mut state, &silent, &mut |_| Ok(()));
        (state.sums, ending.unwrap())
    }

    pub fn all_games(study: &Study) -> Vec<StratumSums> {
        played_study(study, 2).0
    }
}

#[cfg(test)]
mod tests {
    use super::samples::played;
    use crate::compare::design::samples::design;
    use crate::compare::stop::{EarlyStop, StopRule};
    use statistics::looks::is_early_look;

    #[test]
    fn a_clear_difference_is_settled_early_and_an_open_one_is_not() {
        let design = design(&["far:base-hp=400", "near:base-hp=16"], 3000);
        let stop = StopRule::new(3000, EarlyStop::Verdict);
        let (sums, _) = played(&design, &stop, 2);
        assert!(sums[0].settled[0]);
        let [far, near] = [0, 1].map(|arm| sums[0].arms[arm].games());
        assert!(is_early_look(far) && far < 100, "{far}");
        assert!(near > far, "{near}");
    }
}
