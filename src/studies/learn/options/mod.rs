//! Training of the networks that score options, on questions that search has answered.
//!
//! A step looks at some questions (`batch`), forwards and backwards (`layers`). Everything is
//! added up in a fixed order, whoever does it, so the weights do not depend on the number of threads.

mod batch;
mod layers;
pub mod regret;
#[cfg(test)]
mod tests;

use super::adam::Adam;
use batch::{Batch, Places, add_all};
use cards::rng::{GameKey, Purpose, Stream};
use layers::{Later, Network, add, wanted};
use rayon::prelude::*;
use value::descriptor::DESCRIPTOR;
use value::options::questions::{Question, Questions};
use value::options::weights::Weights;
use value::options::{Group, SLOTS};
use value::weights::{Column, FIRST};

/// Questions of a step.
const BATCH: usize = 256;
/// Questions that are looked at one after the other.
const CHUNK: usize = 16;
/// One game in this many is held out to measure how good the answers are.
pub const HELD_OUT: u64 = 20;
/// Where answers differ by less, as a share of the way, there is nothing to learn.
const DIFFERENCE: f32 = 1e-6;

/// The settings of training.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// Passes over all questions.
    pub epochs: f64,
    /// The maximum learning rate.
    pub rate: f32,
    /// How many of 100 steps are taken without the names of cards.
    pub nameless_percent: u32,
    /// Weight decay, relative to the learning rate.
    pub decay: f32,
    /// The seed of starting weights and of the order of questions.
    pub seed: u64,
}

impl Default for Method {
    fn default() -> Self {
        Method {
            epochs: 4.0,
            rate: 1.5e-3,
            nameless_percent: 25,
            decay: 1e-4,
            seed: 1,
        }
    }
}

/// The cards that questions are about.
struct Cards {
    /// The numbers of each card's description that are not zero.
    descriptions: Vec<Vec<(usize, f32)>>,
    /// The number of each card's name.
    names: Vec<usize>,
    /// How many names there are.
    named: usize,
}

impl Cards {
    fn new(questions: &Questions, named: &[String]) -> Self {
        let cards = questions.cards().iter();
        let name = |id: &String| named.iter().position(|known| known == id);
        Cards {
            descriptions: cards
                .clone()
                .map(|card| {
                    let numbers = card.description.iter().copied().enumerate();
                    numbers.filter(|(_, number)| *number != 0.0).collect()
                })
                .collect(),
            names: cards
                .map(|card| name(&card.id).expect("all are named"))
                .collect(),
            named: named.len(),
        }
    }

    /// What a card in a slot adds to the first layer.
    fn column(&self, weights: &Weights, slot: usize, card: usize, with_name: bool) -> Column {
        let map = &weights.map[slot * DESCRIPTOR..][..DESCRIPTOR];
        let description = self.descriptions[card].iter();
        let name = &weights.names[slot * self.named + self.names[card]];
        let mut column = [0.0; FIRST];
        add_all(
            &mut column,
            description
                .map(|(at, number)| (&map[*at], *number))
                .chain(with_name.then_some((name, 1.0))),
        );
        column
    }
}

/// The names of all cards that questions are about, after those that are known already.
pub fn names(questions: &Questions, known: &[String]) -> Vec<String> {
    let mut named = known.to_vec();
    for card in questions.cards() {
        if !named.contains(&card.id) {
            named.push(card.id.clone());
        }
    }
    named
}

/// Weights with columns for more names, which add nothing yet.
pub fn with_names(weights: &Weights, before: usize, now: usize) -> Weights {
    let mut more = Weights::zero(now);
    for slot in 0..SLOTS {
        more.names[slot * now..][..before]
            .copy_from_slice(&weights.names[slot * before..][..before]);
    }
    Weights {
        names: more.names,
        ..weights.clone()
    }
}

