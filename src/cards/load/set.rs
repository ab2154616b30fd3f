//! The set as a whole: its title, starting deck and income.

use crate::data::fields;
use crate::data::fields::Fields;
use crate::data::{Location, Node, Sink, Spot, TomlTable, unknown};
use crate::{
    CardSet, Class, Kind, KindId, KindSet, Kinds, LaidOut, MAX_KINDS, ShuffleKeys, Sources, Stock,
};

/// A `[set]` as it is written.
#[derive(Clone, Debug)]
pub(super) struct SetFile {
    /// The name of the set.
    pub(super) id: String,
    /// Its title.
    pub(super) title: String,
    /// The set it is played together with, if it is not a complete game.
    pub(super) expands: Option<String>,
    /// Its table.
    pub(super) table: TomlTable,
    /// Its place.
    pub(super) place: Location,
}

impl SetFile {
    /// A set that has not been read.
    pub(super) fn unread(place: Location) -> Self {
        SetFile {
            id: String::new(),
            title: String::new(),
            expands: None,
            table: TomlTable::default(),
            place,
        }
    }

    /// A set as its table describes it.
    pub(super) fn new(table: &TomlTable, place: &Location) -> Self {
        let text = |name| table.get(name).and_then(Node::text).map(str::to_string);
        SetFile {
            id: text("id").unwrap_or_default(),
            title: text("title").unwrap_or_default(),
            expands: text("expands"),
            table: table.clone(),
            place: place.clone(),
        }
    }
}

/// The set whose starting deck and income are used: the first that has them.
pub(super) fn base(sets: &[SetFile]) -> Option<&SetFile> {
    let has_deck = |set: &&SetFile| set.table.get("starting-deck").is_some();
    sets.iter().find(has_deck).or(sets.first())
}

/// Checks that sets which are not complete games have what they need.
pub(super) fn check_expansions(sets: &[SetFile], sink: &Sink) -> bool {
    let mut complete = true;
    for set in sets.iter().filter(|set| set.expands.is_some()) {
        let fields = Fields::new(&set.table, Spot::new(&set.place, "the set"), sink);
        fields.required_text("id");
        fields.required_text("title");
        fields.list("files");
        let expands = fields.required_text("expands").unwrap_or_default();
        if !sets.iter().any(|other| other.id == expands) {
            complete = false;
            fields.fault(format!(
                "this is not a complete game: play it together with `{expands}`, using --sets \
                 {expands},{} (or the directory of either)",
                set.id
            ));
        }
        fields.finish();
    }
    complete
}

/// Reads the `[set]` table and puts the set together.
pub(super) fn card_set(
    table: &TomlTable,
    spot: &Spot,
    mut kinds: Vec<Kind>,
    sink: &Sink,
) -> CardSet {
    let fields = Fields::new(table, spot.clone(), sink);
    fields.required_text("id");
    fields.required_text("title");
    fields.list("files");
    let starting_deck = starting_deck(&fields, &kinds, sink);
    let income = income(&fields, &kinds, sink);
    fields.finish();
    hand_out(&mut kinds, income);
    number_copies(&mut kinds);
    let cheapest = std::array::from_fn(|row| {
        let sold = kinds.iter().filter(|kind| kind.market_row() == Some(row));
        sold.map(|kind| kind.cost).min().unwrap_or(u8::MAX)
    });
    CardSet {
        shuffle_keys: ShuffleKeys::new(&kinds),
        laid_out: LaidOut::new(&kinds, &starting_deck),
        upgradable: kinds
            .iter()
            .take(MAX_KINDS)
            .zip(0..)
            .filter(|(kind, _)| kind.class == Class::Resource && kind.upgrade.is_some())
            .map(|(_, id)| KindId(id))
            .collect(),
        cheapest,
        cheapest_of_all: cheapest.into_iter().min().unwrap_or(0),
        resources: KindSet::of(&kinds, |kind| kind.class == Class::Resource),
        equipment: KindSet::of(&kinds, |kind| kind.class == Class::Equipment),
        deployable: KindSet::of(&kinds, |kind| {
            matches!(kind.class, Class::Troop | Class::Equipment)
        }),
        has_table_wide_bonus: kinds
            .iter()
            .any(|kind| kind.derived.standing.bonus_everywhere),
        has_table_wide_aura: kinds
            .iter()
            .any(|kind| kind.derived.standing.aura_everywhere),
        has_untargetable: kinds.iter().any(|kind| kind.derived.standing.untargetable),
        kinds: Kinds::new(kinds),
        starting_deck,
        divisions: Vec::new(),
        left_out: Vec::new(),
        income,
        conditions: Vec::new(),
        sources: Sources::default(),
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
        let spot = spot.field(&entry.place, entry.key.clone());
        let count = fields::number(&entry.node, &spot, 1..=99, sink);
        let kind = find(&entry.key, kinds, &spot, sink);
        let (Some(kind), Some(count)) = (kind, count) else {
            continue;
        };
        let class = kinds[kind.index()].class;
        if class.is_enemy() {
            sink.add(&spot, "an enemy cannot be in a starting deck");
        } else if !class.is_players() {
            sink.add(&spot, "the weather cannot be in a starting deck");
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
            sink.add(&spot, format!("`{id}` is not a resource"));
        }
        *slot = kind;
    }
    income
}

/// Records for each resource in which wave it is (first) handed out.
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
