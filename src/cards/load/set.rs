//! The set as a whole: its title, starting deck and income.

use super::SetChoice;
use super::cards::is_id;
use crate::data::{Fields, Item, Location, Node, Sink, Spot, TomlTable};
use crate::{CardSet, Class, Kind, KindId, KindSet, Kinds, MAX_KINDS, ShuffleKeys, Stock};

/// A `[set]` as it is written.
#[derive(Clone, Debug, Default)]
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
    /// A set as its fields describe it. It is named in commands, manifests and messages, so its
    /// id is a simple word.
    pub(super) fn new(fields: &Fields<'_>, place: &Location) -> Self {
        let text = |name| fields.peek(name).and_then(Node::text).map(str::to_string);
        if let Some(id) = text("id").filter(|id| !is_id(id)) {
            fields.fault_in(
                "id",
                format!("`{id}` cannot be a set's id: use lowercase letters, digits and hyphens"),
            );
        }
        SetFile {
            id: text("id").unwrap_or_default(),
            title: text("title").unwrap_or_default(),
            expands: text("expands"),
            table: fields.without(&[]),
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
        fields.items("files");
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
    fields.items("files");
    let starting_deck = starting_deck(&fields, &kinds);
    let income = income(&fields, &kinds);
    fields.finish();
    hand_out(&mut kinds, income);
    number_copies(&mut kinds);
    let cheapest = std::array::from_fn(|row| {
        let sold = kinds.iter().filter(|kind| kind.market_row() == Some(row));
        sold.map(|kind| kind.cost).min().unwrap_or(u8::MAX)
    });
    CardSet {
        shuffle_keys: ShuffleKeys::new(&kinds),
        upgradable: kinds
            .iter()
            .take(MAX_KINDS)
            .zip(0..)
            .filter(|(kind, _)| kind.class == Class::Resource && kind.upgrade.is_some())
            .map(|(_, id)| KindId(id))
            .collect(),
        cheapest,
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
        stand_ins: Vec::new(),
        income,
        conditions: Vec::new(),
        sources: SetChoice::default(),
        hash: 0,
    }
}

/// The card of a name.
fn find(id: &str, kinds: &[Kind], item: &Item<'_>) -> Option<KindId> {
    let ids = kinds.iter().map(|kind| kind.id.as_str());
    let found = item.position("card", id, ids)?;
    Some(KindId(found as u8))
}

/// Reads cards with their numbers. Cards that are `gone` are passed over; `check` looks at the
/// others.
pub(super) fn stocks(
    fields: &Fields<'_>,
    most: i64,
    kinds: &[Kind],
    gone: &[Kind],
    check: impl Fn(&Item<'_>, &Kind, u8),
) -> Vec<Stock> {
    let mut stocks = Vec::new();
    for (id, item) in fields.entries() {
        let count = item.number(1..=most);
        if gone.iter().any(|kind| kind.id == id) {
            continue;
        }
        if let Some((kind, count)) = find(id, kinds, &item).zip(count) {
            let count = count as u8;
            check(&item, &kinds[kind.index()], count);
            stocks.push(Stock { kind, count });
        }
    }
    stocks
}

fn starting_deck(fields: &Fields<'_>, kinds: &[Kind]) -> Vec<Stock> {
    let deck = fields.required("starting-deck", "cards with their numbers");
    let Some(deck) = deck.and_then(|deck| deck.fields()) else {
        return Vec::new();
    };
    stocks(&deck, 99, kinds, &[], |item, kind, _| {
        if kind.class.is_enemy() {
            item.fault("an enemy cannot be in a starting deck");
        } else if !kind.class.is_players() {
            item.fault("the weather cannot be in a starting deck");
        }
    })
}

fn income(fields: &Fields<'_>, kinds: &[Kind]) -> [KindId; 3] {
    let mut income = [KindId::default(); 3];
    let list = fields.items("income");
    if list.len() != 3 {
        fields.fault("`income` must name three resources, one for each wave");
    }
    for (item, slot) in list.into_iter().zip(&mut income) {
        let Some(id) = item.node.text() else {
            item.expected("a card");
            continue;
        };
        let Some(kind) = find(id, kinds, &item) else {
            continue;
        };
        if kinds[kind.index()].class != Class::Resource {
            item.fault(format!("`{id}` is not a resource"));
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
