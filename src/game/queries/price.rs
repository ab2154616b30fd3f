//! What a card costs.

use super::holds;
use super::stats::standing_amount;
use crate::state::GameState;
use cards::ability::When;
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
        for less in ability.reductions() {
            if less.goods.includes(bought) && holds(ability.condition, state, None, seat) {
                let off = standing_amount(less.amount, state, seat, 0);
                let off = off.clamp(0, i16::from(u8::MAX)) as u8;
                cost = cost.saturating_sub(off).max(less.least.min(cost));
            }
        }
    }
    cost
}
