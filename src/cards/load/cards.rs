//! Card kinds: which fields a card of a class has, and what they may be.

use super::abilities;
use super::weather;
use crate::ability::field::EffectField;
use crate::ability::{Ability, Amount, Effect, Lanes, Quantity, Strength, When, Who};
use crate::data::{Fields, Item, Layer, Location, Sink, Spot, TomlTable, Value, unknown};
use crate::words::Word;
use crate::{Class, ItemType, Kind, KindId, Upgrade, luck_label};
use std::collections::HashMap;
use std::sync::Arc;

/// Words that a card may not be called, because files use them for other things.
const RESERVED: &[&str] = &["set", "card", "ruling", "division"];

/// A card as written in the files, not yet interpreted.
#[derive(Clone, Debug)]
pub(super) struct RawCard {
    pub(super) id: String,
    pub(super) place: Location,
    /// Its other fields. Shared, because most cards of a set stay the same, however often it is
    /// assembled.
    pub(super) fields: Arc<TomlTable>,
    /// The card whose luck (and missing fields) it shares, if it is `like` another.
    pub(super) like: Option<String>,
    /// The number of the set it comes from; none for a card that a patch has added.
    pub(super) set: Option<usize>,
}

/// What cards may refer to.
pub(super) struct Names {
    /// All cards.
    pub(super) cards: Vec<String>,
    /// All weather conditions.
    pub(super) conditions: Vec<String>,
}

impl RawCard {
    /// The spot of the whole card.
    pub(super) fn spot(&self) -> Spot {
        Spot::new(&self.place, format!("card `{}`", self.id))
    }

    /// Whether its figures are marked as a guess.
    pub(super) fn is_conjecture(&self) -> bool {
        let mark = self.fields.get("conjecture").map(|node| &node.value);
        matches!(mark, Some(Value::Flag(true)))
    }

    /// The class that the card claims to be of.
    pub(super) fn class(&self) -> Option<Class> {
        Class::parse_word(self.fields.get("class")?.text()?)
    }
}

/// Whether a text can be an id: lowercase letters, digits and hyphens.
pub(super) fn is_id(text: &str) -> bool {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && text.chars().all(legal)
}

/// Reads the identity of a `[[card]]`.
pub(super) fn raw_card(item: &Item<'_>) -> Option<RawCard> {
    let fields = item.fields()?;
    let id = fields.required_text("id");
    if let Some(id) = &id
        && (!is_id(id) || RESERVED.contains(&id.as_str()))
    {
        fields.fault_in(
            "id",
            format!(
                "`{id}` cannot be a card's id: use lowercase letters, digits and hyphens, but none \
                 of: {}",
                RESERVED.join(", ")
            ),
        );
    }
    Some(RawCard {
        // A card without a name, or with a wrong one, is still read, to find its other errors and
        // so that references to it work.
        id: id.unwrap_or_else(|| format!("({})", fields.spot.subject)),
        place: item.node.place.clone(),
        like: fields.text("like"),
        fields: Arc::new(fields.without(&["id", "like"])),
        set: None,
    })
}

/// Gives every card that is `like` another its missing fields.
pub(super) fn resolve_likeness(cards: &mut [RawCard], sink: &Sink) {
    let originals: Vec<RawCard> = cards.to_vec();
    let mut by_id: HashMap<&str, &RawCard> = HashMap::new();
    for card in &originals {
        by_id.entry(&card.id).or_insert(card);
    }
    for card in cards.iter_mut() {
        let Some(like) = &card.like else { continue };
        match by_id.get(like.as_str()) {
            None => {
                let ids = originals.iter().map(|card| card.id.as_str());
                sink.add(&card.spot(), unknown("card to be `like`", like, ids));
            }
            Some(model) if model.like.is_some() => sink.add(
                &card.spot(),
                format!("`{like}` is itself like another card; use that one"),
            ),
            Some(model) => {
                for entry in &model.fields.0 {
                    if card.fields.get(&entry.key).is_none() {
                        Arc::make_mut(&mut card.fields).set(entry.clone());
                    }
                }
            }
        }
    }
}

/// Reads as much of every card as possible.
pub(super) fn kinds(cards: &[RawCard], names: &Names, sink: &Sink) -> Vec<Kind> {
    cards.iter().map(|card| kind(card, names, sink)).collect()
}

pub(super) fn kind(card: &RawCard, names: &Names, sink: &Sink) -> Kind {
    let fields = Fields::new(&card.fields, card.spot(), sink);
    let name = fields.required_text("name").unwrap_or_default();
    let class = fields.required_word::<Class>("class");
    let mut abilities = Vec::from_iter(boost(&fields, class));
    abilities.extend(abilities::abilities(&fields, class, &names.conditions));
    abilities::check_count(&mut abilities, &fields);
    let mut kind = Kind::new(&card.id, name, class.unwrap_or(Class::Resource), abilities);
    kind.copies = copies(card, &fields).unwrap_or(0);
    kind.legendary = fields.flag("legendary").unwrap_or(false);
    kind.label = luck_label(card.like.as_ref().unwrap_or(&card.id));
    kind.conjecture = fields.flag("conjecture").unwrap_or(false);
    kind.faction_in_play = true;
    match class {
        Some(class) => figures(&mut kind, class, &fields, names),
        None => figures_of_no_class(&fields),
    }
    fields.finish();
    kind
}

