//! Changes to cards: in rulings, in patch files and on the command line.

use super::cards::{RawCard, raw_card};
use super::divisions::RawDivision;
use crate::data::tree::{self, Entry};
use crate::data::{Fields, Item, Location, Node, Sink, Spot, TomlTable, Value, unknown};
use std::sync::Arc;

/// Far more than any card has; keeps the time for a file full of errors proportional to its length.
const MOST_FIELDS: usize = 500;

/// The name under which patches change the set itself.
const SET: &str = "set";

/// What messages call the changes of a patch.
pub(super) const SUBJECT: &str = "patch of";

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
    pub(super) fn spot(&self) -> Spot {
        let card = Spot::new(&self.place, format!("card `{}`", self.card));
        card.field(&self.place, &self.path.join("."))
    }

    /// Whether the change leaves the card as it is.
    fn changes_nothing(&self, cards: &[RawCard]) -> bool {
        let card = cards.iter().find(|card| card.id == self.card);
        let (Some(card), [field, path @ ..]) = (card, self.path.as_slice()) else {
            return false;
        };
        let field = card.fields.get(field);
        let old = path.iter().fold(field, |node, step| node?.step(step));
        old.is_some_and(|old| old.same_as(&self.node))
    }

    /// Makes the change. A division that is not in play stays as it is.
    pub(super) fn apply(
        &self,
        cards: &mut [RawCard],
        divisions: &mut [RawDivision],
        set: &mut TomlTable,
        sink: &Sink,
    ) {
        if self.card == SET {
            return self.change(set, sink);
        }
        if let Some(card) = cards.iter_mut().find(|card| card.id == self.card) {
            return self.change(Arc::make_mut(&mut card.fields), sink);
        }
        let mut known = false;
        for division in divisions.iter_mut().filter(|d| d.is_called(&self.card)) {
            known = true;
            if division.in_play {
                self.change(&mut division.fields, sink);
            }
        }
        if !known {
            let ids = cards.iter().map(|card| card.id.as_str());
            let ids = ids.chain(divisions.iter().map(|division| division.id.as_str()));
            // Thousands of suggestions would be useless.
            let message = if sink.len() < MANY {
                unknown("card", &self.card, ids)
            } else {
                format!("unknown card `{}`", self.card)
            };
            sink.add(&Spot::new(&self.place, ""), message);
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
                    key: key.clone(),
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

/// Reports changes that leave their card as it is.
pub(super) fn check(changes: &[Change], cards: &[RawCard], spot: &Spot, sink: &Sink) {
    for change in changes
        .iter()
        .filter(|change| change.changes_nothing(cards))
    {
        let card = &change.card;
        sink.add(
            spot,
            format!("the patch of `{card}` does not change the card"),
        );
    }
}

/// Reads `[card-id] field = value` tables; messages say what they are the `subject` of.
pub(super) fn changes(cards: &Fields<'_>, subject: &str) -> Vec<Change> {
    let mut changes = Vec::new();
    for (card, item) in cards.entries() {
        let spot = Spot::new(&item.spot.place, format!("{subject} {card}"));
        if let Some(fields) = Item::new(item.node, spot, item.sink()).fields() {
            let fields = fields.entries();
            changes.extend(fields.filter_map(|(name, value)| change(card, name, &value)));
        }
    }
    changes
}

/// One field of a patch; `remove = true` is another way to say `copies = 0`.
fn change(card: &str, name: &str, value: &Item<'_>) -> Option<Change> {
    let mut change = Change {
        card: card.into(),
        path: name.split('.').map(str::to_string).collect(),
        node: value.node.clone(),
        place: value.spot.place.clone(),
    };
    if name == "remove" {
        if !matches!(value.node.value, Value::Flag(true)) {
            value.expected("`true`");
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
    sink.add_syntax(errors);
    let here = Spot::new(source, "");
    let cards = table.take("card").map_or(Vec::new(), |node| {
        cards(&Item::new(&node, here.clone(), sink))
    });
    (changes(&Fields::new(&table, here, sink), SUBJECT), cards)
}

/// Reads a list of `[[card]]`.
pub(super) fn cards(list: &Item<'_>) -> Vec<RawCard> {
    let cards = list.tables("card").into_iter().zip(1..);
    cards
        .filter_map(|(item, number)| raw_card(&item.about(format!("card number {number}"))))
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
