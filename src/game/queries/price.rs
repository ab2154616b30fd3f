//! What a card costs.

use super::holds;
use crate::state::GameState;
use cards::ability::{Effect, When};
use cards::{CardSet, Kind, KindId};

/// What a card costs a player before reductions: the printed cost, minus the standing discount of
/// the player's division.
#[inline]
pub fn price(state: &GameState, cards: &CardSet, seat: u8, kind: KindId) -> u8 {
    let facts = cards.kind(kind);
    match discounting(state, cards, seat) {
        Some(division) => discounted(state, division, seat, facts),
        None => facts.cost,
    }
}

/// Whether every card costs a player what is printed on it, before reductions.
#[inline]
pub fn pays_printed_prices(state: &GameState, cards: &CardSet, seat: u8) -> bool {
    discounting(state, cards, seat).is_none()
}

/// A player's division, if it has a standing discount.
#[inline]
fn discounting<'a>(state: &GameState, cards: &'a CardSet, seat: u8) -> Option<&'a Kind> {
    let division = cards.kind(state.divisions[seat as usize]?);
    division.derived.standing.discount.then_some(division)
}

fn discounted(state: &GameState, division: &Kind, seat: u8, bought: &Kind) -> u8 {
    let mut cost = bought.cost;
    for ability in division
        .abilities
        .iter()
        .filter(|a| a.when == When::Standing)
    {
        for effect in &ability.effects {
            if let Effect::CostLess {
                amount,
                goods,
                least,
                ..
            } = *effect
                && goods.includes(bought)
                && holds(ability.condition, state, None, seat)
            {
                let wave = i16::from(state.wave());
                let off = match amount.quantity {
                    Some(_) => amount.where_quantity_is(wave),
                    None => amount.plus,
                };
                let off = off.clamp(0, i16::from(u8::MAX)) as u8;
                cost = cost.saturating_sub(off).max(least.min(cost));
            }
        }
    }
    cost
}
