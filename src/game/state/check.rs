//! What the state keeps although it follows from the cards on the table, computed afresh.

use super::{GameState, Phase, Side};
use cards::CardSet;

/// In builds with debug assertions: whether all that the state keeps follows from its cards.
pub(crate) fn check_if_debug(state: &GameState, cards: &CardSet) {
    if cfg!(debug_assertions) {
        check(state, cards);
    }
}

/// Panics where something that the state keeps is not what the cards on the table say. Bits that
/// say who may respond may be too many, never too few.
pub fn check(state: &GameState, cards: &CardSet) {
    check_board(state, cards);
    state.check_pending();
    check_hands(state, cards);
    let mut divisions = state.divisions.iter().flatten();
    let item_bonus = divisions.any(|division| cards.kind(*division).derived.standing.bonus_items);
    assert_eq!(state.item_bonus, item_bonus, "item bonus");
    let weather = state
        .weather
        .card
        .map_or(0, |card| cards.kind(card).conditions);
    assert_eq!(state.weather.conditions, weather, "weather");
}

fn check_board(state: &GameState, cards: &CardSet) {
    for (number, lane) in (0..).zip(&state.lanes) {
        for slot in lane.troops.as_slice().iter().chain(lane.enemies.as_slice()) {
            let card = state.board.card(*slot);
            let mut afresh = *card;
            afresh.refresh(cards);
            assert_eq!(*card, afresh);
            if card.side == Side::Enemy && card.face_up {
                assert_eq!(
                    card.facts.triggers & !state.triggers.enemies(number),
                    0,
                    "{card:?}"
                );
            }
        }
        for slot in lane.troops.as_slice() {
            let facts = state.board.card(*slot).facts;
            let (ready, all) = (state.triggers.troops(number), state.triggers.any_troop());
            assert_eq!(facts.ready & !ready, 0, "lane {number}");
            assert_eq!(facts.triggers & !all, 0, "all lanes");
        }
    }
}

/// Hands are looked at again in the draw phase, when a new wave may have begun.
fn check_hands(state: &GameState, cards: &CardSet) {
    if state.phase == Phase::Draw {
        return;
    }
    for seat in 0..state.players {
        let bits = state.triggers_in_hand(cards, seat);
        assert_eq!(bits & !state.triggers.hand(seat), 0, "hand {seat}");
        assert_eq!(bits & !state.triggers.any_hand(), 0, "all hands");
    }
}
