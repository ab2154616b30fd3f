//! Reads what a scenario expects.

use super::decode::texts;
use super::notation::{CardNote, Context};
use super::script;
use super::script::Wish;
use super::table::{SEATS, WAVES, counts, weather_card};
use cards::KindId;
use cards::data::{Fields, Value, fields, unknown};
use cards::words::Word;
use game::observe::Incident;
use game::state::Phase;

/// What is expected at the end. `None` and empty lists expect nothing.
#[derive(Default)]
pub(super) struct Expect {
    pub(super) base: Option<i32>,
    pub(super) base_damage: Option<i32>,
    pub(super) won: Option<bool>,
    pub(super) lost: Option<bool>,
    pub(super) round: Option<u8>,
    pub(super) phase: Option<Phase>,
    pub(super) first_player: Option<u8>,
    pub(super) burned: Pile,
    /// Incidents; those not named must not happen. `None`: they are not checked.
    pub(super) incidents: Option<Vec<(Incident, u16)>>,
    pub(super) supply: Vec<(KindId, u8)>,
    pub(super) log: Vec<String>,
    pub(super) not_in_log: Vec<String>,
    pub(super) offered: Vec<Wish>,
    pub(super) not_offered: Vec<Wish>,
    pub(super) seats: [Seat; 4],
    /// Per wave: deck, discard pile, bosses.
    pub(super) waves: [[Pile; 3]; 3],
    /// Per market row: pool and deck.
    pub(super) market: [[Pile; 2]; 4],
    /// The weather card in force.
    pub(super) weather: Option<KindId>,
    /// The weather deck and its discard pile.
    pub(super) weather_piles: [Pile; 2],
}

/// What a player is expected to have.
#[derive(Default)]
pub(super) struct Seat {
    pub(super) troops: Lane,
    pub(super) enemies: Lane,
    pub(super) hand: Pile,
    pub(super) deck: Pile,
    pub(super) discard: Pile,
    pub(super) resources: Option<u16>,
    pub(super) kills: Option<u16>,
    pub(super) division_used: Option<bool>,
}

/// What is expected on one side of a lane.
#[derive(Default)]
pub(super) struct Lane {
    /// These cards, from the front.
    pub(super) ordered: Option<Vec<CardNote>>,
    /// Exactly these cards, in any order.
    pub(super) exactly: Option<Vec<CardNote>>,
    /// This many cards.
    pub(super) count: Option<usize>,
}

/// What is expected in a pile.
#[derive(Default)]
pub(super) struct Pile {
    /// Exactly these cards, from the top.
    pub(super) ordered: Option<Vec<KindId>>,
    /// Exactly these cards, in any order.
    pub(super) exactly: Option<Vec<KindId>>,
    /// This many cards.
    pub(super) count: Option<usize>,
    /// At least these.
    pub(super) has: Vec<KindId>,
    /// None of these.
    pub(super) lacks: Vec<KindId>,
}

/// The fields about a pile.
#[derive(Clone, Copy)]
struct PileFields {
    name: &'static str,
    exactly: &'static str,
    count: &'static str,
    has: &'static str,
    lacks: &'static str,
}

macro_rules! pile_fields {
    ($name:literal) => {
        PileFields {
            name: $name,
            exactly: concat!($name, "-exactly"),
            count: concat!($name, "-count"),
            has: concat!($name, "-has"),
            lacks: concat!($name, "-lacks"),
        }
    };
}

const HAND: PileFields = pile_fields!("hand");
const DECK: PileFields = pile_fields!("deck");
const DISCARD: PileFields = pile_fields!("discard");
const BOSSES: PileFields = pile_fields!("bosses");
const BURNED: PileFields = pile_fields!("burned");
const TROOPS: PileFields = pile_fields!("troops");
const ENEMIES: PileFields = pile_fields!("enemies");
/// Per market row: pool and deck.
const MARKET: [[PileFields; 2]; 4] = [
    [pile_fields!("items"), pile_fields!("items-deck")],
    [pile_fields!("troops-1"), pile_fields!("troops-1-deck")],
    [pile_fields!("troops-2"), pile_fields!("troops-2-deck")],
    [pile_fields!("troops-3"), pile_fields!("troops-3-deck")],
];

/// Reads `[expect]`. A scenario that expects nothing cannot fail and is rejected.
pub(super) fn decode(fields: &Fields<'_>, context: Context<'_>) -> Option<Expect> {
    let Some((table, spot)) = fields.table("expect") else {
        if !fields.has("expect") {
            fields.missing("expect", "a table with the expected outcome");
        }
        return None;
    };
    let inner = Fields::new(table, spot, context.sink);
    if table.0.is_empty() {
        inner.fault("a scenario without expectations cannot fail");
    }
    let mut expect = Expect {
        base: inner.number("base", -9999..=9999).map(|n| n as i32),
        base_damage: inner.number("base-damage", 0..=9999).map(|n| n as i32),
        won: inner.flag("won"),
        lost: inner.flag("lost"),
        round: inner.number("round", 1..=10).map(|n| n as u8),
        phase: inner.word("phase"),
        first_player: inner
            .get("first-player")
            .and_then(|(node, spot)| context.seat(node.text().unwrap_or_default(), &spot)),
        burned: pile(&inner, BURNED, context),
        incidents: incidents(&inner, context),
        supply: counts(&inner, "supply", context),
        offered: wishes(&inner, "offered", context),
        not_offered: wishes(&inner, "not-offered", context),
        ..Expect::default()
    };
    let strings = |list: Vec<(&str, _)>| list.into_iter().map(|(text, _)| text.into()).collect();
    expect.log = strings(texts(&inner, "log", context.sink));
    expect.not_in_log = strings(texts(&inner, "not-in-log", context.sink));
    seats(&mut expect, &inner, context);
    waves(&mut expect, &inner, context);
    market(&mut expect, &inner, context);
    weather(&mut expect, &inner, context);
    inner.finish();
    Some(expect)
}

