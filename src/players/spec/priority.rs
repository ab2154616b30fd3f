//! Purchase by an ordered list: "buy A if B".

use super::read_list;
use cards::data::{Fields, Node, Sink, Spot, fields, unknown};
use cards::words::Word;
use cards::{CardSet, Class, Kind, KindId};

/// What a rule of the list is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// One card.
    Card(KindId),
    /// The costliest card of a class that can be paid.
    Class(Class),
    /// The costliest item, of either sort, that can be paid.
    AnyItem,
}

impl Wanted {
    /// Whether a card is what the rule wants.
    pub fn fits(self, id: KindId, kind: &Kind) -> bool {
        match self {
            Wanted::Card(wanted) => wanted == id,
            Wanted::Class(class) => kind.class == class,
            Wanted::AnyItem => kind.class.is_item(),
        }
    }
}

/// One line of a purchase list: what to buy, and under which conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriorityRule {
    /// What to buy.
    pub buy: Wanted,
    /// The waves in which the rule holds, a bit each.
    pub waves: u8,
    /// Only while the player owns fewer of them than this, board included.
    pub own_fewer_than: Option<u8>,
    /// Only while their own lane and hand together have fewer troops than this.
    pub troops_fewer_than: Option<u8>,
    /// Only while at least this many resources are left.
    pub resources_at_least: Option<u16>,
    /// Whether cards may be burned to make it cheaper.
    pub reduce: bool,
}

const GROUPS: [&str; 4] = ["troop", "equipment", "instant", "item"];

/// Reads the list `rule` of a `priority` section.
pub(super) fn read(section: &Fields<'_>, cards: &CardSet, sink: &Sink) -> Vec<PriorityRule> {
    if !section.has("rule") {
        section.missing("rule", "a list of rules ([[purchase.rule]])");
    }
    let nodes = section.list("rule").unwrap_or_default();
    let rules = nodes
        .into_iter()
        .filter_map(|(node, spot)| rule(node, spot, cards, sink));
    rules.collect()
}

fn rule(node: &Node, spot: Spot, cards: &CardSet, sink: &Sink) -> Option<PriorityRule> {
    let table = fields::table(node, &spot, sink)?;
    let fields = Fields::new(table, spot, sink);
    let buy = wanted(&fields, cards, sink);
    let limit = |name| fields.number(name, 0..=200).map(|n| n as u8);
    let own_fewer_than = limit("own-fewer-than");
    let troops_fewer_than = limit("troops-fewer-than");
    let rule = PriorityRule {
        buy: buy.unwrap_or(Wanted::AnyItem),
        waves: waves(&fields, sink),
        own_fewer_than,
        troops_fewer_than,
        resources_at_least: fields
            .number("resources-at-least", 0..=999)
            .map(|n| n as u16),
        reduce: fields.flag("reduce").unwrap_or(false),
    };
    fields.finish();
    buy.map(|_| rule)
}

fn wanted(fields: &Fields<'_>, cards: &CardSet, sink: &Sink) -> Option<Wanted> {
    let name = fields.required_text("buy")?;
    let (node, spot) = fields.get("buy")?;
    debug_assert_eq!(node.text(), Some(name.as_str()));
    if name == "item" {
        return Some(Wanted::AnyItem);
    }
    if GROUPS.contains(&name.as_str()) {
        return Class::parse_word(&name).map(Wanted::Class);
    }
    match cards.find(&name) {
        Some(id) if cards.kind(id).for_sale => Some(Wanted::Card(id)),
        Some(_) => {
            sink.add(&spot, format!("`{name}` cannot be bought"));
            None
        }
        None => {
            let sold = cards.kinds.iter().filter(|kind| kind.for_sale);
            let names = GROUPS.into_iter().chain(sold.map(|kind| kind.id.as_str()));
            sink.add(&spot, unknown("card or group", &name, names));
            None
        }
    }
}

fn waves(fields: &Fields<'_>, sink: &Sink) -> u8 {
    match read_list(fields, "waves", sink, 1..=3) {
        Some(waves) => waves.iter().fold(0, |bits, wave| bits | 1 << wave),
        None => 0b1110,
    }
}
