//! How much worse than search's best answer the networks' answers are, on games that they have not
//! learned from.

use super::batch::{Batch, Places};
use super::layers::{Network, believed};
use super::{Training, is_held_out};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use value::options::questions::{Question, Tried};

/// Questions that are looked at together.
const TOGETHER: usize = 1024;

/// Regret on questions of a kind: by how much answers fall short of the one that search chose, as a
/// share of the way, on average.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Regret {
    /// Questions.
    pub questions: u64,
    /// Of the network's answers.
    pub network: f64,
    /// Of the answers of those who played the games.
    pub before: f64,
    /// Of the plain answers that search starts from.
    pub plain: f64,
    /// Of random answers.
    pub random: f64,
}

impl Regret {
    /// The regret on one question, given the answer of the network.
    fn of(question: &Question, answer: usize) -> Self {
        let options = &question.options;
        let best = options.iter().find(|option| option.is_best);
        let best = best.map_or(0.0, |best| f64::from(believed(best)));
        let of = |option: &Tried| best - f64::from(believed(option));
        let students = options.iter().find(|option| option.is_students);
        Regret {
            questions: 1,
            network: of(&options[answer]),
            before: of(students.unwrap_or(&options[0])),
            plain: of(&options[0]),
            random: options.iter().map(of).sum::<f64>() / options.len() as f64,
        }
    }

    /// Adds the regret on other questions.
    pub fn add(&mut self, other: &Regret) {
        let all = (self.questions + other.questions).max(1) as f64;
        let mean =
            |one: f64, two: f64| (one * self.questions as f64 + two * other.questions as f64) / all;
        *self = Regret {
            questions: self.questions + other.questions,
            network: mean(self.network, other.network),
            before: mean(self.before, other.before),
            plain: mean(self.plain, other.plain),
            random: mean(self.random, other.random),
        };
    }
}

impl Training<'_> {
    /// The regret on held-out games, by the number of the kind of question.
    pub fn regrets(&self) -> BTreeMap<u8, Regret> {
        let held: Vec<u32> = (0..self.questions.all().len() as u32)
            .into_par_iter()
            .filter(|number| {
                let question = &self.questions.all()[*number as usize];
                question.group == self.group && is_held_out(question)
            })
            .collect();
        let mut places = Places::new(self.questions.cards().len());
        let mut regrets = BTreeMap::<u8, Regret>::new();
        for numbers in held.chunks(TOGETHER) {
            let batch = Batch::new(self.questions, numbers, &mut places);
            let columns = batch.columns(&self.weights, &self.cards, true);
            let network = Network {
                batch: &batch,
                weights: &self.weights,
                columns: &columns,
            };
            let answers: Vec<usize> = (0..numbers.len())
                .into_par_iter()
                .map(|question| best(&network.scores(question)))
                .collect();
            for (question, answer) in batch.questions.iter().zip(answers) {
                let regret = regrets.entry(question.about).or_default();
                regret.add(&Regret::of(question, answer));
            }
        }
        regrets
    }
}

/// The first of the greatest.
fn best(scores: &[f32]) -> usize {
    let mut best = 0;
    for (at, score) in scores.iter().enumerate() {
        if *score > scores[best] {
            best = at;
        }
    }
    best
}
