//! A question forwards and backwards: the scores of its options, how bad it is to choose by them, and
//! what that says about the weights.

use super::batch::{Batch, add_all};
use value::math::exp;
use value::options::questions::Tried;
use value::options::weights::Weights;
use value::weights::{Column, FIRST, SECOND};

/// The difference of advantages, as a share of the way, that makes an answer clearly better.
const CLEAR: f32 = 0.01;

/// How much more the plain answer counts than search found, where there was no network before.
const PLAIN: f32 = 0.4;
/// How much more the score of an answer moves than search found, where there was one: what search found
/// is held back already ([`believed`]), and 8 made better players than 1, 2 and 4.
const NEWS: f32 = 8.0;
/// How far answers usually lead apart, and how much luck there is in a single imagined game, as
/// standard deviations.
const USUAL: f32 = 0.03;
const LUCK: f32 = 0.07;
/// Games that what is usual counts for, when the luck in the games of an option is estimated.
const KNOWN_GAMES: f32 = 3.0;

/// The layers for one option.
struct Layers {
    first: Column,
    second: [f32; SECOND],
    score: f32,
}

/// The slopes of the later layers, and the sum of the losses.
pub(super) struct Later {
    pub second: Vec<[f32; SECOND]>,
    pub second_offset: [f32; SECOND],
    pub last: [f32; SECOND],
    pub loss: f64,
}

impl Later {
    pub fn new() -> Self {
        Later {
            second: vec![[0.0; SECOND]; FIRST],
            second_offset: [0.0; SECOND],
            last: [0.0; SECOND],
            loss: 0.0,
        }
    }

    pub fn add(&mut self, other: &Later) {
        for (sum, more) in self.second.iter_mut().zip(&other.second) {
            add(sum, more, 1.0);
        }
        add(&mut self.second_offset, &other.second_offset, 1.0);
        add(&mut self.last, &other.last, 1.0);
        self.loss += other.loss;
    }
}

/// The network for the questions of a batch.
pub(super) struct Network<'a> {
    pub batch: &'a Batch<'a>,
    pub weights: &'a Weights,
    pub columns: &'a [Column],
}

impl Network<'_> {
    /// The scores of the options of a question.
    pub fn scores(&self, question: usize) -> Vec<f32> {
        let layers = self.look(question);
        layers.iter().map(|layers| layers.score).collect()
    }

    fn look(&self, question: usize) -> Vec<Layers> {
        let rows = self.batch.first_rows[question]..self.batch.first_rows[question + 1];
        let mut position = self.weights.first;
        self.add_row(&mut position, rows.start);
        rows.skip(1)
            .map(|row| self.conclude(row, position))
            .collect()
    }

    fn add_row(&self, sum: &mut Column, row: usize) {
        let entries = self.batch.row(row).iter();
        add_all(
            sum,
            entries.map(|entry| (&self.columns[entry.column as usize], entry.times)),
        );
    }

    fn conclude(&self, row: usize, mut first: Column) -> Layers {
        self.add_row(&mut first, row);
        let mut second = self.weights.second_offset;
        for (unit, weights) in first.iter_mut().zip(&self.weights.second) {
            *unit = unit.max(0.0);
            if *unit > 0.0 {
                add(&mut second, weights, *unit);
            }
        }
        let mut score = 0.0;
        for (unit, weight) in second.iter_mut().zip(&self.weights.last) {
            *unit = unit.max(0.0);
            score += *unit * weight;
        }
        Layers {
            first,
            second,
            score,
        }
    }

    /// Adds the slopes of a question to those of the later layers and appends those of its rows. A
    /// question counts for a share of the batch.
    pub fn learn_from(
        &self,
        question: usize,
        before: Option<&[f32]>,
        share: f32,
        later: &mut Later,
        rows: &mut Vec<Column>,
    ) {
        let layers = self.look(question);
        let scores: Vec<f32> = layers.iter().map(|layers| layers.score).collect();
        let wanted = wanted(&self.batch.questions[question].options, before);
        let (slopes, loss) = slopes(&scores, &wanted.collect::<Vec<f32>>());
        later.loss += loss;
        let at = rows.len();
        rows.push([0.0; FIRST]);
        for (layers, slope) in layers.iter().zip(slopes) {
            let row = self.backwards(layers, slope * share, later);
            add(&mut rows[at], &row, 1.0);
            rows.push(row);
        }
    }

    /// The slope of an option's first layer.
    fn backwards(&self, layers: &Layers, slope: f32, later: &mut Later) -> Column {
        let mut to_second = [0.0; SECOND];
        add(&mut later.last, &layers.second, slope);
        for ((back, out), weight) in to_second
            .iter_mut()
            .zip(layers.second)
            .zip(self.weights.last)
        {
            *back = if out > 0.0 { slope * weight } else { 0.0 };
        }
        add(&mut later.second_offset, &to_second, 1.0);
        let mut to_first = [0.0; FIRST];
        for (unit, back) in to_first.iter_mut().enumerate() {
            let out = layers.first[unit];
            if out > 0.0 {
                add(&mut later.second[unit], &to_second, out);
                *back = dot(&to_second, &self.weights.second[unit]);
            }
        }
        to_first
    }
}