/// Training in progress.
pub struct Training<'a> {
    questions: &'a Questions,
    group: Group,
    /// The questions to learn from.
    learned: Vec<u32>,
    /// The same in the order of the present pass, and its number.
    order: (Vec<u32>, u64),
    cards: Cards,
    places: Places,
    method: Method,
    weights: Weights,
    /// What was known before, which new answers are added to.
    before: Option<Weights>,
    /// Adam's averages, of the slopes and of their squares.
    moments: [Weights; 2],
    step: u64,
    steps: u64,
}

impl<'a> Training<'a> {
    /// Starts with small random weights, or with trained ones; they have columns for these names.
    pub fn new(
        questions: &'a Questions,
        group: Group,
        method: Method,
        named: &[String],
        start: Option<Weights>,
    ) -> Self {
        let learned: Vec<u32> = (0..questions.all().len() as u32)
            .into_par_iter()
            .filter(|number| {
                let question = &questions.all()[*number as usize];
                question.group == group && !is_held_out(question)
            })
            .filter(|number| start.is_some() || differs(&questions.all()[*number as usize]))
            .collect();
        let steps = (learned.len() as f64 * method.epochs / BATCH as f64).ceil() as u64;
        let zero = Weights::zero(named.len());
        Training {
            questions,
            group,
            order: (Vec::new(), u64::MAX),
            learned,
            cards: Cards::new(questions, named),
            places: Places::new(questions.cards().len()),
            before: start.clone(),
            weights: start.unwrap_or_else(|| random_weights(zero.clone(), method.seed)),
            moments: [zero.clone(), zero],
            step: 0,
            steps,
            method,
        }
    }

    /// How many steps there are, and how many have been taken.
    pub fn steps(&self) -> (u64, u64) {
        (self.steps, self.step)
    }

    /// The weights so far.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// How many questions there are to learn from.
    pub fn questions(&self) -> usize {
        self.learned.len()
    }

    /// Takes a step; returns the mean expected regret of its questions.
    pub fn advance(&mut self) -> f64 {
        let numbers: Vec<u32> = (0..BATCH as u64)
            .map(|nth| self.nth(self.step * BATCH as u64 + nth))
            .collect();
        let dice = GameKey::new(self.method.seed, self.step).stream(Purpose::Sampling, 46, 0);
        let with_names = dice.below(100) >= self.method.nameless_percent;
        let batch = Batch::new(self.questions, &numbers, &mut self.places);
        let columns = batch.columns(&self.weights, &self.cards, with_names);
        let network = Network {
            batch: &batch,
            weights: &self.weights,
            columns: &columns,
        };
        let before = self.before.as_ref().map(|weights| {
            let columns = batch.columns(weights, &self.cards, with_names);
            scores_of(&Network {
                batch: &batch,
                weights,
                columns: &columns,
            })
        });
        let (later, rows) = learn_from(&network, before.as_deref());
        let loss = later.loss / BATCH as f64;
        self.move_by(&batch, later, &rows, with_names);
        self.step += 1;
        loss
    }

    /// The question that is looked at as the `nth` of all: every pass has an order of its own.
    fn nth(&mut self, nth: u64) -> u32 {
        let count = self.learned.len() as u64;
        let (pass, at) = (nth / count, nth % count);
        if self.order.1 != pass {
            let key = GameKey::new(self.method.seed, pass);
            let order = shuffled(self.learned.clone(), key.stream(Purpose::Sampling, 45, 0));
            self.order = (order, pass);
        }
        self.order.0[at as usize]
    }

