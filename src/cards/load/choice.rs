//! Which sets are used together, and what comes from each: the rulebook's expansion rules.
//!
//! Troops and items of all sets are mixed unless some are chosen; enemies come from one faction, by
//! default the first one named. Naming several factions mixes them, which no rulebook does.

use super::cards::RawCard;
use crate::Class;
use crate::data::{Fields, Layer, Location, Sink, Spot, TomlTable, Value, unknown};

/// Which sets are used, and what comes from each: as chosen, where an empty list chooses nothing, or as
/// played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetChoice {
    /// Built-in sets by name, others by their directory.
    pub sets: Vec<String>,
    /// The sets that enemies come from.
    pub enemies: Vec<String>,
    /// The sets that troops come from.
    pub troops: Vec<String>,
    /// The sets that items come from.
    pub items: Vec<String>,
}

impl SetChoice {
    /// These choices, completed by others.
    pub fn over(&self, others: &SetChoice) -> SetChoice {
        let choose = |mine: &Vec<String>, other: &Vec<String>| {
            if mine.is_empty() {
                other.clone()
            } else {
                mine.clone()
            }
        };
        SetChoice {
            sets: choose(&self.sets, &others.sets),
            enemies: choose(&self.enemies, &others.enemies),
            troops: choose(&self.troops, &others.troops),
            items: choose(&self.items, &others.items),
        }
    }

    /// The choices made, by the names of their options.
    pub fn entries(&self) -> Vec<(&'static str, String)> {
        let all = [
            ("sets", &self.sets),
            ("enemies-from", &self.enemies),
            ("troops-from", &self.troops),
            ("items-from", &self.items),
        ];
        all.into_iter()
            .filter(|(_, chosen)| !chosen.is_empty())
            .map(|(name, chosen)| (name, chosen.join(",")))
            .collect()
    }

    /// Reads the choices among the fields of a file: lists of names, or texts with commas.
    pub fn read(fields: &Fields<'_>) -> Self {
        let names = |name| {
            let texts = fields.texts(name);
            let names = texts.iter().flat_map(|text| text.split(','));
            names.map(|name| name.trim().to_string()).collect()
        };
        SetChoice {
            sets: names("sets"),
            enemies: names("enemies-from"),
            troops: names("troops-from"),
            items: names("items-from"),
        }
    }
}

/// The sets that have enemies.
pub(super) fn factions(ids: &[String], cards: &[RawCard]) -> Vec<String> {
    let has_enemies = |set| {
        cards
            .iter()
            .any(|card| card.set == Some(set) && card.class().is_some_and(Class::is_enemy))
    };
    let sets = ids.iter().enumerate();
    sets.filter(|(set, _)| has_enemies(*set))
        .map(|(_, id)| id.clone())
        .collect()
}

/// Determines what comes from where; `ids` are the sets in play.
pub(super) fn sources(
    choice: &SetChoice,
    ids: &[String],
    cards: &[RawCard],
    sink: &Sink,
) -> SetChoice {
    let factions = factions(ids, cards);
    let enemies: Vec<String> = if choice.enemies.is_empty() {
        factions.first().cloned().into_iter().collect()
    } else {
        chosen("enemies-from", &choice.enemies, ids, sink)
    };
    for set in enemies.iter().filter(|set| !factions.contains(set)) {
        let place = Location::file_only(&format!("--enemies-from {set}"), Layer::Patch);
        let message = format!("the set `{set}` has no enemies");
        sink.add(&Spot::new(&place, ""), message);
    }
    let all_or = |option, asked: &[String]| {
        if asked.is_empty() {
            ids.to_vec()
        } else {
            chosen(option, asked, ids, sink)
        }
    };
    SetChoice {
        sets: ids.to_vec(),
        enemies,
        troops: all_or("troops-from", &choice.troops),
        items: all_or("items-from", &choice.items),
    }
}

/// The sets named by an option; unknown and repeated ones are errors.
fn chosen(option: &str, asked: &[String], ids: &[String], sink: &Sink) -> Vec<String> {
    let place = Location::file_only(&format!("--{option} {}", asked.join(",")), Layer::Patch);
    let spot = Spot::new(&place, "");
    let mut chosen: Vec<String> = Vec::new();
    for name in asked {
        if !ids.contains(name) {
            let known = ids.iter().map(String::as_str);
            sink.add(&spot, unknown("set in play", name, known));
        } else if chosen.contains(name) {
            sink.add(&spot, format!("the set `{name}` is named twice"));
        } else {
            chosen.push(name.clone());
        }
    }
    chosen
}

/// Whether a card is in play. Cards that are neither bought nor met (resources, starting troops,
/// weather) always are, and so are cards added by a patch.
pub(super) fn takes_part(card: &RawCard, sources: &SetChoice, set: &TomlTable) -> bool {
    let Some(id) = card.set.map(|index| &sources.sets[index]) else {
        return true;
    };
    let starts = set
        .get("starting-deck")
        .is_some_and(|deck| match &deck.value {
            Value::Table(deck) => deck.get(&card.id).is_some(),
            _ => false,
        });
    let not_for_sale = |name: &str| {
        let value = card.fields.get(name).map(|node| &node.value);
        matches!(value, Some(Value::Flag(false) | Value::Number(0)))
    };
    match card.class() {
        Some(Class::Enemy | Class::Boss) => sources.enemies.contains(id),
        _ if starts || not_for_sale("for-sale") || not_for_sale("wave") => true,
        Some(Class::Troop) => sources.troops.contains(id),
        Some(Class::Equipment | Class::Instant) => sources.items.contains(id),
        _ => true,
    }
}

/// Whether the enemies of a card's set are those in play.
pub(super) fn faction_in_play(card: &RawCard, sources: &SetChoice) -> bool {
    card.set
        .is_none_or(|set| sources.enemies.contains(&sources.sets[set]))
}
