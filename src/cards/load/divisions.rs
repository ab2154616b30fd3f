//! Divisions, with what they add to the starting deck.

use super::abilities;
use super::cards::Names;
use super::set::find;
use crate::ability::Goods;
use crate::data::fields;
use crate::data::fields::Fields;
use crate::data::{Location, Node, Sink, Spot, TomlTable, Value};
use crate::ruleset::Divisions;
use crate::{
    Class, Derived, Division, Kind, KindId, StandingBonus, StartingCards, Stock, luck_label,
};

/// A division as written in the files, not yet interpreted.
#[derive(Clone, Debug)]
pub(super) struct RawDivision {
    pub(super) id: String,
    place: Location,
    fields: TomlTable,
    /// The edition whose card it is; both by default.
    edition: Option<Divisions>,
    pub(super) conjecture: bool,
}

impl RawDivision {
    /// The spot of the whole card.
    fn spot(&self) -> Spot {
        Spot::new(&self.place, format!("division `{}`", self.id))
    }

    /// Whether the card is used where these editions are played.
    pub(super) fn belongs_to(&self, editions: &[Divisions]) -> bool {
        let played = |edition: &Divisions| *edition != Divisions::Off;
        match self.edition {
            Some(edition) => editions.contains(&edition),
            None => editions.iter().any(played),
        }
    }

    /// Adds what the card says to the text that is fingerprinted.
    pub(super) fn canonical(&self, text: &mut String) {
        *text += &self.id;
        self.fields.canonical(text);
    }
}

/// Reads the identities of a list of `[[division]]`.
pub(super) fn division_list(node: &Node, sink: &Sink) -> Vec<RawDivision> {
    let spot = Spot::new(&node.place, "");
    let Value::List(list) = &node.value else {
        sink.add(
            &spot,
            "expected divisions, each under its own `[[division]]`",
        );
        return Vec::new();
    };
    list.iter().filter_map(|node| raw(node, sink)).collect()
}

fn raw(node: &Node, sink: &Sink) -> Option<RawDivision> {
    let spot = Spot::new(&node.place, "division");
    let table = fields::table(node, &spot, sink)?;
    let fields = Fields::new(table, spot, sink);
    let id = fields.required_text("id")?;
    let edition = fields.word::<Divisions>("edition");
    if edition == Some(Divisions::Off) {
        fields.fault(
            "a division belongs to `onslaught` or `dreadmire`, or to both without `edition`",
        );
    }
    let conjecture = fields.flag("conjecture").unwrap_or(false);
    let mut fields = table.clone();
    fields
        .0
        .retain(|entry| !["id", "edition", "conjecture"].contains(&&*entry.key));
    Some(RawDivision {
        id,
        place: node.place.clone(),
        fields,
        edition,
        conjecture,
    })
}

/// Reports divisions that one edition has twice, or that have the name of a card.
pub(super) fn refuse_duplicates(divisions: &[RawDivision], ids: &[String], sink: &Sink) {
    for (i, division) in divisions.iter().enumerate() {
        let same = |other: &&RawDivision| {
            let both = other.edition.is_none() || division.edition.is_none();
            other.id == division.id && (both || other.edition == division.edition)
        };
        if divisions[..i].iter().any(|other| same(&other)) || ids.contains(&division.id) {
            sink.add(&division.spot(), "this id is taken");
        }
    }
}

/// Reads a whole division and adds its card to the kinds. `None` if everything it has is left out:
/// `gone` are the kinds that are not in play.
pub(super) fn division(
    raw: &RawDivision,
    kinds: &mut Vec<Kind>,
    gone: &[Kind],
    names: &Names,
    sink: &Sink,
) -> Option<Division> {
    let fields = Fields::new(&raw.fields, raw.spot(), sink);
    let name = fields.required_text("name").unwrap_or_default();
    let mut powers = abilities::abilities(&fields, Some(Class::Division), &names.conditions, sink);
    abilities::check_count(&mut powers, &fields);
    let start = starting_cards(&fields, kinds, gone, sink);
    let expansion = fields.flag("expansion").unwrap_or(false);
    fields.finish();
    let start = start?;
    if powers.is_empty() && start == StartingCards::Named(Vec::new()) {
        return None;
    }
    let kind = KindId(kinds.len() as u8);
    kinds.push(Kind {
        id: raw.id.clone(),
        name,
        class: Class::Division,
        wave: 0,
        cost: 0,
        for_sale: false,
        power: 0,
        hp: 0,
        value: 0,
        copies: 1,
        legendary: false,
        types: 0,
        upgrade: None,
        derived: Derived::of(&powers),
        bonuses: StandingBonus::of(&powers),
        abilities: powers,
        label: luck_label(&raw.id),
        first_copy: 0,
        conjecture: raw.conjecture,
        conditions: 0,
        set: String::new(),
        faction_in_play: false,
        goods: 0,
    });
    Some(Division {
        kind,
        edition: raw.edition,
        start,
        expansion,
    })
}

