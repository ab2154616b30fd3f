//! Training of the network: mini-batches, Adam, written out by hand. A batch is processed in a
//! fixed number of pieces whose results are added in order, so the weights do not depend on the
//! number of threads.

mod held_out;

use super::adam::Adam;
use super::labels::{draw_base, label, look_ahead};
use cards::CardSet;
use cards::rng::{GameKey, Purpose, Stream};
use game::state::MAX_PLAYERS;
use held_out::loss;
use rayon::prelude::*;
use value::descriptor::{DESCRIPTOR, Descriptor, describe};
use value::reading::{NUMBERS, ZONES, card_weight, set_base};
use value::rows::{Rows, SLOTS, SLOTS_OF_ZONE};
use value::weights::{Column, FIRST, SECOND, Weights};
use value::{described, math};

/// Positions per batch.
pub const BATCH: usize = 512;
/// Pieces per batch.
const PIECES: usize = 4;
/// The share of all steps after which bootstrapping starts, and over which it reaches its full
/// weight.
const ALONE: f32 = 0.25;
/// One game in this many is held out to measure how good the value is.
pub const HELD_OUT: u32 = 20;

/// The settings of training.
#[derive(Clone, Debug)]
pub struct Method {
    /// Passes over all positions.
    pub epochs: f64,
    /// The maximum learning rate.
    pub rate: f32,
    /// How many of 100 positions are used without the names of cards.
    pub nameless_percent: u32,
    /// Weight decay, relative to the learning rate.
    pub decay: f32,
    /// The weight of the network's own value of the next position (bootstrapping); the rest is the
    /// final result of the game.
    pub ahead: f32,
    /// The seed of starting weights and of the order of tables.
    pub seed: u64,
}

impl Default for Method {
    fn default() -> Self {
        Method {
            epochs: 3.0,
            rate: 1.5e-3,
            nameless_percent: 25,
            decay: 2e-3,
            ahead: 0.8,
            seed: 1,
        }
    }
}

/// Training in progress.
pub struct Training<'a> {
    rows: &'a Rows,
    /// The training rows.
    learned: Vec<u32>,
    method: Method,
    descriptors: Vec<Descriptor>,
    /// The column of each slot's name.
    names: Vec<Option<usize>>,
    weights: Weights,
    /// Adam's averages, of the gradient and of its square.
    moments: [Weights; 2],
    step: u64,
    steps: u64,
}

/// The gradient of a piece of a batch.
struct Gradient {
    /// For each slot, without its name and with it.
    slots: [Vec<Column>; 2],
    numbers: [Column; NUMBERS],
    first: Column,
    second: Box<[[f32; SECOND]; FIRST]>,
    second_offset: [f32; SECOND],
    last: [f32; SECOND],
    last_offset: f32,
    loss: f64,
}

impl Gradient {
    fn new() -> Self {
        Gradient {
            slots: [vec![[0.0; FIRST]; SLOTS], vec![[0.0; FIRST]; SLOTS]],
            numbers: [[0.0; FIRST]; NUMBERS],
            first: [0.0; FIRST],
            second: Box::new([[0.0; SECOND]; FIRST]),
            second_offset: [0.0; SECOND],
            last: [0.0; SECOND],
            last_offset: 0.0,
            loss: 0.0,
        }
    }
}

/// The columns of all slots, without names and with them.
struct Columns([Vec<Column>; 2]);

/// The layers for one position.
struct Layers {
    /// The first layer for each player.
    first: [Column; MAX_PLAYERS],
    /// Its mean over the players.
    mean: Column,
    second: [f32; SECOND],
    result: f32,
}

impl<'a> Training<'a> {
    /// Starts with small random weights.
    pub fn new(rows: &'a Rows, cards: &CardSet, method: Method) -> Self {
        let weights = random_weights(Weights::zero(cards), method.seed);
        let zero = Weights::with_names(weights.named.clone());
        Training::resume(rows, cards, method, (weights, [zero.clone(), zero], 0))
    }

