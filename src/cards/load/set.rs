//! The set as a whole: its title, starting deck and income.

use crate::cards::{CardSet, Class, Kind, KindId, Stock};
use crate::data::Table;
use crate::data::fields::{self, Fields};
use crate::data::{Sink, Spot, unknown};

/// Reads the `[set]` table and puts the set together.
pub(super) fn card_set(table: &Table, spot: &Spot, mut kinds: Vec<Kind>, sink: &Sink) -> CardSet {
    let fields = Fields::new(table, spot.clone(), sink);
    fields.required_text("id");
    fields.required_text("title");
    fields.list("files");
    let starting_deck = starting_deck(&fields, &kinds, sink);
    let income = income(&fields, &kinds, sink);
    fields.finish();
    hand_out(&mut kinds, income);
    number_copies(&mut kinds);
    CardSet {
        has_free_goods: kinds.iter().any(|kind| kind.for_sale && kind.cost == 0),
        has_table_wide_bonus: kinds
            .iter()
            .any(|kind| kind.facts.standing.bonus_everywhere),
        kinds,
        starting_deck,
        divisions: Vec::new(),
        left_out: Vec::new(),
        income,
        hash: 0,
    }
}

pub(super) fn find(id: &str, kinds: &[Kind], spot: &Spot, sink: &Sink) -> Option<KindId> {
    let found = kinds.iter().position(|kind| kind.id == id);
    if found.is_none() {
        let ids = kinds.iter().map(|kind| kind.id.as_str());
        sink.add(spot, unknown("card", id, ids));
    }
    found.map(|index| KindId(index as u8))
}

fn starting_deck(fields: &Fields<'_>, kinds: &[Kind], sink: &Sink) -> Vec<Stock> {
    if !fields.has("starting-deck") {
        fields.missing("starting-deck", "cards with their numbers");
    }
    let Some((table, spot)) = fields.table("starting-deck") else {
        return Vec::new();
    };
    let mut deck = Vec::new();
    for entry in &table.0 {
        let spot = spot.field(&entry.place, &entry.key);
        let count = fields::number(&entry.node, &spot, 1..=99, sink);
        let kind = find(&entry.key, kinds, &spot, sink);
        let (Some(kind), Some(count)) = (kind, count) else {
            continue;
        };
        if !kinds[kind.index()].class.is_players() {
            sink.add(&spot, "an enemy cannot be in a starting deck");
        }
        deck.push(Stock {
            kind,
            count: count as u8,
        });
    }
    deck
}

fn income(fields: &Fields<'_>, kinds: &[Kind], sink: &Sink) -> [KindId; 3] {
    let mut income = [KindId::default(); 3];
    let list = fields.list("income").unwrap_or_default();
    if list.len() != 3 {
        fields.fault("`income` must name three resources, one for each wave");
    }
    for ((node, spot), slot) in list.into_iter().zip(&mut income) {
        let Some(id) = node.text() else {
            sink.add(&spot, format!("expected a card, found {}", node.describe()));
            continue;
        };
        let Some(kind) = find(id, kinds, &spot, sink) else {
            continue;
        };
        if kinds[kind.index()].class != Class::Resource {
            sink.add(&spot, format!("`{id}` is no resource"));
        }
        *slot = kind;
    }
    income
}

/// Notes with each resource in which wave it is (first) handed out.
fn hand_out(kinds: &mut [Kind], income: [KindId; 3]) {
    for (wave, id) in (1..=3).zip(income) {
        if let Some(kind) = kinds.get_mut(id.index())
            && kind.class == Class::Resource
            && kind.wave == 0
        {
            kind.wave = wave;
        }
    }
}

/// Numbers the copies of kinds that share their luck one after the other, so that together they
/// are shuffled like a single kind.
fn number_copies(kinds: &mut [Kind]) {
    for i in 0..kinds.len() {
        let label = kinds[i].label;
        let before = kinds[..i].iter().filter(|kind| kind.label == label);
        kinds[i].first_copy = before.fold(0, |sum, kind| sum.saturating_add(kind.copies));
    }
}
