//! What sets of changes are expected to do: every change shifts the damage that games do to the base
//! (in a goal of rounds, the rounds survived) by what it did alone, and shifts add up. Sets that were
//! played say by how much sums of shifts are too large or too small.

use super::goal::Goal;
use super::lever::{Lever, largest};
use crate::compare::Measure;
use crate::compare::study::Study;
use crate::compare::sums::StratumSums;
use runs::sim::curve::Curve;
use statistics::looks::Look;

/// How many sets are kept of each size, from which larger ones are made.
const BEAM: usize = 4000;
/// How many changes sets are made of.
const POOL: usize = 120;
/// What a step more costs among sets of the same number of changes, in half widths of a goal.
const STEP_COST: f64 = 0.02;
/// A change is part of at most this many of the sets that are proposed of one size.
const MOST_OF_A_CHANGE: usize = 2;

/// A set of changes, by their places among the levers.
pub type Set = Vec<usize>;

/// A goal with what is known of it.
#[derive(Clone, Debug)]
struct Line {
    goal: Goal,
    stratum: usize,
    /// Win rates by base, for goals of win rates.
    curve: Option<Curve>,
    base: f64,
    /// Rounds survived without a change.
    rounds: f64,
    /// The shift of each lever: HP each that games need more, or rounds survived less.
    shifts: Vec<f64>,
    /// What sums of shifts are multiplied by.
    factor: f64,
}

/// The model.
#[derive(Clone, Debug)]
pub struct Model {
    lines: Vec<Line>,
}

impl Model {
    /// From games without a change, when nothing is known of any lever; `goals` come with their strata.
    pub fn new(
        goals: &[(Goal, usize)],
        levers: usize,
        study: &Study,
        sums: &[StratumSums],
    ) -> Self {
        let lines = goals.iter().map(|(goal, stratum)| {
            let (at, sums) = (&study.design.strata[*stratum], &sums[*stratum]);
            let is_rate = goal.measure == Measure::WinRate;
            let curve =
                is_rate.then(|| Curve::of_needed(&sums.needed_hp[0], at.players, Look::Planned));
            Line {
                goal: goal.clone(),
                stratum: *stratum,
                curve,
                base: f64::from(at.plans[0].rules.base_hp),
                rounds: sums.baseline.mean(Measure::RoundsSurvived).unwrap_or(0.0),
                shifts: vec![0.0; levers],
                factor: 1.0,
            }
        });
        Model {
            lines: lines.collect(),
        }
    }

    /// Replaces what is known of some levers by what games say in which they were the arms.
    pub fn refine(&mut self, levers: &[usize], study: &Study, sums: &[StratumSums]) {
        for line in &mut self.lines {
            for (place, lever) in levers.iter().enumerate() {
                line.shifts[*lever] = line.shift(study, &sums[line.stratum], place + 1);
            }
        }
    }

    /// Takes smaller steps to do their share of what the largest ones of their figures do.
    pub fn share_out(&mut self, levers: &[Lever]) {
        for line in &mut self.lines {
            for (place, lever) in levers.iter().enumerate() {
                let largest = largest(levers, place);
                let share = f64::from(lever.by) / f64::from(levers[largest].by);
                line.shifts[place] = share * line.shifts[largest];
            }
        }
    }

    /// Learns from sets that were played as the arms of a study how far shifts add up.
    pub fn learn(&mut self, sets: &[Set], study: &Study, sums: &[StratumSums]) {
        for line in &mut self.lines {
            let sums = &sums[line.stratum];
            let (mut products, mut squares) = (0.0, 0.0);
            for (place, set) in sets.iter().enumerate() {
                let expected: f64 = set.iter().map(|lever| line.shifts[*lever]).sum();
                products += expected * line.shift(study, sums, place + 1);
                squares += expected * expected;
            }
            if squares > 0.0 {
                line.factor = (products / squares).clamp(0.3, 2.0);
            }
        }
    }

    /// By how much a lever makes the game of each goal harder.
    pub fn shifts_of(&self, lever: usize) -> impl Iterator<Item = f64> {
        self.lines.iter().map(move |line| line.shifts[lever])
    }

