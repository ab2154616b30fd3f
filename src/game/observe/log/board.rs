//! Lanes and the cards in them, as the log shows them.

use super::Log;
use crate::observe::At;
use crate::observe::describe::{Describe, lane_name};
use crate::queries;
use crate::state::{GameState, Side};
use cards::CardSet;
use std::io::Write;

impl<W: Write> Log<'_, W> {
    /// HP left and in total of a card that an event names.
    pub(super) fn hp(&self, state: &GameState, cards: &CardSet, at: &At) -> Option<(i16, i16)> {
        let card = state.at(at.side, at.lane, at.position.into())?;
        let total = queries::total_hp(state, cards, self.rules, card.slot);
        Some((total - state.board.card(card.slot).damage, total))
    }

    /// Power and HP of a card, as a remark.
    pub(super) fn figures(&self, state: &GameState, cards: &CardSet, at: &At) -> String {
        let Some(card) = state.at(at.side, at.lane, at.position.into()) else {
            return String::new();
        };
        let power = queries::power(state, cards, self.rules, card.slot);
        let total = queries::total_hp(state, cards, self.rules, card.slot);
        let left = total - state.board.card(card.slot).damage;
        if left == total {
            format!(": power {power}, HP {total}")
        } else {
            format!(": power {power}, {left} of {total} HP")
        }
    }

    /// The heading of a lane's combat: who stands there.
    pub(super) fn lane_at_start(&self, state: &GameState, cards: &CardSet, lane: u8) -> String {
        let troops = self.troops(state, cards, lane);
        let enemies = state.lanes[lane as usize].enemies.len();
        let who = if troops.is_empty() {
            "no troops".to_string()
        } else {
            troops.join(", ")
        };
        let against = match enemies {
            0 => "nobody".to_string(),
            1 => "1 enemy".to_string(),
            count => format!("{count} enemies"),
        };
        format!("{}: {who} against {against}", capitalised(&lane_name(lane)))
    }

    /// The troops of a lane from the front, with items, power and HP.
    fn troops(&self, state: &GameState, cards: &CardSet, lane: u8) -> Vec<String> {
        let words = Describe::new(state, cards);
        let slots = state.lanes[lane as usize].troops.as_slice();
        slots
            .iter()
            .map(|slot| {
                let card = state.board.card(*slot);
                let power = queries::power(state, cards, self.rules, *slot);
                let total = queries::total_hp(state, cards, self.rules, *slot);
                let mut text = words.kind(card.kind).to_string();
                if card.items > 0 {
                    text.push_str(&format!(" with {}", words.counted(card.equipment())));
                }
                let hp = match card.damage {
                    0 => format!("{total}"),
                    damage => format!("{} of {total}", total - damage),
                };
                format!("{text} (power {power}, HP {hp})")
            })
            .collect()
    }

    /// The new order of one side of a lane, if there is more than one card to order.
    pub(super) fn order(
        &self,
        state: &GameState,
        cards: &CardSet,
        side: Side,
        lane: u8,
    ) -> Option<String> {
        let words = Describe::new(state, cards);
        let in_lane = &state.lanes[lane as usize];
        let (who, slots) = match side {
            Side::Troop => ("Troops", in_lane.troops.as_slice()),
            Side::Enemy => ("Enemies", in_lane.enemies.as_slice()),
        };
        if slots.len() < 2 {
            return None;
        }
        let names: Vec<&str> = slots
            .iter()
            .map(|slot| match state.board.card(*slot) {
                card if card.face_up => words.kind(card.kind),
                _ => "face-down",
            })
            .collect();
        Some(format!(
            "{who} of {} now stand: {}",
            lane_name(lane),
            names.join(", ")
        ))
    }

    /// Who carries what in a lane.
    pub(super) fn items(&self, state: &GameState, cards: &CardSet, lane: u8) -> String {
        let words = Describe::new(state, cards);
        let carriers: Vec<String> = state.lanes[lane as usize]
            .troops
            .as_slice()
            .iter()
            .map(|slot| state.board.card(*slot))
            .filter(|card| card.items > 0)
            .map(|card| {
                format!(
                    "{} with {}",
                    words.kind(card.kind),
                    words.counted(card.equipment())
                )
            })
            .collect();
        format!("Items of {} now: {}", lane_name(lane), carriers.join("; "))
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
