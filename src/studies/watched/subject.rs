//! Which cards can be studied, and why others cannot.

use cards::ruleset::Market;
use cards::words::{nearest_few, words};
use cards::{CardSet, Class, Kind, KindId};

words! {
    /// Cards that are ranked together.
    pub enum CardType as "type of card" {
        /// Troops for sale.
        Troop = "troop",
        /// Equipment and instants.
        Item = "item",
        /// Enemies.
        Enemy = "enemy",
        /// Bosses.
        Boss = "boss",
    }
}

impl CardType {
    /// The type of a card; `None` for resources, weather and divisions.
    pub fn of(class: Class) -> Option<Self> {
        match class {
            Class::Resource | Class::Weather | Class::Division => None,
            Class::Troop => Some(CardType::Troop),
            Class::Equipment | Class::Instant => Some(CardType::Item),
            Class::Enemy => Some(CardType::Enemy),
            Class::Boss => Some(CardType::Boss),
        }
    }

    /// Whether the players use such cards, or suffer from them.
    pub fn is_for_players(self) -> bool {
        matches!(self, CardType::Troop | CardType::Item)
    }
}

/// A card whose effect is studied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its number in the set.
    pub kind: KindId,
    /// The name in files.
    pub id: String,
    /// The name shown to people.
    pub name: String,
    /// What it is ranked among.
    pub card_type: CardType,
    /// Its wave; 0 for items.
    pub wave: u8,
    /// What it costs.
    pub cost: u8,
    /// How many there are.
    pub copies: u8,
}

impl Subject {
    fn new(number: KindId, kind: &Kind, card_type: CardType) -> Self {
        Subject {
            kind: number,
            id: kind.id.clone(),
            name: kind.name.clone(),
            card_type,
            wave: kind.wave,
            cost: kind.cost,
            copies: kind.copies,
        }
    }

    /// What replaces the card when its copies are removed.
    pub fn replaced_by(&self, cards: &CardSet, market: Market) -> String {
        if market == Market::Stacks && self.card_type.is_for_players() {
            return "another stack, if one is left".into();
        }
        let same_deck = |kind: &&Kind| {
            CardType::of(kind.class) == Some(self.card_type)
                && (kind.for_sale || !self.card_type.is_for_players())
                && (self.card_type == CardType::Item || kind.wave == self.wave)
        };
        let deck = cards.kinds.iter().filter(same_deck);
        let others: u32 =
            deck.map(|kind| u32::from(kind.copies)).sum::<u32>() - u32::from(self.copies);
        let wave = self.wave;
        match (self.card_type, others) {
            (CardType::Boss, 0) => "an enemy of the wave: there is no other boss".into(),
            (_, 0) => "nothing: no other card is in its deck".into(),
            (CardType::Troop, n) => format!("the next of the {n} other wave {wave} troops"),
            (CardType::Item, n) => format!("the next of the {n} other items"),
            (CardType::Enemy, n) => format!("the next of the {n} other wave {wave} enemies"),
            (CardType::Boss, n) => format!("one of the {n} other wave {wave} bosses"),
        }
    }
}

/// The subject that a card makes whose figures can be changed, starting cards included, or why it
/// cannot be one.
pub fn subject_of_any(cards: &CardSet, number: KindId) -> Result<Subject, String> {
    let kind = cards.kind(number);
    let name = &kind.name;
    match CardType::of(kind.class) {
        _ if kind.copies == 0 => Err(format!("there are no copies of {name} in this set")),
        None => Err(format!(
            "{name} is a {}: it has no power, HP or cost",
            a_card(kind)
        )),
        Some(card_type) => Ok(Subject::new(number, kind, card_type)),
    }
}

/// What a card is that no study is about.
fn a_card(kind: &Kind) -> &'static str {
    match kind.class {
        Class::Weather => "weather card",
        Class::Division => "division",
        _ => "resource",
    }
}

