//! A card on the board as a scenario describes it: reading, comparing, writing.

use super::notation::{Context, card_text, counted};
use cards::ability::Limit;
use cards::data::Item;
use cards::{CardSet, Kind, KindId};
use game::state::{BoardCard, MAX_EQUIPMENT, Side};

/// A card on the board as a scenario describes it: `"ranger, 1 damage, with katana used"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CardNote {
    pub(super) kind: KindId,
    pub(super) damage: i16,
    /// Items, with whether they are marked as used where that is stated.
    pub(super) items: Vec<(KindId, Option<bool>)>,
    /// Whether the card's own abilities are marked as used, where that is stated.
    pub(super) used: Option<bool>,
    pub(super) face_up: bool,
    /// The owner of a troop that has become an enemy.
    pub(super) converted: Option<u8>,
    /// Expected power, where stated.
    pub(super) power: Option<i16>,
    /// Expected total HP, where stated.
    pub(super) hp: Option<i16>,
    /// Power gained for a while, where stated.
    pub(super) gained: Gained,
    /// Whether its next attack strikes first, where stated.
    pub(super) strikes_first: bool,
}

/// Power that a card has gained for a while, where stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gained {
    /// Until the end of the round.
    pub(super) round: Option<i16>,
    /// For its next attack.
    pub(super) attack: Option<i16>,
    /// For as long as it stays.
    pub(super) kept: Option<i16>,
}

/// Abilities that work once per round or only once, a bit each.
pub(super) fn limited_abilities(kind: &Kind) -> u8 {
    let limited = kind.abilities.iter().enumerate();
    limited
        .filter(|(_, ability)| ability.limit != Limit::EachTime)
        .fold(0, |bits, (number, _)| bits | 1 << number)
}

impl CardNote {
    /// What there is to say of a card.
    pub(super) fn of(card: &BoardCard, (power, hp): (i16, i16), cards: &CardSet) -> Self {
        let used = |kind: KindId, marks: u8| {
            let is_used = marks & limited_abilities(cards.kind(kind)) != 0;
            is_used.then_some(true)
        };
        let gained = |amount: i16| (amount > 0).then_some(amount);
        let items = card.equipment().iter().zip(card.equipment_used);
        CardNote {
            kind: card.kind,
            damage: card.damage,
            items: items
                .map(|(kind, marks)| (*kind, used(*kind, marks)))
                .collect(),
            used: used(card.kind, card.used),
            face_up: card.side == Side::Enemy && card.face_up,
            converted: card.converted.then_some(card.owner),
            power: Some(power),
            hp: Some(hp),
            gained: Gained {
                round: gained(card.round_power),
                attack: gained(card.attack_power),
                kept: gained(card.kept_power),
            },
            strikes_first: card.strikes_first,
        }
    }

    /// Whether a troop or an enemy is as noted; `found` says all that there is to say of it.
    pub(super) fn fits(&self, found: &CardNote, side: Side) -> bool {
        let gained = |wanted: Option<i16>, found: Option<i16>| {
            wanted.is_none_or(|wanted| wanted == found.unwrap_or(0))
        };
        self.kind == found.kind
            && self.damage == found.damage
            && self.carries(&found.items)
            && gained(self.gained.round, found.gained.round)
            && gained(self.gained.attack, found.gained.attack)
            && gained(self.gained.kept, found.gained.kept)
            && (!self.strikes_first || found.strikes_first)
            && self.converted == found.converted
            && (side == Side::Troop || self.face_up == found.face_up)
            && is_used(self.used, found.used)
            && self.power.is_none_or(|power| found.power == Some(power))
            && self.hp.is_none_or(|hp| found.hp == Some(hp))
    }

    /// Whether exactly the noted items are carried, in any order.
    fn carries(&self, carried: &[(KindId, Option<bool>)]) -> bool {
        let mut carried = carried.to_vec();
        let mut noted = self.items.clone();
        // More specific notes choose first.
        noted.sort_by_key(|(_, used)| used.is_none());
        let all_found = noted.iter().all(|(kind, used)| {
            let mut there = carried.iter();
            let found = there.position(|item| item.0 == *kind && is_used(*used, item.1));
            found.map(|index| carried.remove(index)).is_some()
        });
        all_found && carried.is_empty()
    }

