//! Plans of the players of imagined games, kept from one game to the next.
//!
//! Imagined games often come to the same table again: whoever buys then plans the same. About a third
//! of all plans need not be made for that reason, and to see that the table is the same is much
//! cheaper than a plan.

use super::Plan;
use crate::model::mix;
use cards::KindId;
use game::play::View;

/// How many plans are kept; each has one place.
const PLACES: usize = 256;

/// The plans that were made in games that one policy imagined.
#[derive(Clone, Debug)]
pub(crate) struct KnownPlans {
    signatures: [u64; PLACES],
    plans: [Plan; PLACES],
}

impl KnownPlans {
    /// No plans yet.
    pub const NONE: KnownPlans = KnownPlans {
        signatures: [0; PLACES],
        plans: [Plan::NONE; PLACES],
    };

    /// The plan for what the viewer can spend: the one that was made before, or a new one.
    pub fn plan(&mut self, view: &View<'_>, resources: u16, make: impl Fn() -> Plan) -> Plan {
        let signature = signature(view, resources);
        let place = signature as usize % PLACES;
        if self.signatures[place] != signature {
            self.signatures[place] = signature;
            self.plans[place] = make();
        }
        debug_assert_eq!(self.plans[place], make(), "the table has changed unseen");
        self.plans[place]
    }
}

/// Identifies everything that a plan depends on.
fn signature(view: &View<'_>, resources: u16) -> u64 {
    let table = view.table();
    let asked = u64::from(view.round()) << 8 | u64::from(view.seat());
    let mut signature = mix(asked << 16 | u64::from(resources), table.base as u64);
    signature = mix(signature, u64::from(table.weather.conditions));
    for row in 0..=usize::from(view.wave()) {
        signature = in_order(signature, view.offer(row));
    }
    let encounter = &table.encounters[usize::from(view.wave()) - 1];
    signature = mix(signature, in_any_order(encounter.deck.cards()));
    for seat in 0..view.players() {
        let cards = &table.seats[usize::from(seat)];
        signature = in_order(signature, view.hand(seat));
        signature = mix(signature, in_any_order(cards.discard.cards()));
        signature = mix(signature, in_any_order(cards.deck.cards()));
        signature = mix(signature, table.division_used[usize::from(seat)].into());
        for (reference, card) in view.troops(seat) {
            let power = card.round_power.wrapping_add(card.kept_power) as u16;
            let wear = u64::from(card.damage as u16) << 16 | u64::from(power);
            signature = mix(signature, wear << 16 | u64::from(reference.stamp));
            signature = in_order(signature, card.equipment());
        }
    }
    // Spread to the low bits, and never that of a place that is free.
    (signature ^ signature >> 32) | 1 << 63
}

/// Adds cards whose order matters.
fn in_order(signature: u64, cards: &[KindId]) -> u64 {
    let counted = mix(signature, cards.len() as u64);
    let cards = cards.iter();
    cards.fold(counted, |all, kind| mix(all, u64::from(kind.0)))
}

/// Cards whose order does not matter.
fn in_any_order(cards: &[KindId]) -> u64 {
    let cards = cards.iter();
    cards.fold(0, |all: u64, kind| {
        let spread = mix(1, u64::from(kind.0) << 1);
        all.wrapping_add(mix(spread >> 32, spread))
    })
}