/// The subject that a card makes, or why it cannot be one.
pub fn subject(cards: &CardSet, number: KindId) -> Result<Subject, String> {
    let kind = cards.kind(number);
    let name = &kind.name;
    let starting = cards.starting_deck.iter().any(|stock| stock.kind == number);
    let Some(card_type) = CardType::of(kind.class) else {
        return Err(match kind.class {
            Class::Resource => format!(
                "{name} cannot be removed or added: it is a resource, which every player starts \
                 with or gets each round, and without which nothing could be bought"
            ),
            _ => format!(
                "{name} is a {}, which is neither bought nor met; use `xenosim compare` to vary it",
                a_card(kind)
            ),
        });
    };
    if starting {
        return Err(format!(
            "{name} cannot be removed or added: it is part of every starting deck, so the game \
             could not be set up without it; `xenosim card {}` shows what its figures are worth",
            kind.id
        ));
    }
    if kind.copies == 0 {
        return Err(format!("there are no copies of {name} in this set"));
    }
    if card_type.is_for_players() && !kind.for_sale {
        return Err(format!(
            "{name} cannot be removed or added: it is not for sale"
        ));
    }
    Ok(Subject::new(number, kind, card_type))
}

/// The number of a card by its name in files, or a message with the nearest names.
pub fn find(cards: &CardSet, id: &str) -> Result<KindId, String> {
    let by_name = |kind: &Kind| kind.name.eq_ignore_ascii_case(id);
    let found = cards.find(id).or_else(|| {
        let index = cards.kinds.iter().position(by_name)?;
        Some(KindId(index as u8))
    });
    found.ok_or_else(|| {
        // Shown names are longer than names in files, so a part of one is enough.
        let part = id.to_lowercase();
        let named = cards.kinds.iter().filter(|kind| {
            let name = kind.name.to_lowercase();
            part.len() >= 3 && name.contains(&part)
        });
        let named = named.map(|kind| kind.id.as_str());
        let mut near: Vec<&str> = named.chain(nearest_few(id, cards.ids(), 3)).collect();
        near.dedup();
        near.truncate(3);
        let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
        let hint = if near.is_empty() {
            "`xenosim cards list` shows all of them".to_string()
        } else {
            format!("did you mean {}?", near.join(" or "))
        };
        format!("there is no card `{id}`; {hint}")
    })
}

/// The named cards, or all that can be studied, of the requested types; each once, in the order of
/// the set.
pub fn subjects(
    cards: &CardSet,
    named: &[String],
    types: &[CardType],
) -> Result<Vec<Subject>, String> {
    let mut chosen = match named.is_empty() {
        true => cards
            .iter()
            .filter_map(|(number, _)| subject(cards, number).ok())
            .collect(),
        false => named
            .iter()
            .map(|id| subject(cards, find(cards, id)?))
            .collect::<Result<Vec<_>, _>>()?,
    };
    let all = chosen.len();
    chosen.retain(|subject| types.is_empty() || types.contains(&subject.card_type));
    if chosen.is_empty() || (!named.is_empty() && chosen.len() < all) {
        return Err("--type leaves out a card that was named".into());
    }
    chosen.sort_by_key(|subject| subject.kind);
    chosen.dedup();
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::load::Library;

    fn hive() -> CardSet {
        Library::embedded().cards().unwrap()
    }

    #[test]
    fn all_cards_but_starting_cards_and_resources_are_subjects() {
        let cards = hive();
        let all = subjects(&cards, &[], &[]).unwrap();
        assert_eq!(all.len(), cards.kinds.len() - 4);
        let of = |card_type| all.iter().filter(|s| s.card_type == card_type).count();
        assert_eq!(of(CardType::Troop), 28);
        assert_eq!(of(CardType::Item), 21);
        assert_eq!((of(CardType::Enemy), of(CardType::Boss)), (18, 9));
        let bosses = subjects(&cards, &[], &[CardType::Boss]).unwrap();
        assert!(bosses.iter().all(|s| s.card_type == CardType::Boss));
    }

    #[test]
    fn what_takes_its_place_comes_from_the_same_deck() {
        let cards = hive();
        let text = |id: &str| {
            let subject = subject(&cards, cards.find(id).unwrap()).unwrap();
            subject.replaced_by(&cards, Market::Pool)
        };
        assert_eq!(text("prowler"), "the next of the 15 other wave 2 enemies");
        assert_eq!(text("overseer"), "one of the 2 other wave 1 bosses");
        assert_eq!(text("med-pack"), "the next of the 42 other items");
        assert_eq!(text("ranger"), "the next of the 12 other wave 1 troops");
    }
}
