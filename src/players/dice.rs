//! Chance for players who decide by it: from a stream of their own, never the game's.

use cards::rng::{GameKey, Purpose, Stream};
use game::play::View;

/// The dice of one seat.
///
/// Throws are counted from 0 in every phase, and in every lane of combat: a question more or less
/// leaves the luck of later phases alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice {
    stream: Stream,
    moment: u32,
    thrown: u32,
}

impl Dice {
    /// The dice of a seat in a game.
    pub fn new(key: GameKey, seat: u8) -> Self {
        Dice {
            // Entity 0 belongs to the players that are written in Rust.
            stream: key.stream(Purpose::Policy, 1 + u32::from(seat), 0),
            moment: 0,
            thrown: 0,
        }
    }

    /// A number below `n`, which must not be 0.
    #[inline(never)]
    pub fn below(&mut self, view: &View<'_>, n: usize) -> usize {
        let lane = view.fighting().map_or(0, |lane| 1 + u32::from(lane));
        let moment = u32::from(view.round()) << 16 | (view.phase() as u32) << 8 | lane;
        if moment != self.moment {
            (self.moment, self.thrown) = (moment, 0);
        }
        self.thrown += 1;
        let number = self.stream.of(moment, self.thrown);
        ((u128::from(number) * n as u128) >> 64) as usize
    }
}
