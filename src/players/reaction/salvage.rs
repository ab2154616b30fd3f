//! Cards brought back from discard piles by a division's power.

use super::Heuristic;
use super::heuristic::Offered;
use crate::best_by;
use crate::model::{Lane, Setting, Worth};
use cards::ability::{Effect, Goods};
use cards::{Class, KindId};
use game::play::{Choice, View};

/// The worth of a card back in hand in the next round.
const BACK_IN_HAND: f32 = 0.05;

/// What bringing a card back is worth, and out of whose discard pile it should come.
#[derive(Clone, Copy)]
pub(super) struct Salvage {
    pub gain: f32,
    pub seat: u8,
}

impl Heuristic {
    /// What an ability that brings a card back does for a lane; nothing, if it is no such ability.
    pub(super) fn salvaging(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        lane: &Lane<'_>,
        offered: &Offered<'_>,
        before: Worth,
    ) -> Option<Salvage> {
        offered
            .ability
            .effects
            .iter()
            .find_map(|effect| match *effect {
                Effect::ReturnDiscarded { goods } => Some(Salvage {
                    gain: BACK_IN_HAND,
                    seat: richest(view, goods),
                }),
                Effect::EquipDiscarded { goods } => {
                    Some(self.equipping(view, setting, lane, goods, before))
                }
                _ => None,
            })
    }

    /// Tries every fitting item of every discard pile on every troop of the lane.
    fn equipping(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        lane: &Lane<'_>,
        goods: Goods,
        before: Worth,
    ) -> Salvage {
        let mut best = Salvage {
            gain: f32::NEG_INFINITY,
            seat: view.seat(),
        };
        for seat in 0..view.players() {
            let pile = view.discard(seat);
            for (index, item) in pile.iter().enumerate() {
                let fits = fits(view, *item, goods) && !pile[..index].contains(item);
                for troop in 0..if fits { lane.troops.len() } else { 0 } {
                    if !view.can_carry(lane.troops[troop].card, *item) {
                        continue;
                    }
                    let mut tried = *lane;
                    tried.equip(troop, *item, setting);
                    let gain = setting.gain(view, &mut tried, before);
                    if gain > best.gain {
                        best = Salvage { gain, seat };
                    }
                }
            }
        }
        best
    }
}

fn fits(view: &View<'_>, item: KindId, goods: Goods) -> bool {
    let facts = view.kind(item);
    facts.class == Class::Equipment && goods.includes(facts)
}

/// The player with the costliest fitting card in the discard pile.
fn richest(view: &View<'_>, goods: Goods) -> u8 {
    let best = |seat: u8| {
        let pile = view.discard(seat).iter().map(|kind| view.kind(*kind));
        pile.filter(|kind| goods.includes(kind))
            .map(|kind| kind.cost)
            .max()
    };
    let others = (0..view.players()).filter(|seat| best(*seat) > best(view.seat()));
    others.max_by_key(|seat| best(*seat)).unwrap_or(view.seat())
}

/// The costliest card on offer.
pub(super) fn take(view: &View<'_>, options: &[Choice]) -> usize {
    best_by(options, |choice| match choice {
        Choice::Card(kind) => f32::from(view.kind(*kind).cost),
        _ => f32::NEG_INFINITY,
    })
}