    /// Moves all weights down their slopes.
    fn move_by(&mut self, batch: &Batch<'_>, later: Later, rows: &[Column], with_names: bool) {
        let mut slopes = Weights::zero(self.cards.named);
        let uses = batch.uses();
        let columns = slopes.map.par_chunks_mut(DESCRIPTOR);
        let columns = columns.zip(slopes.names.par_chunks_mut(self.cards.named));
        columns.enumerate().for_each(|(slot, (map, names))| {
            for (place, card) in batch.slots[slot].iter().enumerate() {
                let slope = uses.slope(batch.first_columns[slot] + place, rows);
                for (at, number) in &self.cards.descriptions[*card as usize] {
                    add(&mut map[*at], &slope, *number);
                }
                if with_names {
                    add(&mut names[self.cards.names[*card as usize]], &slope, 1.0);
                }
            }
        });
        let first_number = batch.first_columns[SLOTS];
        let numbers = slopes.numbers.par_iter_mut().enumerate();
        numbers.for_each(|(number, slope)| *slope = uses.slope(first_number + number, rows));
        let positions = batch.first_rows[..batch.questions.len()].iter();
        add_all(&mut slopes.first, positions.map(|row| (&rows[*row], 1.0)));
        slopes.second = later.second;
        slopes.second_offset = later.second_offset;
        slopes.last = later.last;
        let [means, squares] = &mut self.moments;
        let moments = means.rows_mut().zip(squares.rows_mut());
        let adam = Adam::new(self.step, self.steps, self.method.rate, self.method.decay);
        adam.apply_all(self.weights.rows_mut(), slopes.rows(), moments);
    }
}

/// Looks at all questions of a batch; the slopes of the later layers and of all rows.
fn learn_from(network: &Network<'_>, before: Option<&[Vec<f32>]>) -> (Later, Vec<Column>) {
    let count = network.batch.questions.len();
    let chunks: Vec<(Later, Vec<Column>)> = (0..count.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let (mut later, mut rows) = (Later::new(), Vec::new());
            for question in chunk * CHUNK..count.min((chunk + 1) * CHUNK) {
                let before = before.map(|scores| &scores[question][..]);
                network.learn_from(question, before, 1.0 / count as f32, &mut later, &mut rows);
            }
            (later, rows)
        })
        .collect();
    let (mut later, mut rows) = (Later::new(), Vec::new());
    for (more, chunk) in chunks {
        later.add(&more);
        rows.extend(chunk);
    }
    (later, rows)
}

/// Whether a question belongs to a game that is held out.
fn is_held_out(question: &Question) -> bool {
    question.game.is_multiple_of(HELD_OUT)
}

/// The scores of the options of all questions of a batch.
fn scores_of(network: &Network<'_>) -> Vec<Vec<f32>> {
    let questions = 0..network.batch.questions.len();
    questions
        .into_par_iter()
        .map(|question| network.scores(question))
        .collect()
}

/// Whether the options of a question differ, as far as search can tell.
fn differs(question: &Question) -> bool {
    let found = wanted(&question.options, None);
    let most = found.clone().fold(f32::MIN, f32::max);
    let least = found.fold(f32::MAX, f32::min);
    most - least > DIFFERENCE
}

fn shuffled(mut all: Vec<u32>, dice: Stream) -> Vec<u32> {
    for at in (1..all.len()).rev() {
        all.swap(at, dice.nth(at as u32).below(at as u32 + 1) as usize);
    }
    all
}

/// Small random weights.
fn random_weights(mut weights: Weights, seed: u64) -> Weights {
    let stream = GameKey::new(seed, 0).stream(Purpose::Sampling, 47, 0);
    let mut drawn = 0;
    let mut fill = |column: &mut [f32], spread: f32| {
        for weight in column {
            drawn += 1;
            let number = (stream.of(1, drawn) >> 40) as f32 / (1u64 << 24) as f32;
            *weight = (2.0 * number - 1.0) * spread;
        }
    };
    fill(weights.map.as_flattened_mut(), 0.09);
    fill(weights.names.as_flattened_mut(), 0.05);
    fill(weights.numbers.as_flattened_mut(), 0.17);
    fill(weights.second.as_flattened_mut(), 0.3);
    fill(&mut weights.last, 0.3);
    weights
}
