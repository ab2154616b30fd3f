//! Adam's rule: how far a step moves weights down the slope.

use rayon::prelude::*;

/// Steps over which the learning rate grows to its maximum.
const WARM_UP: f32 = 200.0;

/// Rows that one thread moves at least: fewer are not worth handing over.
const ROWS: usize = 256;

/// One step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adam {
    rate: f32,
    decay: f32,
    mean_bias: f32,
    square_bias: f32,
}

impl Adam {
    /// The step that a number of steps were taken before, of so many; the rate falls to the end.
    pub fn new(before: u64, steps: u64, rate: f32, decay: f32) -> Self {
        let step = (before + 1) as f32;
        let warm = (step / WARM_UP).min(1.0);
        let rate = rate * warm * (1.0 - step / (steps as f32 + 1.0)).max(0.01);
        Adam {
            rate,
            decay: rate * decay,
            mean_bias: 1.0 - power(0.9, before + 1),
            square_bias: 1.0 - power(0.999, before + 1),
        }
    }

    /// Moves all rows of weights, given their slopes and the averages of these.
    pub fn apply_all<'a>(
        &self,
        weights: impl Iterator<Item = &'a mut [f32]>,
        slopes: impl Iterator<Item = &'a [f32]>,
        moments: impl Iterator<Item = (&'a mut [f32], &'a mut [f32])>,
    ) {
        let rows: Vec<_> = weights.zip(slopes).zip(moments).collect();
        rows.into_par_iter()
            .with_min_len(ROWS)
            .for_each(|((weights, slopes), moments)| {
                self.apply(weights, slopes, moments);
            });
    }

    /// Moves weights, given their slopes and the averages of these and of their squares.
    fn apply(
        &self,
        weights: &mut [f32],
        slopes: &[f32],
        (means, squares): (&mut [f32], &mut [f32]),
    ) {
        // A single number is an offset, which nothing should pull to zero.
        let decay = if weights.len() > 1 { self.decay } else { 0.0 };
        let slopes = weights.iter_mut().zip(slopes);
        for (((weight, slope), mean), square) in slopes.zip(means).zip(squares) {
            *mean += 0.1 * (slope - *mean);
            *square += 0.001 * (slope * slope - *square);
            let scale = (*square / self.square_bias).sqrt() + 1e-8;
            *weight -= self.rate * (*mean / self.mean_bias) / scale + decay * *weight;
        }
    }
}

fn power(base: f32, exponent: u64) -> f32 {
    let (mut base, mut exponent, mut result) = (base, exponent, 1.0);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    result
}
