//! Divisions, with what they add to the starting deck.

use super::abilities;
use super::cards::Names;
use super::set::stocks;
use crate::ability::Goods;
use crate::data::{Fields, Item, Location, Sink, Spot, TomlTable};
use crate::ruleset::Divisions;
use crate::words::Word;
use crate::{Class, Division, Kind, KindId, StartingCards};

/// A division as written in the files, not yet interpreted.
#[derive(Clone, Debug)]
pub(super) struct RawDivision {
    pub(super) id: String,
    place: Location,
    pub(super) fields: TomlTable,
    /// The edition whose card it is; both by default.
    edition: Option<Divisions>,
    pub(super) conjecture: bool,
    /// Whether its edition is played.
    pub(super) in_play: bool,
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

    /// Whether a patch means it: by its id, or by id and edition, as in `weapons-research/onslaught`.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let edition = self.edition.map_or("", |edition| edition.word());
        self.id == name || name.split_once('/') == Some((&self.id, edition))
    }

    /// Adds what the card says to the text that is fingerprinted.
    pub(super) fn canonical(&self, text: &mut String) {
        *text += &self.id;
        self.fields.canonical(text);
    }
}

/// Reads the identity of a `[[division]]`.
pub(super) fn raw_division(item: &Item<'_>) -> Option<RawDivision> {
    let item = item.about("division");
    let fields = item.fields()?;
    let id = fields.required_text("id")?;
    let edition = fields.word::<Divisions>("edition");
    if edition == Some(Divisions::Off) {
        fields.fault(
            "a division belongs to `onslaught` or `dreadmire`, or to both without `edition`",
        );
    }
    let conjecture = fields.flag("conjecture").unwrap_or(false);
    Some(RawDivision {
        id,
        place: item.node.place.clone(),
        fields: fields.without(&["id", "edition", "conjecture"]),
        edition,
        conjecture,
        in_play: false,
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
    let mut powers = abilities::abilities(&fields, Some(Class::Division), &names.conditions);
    abilities::check_count(&mut powers, &fields);
    let start = starting_cards(&fields, kinds, gone);
    let expansion = fields.flag("expansion").unwrap_or(false);
    fields.finish();
    let start = start?;
    if powers.is_empty() && start == StartingCards::Named(Vec::new()) {
        return None;
    }
    let kind = KindId(kinds.len() as u8);
    let mut card = Kind::new(&raw.id, name, Class::Division, powers);
    card.copies = 1;
    card.conjecture = raw.conjecture;
    kinds.push(card);
    Some(Division {
        kind,
        edition: raw.edition,
        start,
        expansion,
    })
}

/// Reads one of `cards`, `random-stack` and `random-cards`.
fn starting_cards(fields: &Fields<'_>, kinds: &[Kind], gone: &[Kind]) -> Option<StartingCards> {
    let named = fields.fields("cards");
    let stack = fields.fields("random-stack");
    let any = fields.fields("random-cards");
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
        (Some(named), None, None) => {
            let stocks = stocks(&named, 9, kinds, gone, check_stock);
            Some(StartingCards::Named(stocks))
        }
        (None, Some(inner), None) => {
            let goods = inner.required_word::<Goods>("goods");
            let count = inner.required_number("count", 1..=9);
            inner.finish();
            let (goods, count) = (goods?, count? as u8);
            let makes_stack = |kind: &Kind| {
                let is_sold = kind.class.is_item() && kind.for_sale;
                is_sold && goods.includes(kind) && kind.copies >= count
            };
            let missing =
                format!("no item for sale of which there are {count} can make this stack");
            let there = in_play(&makes_stack, missing);
            let stack = StartingCards::OneStack { goods, count };
            Some(if there { stack } else { none })
        }
        (None, None, Some(inner)) => {
            let goods = inner.required_word::<Goods>("goods");
            let most = inner.number("cost-at-most", 0..=99).unwrap_or(99);
            let count = inner.required_number("count", 1..=9);
            inner.finish();
            let (goods, cost_at_most, count) = (goods?, most as u8, count? as u8);
            let can_be_taken =
                |kind: &Kind| kind.for_sale && goods.includes(kind) && kind.cost <= cost_at_most;
            let there = in_play(&can_be_taken, "no card for sale is one of these".into());
            let cards = StartingCards::AnyOf {
                goods,
                cost_at_most,
                count,
            };
            Some(if there { cards } else { none })
        }
        _ => {
            fields.fault("`cards`, `random-stack` and `random-cards` exclude each other");
            None
        }
    }
}

fn check_stock(item: &Item<'_>, kind: &Kind, count: u8) {
    if !kind.class.is_players() {
        item.fault("only cards of players can be in a starting deck");
    }
    if kind.copies < count {
        item.fault(format!("there are only {} of these", kind.copies));
    }
}
