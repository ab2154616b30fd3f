//! The state as small JSON values by name, so that a page needs only what has changed.

use cards::ruleset::Ruleset;
use cards::words::Word;
use cards::{CardSet, KindId};
use game::queries;
use game::state::GameState;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The parts of a table by name:
///
/// | name | value |
/// |---|---|
/// | `b`, `r`, `p`, `f` | base HP, round, phase, lane being fought (from 0, or null) |
/// | `t0`, `e0` | troops and enemies of lane 0 from the front: stamp, kind, power, HP left, HP, items, flags (1 face-down, 2 converted) |
/// | `h0`, `x0`, `k0`, `s0` | hand, discard pile, cards in the deck and resources of player 0 |
/// | `m0` | row 0 of the market |
/// | `q` | for each wave: enemies in the deck, in the discard pile, bosses left |
/// | `w` | weather card in force, or null |
pub(super) type Snapshot = BTreeMap<String, Value>;

/// The table as it stands.
pub(super) fn snapshot(state: &GameState, cards: &CardSet, rules: &Ruleset) -> Snapshot {
    let mut parts = Snapshot::new();
    let mut put = |name: String, value: Value| parts.insert(name, value);
    put("b".into(), json!(state.base()));
    put("r".into(), json!(state.round()));
    put("p".into(), json!(state.phase().word()));
    put("f".into(), json!(state.fighting()));
    put("w".into(), json!(state.weather().card.map(|card| card.0)));
    for seat in 0..usize::from(state.players()) {
        let lane = &state.lanes()[seat];
        let card = |slot: &u8| on_board(state, cards, rules, *slot);
        put(
            format!("t{seat}"),
            lane.troops.as_slice().iter().map(card).collect(),
        );
        put(
            format!("e{seat}"),
            lane.enemies.as_slice().iter().map(card).collect(),
        );
        let own = &state.seats()[seat];
        put(format!("h{seat}"), kinds(own.hand.cards()));
        put(format!("x{seat}"), kinds(own.discard.cards()));
        put(format!("k{seat}"), json!(own.deck.len()));
        put(format!("s{seat}"), json!(state.resources()[seat]));
    }
    for (row, market) in state.market().iter().enumerate() {
        put(format!("m{row}"), kinds(market.pool.cards()));
    }
    let encounters = state.encounters().iter();
    let encounters =
        encounters.map(|wave| [wave.deck.len(), wave.discard.len(), wave.bosses.len()]);
    put("q".into(), json!(encounters.collect::<Vec<_>>()));
    parts
}

/// What differs from an earlier state.
pub(super) fn changes(before: &Snapshot, after: &Snapshot) -> Value {
    let changed = after
        .iter()
        .filter(|(name, value)| before.get(*name) != Some(value));
    Value::Object(
        changed
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
    )
}

fn kinds(cards: &[KindId]) -> Value {
    cards.iter().map(|kind| Value::from(kind.0)).collect()
}

fn on_board(state: &GameState, cards: &CardSet, rules: &Ruleset, slot: u8) -> Value {
    let card = state.board().card(slot);
    let hp = queries::total_hp(state, cards, rules, slot);
    let items: Vec<u8> = card.equipment().iter().map(|item| item.0).collect();
    let flags = u8::from(!card.face_up) | u8::from(card.converted) << 1;
    let power = queries::power(state, cards, rules, slot);
    json!([
        card.stamp,
        card.kind.0,
        power,
        hp - card.damage,
        hp,
        items,
        flags
    ])
}
