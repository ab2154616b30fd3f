//! Card kinds: which fields a card of a class has, and what they may be.

use super::abilities;
use super::effects;
use super::weather;
use crate::ability::{Ability, Amount, Effect, Lanes, Quantity, When, Who};
use crate::data::fields;
use crate::data::fields::Fields;
use crate::data::{Layer, Location, TomlTable, Value};
use crate::data::{Sink, Spot, unknown};
use crate::words::Word;
use crate::{Class, Derived, ItemType, Kind, KindId, StandingBonus, Upgrade, luck_label};
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
#[derive(Clone, PartialEq, Eq)]
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

/// Reads the identity of a `[[card]]`.
pub(super) fn raw_card(mut table: TomlTable, spot: &Spot, sink: &Sink) -> RawCard {
    let fields = Fields::new(&table, spot.clone(), sink);
    // A card without a name, or with a wrong one, is still read, to find its other errors and so
    // that references to it work.
    let id = fields.required_text("id");
    let id = id.unwrap_or_else(|| format!("({})", spot.subject));
    let like = fields.text("like");
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let given = table.get("id").filter(|node| node.text().is_some());
    if let Some(node) = given
        && (id.is_empty() || !id.chars().all(legal) || RESERVED.contains(&id.as_str()))
    {
        sink.add(
            &spot.field(&node.place, "id"),
            format!(
                "`{id}` cannot be a card's id: use lowercase letters, digits and hyphens, but none \
                 of: {}",
                RESERVED.join(", ")
            ),
        );
    }
    table
        .0
        .retain(|entry| entry.key != "id" && entry.key != "like");
    RawCard {
        id,
        place: spot.place.clone(),
        fields: Arc::new(table),
        like,
        set: None,
    }
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

/// Reads as much of a card as possible.
pub(super) fn kind(card: &RawCard, names: &Names, sink: &Sink) -> Kind {
    let fields = Fields::new(&card.fields, card.spot(), sink);
    let name = fields.required_text("name");
    let class = fields.required_word::<Class>("class");
    let mut abilities = Vec::from_iter(boost(&fields, class, sink));
    abilities.extend(abilities::abilities(
        &fields,
        class,
        &names.conditions,
        sink,
    ));
    abilities::check_count(&mut abilities, &fields);
    let mut kind = Kind {
        id: card.id.clone(),
        name: name.unwrap_or_default(),
        class: class.unwrap_or(Class::Resource),
        wave: 0,
        cost: 0,
        for_sale: false,
        power: 0,
        hp: 0,
        value: 0,
        copies: copies(card, &fields).unwrap_or(0),
        legendary: fields.flag("legendary").unwrap_or(false),
        types: 0,
        upgrade: None,
        derived: Derived::of(&abilities),
        bonuses: StandingBonus::of(&abilities),
        abilities,
        label: luck_label(card.like.as_ref().unwrap_or(&card.id)),
        first_copy: 0,
        conjecture: fields.flag("conjecture").unwrap_or(false),
        conditions: 0,
        set: String::new(),
        faction_in_play: true,
        goods: 0,
    };
    match class {
        Some(class) => figures(&mut kind, class, &fields, names, sink),
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
        fields.get(name);
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
fn figures(kind: &mut Kind, class: Class, fields: &Fields<'_>, names: &Names, sink: &Sink) {
    let number = |name, range| fields.required_number(name, range).unwrap_or(0);
    match class {
        Class::Resource => {
            kind.value = number("value", 0..=99) as u8;
            kind.upgrade = upgrade(fields, &names.cards, sink);
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
            kind.types = types(fields, sink);
            sale(kind, true, fields);
            if kind.becomes_troop() {
                stats(kind, fields);
            }
            if class == Class::Instant {
                instant(kind, fields);
            }
        }
        Class::Weather => {
            kind.conditions = weather::card_conditions(fields, &names.conditions, sink);
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
    use crate::ability::From;
    let from_lane = kind.abilities.iter().any(|a| a.from == From::Lane);
    if from_lane && !kind.becomes_troop() {
        fields.fault("an instant works from hand: `from = \"hand\"` is missing in an ability");
    }
    if kind.abilities.is_empty() && !fields.has("ability") {
        fields.fault("an instant without abilities does nothing");
    }
}

fn types(fields: &Fields<'_>, sink: &Sink) -> u8 {
    if !fields.has("types") {
        fields.missing("types", "a list of item types (it may be empty)");
    }
    let list = fields.list("types").unwrap_or_default();
    list.iter()
        .filter_map(|(node, spot)| fields::word::<ItemType>(node, spot, sink))
        .fold(0, |bits, item_type| bits | item_type.bit())
}

/// Reads `boost`: the standing bonus that an item gives the troop that carries it.
fn boost(fields: &Fields<'_>, class: Option<Class>, sink: &Sink) -> Option<Ability> {
    if class != Some(Class::Equipment) {
        return None;
    }
    let (power, hp) = effects::bonus(fields, "boost", sink)?;
    let simple = |amount: Amount| matches!(amount.quantity, None | Some(Quantity::Wave));
    if !simple(power) || !simple(hp) {
        fields.fault("a `boost` can only use numbers and W; write anything else as an ability");
    }
    let who = Who::This;
    let lanes = Lanes::Own;
    let effect = Effect::Bonus {
        power,
        hp,
        who,
        lanes,
    };
    Some(Ability::new(When::Standing, vec![effect]))
}

fn upgrade(fields: &Fields<'_>, ids: &[String], sink: &Sink) -> Option<Upgrade> {
    let (table, spot) = fields.table("upgrade")?;
    let inner = Fields::new(table, spot.clone(), sink);
    let burn = inner.required_number("burn", 1..=99);
    let wave = inner.required_number("wave", 1..=3);
    let into = inner.required_text("into").and_then(|id| {
        let found = ids.iter().position(|known| *known == id);
        if found.is_none() {
            let place = &table.get("into")?.place;
            let ids = ids.iter().map(String::as_str);
            sink.add(&spot.field(place, "into"), unknown("card", &id, ids));
        }
        found
    });
    inner.finish();
    Some(Upgrade {
        burn: burn? as u8,
        into: KindId(into? as u8),
        wave: wave? as u8,
    })
}