    /// The card as a scenario describes it.
    pub(super) fn text(&self, cards: &CardSet) -> String {
        let used = |used: bool| if used { "used" } else { "unused" };
        let mut parts = vec![cards.kind(self.kind).id.clone()];
        parts.extend((self.damage > 0).then(|| format!("{} damage", self.damage)));
        parts.extend(self.items.iter().map(|(item, marks)| {
            let marks = marks.map_or(String::new(), |marks| format!(" {}", used(marks)));
            format!("with {}{marks}", cards.kind(*item).id)
        }));
        parts.extend(self.used.map(|marks| used(marks).into()));
        let Gained {
            round,
            attack,
            kept,
        } = self.gained;
        parts.extend(round.map(|amount| format!("+{amount} power this round")));
        parts.extend(attack.map(|amount| format!("+{amount} power next attack")));
        parts.extend(kept.map(|amount| format!("+{amount} power kept")));
        parts.extend(self.strikes_first.then(|| "strikes first".into()));
        match self.converted {
            Some(owner) => parts.push(format!("converted of p{}", owner + 1)),
            None => parts.extend(self.face_up.then(|| "up".into())),
        }
        parts.extend(self.power.map(|power| format!("power {power}")));
        parts.extend(self.hp.map(|hp| format!("hp {hp}")));
        parts.join(", ")
    }
}

/// Whether marks are as noted, where that is stated.
fn is_used(wanted: Option<bool>, found: Option<bool>) -> bool {
    wanted.is_none_or(|wanted| wanted == found.unwrap_or(false))
}

impl Context<'_> {
    /// Cards on the board, as an element of a list: `"militia x2, 1 damage"`.
    pub(super) fn notes(&self, item: &Item<'_>) -> Vec<CardNote> {
        let Some(text) = card_text(item) else {
            return Vec::new();
        };
        let count = text.split(',').next().map_or(1, |first| counted(first).1);
        let note = self.note(text, item);
        note.map_or(Vec::new(), |note| vec![note; count])
    }

    /// One card on the board: its id, then its properties, separated by commas.
    pub(super) fn note(&self, text: &str, item: &Item<'_>) -> Option<CardNote> {
        let (card, properties) = text.split_once(',').unwrap_or((text, ""));
        let kind = self.kind(counted(card).0, item)?;
        self.noted(kind, properties, item)
    }

    /// A card with these properties.
    pub(super) fn noted(
        &self,
        kind: KindId,
        properties: &str,
        item: &Item<'_>,
    ) -> Option<CardNote> {
        let mut note = CardNote {
            kind,
            ..CardNote::default()
        };
        let parts = properties.split(',').map(str::trim);
        for part in parts.filter(|part| !part.is_empty()) {
            self.note_part(&mut note, part, item)?;
        }
        if note.items.len() > MAX_EQUIPMENT {
            let message = format!("a troop has room for {MAX_EQUIPMENT} items");
            item.fault(message);
            return None;
        }
        Some(note)
    }

    fn note_part(&self, note: &mut CardNote, part: &str, item: &Item<'_>) -> Option<()> {
        let words: Vec<&str> = part.split_whitespace().collect();
        let number = |text: &str| text.parse::<i16>().ok().filter(|n| (0..=999).contains(n));
        let bonus = |text: &str| text.strip_prefix('+').and_then(number);
        match words.as_slice() {
            [n, "power", "this", "round"] if bonus(n).is_some() => note.gained.round = bonus(n),
            [n, "power", "next", "attack"] if bonus(n).is_some() => note.gained.attack = bonus(n),
            [n, "power", "kept"] if bonus(n).is_some() => note.gained.kept = bonus(n),
            ["strikes", "first"] => note.strikes_first = true,
            ["up"] => note.face_up = true,
            ["down"] => note.face_up = false,
            ["used"] => note.used = Some(true),
            ["unused"] => note.used = Some(false),
            ["converted", "of", seat] => {
                note.converted = Some(self.seat(seat, item)?);
                note.face_up = true;
            }
            [n, "damage"] if number(n).is_some() => note.damage = number(n)?,
            ["power", n] if number(n).is_some() => note.power = number(n),
            ["hp", n] if number(n).is_some() => note.hp = number(n),
            ["with", id] => note.items.push((self.kind(id, item)?, None)),
            ["with", id, "used"] => note.items.push((self.kind(id, item)?, Some(true))),
            ["with", id, "unused"] => note.items.push((self.kind(id, item)?, Some(false))),
            _ => {
                let message = format!(
                    "`{part}` is not a property of a card: expected `2 damage`, `with ITEM`, `with \
                     ITEM used`, `used`, `unused`, `up`, `down`, `converted of p1`, `+2 power this \
                     round`, `+2 power next attack`, `+2 power kept`, `strikes first`, `power 3` \
                     or `hp 4`"
                );
                item.fault(message);
                return None;
            }
        }
        Some(())
    }
}
