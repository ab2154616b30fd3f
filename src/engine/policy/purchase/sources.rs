//! Where more money may come from: cards in hand that make purchases cheaper or bring resources.

use super::Appraisal;
use crate::ability::{Amount, Buyer, Cost, Effect, From, Goods, Quantity, When};
use crate::cards::{Class, KindId};
use crate::policy::model::profile::{plain, works_in};
use crate::policy::spec::GreedyWeights;
use crate::policy::{Choice, View};
use arrayvec::ArrayVec;

/// The most such cards that are considered.
const SOURCES: usize = 16;

/// A card that could help to pay.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// How many points it is good for.
    pub points: u16,
    /// What giving it up costs, in the buyer's values.
    pub loss: f32,
    /// What it makes cheaper; resources are good for everything.
    pub goods: Option<Goods>,
}

/// The cards that could help, those that cost least for each point first.
pub(crate) type Sources = ArrayVec<Source, SOURCES>;

/// Finds the cards of all players that could help the viewer to pay.
pub(crate) fn find(view: &View<'_>, appraisal: &Appraisal, weights: &GreedyWeights) -> Sources {
    let mut sources = Sources::new();
    for seat in 0..view.players() {
        if seat != view.seat() && weights.give <= 0.0 {
            continue;
        }
        for kind in view.hand(seat).iter().chain(&view.division(seat)) {
            if view.kind(*kind).facts.in_hand_in(view.wave()) & When::Purchase.bit() == 0 {
                continue;
            }
            if let Some(source) = source(view, seat, *kind, appraisal, weights) {
                let _ = sources.try_push(source);
            }
        }
    }
    sources.sort_unstable_by(|a, b| {
        let (a, b) = (a.loss / f32::from(a.points), b.loss / f32::from(b.points));
        a.total_cmp(&b)
    });
    sources
}

/// A reduction of the viewer's own purchase for which nothing is given up: the division's.
pub(crate) fn free_reduction(view: &View<'_>, buyer: u8, options: &[Choice]) -> Option<usize> {
    let free = |choice: &Choice| match choice {
        Choice::FromHand { kind, .. } => view.kind(*kind).class == Class::Division,
        _ => false,
    };
    options
        .iter()
        .position(free)
        .filter(|_| buyer == view.seat())
}

/// What giving up a card for a purchase costs.
pub(crate) fn loss(
    view: &View<'_>,
    kind: KindId,
    appraisal: &Appraisal,
    weights: &GreedyWeights,
) -> f32 {
    appraisal.later(kind, view.round()) * weights.burn
}

fn source(
    view: &View<'_>,
    seat: u8,
    kind: KindId,
    appraisal: &Appraisal,
    weights: &GreedyWeights,
) -> Option<Source> {
    for (number, ability) in (0..).zip(&view.kind(kind).abilities) {
        let spent = ability.from == From::Division && view.division_used(seat, number);
        if ability.when != When::Purchase
            || ability.from == From::Lane
            || spent
            || !works_in(ability, view.wave())
        {
            continue;
        }
        for effect in &ability.effects {
            let (amount, goods) = match *effect {
                Effect::GainResources { amount } if seat == view.seat() => (amount, None),
                Effect::CostLess {
                    amount,
                    goods,
                    buyer,
                    ..
                } if seat == view.seat() || buyer == Buyer::AnyPlayer => (amount, Some(goods)),
                _ => continue,
            };
            let troops_only = ability.costs.contains(&Cost::BurnDiscardedTroop);
            let points = points(view, seat, amount, troops_only);
            if points > 0 {
                return Some(Source {
                    points,
                    loss: loss(view, kind, appraisal, weights),
                    goods,
                });
            }
        }
    }
    None
}

fn points(view: &View<'_>, seat: u8, amount: Amount, troops_only: bool) -> u16 {
    let points = match amount.quantity {
        Some(Quantity::CardCost) => {
            let fits = |kind: &&KindId| !troops_only || view.kind(**kind).class == Class::Troop;
            let costs = view.discard(seat).iter().filter(fits);
            let costliest = costs.map(|kind| view.kind(*kind).cost).max().unwrap_or(0);
            amount.times * i16::from(costliest) + amount.plus
        }
        _ => plain(amount, view.wave()),
    };
    points.max(0) as u16
}