    /// Starts with trained weights.
    pub fn further(rows: &'a Rows, cards: &CardSet, method: Method, weights: Weights) -> Self {
        let zero = Weights::with_names(weights.named.clone());
        Training::resume(rows, cards, method, (weights, [zero.clone(), zero], 0))
    }

    /// Resumes with what is kept of an earlier session.
    pub fn resume(
        rows: &'a Rows,
        cards: &CardSet,
        method: Method,
        (weights, moments, step): (Weights, [Weights; 2], u64),
    ) -> Self {
        let kinds = cards.kinds.len();
        let by_kind = weights.name_columns(cards);
        let mut names = vec![None; SLOTS];
        for zone in 0..ZONES {
            for kind in 0..kinds {
                names[zone * SLOTS_OF_ZONE + kind] = by_kind[zone * kinds + kind];
            }
        }
        let learned: Vec<u32> = (0..rows.len() as u32)
            .filter(|row| !is_held_out(rows, *row))
            .collect();
        let steps = (learned.len() as f64 * method.epochs / BATCH as f64).ceil() as u64;
        Training {
            rows,
            learned,
            descriptors: cards.kinds.iter().map(describe).collect(),
            names,
            weights,
            moments,
            step,
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

    /// What is needed to resume.
    pub fn state(&self) -> (&Weights, &[Weights; 2], u64) {
        (&self.weights, &self.moments, self.step)
    }

    /// Takes a step; returns the mean loss of its batch.
    pub fn advance(&mut self) -> f64 {
        let columns = self.columns();
        let key = GameKey::new(self.method.seed, self.step);
        let this: &Self = self;
        let pieces: Vec<Gradient> = (0..PIECES)
            .into_par_iter()
            .map(|piece| {
                let mut gradient = Gradient::new();
                for nth in piece * BATCH / PIECES..(piece + 1) * BATCH / PIECES {
                    let stream = key.stream(Purpose::Sampling, 41, nth as u32);
                    this.learn_from(&columns, stream, &mut gradient);
                }
                gradient
            })
            .collect();
        let loss = pieces.iter().map(|piece| piece.loss).sum::<f64>() / BATCH as f64;
        let gradient = self.add_up(&pieces);
        self.move_by(&gradient);
        self.step += 1;
        loss
    }

    /// The columns that follow from the weights.
    fn columns(&self) -> Columns {
        let mut plain = vec![[0.0; FIRST]; SLOTS];
        for zone in 0..ZONES {
            for (kind, description) in self.descriptors.iter().enumerate() {
                let slot = zone * SLOTS_OF_ZONE + kind;
                if self.names[slot].is_some() {
                    plain[slot] = described(&self.weights, zone, description);
                }
            }
        }
        let mut named = plain.clone();
        for (column, name) in named.iter_mut().zip(&self.names) {
            if let Some(name) = name {
                add(column, &self.weights.names[*name], 1.0);
            }
        }
        Columns([plain, named])
    }

    /// Processes one position of a batch.
    fn learn_from(&self, columns: &Columns, stream: Stream, gradient: &mut Gradient) {
        let index = self.learned[stream.nth(3).below(self.learned.len() as u32) as usize] as usize;
        let nameless = stream.nth(4).below(100) < self.method.nameless_percent;
        let base = draw_base(stream);
        let row = self.rows.row(index);
        let mut label = label(self.rows.damage(row.game), row.round, base);
        let ahead = self.ahead();
        if ahead > 0.0
            && let Some(expected) = self.expected_of_next(columns, index, base)
        {
            label += ahead * (expected - label);
        }
        let drop = stream.nth(5).seed();
        let with_name = |slot: usize| !nameless && (drop.rotate_left(slot as u32) & 7 != 0);
        let layers = self.look(columns, index, base, with_name);
        let expected = math::sigmoid(f64::from(layers.result)) as f32;
        gradient.loss += loss(layers.result, label);
        // Backwards.
        let wrong = (expected - label) / BATCH as f32;
        gradient.last_offset += wrong;
        let mut to_second = [0.0; SECOND];
        for (unit, back) in to_second.iter_mut().enumerate() {
            if layers.second[unit] > 0.0 {
                gradient.last[unit] += wrong * layers.second[unit];
                *back = wrong * self.weights.last[unit];
                gradient.second_offset[unit] += *back;
            }
        }
        let mut to_mean = [0.0; FIRST];
        let share = 1.0 / f32::from(row.players);
        for (unit, into_mean) in to_mean.iter_mut().enumerate() {
            let out = layers.mean[unit];
            if out > 0.0 {
                let mut sum = 0.0;
                let row = &mut gradient.second[unit];
                for ((back, weight), cell) in
                    to_second.iter().zip(&self.weights.second[unit]).zip(row)
                {
                    sum += back * weight;
                    *cell += out * back;
                }
                *into_mean = sum * share;
            }
        }
        let mut to_all = [0.0; FIRST];
        for seat in 0..usize::from(row.players) {
            let mut to_first = to_mean;
            for (back, out) in to_first.iter_mut().zip(&layers.first[seat]) {
                if *out <= 0.0 {
                    *back = 0.0;
                }
            }
            add(&mut to_all, &to_first, 1.0);
            let numbers = self.rows.numbers(index, seat).iter();
            for (number, column) in numbers.zip(&mut gradient.numbers) {
                if *number != 0.0 {
                    add(column, &to_first, *number);
                }
            }
            for entry in self.rows.entries(index, seat) {
                let table = usize::from(with_name(entry.slot()));
                add(
                    &mut gradient.slots[table][entry.slot()],
                    &to_first,
                    entry.count(),
                );
            }
        }
        add(&mut gradient.first, &to_all, 1.0);
        let mut numbers = *self.rows.common_numbers(index);
        set_base(&mut numbers, base);
        for (number, column) in numbers.iter().zip(&mut gradient.numbers) {
            if *number != 0.0 {
                add(column, &to_all, *number);
            }
        }
        for entry in self.rows.common(index) {
            let table = usize::from(with_name(entry.slot()));
            let times = entry.count() * card_weight(entry.slot() / SLOTS_OF_ZONE, row.players);
            add(&mut gradient.slots[table][entry.slot()], &to_all, times);
        }
    }

    /// The weight of bootstrapping at this step: none while the network knows nothing.
    fn ahead(&self) -> f32 {
        let done = self.step as f32 / self.steps.max(1) as f32;
        self.method.ahead * ((done - ALONE) / ALONE).clamp(0.0, 1.0)
    }

    /// The network's value of the game's next position, as a label for this one. It is less noisy
    /// than the final result, because it does not include later luck.
    fn expected_of_next(&self, columns: &Columns, index: usize, base: f32) -> Option<f32> {
        let (row, next) = (self.rows.row(index), index + 1);
        let is_same = next < self.rows.len() && self.rows.row(next).game == row.game;
        let rounds = is_same.then(|| (row.round, self.rows.row(next).round))?;
        Some(look_ahead(
            self.rows.damage(row.game),
            rounds,
            base,
            |left| {
                let layers = self.look(columns, next, left, |_| true);
                math::sigmoid(f64::from(layers.result)) as f32
            },
        ))
    }

    /// The network's value of a position with a base.
    fn look(
        &self,
        columns: &Columns,
        index: usize,
        base: f32,
        with_name: impl Fn(usize) -> bool,
    ) -> Layers {
        let weights = &self.weights;
        let row = self.rows.row(index);
        let column = |slot: usize| &columns.0[usize::from(with_name(slot))][slot];
        let mut common = weights.first;
        let mut numbers = *self.rows.common_numbers(index);
        set_base(&mut numbers, base);
        add_numbers(&mut common, &numbers, &weights.numbers);
        for entry in self.rows.common(index) {
            let times = entry.count() * card_weight(entry.slot() / SLOTS_OF_ZONE, row.players);
            add(&mut common, column(entry.slot()), times);
        }
        let mut layers = Layers {
            first: [[0.0; FIRST]; MAX_PLAYERS],
            mean: [0.0; FIRST],
            second: weights.second_offset,
            result: weights.last_offset,
        };
        for seat in 0..usize::from(row.players) {
            let first = &mut layers.first[seat];
            *first = common;
            add_numbers(first, self.rows.numbers(index, seat), &weights.numbers);
            for entry in self.rows.entries(index, seat) {
                add(first, column(entry.slot()), entry.count());
            }
            first.iter_mut().for_each(|unit| *unit = unit.max(0.0));
            add(&mut layers.mean, first, 1.0 / f32::from(row.players));
        }
        for (unit, row) in layers.mean.iter().zip(&weights.second) {
            if *unit > 0.0 {
                add(&mut layers.second, row, *unit);
            }
        }
        for (unit, weight) in layers.second.iter_mut().zip(&weights.last) {
            *unit = unit.max(0.0);
            layers.result += *unit * weight;
        }
        layers
    }

    /// Adds the pieces up, in order, and turns what concerns slots into what concerns weights.
    fn add_up(&self, pieces: &[Gradient]) -> Weights {
        let mut sum = Weights::with_names(self.weights.named.clone());
        for piece in pieces {
            for (sum, more) in sum.numbers.iter_mut().zip(&piece.numbers) {
                add(sum, more, 1.0);
            }
            add(&mut sum.first, &piece.first, 1.0);
            for (sum, more) in sum.second.iter_mut().zip(piece.second.iter()) {
                add(sum, more, 1.0);
            }
            add(&mut sum.second_offset, &piece.second_offset, 1.0);
            add(&mut sum.last, &piece.last, 1.0);
            sum.last_offset += piece.last_offset;
        }
        for (slot, name) in self.names.iter().enumerate() {
            let Some(name) = name else { continue };
            let (mut plain, mut named) = ([0.0; FIRST], [0.0; FIRST]);
            for piece in pieces {
                add(&mut plain, &piece.slots[0][slot], 1.0);
                add(&mut named, &piece.slots[1][slot], 1.0);
            }
            add(&mut sum.names[*name], &named, 1.0);
            add(&mut plain, &named, 1.0);
            if plain.iter().all(|x| *x == 0.0) {
                continue;
            }
            let (zone, kind) = (slot / SLOTS_OF_ZONE, slot % SLOTS_OF_ZONE);
            let rows = &mut sum.map[zone * DESCRIPTOR..(zone + 1) * DESCRIPTOR];
            for (number, row) in self.descriptors[kind].iter().zip(rows) {
                if *number != 0.0 {
                    add(row, &plain, *number);
                }
            }
        }
        sum
    }

    /// Moves the weights down the slope, by Adam's rule.
    fn move_by(&mut self, gradient: &Weights) {
        let [means, squares] = &mut self.moments;
        let moments = means.rows_mut().zip(squares.rows_mut());
        let adam = Adam::new(self.step, self.steps, self.method.rate, self.method.decay);
        adam.apply_all(self.weights.rows_mut(), gradient.rows(), moments);
    }
}

fn is_held_out(rows: &Rows, row: u32) -> bool {
    rows.row(row as usize).game.is_multiple_of(HELD_OUT)
}

fn add_numbers(sum: &mut Column, numbers: &[f32; NUMBERS], columns: &[Column]) {
    for (number, column) in numbers.iter().zip(columns) {
        if *number != 0.0 {
            add(sum, column, *number);
        }
    }
}

fn add<const N: usize>(sum: &mut [f32; N], more: &[f32; N], times: f32) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += times * more;
    }
}

/// Small random weights; names start with nothing.
fn random_weights(mut weights: Weights, seed: u64) -> Weights {
    let stream = GameKey::new(seed, 0).stream(Purpose::Sampling, 43, 0);
    let mut drawn = 0u32;
    let mut even = |spread: f32| {
        drawn += 1;
        let number = (stream.of(1, drawn) >> 40) as f32 / (1u64 << 24) as f32;
        (2.0 * number - 1.0) * spread
    };
    for column in weights.map.iter_mut() {
        column.iter_mut().for_each(|x| *x = even(0.10));
    }
    for column in weights.numbers.iter_mut() {
        column.iter_mut().for_each(|x| *x = even(0.25));
    }
    for row in weights.second.iter_mut() {
        row.iter_mut().for_each(|x| *x = even(0.25));
    }
    weights.last.iter_mut().for_each(|x| *x = even(0.3));
    weights
}
