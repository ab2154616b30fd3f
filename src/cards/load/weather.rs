//! Weather cards and the conditions that they name.

use super::cards::{RawCard, is_id};
use crate::ability::Condition;
use crate::data::{Fields, Node, Sink, Spot, Value, unknown};
use crate::{Class, Kind, MAX_CONDITIONS};

/// Every condition that weather cards name, in the order in which they first come.
pub(super) fn conditions(cards: &[RawCard]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for node in cards.iter().flat_map(condition_nodes) {
        if let Some(name) = node.text()
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_string());
        }
    }
    names
}

fn condition_nodes(card: &RawCard) -> &[Node] {
    let weather = card.class() == Some(Class::Weather);
    match card.fields.get("conditions").map(|node| &node.value) {
        Some(Value::List(nodes)) if weather => nodes,
        _ => &[],
    }
}

/// Reads the conditions of a weather card, as bits by their number in `names`.
pub(super) fn card_conditions(fields: &Fields<'_>, names: &[String]) -> u16 {
    let list = fields.required(
        "conditions",
        "a list of weather conditions (it may be empty)",
    );
    let mut bits = 0u16;
    for item in list.and_then(|list| list.items()).unwrap_or_default() {
        let Some(name) = item.node.text().filter(|name| is_id(name)) else {
            item.expected("the name of a condition (lowercase letters, digits and hyphens)");
            continue;
        };
        let number = names.iter().position(|known| known == name).unwrap_or(0);
        if number >= MAX_CONDITIONS {
            item.fault(format!(
                "there may be at most {MAX_CONDITIONS} weather conditions"
            ));
        } else if bits & (1 << number) != 0 {
            item.fault(format!("`{name}` is named twice"));
        } else {
            bits |= 1 << number;
        }
    }
    bits
}

/// Reads the condition that an ability needs: `{ weather = "storm" }`.
pub(super) fn needed(fields: &Fields<'_>, names: &[String]) -> Option<Condition> {
    let item = fields.item("weather")?;
    let Some(name) = item.node.text() else {
        item.expected("the name of a weather condition");
        return None;
    };
    let number = names.iter().position(|known| known == name);
    if number.is_none() {
        let mut message = unknown("weather condition", name, names.iter().map(String::as_str));
        message += " (conditions are named by weather cards)";
        item.fault(message);
    }
    number.map(|number| Condition::Weather(number as u8))
}

/// A condition that no ability needs is a mistake, or a card is missing.
pub(super) fn check_use(names: &[String], kinds: &[Kind], spots: &[Spot], sink: &Sink) {
    let abilities = || kinds.iter().flat_map(|kind| &kind.abilities);
    for (number, name) in names.iter().enumerate().take(MAX_CONDITIONS) {
        let needed = Some(Condition::Weather(number as u8));
        if abilities().any(|ability| ability.condition == needed) {
            continue;
        }
        let first = kinds
            .iter()
            .position(|kind| kind.conditions & (1 << number) != 0);
        if let Some(spot) = first.map(|first| &spots[first]) {
            let message = format!(
                "no ability needs the condition `{name}`: none has `if = {{ weather = \"{name}\" }}`"
            );
            sink.add(spot, message);
        }
    }
}
