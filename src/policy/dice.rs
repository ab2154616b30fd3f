//! Chance for players who decide by it: from a stream of their own, never the game's.

use crate::rng::{GameKey, Purpose, Stream};

/// The dice of one seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice {
    stream: Stream,
    thrown: u32,
}

impl Dice {
    /// The dice of a seat in a game.
    pub fn new(key: GameKey, seat: u8) -> Self {
        Dice {
            // Entity 0 belongs to the players that are written in Rust.
            stream: key.stream(Purpose::Policy, 1 + u32::from(seat), 0),
            thrown: 0,
        }
    }

    /// A number below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.thrown += 1;
        let number = self.stream.of(self.thrown, 0);
        ((u128::from(number) * n as u128) >> 64) as usize
    }
}
