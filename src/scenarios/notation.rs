//! The short notations of scenario files: piles, cards on the board, and pointing at a card.

use cards::data::{Node, Sink, Spot, unknown};
use cards::{CardSet, KindId};
use game::play::View;
use game::state::{CardRef, MAX_EQUIPMENT, Side};

/// A card on the board as a scenario describes it: `"ranger, 1 damage, with katana used"`.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Whether it describes a position, with any card.
    pub(super) any_kind: bool,
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

/// The context for reading a notation.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) cards: &'a CardSet,
    pub(super) players: u8,
    pub(super) sink: &'a Sink,
}

impl Context<'_> {
    /// A card's id.
    pub(super) fn kind(&self, id: &str, spot: &Spot) -> Option<KindId> {
        let found = self.cards.find(id);
        if found.is_none() {
            self.sink.add(
                spot,
                unknown("card", id, self.cards.ids().collect::<Vec<_>>()),
            );
        }
        found
    }

    /// A player: `p1` to `p4`.
    pub(super) fn seat(&self, text: &str, spot: &Spot) -> Option<u8> {
        let found = seat_number(text).filter(|seat| *seat < self.players);
        if found.is_none() {
            let known: Vec<String> = (1..=self.players).map(|n| format!("p{n}")).collect();
            let known = known.iter().map(String::as_str);
            self.sink.add(spot, unknown("player", text, known));
        }
        found
    }

    /// A list of cards: `["militia x2", "ranger"]`.
    pub(super) fn pile(&self, list: &[(&Node, Spot)]) -> Vec<KindId> {
        let mut pile = Vec::new();
        for (node, spot) in list {
            let Some(text) = self.text(node, spot) else {
                continue;
            };
            let (id, count) = counted(text);
            if let Some(kind) = self.kind(id, spot) {
                pile.extend(std::iter::repeat_n(kind, count));
            }
        }
        pile
    }

    /// A list of cards on the board.
    pub(super) fn notes(&self, list: &[(&Node, Spot)]) -> Vec<CardNote> {
        let mut notes = Vec::new();
        for (node, spot) in list {
            let Some(text) = self.text(node, spot) else {
                continue;
            };
            let count = text.split(',').next().map_or(1, |first| counted(first).1);
            if let Some(note) = self.note(text, spot) {
                notes.extend(std::iter::repeat_n(note, count));
            }
        }
        notes
    }

    fn text<'n>(&self, node: &'n Node, spot: &Spot) -> Option<&'n str> {
        let text = node.text();
        if text.is_none() {
            let message = format!("expected a card, found {}", node.describe());
            self.sink.add(spot, message);
        }
        text
    }

    /// One card on the board: its id, then its properties, separated by commas.
    pub(super) fn note(&self, text: &str, spot: &Spot) -> Option<CardNote> {
        let mut parts = text.split(',').map(str::trim);
        let kind = self.kind(counted(parts.next()?).0, spot)?;
        let mut note = CardNote {
            kind,
            damage: 0,
            items: Vec::new(),
            used: None,
            face_up: false,
            converted: None,
            power: None,
            hp: None,
            gained: Gained::default(),
            strikes_first: false,
            any_kind: false,
        };
        for part in parts {
            self.note_part(&mut note, part, spot)?;
        }
        if note.items.len() > MAX_EQUIPMENT {
            let message = format!("a troop has room for {MAX_EQUIPMENT} items");
            self.sink.add(spot, message);
            return None;
        }
        Some(note)
    }

    fn note_part(&self, note: &mut CardNote, part: &str, spot: &Spot) -> Option<()> {
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
                note.converted = Some(self.seat(seat, spot)?);
                note.face_up = true;
            }
            [n, "damage"] if number(n).is_some() => note.damage = number(n)?,
            ["power", n] if number(n).is_some() => note.power = number(n),
            ["hp", n] if number(n).is_some() => note.hp = number(n),
            ["with", item] => note.items.push((self.kind(item, spot)?, None)),
            ["with", item, "used"] => note.items.push((self.kind(item, spot)?, Some(true))),
            ["with", item, "unused"] => note.items.push((self.kind(item, spot)?, Some(false))),
            _ => {
                let message = format!(
                    "`{part}` is not a property of a card: expected `2 damage`, `with ITEM`, `with \
                     ITEM used`, `used`, `unused`, `up`, `down`, `converted of p1`, `+2 power this \
                     round`, `+2 power next attack`, `+2 power kept`, `strikes first`, `power 3` \
                     or `hp 4`"
                );
                self.sink.add(spot, message);
                return None;
            }
        }
        Some(())
    }

    /// What is seen of a card. A position (`troop#1`) may name a card: `troop#1, ranger, 1 damage`.
    pub(super) fn sight(&self, pointer: &str, parts: &str, spot: &Spot) -> Option<CardNote> {
        let what = pointer.rsplit('.').next().unwrap_or(pointer);
        let what = what.split('#').next().unwrap_or(what);
        if !matches!(what, "troop" | "enemy") {
            return match parts {
                "" => self.note(what, spot),
                parts => self.note(&format!("{what}, {parts}"), spot),
            };
        }
        let first = parts.split(',').next().unwrap_or_default().trim();
        if self.cards.find(first).is_some() {
            return self.note(parts, spot);
        }
        if parts.is_empty() {
            let message = format!("`{pointer}`: expected what is seen there");
            self.sink.add(spot, message);
            return None;
        }
        let anybody = self.cards.ids().next()?;
        let mut note = self.note(&format!("{anybody}, {parts}"), spot)?;
        note.any_kind = true;
        Some(note)
    }

    /// Points at a card on the board: `prowler`, `p2.prowler`, `prowler#2`, `enemy#3`, `troop#1`.
    pub(super) fn pointer(&self, text: &str, spot: &Spot) -> Option<Pointer> {
        let (lane, rest) = match text.split_once('.') {
            Some((seat, rest)) => (Some(self.seat(seat, spot)?), rest),
            None => (None, text),
        };
        let (what, number) = match rest.split_once('#') {
            Some((what, number)) => match number.parse::<usize>() {
                Ok(number) if number >= 1 => (what, Some(number - 1)),
                _ => {
                    let message = format!("expected a number from 1 after `#` in `{text}`");
                    self.sink.add(spot, message);
                    return None;
                }
            },
            None => (rest, None),
        };
        let what = match what {
            "enemy" => What::Position(Side::Enemy),
            "troop" => What::Position(Side::Troop),
            id => What::Kind(self.kind(id, spot)?),
        };
        Some(Pointer { lane, what, number })
    }
}