/// Reads the figures of a card of unknown class: all are allowed.
fn figures_of_no_class(fields: &Fields<'_>) {
    for name in ["wave", "cost", "power", "hp", "value"] {
        fields.number(name, 0..=99);
    }
    fields.flag("for-sale");
    for name in ["upgrade", "types", "boost", "conditions"] {
        fields.allow(name);
    }
}

/// The number of copies; only a patch may remove all of them.
fn copies(card: &RawCard, fields: &Fields<'_>) -> Option<u8> {
    let patched = card
        .fields
        .get("copies")
        .is_some_and(|node| node.place.layer() == Layer::Patch);
    let least = if patched { 0 } else { 1 };
    fields
        .required_number("copies", least..=99)
        .map(|n| n as u8)
}

/// Reads the figures that a class has; a figure of another class stays unknown.
fn figures(kind: &mut Kind, class: Class, fields: &Fields<'_>, names: &Names) {
    let number = |name, range| fields.required_number(name, range).unwrap_or(0);
    match class {
        Class::Resource => {
            kind.value = number("value", 0..=99) as u8;
            kind.upgrade = upgrade(fields, &names.cards);
        }
        Class::Troop => {
            kind.wave = number("wave", 0..=3) as u8;
            stats(kind, fields);
            sale(kind, kind.wave > 0, fields);
            if kind.for_sale && kind.wave == 0 {
                fields.fault("a troop of wave 0 is never for sale: give it a wave from 1 to 3");
            }
        }
        Class::Enemy | Class::Boss => {
            kind.wave = number("wave", 1..=3) as u8;
            stats(kind, fields);
        }
        Class::Division => fields.fault("define a division in its own `[[division]]`"),
        Class::Equipment | Class::Instant => {
            kind.types = types(fields);
            sale(kind, true, fields);
            if kind.becomes_troop() {
                stats(kind, fields);
            }
            if class == Class::Instant {
                instant(kind, fields);
            }
        }
        Class::Weather => {
            kind.conditions = weather::card_conditions(fields, &names.conditions);
        }
    }
}

fn stats(kind: &mut Kind, fields: &Fields<'_>) {
    kind.power = fields.required_number("power", 0..=99).unwrap_or(0) as i16;
    kind.hp = fields.required_number("hp", 1..=99).unwrap_or(1) as i16;
}

/// Reads what a card costs and whether it can be bought.
fn sale(kind: &mut Kind, usual: bool, fields: &Fields<'_>) {
    kind.for_sale = fields.flag("for-sale").unwrap_or(usual);
    kind.cost = if kind.for_sale {
        fields.required_number("cost", 0..=99)
    } else {
        fields.number("cost", 0..=99)
    }
    .unwrap_or(0) as u8;
}

/// An instant is played from hand; only one that becomes a troop can do anything in a lane.
fn instant(kind: &Kind, fields: &Fields<'_>) {
    use crate::ability::WorksFrom;
    let from_lane = kind.abilities.iter().any(|a| a.from == WorksFrom::Lane);
    if from_lane && !kind.becomes_troop() {
        fields.fault("an instant works from hand: `from = \"hand\"` is missing in an ability");
    }
    if kind.abilities.is_empty() && !fields.has("ability") {
        fields.fault("an instant without abilities does nothing");
    }
}

fn types(fields: &Fields<'_>) -> u8 {
    let list = fields.required("types", "a list of item types (it may be empty)");
    let list = list.and_then(|list| list.items()).unwrap_or_default();
    list.iter()
        .filter_map(|item| item.word::<ItemType>())
        .fold(0, |bits, item_type| bits | item_type.bit())
}

/// Reads `boost`: the standing bonus that an item gives the troop that carries it.
fn boost(fields: &Fields<'_>, class: Option<Class>) -> Option<Ability> {
    if class != Some(Class::Equipment) {
        return None;
    }
    let bonus = Strength::read(fields, "boost")?;
    let simple = |amount: Amount| matches!(amount.quantity, None | Some(Quantity::Wave));
    if !simple(bonus.power) || !simple(bonus.hp) {
        fields.fault("a `boost` can only use numbers and W; write anything else as an ability");
    }
    let (who, lanes) = (Who::This, Lanes::Own);
    let effect = Effect::Bonus { bonus, who, lanes };
    Some(Ability::new(When::Standing, vec![effect]))
}

fn upgrade(fields: &Fields<'_>, ids: &[String]) -> Option<Upgrade> {
    let inner = fields.fields("upgrade")?;
    let burn = inner.required_number("burn", 1..=99);
    let wave = inner.required_number("wave", 1..=3);
    let into = inner.required("into", "a text").and_then(|item| {
        let ids = ids.iter().map(String::as_str);
        item.position("card", item.text()?, ids)
    });
    inner.finish();
    Some(Upgrade {
        burn: burn? as u8,
        into: KindId(into? as u8),
        wave: wave? as u8,
    })
}
