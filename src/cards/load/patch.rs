//! Changes to cards: in rulings, in patch files and on the command line.

use super::cards::{RawCard, raw_card};
use crate::data::fields;
use crate::data::tree;
use crate::data::tree::{Entry, Location, Node, TomlTable, Value};
use crate::data::{Sink, Spot, unknown};
use std::sync::Arc;

/// Far more than any card has; keeps the time for a file full of errors proportional to its length.
const MOST_FIELDS: usize = 500;

/// The name under which patches change the set itself.
const SET: &str = "set";

/// After this many errors there are no more suggestions.
const MANY: usize = 1_000;

/// One change: a path below a card (or the set), and the new value.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// The card's id, or `set`.
    pub(super) card: String,
    path: Vec<String>,
    node: Node,
    place: Location,
}

impl Change {
    fn spot(&self) -> Spot {
        let card = Spot::new(&self.place, format!("card `{}`", self.card));
        card.field(&self.place, self.path.join("."))
    }

    /// Whether the change leaves the card as it is.
    pub(super) fn changes_nothing(&self, cards: &[RawCard]) -> bool {
        let card = cards.iter().find(|card| card.id == self.card);
        let (Some(card), [field, path @ ..]) = (card, self.path.as_slice()) else {
            return false;
        };
        let field = card.fields.get(field);
        let old = path.iter().fold(field, |node, step| node?.step(step));
        old.is_some_and(|old| old.same_as(&self.node))
    }

    /// Makes the change.
    pub(super) fn apply(&self, cards: &mut [RawCard], set: &mut TomlTable, sink: &Sink) {
        if self.card == SET {
            return self.change(set, sink);
        }
        match cards.iter_mut().find(|card| card.id == self.card) {
            Some(card) => self.change(Arc::make_mut(&mut card.fields), sink),
            None => {
                let spot = Spot::new(&self.place, "");
                let ids = cards.iter().map(|card| card.id.as_str());
                // Thousands of suggestions would be useless.
                let message = if sink.len() < MANY {
                    unknown("card", &self.card, ids)
                } else {
                    format!("unknown card `{}`", self.card)
                };
                sink.add(&spot, message);
            }
        }
    }

    fn change(&self, table: &mut TomlTable, sink: &Sink) {
        if let Err(message) = self.set_in_table(table, &self.path) {
            sink.add(&self.spot(), message);
        }
    }

    /// Sets the value at a path below a table.
    fn set_in_table(&self, table: &mut TomlTable, path: &[String]) -> Result<(), String> {
        match path {
            [] => Ok(()),
            [key] => {
                if table.0.len() >= MOST_FIELDS && table.get(key).is_none() {
                    return Err(format!("a table has at most {MOST_FIELDS} fields"));
                }
                table.set(Entry {
                    key: key.clone().into(),
                    place: self.place.clone(),
                    node: self.node.clone(),
                });
                Ok(())
            }
            [key, rest @ ..] => {
                let known = keys(table);
                let entry = table.0.iter_mut().find(|entry| entry.key == *key);
                match entry {
                    Some(entry) => self.set_in_node(&mut entry.node, key, rest),
                    None => Err(unknown("field", key, known.iter().map(String::as_str))),
                }
            }
        }
    }

    /// Sets the value at a path below a value; lists are entered by number, from 1.
    fn set_in_node(&self, node: &mut Node, key: &str, path: &[String]) -> Result<(), String> {
        let [step, rest @ ..] = path else {
            *node = self.node.clone();
            return Ok(());
        };
        let what = node.describe();
        match &mut node.value {
            Value::Table(table) => self.set_in_table(table, path),
            Value::List(list) => {
                let length = list.len();
                let index = step.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                match index.and_then(|index| list.get_mut(index)) {
                    Some(element) => self.set_in_node(element, step, rest),
                    None => Err(format!(
                        "`{key}` is a list: expected a number from 1 to {length}, found `{step}`"
                    )),
                }
            }
            _ => Err(format!("`{key}` is {what} and has no field `{step}`")),
        }
    }
}

fn keys(table: &TomlTable) -> Vec<String> {
    table.0.iter().map(|entry| entry.key.to_string()).collect()
}

/// Reads `[card-id] field = value` tables.
pub(super) fn changes(cards: &TomlTable, spot: &Spot, sink: &Sink) -> Vec<Change> {
    let mut changes = Vec::new();
    for entry in &cards.0 {
        let spot = Spot::new(&entry.place, format!("{} {}", spot.subject, entry.key));
        let Some(fields) = fields::table(&entry.node, &spot, sink) else {
            continue;
        };
        for field in &fields.0 {
            changes.extend(change(&entry.key, field, &spot, sink));
        }
    }
    changes
}

/// One field of a patch; `remove = true` is another way to say `copies = 0`.
fn change(card: &str, field: &Entry, spot: &Spot, sink: &Sink) -> Option<Change> {
    let mut change = Change {
        card: card.into(),
        path: field.key.split('.').map(str::to_string).collect(),
        node: field.node.clone(),
        place: field.place.clone(),
    };
    if field.key == "remove" {
        if !matches!(field.node.value, Value::Flag(true)) {
            let spot = spot.field(&field.place, "remove");
            let message = format!("expected `true`, found {}", field.node.describe());
            sink.add(&spot, message);
            return None;
        }
        change.path = vec!["copies".into()];
        change.node.value = Value::Number(0);
    }
    Some(change)
}

/// Reads a patch file: changes, and new cards as `[[card]]`.
pub(super) fn file(text: &str, source: &Location, sink: &Sink) -> (Vec<Change>, Vec<RawCard>) {
    let (mut table, errors) = tree::read(text, source);
    let spot = Spot::new(source, "patch of");
    sink.add_syntax(errors);
    let cards = table.take("card");
    let cards = cards.map_or(Vec::new(), |cards| card_list(cards, sink));
    (changes(&table, &spot, sink), cards)
}

/// Reads a list of `[[card]]`.
pub(super) fn card_list(node: Node, sink: &Sink) -> Vec<RawCard> {
    let spot = Spot::new(&node.place, "");
    let Value::List(list) = node.value else {
        sink.add(&spot, "expected cards, each under its own `[[card]]`");
        return Vec::new();
    };
    list.into_iter()
        .enumerate()
        .filter_map(|(i, node)| {
            let spot = Spot::new(&node.place, format!("card number {}", i + 1));
            Some(raw_card(
                fields::into_table(node, &spot, sink)?,
                &spot,
                sink,
            ))
        })
        .collect()
}

/// Reads `card.field=value`, from the command line or from a line of a file.
pub(super) fn assignment(text: &str, source: &Location, sink: &Sink) -> Option<Change> {
    let spot = Spot::new(source, "");
    let parts = text.split_once('=').map(|(key, value)| {
        let path: Vec<String> = key.trim().split('.').map(str::to_string).collect();
        (path, value.trim())
    });
    match parts {
        Some((path, value))
            if path.len() >= 2 && path.iter().all(|part| !part.is_empty()) && !value.is_empty() =>
        {
            Some(Change {
                card: path[0].clone(),
                path: path[1..].to_vec(),
                node: tree::read_value(value, source),
                place: source.clone(),
            })
        }
        _ => {
            sink.add(&spot, "expected `card.field=value`, such as `prowler.hp=4`");
            None
        }
    }
}