fn seats(expect: &mut Expect, fields: &Fields<'_>, context: Context<'_>) {
    for (seat, name) in SEATS.into_iter().enumerate() {
        let Some((table, spot)) = fields.table(name) else {
            continue;
        };
        if seat >= context.players as usize {
            let message = format!("there is no such player: `players` is {}", context.players);
            context.sink.add(&spot, message);
        }
        let inner = Fields::new(table, spot, context.sink);
        expect.seats[seat] = Seat {
            troops: lane(&inner, TROOPS, context),
            enemies: lane(&inner, ENEMIES, context),
            hand: pile(&inner, HAND, context),
            deck: pile(&inner, DECK, context),
            discard: pile(&inner, DISCARD, context),
            resources: inner.number("resources", 0..=999).map(|n| n as u16),
            kills: inner.number("kills", 0..=999).map(|n| n as u16),
            division_used: inner.flag("division-used"),
        };
        inner.finish();
    }
}

fn waves(expect: &mut Expect, fields: &Fields<'_>, context: Context<'_>) {
    for (wave, name) in WAVES.into_iter().enumerate() {
        if let Some((table, spot)) = fields.table(name) {
            let inner = Fields::new(table, spot, context.sink);
            expect.waves[wave] = [
                pile(&inner, DECK, context),
                pile(&inner, DISCARD, context),
                pile(&inner, BOSSES, context),
            ];
            inner.finish();
        }
    }
}

fn market(expect: &mut Expect, fields: &Fields<'_>, context: Context<'_>) {
    let Some((table, spot)) = fields.table("market") else {
        return;
    };
    let inner = Fields::new(table, spot, context.sink);
    for (row, fields) in MARKET.into_iter().enumerate() {
        expect.market[row] = fields.map(|fields| pile(&inner, fields, context));
    }
    inner.finish();
}

fn weather(expect: &mut Expect, fields: &Fields<'_>, context: Context<'_>) {
    let Some((table, spot)) = fields.table("weather") else {
        return;
    };
    let inner = Fields::new(table, spot, context.sink);
    expect.weather = weather_card(&inner, context);
    expect.weather_piles = [pile(&inner, DECK, context), pile(&inner, DISCARD, context)];
    inner.finish();
}

fn pile(fields: &Fields<'_>, names: PileFields, context: Context<'_>) -> Pile {
    let list = |name| fields.list(name).map(|list| context.pile(&list));
    Pile {
        ordered: list(names.name),
        exactly: list(names.exactly),
        count: count(fields, names.count),
        has: list(names.has).unwrap_or_default(),
        lacks: list(names.lacks).unwrap_or_default(),
    }
}

fn lane(fields: &Fields<'_>, names: PileFields, context: Context<'_>) -> Lane {
    let list = |name| fields.list(name).map(|list| context.notes(&list));
    Lane {
        ordered: list(names.name),
        exactly: list(names.exactly),
        count: count(fields, names.count),
    }
}

fn count(fields: &Fields<'_>, name: &'static str) -> Option<usize> {
    fields.number(name, 0..=999).map(|count| count as usize)
}

fn wishes(fields: &Fields<'_>, name: &'static str, context: Context<'_>) -> Vec<Wish> {
    texts(fields, name, context.sink)
        .into_iter()
        .filter_map(|(text, spot)| script::wish(text, &spot, context))
        .collect()
}

/// Reads `incidents`: a table of words and numbers, or `"any"`.
fn incidents(fields: &Fields<'_>, context: Context<'_>) -> Option<Vec<(Incident, u16)>> {
    let (node, spot) = match fields.get("incidents") {
        Some((node, _)) if node.text() == Some("any") => return None,
        Some(found) => found,
        None => return Some(Vec::new()),
    };
    let Value::Table(table) = &node.value else {
        let message = format!(
            "expected a table such as `{{ stalemate = 1 }}`, or \"any\" to skip the check, found \
             {}",
            node.describe()
        );
        context.sink.add(&spot, message);
        return None;
    };
    let mut incidents = Vec::new();
    for entry in &table.0 {
        let spot = spot.field(&entry.place, entry.key.clone());
        let Some(incident) = Incident::parse_word(&entry.key) else {
            let message = unknown("incident", &entry.key, Incident::all_words());
            context.sink.add(&spot, message);
            continue;
        };
        let count = fields::number(&entry.node, &spot, 0..=9999, context.sink);
        incidents.extend(count.map(|count| (incident, count as u16)));
    }
    Some(incidents)
}
