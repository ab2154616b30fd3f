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
    let bought = cards.kind(kind);
    let division = state.divisions[seat as usize].map(|division| cards.kind(division));
    match division.filter(|division| division.derived.standing.discount) {
        Some(division) => discounted(state, division, seat, bought),
        None => bought.cost,
    }
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
