//! The player who takes every legal choice with the same chance.

use cards::rng::{GameKey, Purpose};
use game::play::{Choice, Decision, Policy, View};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Chooses uniformly among the legal choices, from a stream of its own.
#[derive(Clone, Debug)]
pub struct Random {
    generator: Xoshiro256PlusPlus,
}

impl Random {
    /// A player whose choices follow from the game's key and are independent of the game's luck.
    pub fn new(key: GameKey) -> Self {
        Self::for_seat(key, 0)
    }

    /// A player of one seat, independent of such players in other seats.
    pub fn for_seat(key: GameKey, seat: u8) -> Self {
        let seed = key.stream(Purpose::Policy, u32::from(seat), 0).seed();
        Random {
            generator: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

impl Policy for Random {
    fn choose(&mut self, _view: &View<'_>, _decision: &Decision, options: &[Choice]) -> usize {
        ((u128::from(self.generator.next_u64()) * options.len() as u128) >> 64) as usize
    }
}