/// Reads one of `cards`, `random-stack` and `random-cards`.
fn starting_cards(
    fields: &Fields<'_>,
    kinds: &[Kind],
    gone: &[Kind],
    sink: &Sink,
) -> Option<StartingCards> {
    let named = fields.table("cards");
    let stack = fields.table("random-stack");
    let any = fields.table("random-cards");
    let none = StartingCards::Named(Vec::new());
    // If the goods are left out, the division has none; if there never were any, its file is wrong.
    let in_play = |possible: &dyn Fn(&Kind) -> bool, missing: String| {
        let there = kinds.iter().any(possible);
        if !there && !gone.iter().any(possible) {
            fields.fault(missing);
        }
        there
    };
    match (named, stack, any) {
        (None, None, None) => Some(none),
        (Some((table, spot)), None, None) => {
            let stocks = stocks(table, &spot, kinds, gone, sink);
            Some(StartingCards::Named(stocks))
        }
        (None, Some((table, spot)), None) => {
            let inner = Fields::new(table, spot, sink);
            let goods = inner.required_word::<Goods>("goods");
            let count = inner.required_number("count", 1..=9);
            inner.finish();
            let (goods, count) = (goods?, count? as u8);
            let makes_stack = |kind: &Kind| {
                kind.class.is_item()
                    && kind.for_sale
                    && goods.includes(kind)
                    && kind.copies >= count
            };
            let missing =
                format!("no item for sale of which there are {count} can make this stack");
            Some(if in_play(&makes_stack, missing) {
                StartingCards::OneStack { goods, count }
            } else {
                none
            })
        }
        (None, None, Some((table, spot))) => {
            let inner = Fields::new(table, spot, sink);
            let goods = inner.required_word::<Goods>("goods");
            let most = inner.number("cost-at-most", 0..=99).unwrap_or(99);
            let count = inner.required_number("count", 1..=9);
            inner.finish();
            let (goods, cost_at_most, count) = (goods?, most as u8, count? as u8);
            let can_be_taken =
                |kind: &Kind| kind.for_sale && goods.includes(kind) && kind.cost <= cost_at_most;
            let missing = "no card for sale is one of these".to_string();
            Some(if in_play(&can_be_taken, missing) {
                StartingCards::AnyOf {
                    goods,
                    cost_at_most,
                    count,
                }
            } else {
                none
            })
        }
        _ => {
            fields.fault("`cards`, `random-stack` and `random-cards` exclude each other");
            None
        }
    }
}

fn stocks(
    table: &TomlTable,
    spot: &Spot,
    kinds: &[Kind],
    gone: &[Kind],
    sink: &Sink,
) -> Vec<Stock> {
    let mut stocks = Vec::new();
    for entry in &table.0 {
        let spot = spot.field(&entry.place, entry.key.clone());
        let count = fields::number(&entry.node, &spot, 1..=9, sink);
        if gone.iter().any(|kind| kind.id == entry.key) {
            continue;
        }
        let Some((kind, count)) = find(&entry.key, kinds, &spot, sink).zip(count) else {
            continue;
        };
        let facts = &kinds[kind.index()];
        if !facts.class.is_players() {
            sink.add(&spot, "only cards of players can be in a starting deck");
        }
        if i64::from(facts.copies) < count {
            sink.add(&spot, format!("there are only {} of these", facts.copies));
        }
        let count = count as u8;
        stocks.push(Stock { kind, count });
    }
    stocks
}
