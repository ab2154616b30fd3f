//! A run of tuning, generation by generation.

use super::evolution::Evolution;
use super::fitness::judge;
use crate::compare::measure::Measure;
use cards::data::tree::fingerprint;
use cards::words::Word;
use players::spec::{PolicySpec, Weight};
use runs::sim::plan::Plan;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Weights are written with this many decimals.
const PLACES: f64 = 1000.0;
/// A large change of a weight is at least this share of what is allowed for it.
const LEAST_SCALE: f64 = 0.02;

/// Everything that determines the result.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The policy that tuning starts from.
    pub start: PolicySpec,
    /// Which sections are tuned; empty: all.
    pub sections: Vec<String>,
    /// The games, one plan for each number of players.
    pub plans: Vec<Plan>,
    /// Generations.
    pub generations: u64,
    /// Candidates of a generation.
    pub population: usize,
    /// Games of each candidate with each number of players.
    pub games: u64,
    /// The measure to optimise.
    pub measure: Measure,
    /// From which all games and all chance follow.
    pub seed: u64,
    /// The initial step size; 1 changes weights by about 100%.
    pub step: f64,
}

impl Setting {
    /// Identifies the setting.
    pub fn fingerprint(&self) -> String {
        let plans: Vec<String> = self.plans.iter().map(Plan::fingerprint).collect();
        let text = format!(
            "{:?} {:?} {plans:?} {} {} {} {} {} {}",
            self.start,
            self.sections,
            self.generations,
            self.population,
            self.games,
            self.seed,
            self.step,
            self.measure.word()
        );
        format!("{:016x}", fingerprint(&text))
    }

    /// The weights that are tuned.
    pub fn tuned(&self) -> Vec<Weight> {
        let weights = self.start.weights().into_iter();
        weights.filter(|weight| self.is_tuned(weight)).collect()
    }

    fn is_tuned(&self, weight: &Weight) -> bool {
        self.sections.is_empty() || self.sections.iter().any(|name| name == weight.section)
    }

    /// The games of a generation.
    fn games_of(&self, generation: u64) -> Range<u64> {
        generation * self.games..(generation + 1) * self.games
    }

    /// The policy that a point stands for; weights keep within their limits.
    fn policy(&self, point: &[f64]) -> PolicySpec {
        let mut point = point.iter();
        let values: Vec<f32> = self
            .start
            .weights()
            .iter()
            .map(|weight| {
                if self.is_tuned(weight) {
                    point.next().map_or(weight.value, |x| value(weight, *x))
                } else {
                    weight.value
                }
            })
            .collect();
        let mut policy = self.start.clone();
        policy.set_weights(&values);
        policy
    }
}

/// What counts as a large change of a weight.
fn scale(weight: &Weight) -> f64 {
    let range = f64::from(weight.info.most) - f64::from(weight.info.least);
    let size = f64::from(weight.value.abs().max(weight.info.default.abs()));
    size.max(LEAST_SCALE * range.min(25.0))
}

/// The weight at a coordinate, rounded.
fn value(weight: &Weight, coordinate: f64) -> f32 {
    let rounded = (coordinate * scale(weight) * PLACES).round() / PLACES;
    (rounded as f32).clamp(weight.info.least, weight.info.most)
}

/// The results of one generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// The first of its games.
    pub first_game: u64,
    /// The best candidate.
    pub best: f64,
    /// All candidates on average.
    pub mean: f64,
    /// The worst candidate.
    pub worst: f64,
    /// The step after it.
    pub step: f64,
}

/// Tuning in progress: all that is needed to resume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    evolution: Evolution,
    /// The results of each generation so far.
    pub history: Vec<Generation>,
}

/// A run of tuning.
pub struct Tuning<'a> {
    setting: &'a Setting,
    pool: rayon::ThreadPool,
    progress: Progress,
}

impl Progress {
    /// Whether it is a valid state for a setting.
    pub fn fits(&self, setting: &Setting) -> bool {
        let generation = self.evolution.generation();
        let numbers = self.history.iter().map(|generation| generation.number);
        generation <= setting.generations
            && numbers.eq(1..=generation)
            && self.evolution.fits(setting.tuned().len())
    }
}

impl<'a> Tuning<'a> {
    /// Begins, or resumes what is kept of an earlier session of the same setting.
    pub fn new(setting: &'a Setting, pool: rayon::ThreadPool, kept: Option<Progress>) -> Self {
        let weights = setting.tuned();
        let start = weights
            .iter()
            .map(|weight| f64::from(weight.value) / scale(weight));
        let progress = kept.unwrap_or_else(|| Progress {
            evolution: Evolution::new(start.collect(), setting.step),
            history: Vec::new(),
        });
        Tuning {
            setting,
            pool,
            progress,
        }
    }

    /// The results so far.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Whether all generations have been played.
    pub fn is_done(&self) -> bool {
        self.progress.evolution.generation() >= self.setting.generations
    }

    /// The best policy so far: the centre of the search.
    pub fn policy(&self) -> PolicySpec {
        self.setting.policy(self.progress.evolution.centre())
    }

    /// Plays a generation and learns from it. `None`: it was interrupted and nothing has changed.
    pub fn advance(&mut self, interrupt: &AtomicBool) -> Option<Generation> {
        let setting = self.setting;
        let evolution = &mut self.progress.evolution;
        let number = evolution.generation();
        let points = evolution.propose(setting.seed, setting.population);
        let policies: Vec<PolicySpec> = points.iter().map(|point| setting.policy(point)).collect();
        let games = setting.games_of(number);
        let first_game = games.start;
        let fitness = judge(
            &setting.plans,
            &policies,
            games,
            setting.measure,
            &self.pool,
            interrupt,
        )?;
        let gain = setting.measure.gain();
        let mut order: Vec<usize> = (0..points.len()).collect();
        // Of equals the earlier comes first, so that nothing depends on how they are sorted.
        order.sort_by(|a, b| {
            let (better, worse) = (gain * fitness[*b], gain * fitness[*a]);
            better.total_cmp(&worse).then(a.cmp(b))
        });
        let ranked: Vec<&Vec<f64>> = order.iter().map(|index| &points[*index]).collect();
        evolution.learn(&ranked);
        let generation = Generation {
            number: number + 1,
            first_game,
            best: fitness[order[0]],
            mean: fitness.iter().sum::<f64>() / fitness.len() as f64,
            worst: fitness[order[order.len() - 1]],
            step: evolution.step(),
        };
        self.progress.history.push(generation);
        Some(generation)
    }
}