    /// How far from the goals a set is expected to end: up to 1 if all are reached.
    fn miss(&self, set: &[usize]) -> f64 {
        let misses = self.lines.iter().map(|line| {
            let shift: f64 = set.iter().map(|lever| line.shifts[*lever]).sum();
            line.goal.miss(line.value(line.factor * shift))
        });
        misses.fold(0.0, f64::max)
    }

    /// The most promising sets of 1, 2 ... of the candidates, some of each.
    pub fn propose(
        &self,
        levers: &[Lever],
        candidates: &[usize],
        at_most: usize,
        of_each: usize,
    ) -> Vec<Set> {
        let merit = |set: &[usize]| {
            let steps: i16 = set.iter().map(|lever| levers[*lever].by.abs()).sum();
            self.miss(set) + STEP_COST * f64::from(steps)
        };
        let pool = self.pool(candidates);
        let mut beam: Vec<(f64, Set)> = vec![(0.0, Vec::new())];
        let mut proposed = Vec::new();
        for _ in 0..at_most {
            let mut larger: Vec<Set> = Vec::new();
            for (_, set) in &beam {
                let is_free = |lever: &&usize| {
                    let mut keys = set.iter().map(|one| &levers[*one].key);
                    keys.all(|key| *key != levers[**lever].key)
                };
                larger.extend(pool.iter().filter(is_free).map(|lever| {
                    let mut set = [set.as_slice(), &[*lever]].concat();
                    set.sort_unstable();
                    set
                }));
            }
            larger.sort_unstable();
            larger.dedup();
            beam = larger.into_iter().map(|set| (merit(&set), set)).collect();
            beam.sort_by(|a, b| a.0.total_cmp(&b.0));
            proposed.extend(different(&beam, of_each));
            beam.truncate(BEAM);
        }
        proposed
    }

    /// The levers that sets are made of: those that do most, and those that help alone.
    fn pool(&self, candidates: &[usize]) -> Vec<usize> {
        let size = |lever: &usize| {
            let shifts = self.lines.iter().map(|line| line.shifts[*lever].abs());
            shifts.fold(0.0, f64::max)
        };
        let mut pool = candidates.to_vec();
        pool.retain(|lever| size(lever) > 0.0);
        pool.sort_by(|a, b| size(b).total_cmp(&size(a)));
        let rest = pool.split_off(POOL.min(pool.len()) / 2);
        let mut rest: Vec<(f64, usize)> = rest
            .into_iter()
            .map(|one| (self.miss(&[one]), one))
            .collect();
        rest.sort_by(|a, b| a.0.total_cmp(&b.0));
        pool.extend(rest.into_iter().map(|(_, lever)| lever).take(POOL / 2));
        pool
    }
}

/// The first sets, none of which has too much in common with those before it.
fn different(beam: &[(f64, Set)], count: usize) -> Vec<Set> {
    let mut chosen: Vec<Set> = Vec::new();
    for (_, set) in beam {
        let has_room = |lever: &usize| {
            let with = chosen.iter().filter(|other| other.contains(lever));
            with.count() < MOST_OF_A_CHANGE
        };
        if chosen.len() < count && set.iter().all(has_room) {
            chosen.push(set.clone());
        }
    }
    chosen
}

impl Line {
    /// By how much the games of an arm are harder than those of the baseline.
    fn shift(&self, study: &Study, sums: &StratumSums, arm: usize) -> f64 {
        let mean = |measure: Measure| {
            let difference = sums.arms[arm - 1].moments(measure).difference();
            difference.mean().unwrap_or(0.0) * measure.scale()
        };
        match self.curve {
            None => -mean(Measure::RoundsSurvived),
            Some(_) => {
                let base = study.design.strata[self.stratum].plans[arm].rules.base_hp;
                mean(Measure::NeededHp) - (f64::from(base) - self.base)
            }
        }
    }

    /// The figure of the goal after a shift.
    fn value(&self, shift: f64) -> f64 {
        let Some(curve) = &self.curve else {
            return self.rounds - shift;
        };
        let total = ((self.base - shift) * f64::from(curve.players())).max(0.0);
        let (below, part) = (total.floor(), total.fract());
        let rate = |base: f64| curve.at(base as u32).win_rate;
        rate(below) * (1.0 - part) + rate(below + 1.0) * part
    }
}
