//! How good a value is on games it has not learned from.

use super::super::labels::{draw_base, label};
use super::{Training, is_held_out};
use cards::rng::{GameKey, Purpose};
use game::state::ROUNDS;
use rayon::prelude::*;
use value::math;

impl Training<'_> {
    /// The mean loss on held-out games, by round; with or without the names of cards.
    pub fn held_out(&self, with_names: bool) -> Vec<f64> {
        let columns = self.columns();
        self.mean_losses(|index, base, label| {
            let layers = self.look(&columns, index, base, |_| with_names);
            loss(layers.result, label)
        })
    }

    /// The mean loss, by round, if only the round and the base are known: the prediction is the
    /// mean of all labels for a similar base.
    pub fn ignorant(&self) -> Vec<f64> {
        let mut sums = vec![[(0.0f64, 0.0f64); BASES]; ROUNDS as usize];
        for (nth, index) in self.learned.iter().enumerate() {
            let row = self.rows.row(*index as usize);
            let key = GameKey::new(self.method.seed, 1);
            let base = draw_base(key.stream(Purpose::Sampling, 44, nth as u32));
            let label = label(self.rows.damage(row.game), row.round, base);
            let cell = &mut sums[usize::from(row.round) - 1][base_class(base)];
            *cell = (cell.0 + f64::from(label), cell.1 + 1.0);
        }
        self.mean_losses(|index, base, label| {
            let round = usize::from(self.rows.row(index).round) - 1;
            let (sum, count) = sums[round][base_class(base)];
            let mean = ((sum + 0.5) / (count + 1.0)).clamp(1e-6, 1.0 - 1e-6);
            loss(math::logit(mean) as f32, label)
        })
    }

    /// Means of a loss on held-out games, by round.
    fn mean_losses(&self, loss: impl Fn(usize, f32, f32) -> f64 + Sync) -> Vec<f64> {
        let rows = 0..self.rows.len() as u32;
        let held: Vec<u32> = rows.filter(|row| is_held_out(self.rows, *row)).collect();
        let key = GameKey::new(self.method.seed, 0);
        let losses: Vec<(u8, f64)> = held
            .par_iter()
            .map(|index| {
                let row = self.rows.row(*index as usize);
                let base = draw_base(key.stream(Purpose::Sampling, 42, *index));
                let label = label(self.rows.damage(row.game), row.round, base);
                (row.round, loss(*index as usize, base, label))
            })
            .collect();
        let mean = |round: u8| {
            let of_round = losses.iter().filter(|(found, _)| *found == round);
            let (count, sum) = of_round.fold((0, 0.0), |(n, sum), (_, loss)| (n + 1, sum + loss));
            sum / f64::from(count.max(1))
        };
        (1..=ROUNDS).map(mean).collect()
    }
}

/// Classes of bases, to see what knowing the base alone is worth.
const BASES: usize = 24;

fn base_class(base: f32) -> usize {
    (base / 5.0) as usize % BASES
}

/// The loss of an expectation: how surprising the label is to it.
pub(super) fn loss(result: f32, label: f32) -> f64 {
    let result = f64::from(result);
    math::softplus(result) - f64::from(label) * result
}