/// The slopes of the loss by the scores of options, and its first part.
///
/// The loss is the expected regret of choosing by softmax, plus the cross-entropy to a softmax of the
/// scores that are wanted.
fn slopes(scores: &[f32], wanted: &[f32]) -> (Vec<f32>, f64) {
    let best = wanted.iter().fold(f32::MIN, |most, x| most.max(*x));
    let chances = softmax(scores.iter().copied());
    let regrets = wanted.iter().map(|x| best - x);
    let expected: f32 = chances
        .iter()
        .zip(regrets.clone())
        .map(|(p, regret)| p * regret)
        .sum();
    let slopes = chances
        .iter()
        .zip(regrets)
        .zip(softmax(wanted.iter().copied()));
    let slopes = slopes.map(|((p, regret), wanted)| p * (regret - expected) + p - wanted);
    (slopes.collect(), f64::from(expected * CLEAR))
}

/// The scores that are wanted of the options: what search found, added to the scores of the network
/// before, if there was one. Search plays on with the player who learns, who makes up for what an answer
/// leaves undone: several answers then seem as good, and networks that choose among them freely put off
/// what should be done, again and again. Where search finds no difference, the answer stays what it was.
pub(super) fn wanted<'a>(
    options: &'a [Tried],
    before: Option<&'a [f32]>,
) -> impl Iterator<Item = f32> + Clone + 'a {
    options.iter().enumerate().map(move |(option, tried)| {
        let found = believed(tried) / CLEAR;
        match before {
            Some(scores) => scores[option] + NEWS * found,
            None if option == 0 => found + PLAIN,
            None => found,
        }
    })
}

/// What of an advantage can be believed: the fewer games and the more luck in them, the less.
pub(super) fn believed(option: &Tried) -> f32 {
    let games = f32::from(option.games.max(1));
    let found = option.error * option.error * games * (games - 1.0);
    let luck = (found + KNOWN_GAMES * LUCK * LUCK) / (games - 1.0 + KNOWN_GAMES);
    let usual = USUAL * USUAL;
    option.advantage * usual / (usual + luck / games)
}

fn softmax(scores: impl Iterator<Item = f32> + Clone) -> Vec<f32> {
    let most = scores.clone().fold(f32::MIN, f32::max);
    let mut all: Vec<f32> = scores.map(|x| exp(f64::from(x - most)) as f32).collect();
    let sum: f32 = all.iter().sum();
    all.iter_mut().for_each(|x| *x /= sum);
    all
}

pub(super) fn add<const N: usize>(sum: &mut [f32; N], more: &[f32; N], times: f32) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += times * more;
    }
}

/// In eight sums, so that the compiler can take several numbers at a time.
fn dot<const N: usize>(one: &[f32; N], other: &[f32; N]) -> f32 {
    let mut sums = [0.0; 8];
    for (at, (a, b)) in one.iter().zip(other).enumerate() {
        sums[at % 8] += a * b;
    }
    sums.iter().sum()
}
