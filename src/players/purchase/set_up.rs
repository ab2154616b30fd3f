//! What to begin with: the starting card, or the division, whose cards cost most. What a division can do
//! besides counts for nothing.

use cards::ability::Goods;
use cards::{CardSet, KindId, StartingCards};
use game::play::{Choice, View};

pub(super) fn choose(view: &View<'_>, options: &[Choice]) -> usize {
    crate::best_by(options, |choice| match choice {
        Choice::Card(kind) => cost_of_start(view.cards(), *kind),
        _ => f32::NEG_INFINITY,
    })
}

/// What a division's starting cards cost, or the card if it is none.
fn cost_of_start(cards: &CardSet, kind: KindId) -> f32 {
    let cost = |kind: KindId| f32::from(cards.kind(kind).cost);
    let Some(division) = cards.divisions.iter().find(|own| own.kind == kind) else {
        return cost(kind);
    };
    match &division.start {
        StartingCards::Named(stocks) => stocks
            .iter()
            .map(|own| cost(own.kind) * f32::from(own.count))
            .sum(),
        StartingCards::OneStack { goods, count } => {
            mean_cost(cards, *goods, u8::MAX) * f32::from(*count)
        }
        StartingCards::AnyOf {
            goods,
            cost_at_most,
            count,
        } => mean_cost(cards, *goods, *cost_at_most) * f32::from(*count),
    }
}

/// The mean cost of goods for sale that cost no more than a sum.
fn mean_cost(cards: &CardSet, goods: Goods, most: u8) -> f32 {
    let costs = cards.iter().map(|(_, kind)| kind);
    let costs = costs.filter(|kind| kind.for_sale && goods.includes(kind) && kind.cost <= most);
    let (count, sum) = costs.fold((0.0, 0.0), |(count, sum), kind| {
        (count + 1.0, sum + f32::from(kind.cost))
    });
    sum / f32::max(count, 1.0)
}