/// `p1` is seat 0.
pub(super) fn seat_number(text: &str) -> Option<u8> {
    let number = text.strip_prefix('p')?.parse::<u8>().ok()?;
    (1..=4).contains(&number).then(|| number - 1)
}

/// Splits `militia x3` into the card and how many of it.
pub(super) fn counted(text: &str) -> (&str, usize) {
    let text = text.trim();
    let split = text
        .rsplit_once(char::is_whitespace)
        .and_then(|(id, last)| {
            let count = last.strip_prefix('x')?.parse::<usize>().ok()?;
            (1..=99).contains(&count).then_some((id.trim(), count))
        });
    split.unwrap_or((text, 1))
}

/// Points at one card on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pointer {
    lane: Option<u8>,
    what: What,
    /// Which one from the front, counting from 0.
    number: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// A face-up card of a kind; numbers count cards of that kind.
    Kind(KindId),
    /// Any card of a side; numbers are positions.
    Position(Side),
}

impl Pointer {
    /// The card that it names, if it names one.
    pub(super) fn kind(&self) -> Option<KindId> {
        match self.what {
            What::Kind(kind) => Some(kind),
            What::Position(_) => None,
        }
    }

    /// Whether this points at a card. Face-down cards have no kind that a player could name.
    pub(super) fn fits(&self, view: &View<'_>, card: CardRef) -> bool {
        let Some((side, lane, position)) = view.place(card) else {
            return false;
        };
        if self.lane.is_some_and(|wanted| wanted != lane) {
            return false;
        }
        match self.what {
            What::Position(wanted) => {
                wanted == side && self.number.is_none_or(|number| number == position)
            }
            What::Kind(kind) => {
                view.card(card).is_some_and(|found| found.kind == kind)
                    && self
                        .number
                        .is_none_or(|number| number == number_of(view, card))
            }
        }
    }

    /// The cards on the board that this points at.
    pub(super) fn find(&self, view: &View<'_>) -> Vec<CardRef> {
        let mut found = Vec::new();
        for lane in 0..view.players() {
            let troops = view.troops(lane).map(|(card, _)| card);
            let enemies = view.enemies(lane).map(|(card, _)| card);
            found.extend(troops.chain(enemies).filter(|card| self.fits(view, *card)));
        }
        found
    }
}

/// The face-up cards of the same kind on the same side of the lane, from the front.
fn alike(view: &View<'_>, card: CardRef) -> Vec<CardRef> {
    let (Some((side, lane, _)), Some(kind)) = (view.place(card), view.card(card).map(|c| c.kind))
    else {
        return Vec::new();
    };
    match side {
        Side::Troop => view
            .troops(lane)
            .filter(|(_, found)| found.kind == kind)
            .map(|(card, _)| card)
            .collect(),
        Side::Enemy => view
            .enemies(lane)
            .filter(|(_, found)| found.is_some_and(|found| found.kind == kind))
            .map(|(card, _)| card)
            .collect(),
    }
}

fn number_of(view: &View<'_>, card: CardRef) -> usize {
    let alike = alike(view, card);
    alike.iter().position(|other| *other == card).unwrap_or(0)
}

/// How a scenario points at a card.
pub(super) fn name_of(view: &View<'_>, card: CardRef) -> String {
    let Some((side, lane, position)) = view.place(card) else {
        return "a card that has left".into();
    };
    let owner = lane + 1;
    match view.card(card) {
        Some(found) => {
            let id = &view.kind(found.kind).id;
            match alike(view, card).len() {
                0 | 1 => format!("p{owner}.{id}"),
                _ => format!("p{owner}.{id}#{}", number_of(view, card) + 1),
            }
        }
        None => {
            let side = if side == Side::Troop {
                "troop"
            } else {
                "enemy"
            };
            format!("p{owner}.{side}#{}", position + 1)
        }
    }
}
