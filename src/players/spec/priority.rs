//! Purchase by an ordered list: "buy A if B".

use super::section::{Reading, Settings};
use super::weights::WeightInfo;
use cards::data::{Fields, Item, unknown};
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

impl Settings for Vec<PriorityRule> {
    fn read(section: &Fields<'_>, with: &Reading<'_>) -> Option<Self> {
        let list = section.required("rule", "a list of rules ([[purchase.rule]])");
        let list = list.and_then(|list| list.items()).unwrap_or_default();
        let rules = list.iter().filter_map(|item| rule(item, with.cards));
        Some(rules.collect())
    }

    fn explain(&self, cards: &CardSet) -> Vec<String> {
        self.iter().map(|rule| rule_line(rule, cards)).collect()
    }

    fn write(&self, cards: &CardSet) -> String {
        self.iter().map(|rule| rule_text(rule, cards)).collect()
    }

    fn weights(&self) -> Vec<(&'static WeightInfo, f32)> {
        Vec::new()
    }

    fn set_weights(&mut self, _: &mut dyn Iterator<Item = f32>) {}
}

fn rule(item: &Item<'_>, cards: &CardSet) -> Option<PriorityRule> {
    let fields = item.fields()?;
    let buy = wanted(&fields, cards);
    let limit = |name| fields.number(name, 0..=200).map(|n| n as u8);
    let own_fewer_than = limit("own-fewer-than");
    let troops_fewer_than = limit("troops-fewer-than");
    let rule = PriorityRule {
        buy: buy.unwrap_or(Wanted::AnyItem),
        waves: waves(&fields),
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

fn wanted(fields: &Fields<'_>, cards: &CardSet) -> Option<Wanted> {
    let item = fields.required("buy", "a text")?;
    let name = item.text()?;
    if name == "item" {
        return Some(Wanted::AnyItem);
    }
    if GROUPS.contains(&name) {
        return Class::parse_word(name).map(Wanted::Class);
    }
    match cards.find(name) {
        Some(id) if cards.kind(id).for_sale => Some(Wanted::Card(id)),
        Some(_) => {
            item.fault(format!("`{name}` cannot be bought"));
            None
        }
        None => {
            let sold = cards.kinds.iter().filter(|kind| kind.for_sale);
            let names = GROUPS.into_iter().chain(sold.map(|kind| kind.id.as_str()));
            item.fault(unknown("card or group", name, names));
            None
        }
    }
}

fn waves(rule: &Fields<'_>) -> u8 {
    let Some(items) = rule.item("waves").and_then(|item| item.items()) else {
        return 0b1110;
    };
    let waves = items.iter().filter_map(|item| item.number(1..=3));
    waves.fold(0, |bits, wave| bits | 1 << wave)
}

/// A rule as it is written.
fn rule_text(rule: &PriorityRule, cards: &CardSet) -> String {
    let buy = match rule.buy {
        Wanted::Card(kind) => cards.kind(kind).id.to_string(),
        Wanted::Class(class) => class.word().to_string(),
        Wanted::AnyItem => "item".to_string(),
    };
    let mut text = format!("\n[[purchase.rule]]\nbuy = \"{buy}\"\n");
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            text += &format!("{name} = {value}\n");
        }
    };
    let waves = (1..=3u8).filter(|wave| rule.waves & 1 << wave != 0);
    let waves: Vec<String> = waves.map(|wave| wave.to_string()).collect();
    add(
        "waves",
        (waves.len() < 3).then(|| format!("[{}]", waves.join(", "))),
    );
    let number = |value: Option<_>| value.map(|value: u8| value.to_string());
    add("own-fewer-than", number(rule.own_fewer_than));
    add("troops-fewer-than", number(rule.troops_fewer_than));
    add(
        "resources-at-least",
        rule.resources_at_least.map(|least| least.to_string()),
    );
    add("reduce", rule.reduce.then(|| "true".to_string()));
    text
}

/// A rule as it is explained.
fn rule_line(rule: &PriorityRule, cards: &CardSet) -> String {
    let mut line = match rule.buy {
        Wanted::Card(kind) => format!("buy {}", cards.kind(kind).name),
        Wanted::Class(class) => format!("buy the most expensive affordable {}", class.word()),
        Wanted::AnyItem => "buy the most expensive affordable item".to_string(),
    };
    if rule.waves != 0b1110 {
        let waves = (1..=3u8).filter(|wave| rule.waves & 1 << wave != 0);
        let waves: Vec<String> = waves.map(|wave| wave.to_string()).collect();
        line += &format!(", in wave {}", waves.join(" and "));
    }
    if let Some(most) = rule.own_fewer_than {
        line += &format!(", while owning fewer than {most}");
    }
    if let Some(most) = rule.troops_fewer_than {
        line += &format!(", while lane and hand have fewer than {most} troops");
    }
    if let Some(least) = rule.resources_at_least {
        line += &format!(", with at least {least} resources");
    }
    if rule.reduce {
        line += ", burning cards to pay for it if needed";
    }
    line
}
