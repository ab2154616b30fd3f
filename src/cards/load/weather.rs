//! Weather cards and the conditions that they name.

use super::cards::RawCard;
use crate::ability::Condition;
use crate::data::fields::Fields;
use crate::data::{Node, Sink, Spot, Value, unknown};
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
pub(super) fn card_conditions(fields: &Fields<'_>, names: &[String], sink: &Sink) -> u16 {
    if !fields.has("conditions") {
        fields.missing(
            "conditions",
            "a list of weather conditions (it may be empty)",
        );
    }
    let mut bits = 0u16;
    for (node, spot) in fields.list("conditions").unwrap_or_default() {
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let Some(name) = node
            .text()
            .filter(|name| !name.is_empty() && name.chars().all(legal))
        else {
            let message = format!(
                "expected the name of a condition (lowercase letters, digits and hyphens), found \
                 {}",
                node.describe()
            );
            sink.add(&spot, message);
            continue;
        };
        let number = names.iter().position(|known| known == name).unwrap_or(0);
        if number >= MAX_CONDITIONS {
            let message = format!("there may be at most {MAX_CONDITIONS} weather conditions");
            sink.add(&spot, message);
        } else if bits & (1 << number) != 0 {
            sink.add(&spot, format!("`{name}` is named twice"));
        } else {
            bits |= 1 << number;
        }
    }
    bits
}

/// Reads the condition that an ability needs: `{ weather = "storm" }`.
pub(super) fn needed(fields: &Fields<'_>, names: &[String], sink: &Sink) -> Option<Condition> {
    let (node, spot) = fields.get("weather")?;
    let Some(name) = node.text() else {
        let message = format!(
            "expected the name of a weather condition, found {}",
            node.describe()
        );
        sink.add(&spot, message);
        return None;
    };
    let number = names.iter().position(|known| known == name);
    if number.is_none() {
        let mut message = unknown("weather condition", name, names.iter().map(String::as_str));
        message += " (conditions are named by weather cards)";
        sink.add(&spot, message);
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
