//! Deals and their fights, kept for as long as they are of use.
//!
//! To fight all deals takes long, and the same lane is looked at again and again: what an answer would
//! make of it is what the next question finds, and players who look at a lane that nobody has changed see
//! the same.

use super::deals::Deals;
use super::forecast::mix;
use super::{Lane, Stakes};
use game::play::View;
use std::cell::Cell;

/// How many outcomes are kept; each has one place.
const PLACES: usize = 64;

/// The last deals, and what came of lanes that fought against deals.
#[derive(Clone, Debug)]
pub(crate) struct Dealings {
    last: Cell<(u64, Deals)>,
    outcomes: [Cell<Outcome>; PLACES],
}

/// What comes of the fights of a lane, and what identifies them.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    signature: u64,
    /// What the lane is worth then, on average.
    worth: f32,
    /// How far among the troops one of the fights comes.
    reached: u8,
}

impl Outcome {
    /// A place that is free.
    const NONE: Outcome = Outcome {
        signature: 0,
        worth: 0.0,
        reached: 0,
    };
}

impl Dealings {
    /// Nothing is known yet.
    pub const fn new() -> Self {
        Dealings {
            last: Cell::new((0, Deals::NONE)),
            outcomes: [const { Cell::new(Outcome::NONE) }; PLACES],
        }
    }

    /// Deals of what lies face-down in a lane.
    pub fn face_down(&self, view: &View<'_>, lane: u8) -> Deals {
        let hidden = view.enemies(lane).filter(|enemy| enemy.1.is_none()).count();
        self.kept(Deals::signature(view, hidden), || {
            Deals::face_down(view, lane)
        })
    }

    /// Deals for a lane before enemies are dealt, and how many the lane gets.
    pub fn to_come(&self, view: &View<'_>) -> (Deals, u8) {
        let each = Deals::each(view);
        // No lane has so many face-down.
        let signature = Deals::signature(view, usize::from(each) + 256);
        (self.kept(signature, || Deals::to_come(view)), each)
    }

    fn kept(&self, signature: u64, deal: impl Fn() -> Deals) -> Deals {
        let (known, deals) = self.last.get();
        if known == signature {
            debug_assert_eq!(deals, deal(), "other enemies are unseen");
            return deals;
        }
        let deals = deal();
        self.last.set((signature, deals));
        deals
    }

    /// What a lane is worth on average after fighting all deals, and how far among the troops one of the
    /// fights comes.
    pub fn outcome(
        &self,
        view: &View<'_>,
        lane: &Lane<'_>,
        stakes: &Stakes,
        deals: &Deals,
    ) -> (f32, u8) {
        let fight = || {
            let mut lane = *lane;
            let worth = lane.mean_outcome(stakes, deals, view.cards());
            (worth, lane.reached)
        };
        if lane.hidden == 0 {
            return fight();
        }
        let signature = lane.signature(stakes) ^ deals.content();
        let signature = mix(signature, u64::from(view.round()));
        // Spread to the low bits, and never that of a place that is free.
        let signature = (signature ^ signature >> 32) | 1 << 63;
        let place = &self.outcomes[signature as usize % PLACES];
        let known = place.get();
        if known.signature == signature {
            debug_assert_eq!((known.worth, known.reached), fight(), "another lane");
            return (known.worth, known.reached);
        }
        let (worth, reached) = fight();
        place.set(Outcome {
            signature,
            worth,
            reached,
        });
        (worth, reached)
    }
}

impl Lane<'_> {
    /// Identifies all that the fight depends on, except the round. Which cards they are makes no
    /// difference, only what they can do.
    fn signature(&self, stakes: &Stakes) -> u64 {
        let sides = (self.hidden, self.shields as u16, self.base as u16);
        let sides = u64::from(sides.0) << 32 | u64::from(sides.1) << 16 | u64::from(sides.2);
        let lengths = self.troops.len() << 1 | usize::from(self.sharpens);
        let mut signature = add(stakes.signature, sides << 8 | lengths as u64);
        if stakes.doom != 0.0 {
            signature = add(signature, self.base_left as u64);
        }
        for troop in self.troops.iter() {
            let (figures, rest) = troop.facts();
            signature = add(add(signature, figures), rest);
            signature = add(signature, u64::from(troop.worth.to_bits()));
            let gear = &troop.gear;
            if gear.items > 0 {
                let figures = u64::from(gear.power as u16) << 16 | u64::from(gear.hp as u16);
                signature = add(signature, figures << 8 | u64::from(gear.items));
                signature = add(signature, u64::from(gear.worth.to_bits()));
            }
        }
        for enemy in self.enemies.iter() {
            signature = add(signature, enemy.facts());
        }
        signature
    }
}

/// Adds a fact to a signature, and spreads it over all bits.
#[inline]
fn add(signature: u64, fact: u64) -> u64 {
    mix(signature, fact).rotate_left(29)
}
